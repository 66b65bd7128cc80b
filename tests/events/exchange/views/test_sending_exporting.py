"""A session as PBN and USEBIO from its pages."""

from fractions import Fraction

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.exchange.figures.exporting import SessionFormat, export_session
from events.exchange.figures.planning import plan_of
from events.exchange.formats import pbn, usebio
from events.models import Session
from events.sessions.core.domain.adjustment import Component, Split, Weighted
from events.sessions.rulings import services as rulings
from events.sessions.setup.services import sessions
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
    answer = director.get(f"/sessions/{session.pk}/results.xml")
    assert answer.status_code == 200
    [event] = usebio.read(answer.content).events
    [board] = event.sections[0].boards
    ruled, other = sorted(board.lines, key=lambda line: line.score_ns is not None)
    assert (ruled.artificial, ruled.adjustment) == ((75, 25), "50:420/50:-50")
    assert (ruled.mp_ns, ruled.mp_ew) == ("1.50", "0.50")
    assert (other.score_ns, other.adjustment) == (-50, None)
    plan = plan_of(usebio.read(answer.content))
    stored = {str(line.result.adjustment) for line in plan.lines if line.result.adjustment}
    assert stored == {"50:420/50:-50"}
    said = "Board 1 has a weighted or split score, 50:420/50:-50"
    assert said in director.get(f"/sessions/{session.pk}/ranking/").text

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
