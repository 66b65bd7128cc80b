"""A session as PBN and USEBIO from its pages."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client

from clubscore.web.visitors import Actor
from events.exchange.domain.plan_comparison import compare
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.exchange.figures.opening import open_results
from events.exchange.figures.planning import plan_of
from events.exchange.formats import pbn, usebio
from events.exchange.services.importing import import_session, session_of_content
from events.models import Session, TravellerLine
from events.sessions.core.domain.adjustment import Artificial, Average, Component, Split, Weighted
from events.sessions.core.domain.line_result import LineResult
from events.sessions.rulings import services as rulings
from events.sessions.scoring.domain.settings import Settings
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.setup.services import sections, sessions
from tests.events import factories
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session = factories.session()
    factories.enter(session, 1, "4sn=", "-50")
    sessions.publish(session=session, by=Actor())
    return session


def test_pbn_is_for_everybody_and_usebio_for_the_director(session: Session, client: Client):
    answer = client.get(f"/sessions/{session.pk}/results.pbn")
    assert answer.headers["Content-Disposition"] == (
        'attachment; filename="2026-03-05-club-evening.pbn"'
    )
    [board] = pbn.read(answer.content.decode("latin-1")).boards
    assert [line.score_ns for line in board.lines] == [420, -50]

    assert client.get(f"/sessions/{session.pk}/results.xml").status_code == 302
    answer = browser(Role.DIRECTOR).get(f"/sessions/{session.pk}/results.xml")
    [event] = usebio.read(answer.content).events
    assert (event.title, event.date) == ("Club evening", "2026-03-05")


def test_pages_of_results_link_to_them(session: Session, client: Client):
    path = f"/sessions/{session.pk}/results"
    for reader, found in ((client, (True, False)), (browser(Role.DIRECTOR), (True, True))):
        page = reader.get(f"/sessions/{session.pk}/ranking/").text
        assert (f'href="{path}.pbn"' in page, f'href="{path}.xml"' in page) == found


def test_what_a_format_cannot_express_is_said(session: Session):
    half = Component(Fraction(1, 2), 420), Component(Fraction(1, 2), -50)
    rulings.make_ruling(
        session_id=session.pk,
        line_id=factories.line(session, 1).pk,
        adjustment=Weighted(half),
        by=Actor(),
    )
    director = browser(Role.DIRECTOR)
    told = director.get(f"/sessions/{session.pk}/results.xml")
    said = "Board 1 has a weighted or split score, 50 % +420, 50 % −50"
    assert told.text.count(said) == 1
    answer = director.get(f"/sessions/{session.pk}/results.xml?anyway")
    assert answer.status_code == 200
    assert said not in director.get(f"/sessions/{session.pk}/ranking/").text
    [event] = usebio.read(answer.content).events
    [board] = event.sections[0].boards
    ruled, other = sorted(board.lines, key=lambda line: line.score_ns is not None)
    assert (ruled.artificial, ruled.adjustment) == ((75, 25), "50:420/50:-50")
    assert (ruled.mp_ns, ruled.mp_ew) == ("1.50", "0.50")
    assert (other.score_ns, other.adjustment) == (-50, None)
    plan = plan_of(usebio.read(answer.content))
    stored = {str(line.result.adjustment) for line in plan.lines if line.result.adjustment}
    assert stored == {"50:420/50:-50"}

    [board] = pbn.read(export_session(session, SessionFormat.PBN).decode("latin-1")).boards
    assert sorted(line.artificial or (0, 0) for line in board.lines) == [(0, 0), (75, 25)]
    assert ",50:420/50:-50\r\n" in export_session(session, SessionFormat.CSV).decode()


def test_at_imps_a_split_score_is_written_as_its_points(session: Session):
    session.method = Session.Method.CROSS_IMPS
    session.save()
    half = Weighted((Component(Fraction(1), 420),)), Weighted((Component(Fraction(1), -50),))
    rulings.make_ruling(
        session_id=session.pk,
        line_id=factories.line(session, 1).pk,
        adjustment=Split(*half),
        by=Actor(),
    )
    [event] = usebio.read(export_session(session, SessionFormat.USEBIO)).events
    [board] = event.sections[0].boards
    ruled = next(line for line in board.lines if line.adjustment)
    assert (ruled.artificial, ruled.score_ns, ruled.not_played) == (None, None, False)
    assert ruled.imps_ns is not None
    assert ruled.imps_ew is not None


def standings(session: Session) -> list[tuple[str, Fraction]]:
    contestants = session_contestants(session.pk)
    ranked = score_session(session).field.standings
    return sorted((contestants[each.contestant].label, each.points) for each in ranked)


@pytest.fixture
def evening() -> Session:
    """Three tables: a weighted board, a fouled one, averages, uneven percentages, a penalty."""
    session = factories.played(factories.MITCHELL_3, winners=2)
    half = Component(Fraction(1, 2), 420), Component(Fraction(1, 2), -50)
    for board, table, adjustment in (
        (1, 1, Weighted(half)),
        (2, 2, Artificial(Average.PLUS, Average.MINUS)),
        (3, 3, Artificial(Fraction(125, 2), Fraction(0))),
    ):
        line = TravellerLine.objects.filter(section__session=session, board=board)[table - 1]
        rulings.make_ruling(
            session_id=session.pk, line_id=line.pk, adjustment=adjustment, by=Actor()
        )
    fouled = TravellerLine.objects.filter(section__session=session, board=3).first()
    assert fouled
    rulings.mark_deals(session_id=session.pk, board=3, deals={fouled.pk: "B"}, by=Actor())
    rulings.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 1).pk,
        kind="percent",
        amount=Decimal(25),
        reason="Slow play.",
        by=Actor(),
    )
    sessions.finish(session=session, by=Actor())
    return Session.objects.get(pk=session.pk)


def test_an_evening_in_usebio_comes_back_as_it_was(evening: Session):
    data = export_session(evening, SessionFormat.USEBIO)
    opened = open_results(data)
    plan = plan_of(opened.reading)
    comparison = compare(plan)
    assert (comparison.published, comparison.differing) == (6, ())
    assert comparison.settings == Settings(winners=2)
    assert (opened.losses, plan.lost, opened.notices) == ((), (), ())
    assert [str(notice) for notice in plan.notices] == [
        "A1: the adjustment of -1.00 is taken as a penalty in points."
    ]
    again = import_session(plan=plan, comparison=comparison, by=Actor())
    assert standings(again) == standings(evening)
    assert [str(loss) for loss in losses(evening, SessionFormat.PBN)] == [
        "Board 1 has a weighted or split score, 50 % +420, 50 % −50, for which USEBIO and PBN have"
        " no place: the line is written with the points awarded.",
        "Board 3 was played with two deals, for which USEBIO and PBN have no place: others compare"
        " all its results with each other.",
        "1 has a penalty, for which PBN has no place.",
    ]


@pytest.mark.parametrize("to", [SessionFormat.USEBIO, SessionFormat.PBN])
def test_an_evening_that_is_stored_is_recognised_in_every_format(evening: Session, to, tmp_path):
    plan = plan_of(open_results(export_session(evening, to)).reading)
    assert session_of_content(plan) == evening
    # Another evening of the same day is another.
    line = next(line for line in plan.lines if line.result.adjustment is None)
    other = replace(line, result=LineResult(score_ns=-1100))
    lines = tuple(other if each is line else each for each in plan.lines)
    assert session_of_content(replace(plan, lines=lines)) is None
    assert session_of_content(replace(plan, date="2026-03-06")) is None
    file = tmp_path / "evening"
    file.write_bytes(export_session(evening, to))
    call_command("import_session", str(file))
    assert list(Session.objects.all()) == [evening]


def test_two_sections_in_pbn_stay_two():
    session = factories.session(factories.MITCHELL_3, winners=1)
    sections.add_section(
        session_id=session.pk,
        movement=factories.movement(factories.HOWELL_4),
        boards_per_round=1,
        first_board=1,
        by=Actor(),
    )
    for letter, results in (("A", ("420", "-50", "450")), ("B", ("100", "140"))):
        factories.enter_in(session, letter, 1, *results)
    plan = plan_of(open_results(export_session(session, SessionFormat.PBN)).reading)
    assert sorted({key for line in plan.lines for key in (*line.ns, *line.ew)}) == [
        *((("A", "", str(number))) for number in range(1, 7)),
        *((("B", "", str(number))) for number in range(1, 5)),
    ]
