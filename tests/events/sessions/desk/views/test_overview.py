import datetime
import re
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubscore.web.caching import forget
from clubscore.web.visitors import Actor
from events.models import MovementChange, Session
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services import sessions
from players.domain.names import read_name
from players.models import Club
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.queries import queries

pytestmark = pytest.mark.django_db


def address(session: Session, name: str = "") -> str:
    return f"/sessions/{session.pk}/{name}"


def desk(client: Client, session: Session) -> tuple[str, str, list[str]]:
    """The stage that is marked, the label of the next step, and what needs attention."""
    context = client.get(address(session)).context
    [stage] = [each.label for each in context["stages"] if each.state == "current"]
    return stage, context["next"].label, [each.text for each in context["attention"]]


def text(client: Client, session: Session) -> str:
    return " ".join(client.get(address(session)).content.decode().split())


def test_a_new_session_asks_for_names(director_client: Client) -> None:
    assert desk(director_client, factories.session()) == (
        "Prepare",
        "Type the names",
        ["4 contestants without names"],
    )


def test_teams_and_pairs_of_matches_are_counted_as_such(director_client: Client) -> None:
    session = match_evenings.made("teams", 5)
    assert desk(director_client, session)[1:] == ("Type the names", ["5 teams without a name"])
    context = director_client.get(address(session)).context
    assert context["next"].address == address(session, "teams/")

    session.teams.update(name="Jackdaws")
    forget()
    assert desk(director_client, session)[2] == ["5 teams whose players are not known"]
    [attention] = director_client.get(address(session)).context["attention"]
    assert attention.address == address(session, "names/")

    pairs = match_evenings.made("swiss-pairs", 4)
    assert desk(director_client, pairs)[2] == ["4 pairs without names"]


def test_a_swiss_event_goes_on_with_the_draw(director_client: Client) -> None:
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)
    context = director_client.get(address(session)).context
    assert (context["next"].label, context["next"].address, context["is_near_end"]) == (
        "Draw round 2",
        address(session, "draw/"),
        False,
    )
    match_evenings.draw(session)
    match_evenings.play(session)
    context = director_client.get(address(session)).context
    assert (context["next"].label, context["next"].action) == ("Finish the session", "finish")


def test_a_named_session_of_another_day_is_prepared_with_paper(director_client: Client) -> None:
    session = factories.played()
    session.sections.get().lines.update(score_ns=None, contract="")
    session.date = timezone.localdate() + datetime.timedelta(days=1)
    session.save(update_fields=["date"])
    assert desk(director_client, session) == ("Prepare", "Print the guide cards", [])


def test_results_are_entered_and_what_is_missing_is_named(director_client: Client) -> None:
    session = factories.session()
    factories.enter(session, 2, "50", "100")
    factories.enter(session, 1, "420", "")
    assert desk(director_client, session) == (
        "Play",
        "Enter results: board 1",
        ["4 contestants without names", "1 result is missing", "1 doubt"],
    )
    context = director_client.get(address(session)).context
    assert context["next"].note == "3 of 6 results are in."


def test_a_complete_session_is_finished_and_then_published(director_client: Client) -> None:
    session = factories.played()
    steps = [desk(director_client, session)]
    for action in ("finish", "publish"):
        director_client.post(address(session, "state/"), {"action": action})
        steps.append(desk(director_client, session))
    assert steps == [
        ("Check", "Finish the session", []),
        ("Publish", "Publish the results", []),
        ("Publish", "Ranking, to read and to print", []),
    ]


def test_a_late_pair_without_a_seat_needs_one(director_client: Client) -> None:
    session = factories.session()
    pair = [read_name("Clara Finch"), read_name("Hugo Tarrant")]
    sessions.enter_names(session=session, names={"A5": pair}, by=Actor())
    [late, *others] = director_client.get(address(session)).context["attention"]
    assert late.text == "5 has no seat yet: find one"
    form = director_client.get(late.address).context["form"]
    assert (form["number"].value(), form["kind"].value()) == ("5", "movement")
    assert [other.text for other in others] == ["4 contestants without names"]


def test_a_pair_that_is_to_arrive_needs_attention_until_its_round(director_client: Client) -> None:
    session = factories.session()
    section = session.sections.get()
    MovementChange.objects.create(section=section, absent=1, first_round=1, last_round=2)
    assert desk(director_client, session)[2][0] == "1 arrives for round 3"
    line = section.lines.get(round=3, table=1)
    enter_result(session_id=session.pk, line_id=line.pk, text="p", by=Actor())
    assert "1 arrives for round 3" not in desk(director_client, session)[2]


def test_a_pair_that_left_before_play_needs_no_seat(director_client: Client) -> None:
    session = factories.session()
    section = session.sections.get()
    pair = [read_name("Clara Finch"), read_name("Hugo Tarrant")]
    sessions.enter_names(session=session, names={"A1": pair}, by=Actor())
    MovementChange.objects.create(section=section, absent=1, first_round=1)
    section.lines.filter(sides__contestant__number=1).delete()
    assert desk(director_client, session)[2] == ["3 contestants without names"]


def test_a_published_session_says_what_makes_it_final(director_client: Client) -> None:
    session = factories.played()
    sessions.publish(session=session, by=Actor())
    step = director_client.get(address(session)).context["next"]
    assert (step.action, step.note) == (
        "finish",
        "The published results are called provisional until then.",
    )


def test_a_doubt_is_the_next_step_of_a_complete_session(director_client: Client) -> None:
    session = factories.played(factories.MITCHELL_3)
    for line in session.sections.get().lines.filter(board=1).order_by("table")[:2]:
        enter_result(session_id=session.pk, line_id=line.pk, text="420", by=Actor())
    line = session.sections.get().lines.filter(board=1).order_by("table")[2]
    enter_result(session_id=session.pk, line_id=line.pk, text="-420", by=Actor())
    assert desk(director_client, session) == ("Check", "Check 1 doubt", ["1 doubt"])


def test_a_finished_session_with_a_gap_asks_for_what_is_missing(director_client: Client) -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "50")
    sessions.finish(session=session, by=Actor())
    stage, step, attention = desk(director_client, session)
    assert (stage, step) == ("Check", "Enter 4 missing results")
    assert attention[-1] == "4 results are missing"


def test_a_correction_after_publication_needs_attention(director_client: Client) -> None:
    session = factories.played()
    sessions.publish(session=session, by=Actor())
    line = factories.line(session, 1)
    enter_result(session_id=session.pk, line_id=line.pk, text="50", by=Actor())
    assert desk(director_client, session)[2] == ["1 result corrected since publication"]


@pytest.mark.parametrize(
    ("typed", "days", "offered"),
    [
        (0, 0, ""),
        (2, 0, "Finish early …"),
        (5, 0, "Finish although 1 result is not in"),
        (2, 1, "Finish although 4 results are not in"),
    ],
)
def test_the_end_is_offered_as_soon_as_something_is_in(
    director_client: Client, typed: int, days: int, offered: str
) -> None:
    session = factories.session(date=timezone.localdate() - datetime.timedelta(days=days))
    for line in session.sections.get().lines.order_by("board", "table")[:typed]:
        enter_result(session_id=session.pk, line_id=line.pk, text="p", by=Actor())
    link = re.search(
        rf'href="{address(session, "finish/")}">([^<]*)<', text(director_client, session)
    )
    assert (link.group(1).strip() if link else "") == offered


def test_the_desk_of_a_session_without_movement_is_shown(director_client: Client) -> None:
    session = factories.session()
    session.sections.update(movement=None)
    assert "paper/guide-cards" not in text(director_client, session)
    assert "none (from a file)" in director_client.get(f"/sessions/{session.pk}/settings/").text


def test_contestants_lead_to_their_cards(director_client: Client) -> None:
    session = factories.session()
    page = text(director_client, session)
    contestant = factories.contestant(session, 3)
    assert f'href="{address(session, f"cards/{contestant.pk}/")}"' in page


def test_the_public_address_is_shown_once_there_is_one(director_client: Client) -> None:
    session = factories.session()
    before = director_client.get(address(session)).context["public"]
    sessions.publish(session=session, by=Actor())
    after = director_client.get(address(session)).context["public"]
    assert before is None
    assert after.address == f"http://testserver{address(session, 'ranking/')}"
    assert after.qr.startswith("<svg")


def test_code_that_leads_no_phone_anywhere_is_not_shown(director_client: Client) -> None:
    session = factories.session()
    sessions.publish(session=session, by=Actor())
    page = director_client.get(address(session), headers={"host": "127.0.0.1:8000"})
    assert page.context["public"].qr == ""
    assert f'<a href="{reverse("try-check")}">Let phones in</a>' in page.content.decode()


def test_a_visitor_is_sent_from_the_desk_to_the_ranking(client: Client) -> None:
    session = factories.session()
    assert client.get(address(session)).status_code == 404
    sessions.publish(session=session, by=Actor())
    answer = client.get(address(session))
    assert (answer.status_code, answer.url) == (302, address(session, "ranking/"))


def test_queries_of_the_desk_do_not_grow(director_client: Client) -> None:
    counts = []
    for made in (factories.ONE_TABLE, factories.HOWELL_4):
        session = factories.played(made, club=Club.objects.create(name=made))
        counts.append(queries(partial(director_client.get, address(session))))
    assert counts[0] == counts[1]
