from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from events.models import Session, TravellerLine
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of two boards."""
    return factories.session(factories.MITCHELL_3, boards_per_round=2)


def slip(client: Client, session: Session, place: str = "A/1/1/", more: str = "") -> HttpResponse:
    return client.get(f"/sessions/{session.pk}/slips/{place}{more}")


def test_the_boards_of_a_table_in_a_round_stand_below_each_other(
    director_client: Client, session: Session
) -> None:
    factories.enter(session, 1, "4sn=", "50", "")
    answer = slip(director_client, session)
    assert [
        (row.board, row.vulnerability, row.line.ns, row.line.ew, row.line.typed, row.label)
        for row in answer.context["rows"]
    ] == [
        (1, "none", "1", "4", "4SN=", "Board 1. Result of 1 against 4"),
        (2, "NS", "1", "4", "", "Board 2. Result of 1 against 4"),
    ]
    points = [(row.line.ns_points, row.line.is_first_empty) for row in answer.context["rows"]]
    assert points == [("2", False), ("", True)]


def test_slips_follow_each_other_by_round_or_by_table(
    director_client: Client, session: Session
) -> None:
    by_round = slip(director_client, session, "A/1/3/").context
    by_table = slip(director_client, session, "A/3/1/", "?by=table").context
    start = f"/sessions/{session.pk}/slips/A"
    assert (by_round["previous"].url, by_round["following"].url) == (
        f"{start}/1/2/",
        f"{start}/2/1/",
    )
    assert (by_table["previous"].url, by_table["following"].url) == (
        f"{start}/2/1/?by=table",
        f"{start}/1/2/?by=table",
    )


def test_slips_that_are_missing_or_not_complete_are_listed(
    director_client: Client, session: Session
) -> None:
    # Board 1 has come in from round 2, so that its slip of round 1 at table 1 is missing.
    lines = TravellerLine.objects.filter(section__session=session, board=1).order_by("round")
    first, second, _third = lines
    director_client.post(f"/sessions/{session.pk}/lines/{second.pk}/", {"typed": "420"})
    context = slip(director_client, session, f"A/2/{second.table}/").context
    assert [(each.round, each.table) for each in context["missing"]] == [(1, first.table)]
    others = [table for table in (1, 2, 3) if table != second.table]
    assert [each.table for each in context["to_come"]] == others


def test_the_first_slip_that_is_not_complete_is_opened(
    director_client: Client, session: Session
) -> None:
    for board in (1, 2):
        factories.enter(session, board, "420" if board == 1 else "110", "", "")
    answer = director_client.get(f"/sessions/{session.pk}/slips/")
    assert answer["Location"] == f"/sessions/{session.pk}/slips/A/1/2/"


def test_a_session_of_a_file_has_no_slips(director_client: Client, session: Session) -> None:
    TravellerLine.objects.filter(section__session=session).update(round=None, table=None)
    answer = director_client.get(f"/sessions/{session.pk}/slips/")
    assert (answer.status_code, "typed by traveller" in answer.content.decode()) == (404, True)
    page = director_client.get(f"/sessions/{session.pk}/boards/1/").content.decode()
    assert "By round slip" not in page


@pytest.mark.parametrize("place", ["A/4/1/", "A/1/4/", "B/1/1/", "A/0/0/"])
def test_a_slip_where_nobody_plays_is_not_found(
    director_client: Client, session: Session, place: str
) -> None:
    assert slip(director_client, session, place).status_code == 404


def test_a_script_gets_the_lines_as_they_are_now(director_client: Client, session: Session) -> None:
    factories.enter(session, 1, "4sn=", "50", "")
    values = slip(director_client, session, more="now/").json()
    assert [(line["typed"], line["version"]) for line in values["lines"]] == [("4SN=", 1), ("", 0)]
    line = factories.line(session, 1)
    assert values["points"] == {str(line.pk): {"ns": "2", "ew": "0", "percentage": "100.00"}}
    assert [seat["seats"] for seat in values["seats"]] == ["1*4", "1*4"]
    assert [doubt["marks"] for doubt in values["doubts"]] == [{"1": 0}, {"2": 0}]


def test_a_script_turns_the_slip(director_client: Client, session: Session) -> None:
    url = f"/sessions/{session.pk}/slips/A/1/1/seats/"
    answer = director_client.post(url, {"typed": "4*1"}).json()
    assert answer["message"] == "North–South and East–West changed places on boards 1, 2."
    assert [seat["seats"] for seat in answer["seats"]] == ["4*1", "4*1"]
    again = director_client.post(url, {"typed": "4*1"}).json()
    assert again["message"] == "Nothing was changed: they sit that way already."
    refused = director_client.post(url, {"typed": "4*2"})
    assert (refused.status_code, "“4*2”" in refused.json()["error"]) == (422, True)
    beside = slip(director_client, session, more="beside/").content.decode()
    assert "4 against 1 and 1 other line" in beside


def test_the_queries_depend_on_the_boards_of_a_round_alone(director_client: Client) -> None:
    sessions = [
        factories.session(text, boards_per_round=2)
        for text in (factories.HOWELL_4, factories.MITCHELL_3)
    ]
    small, large = (queries(partial(slip, director_client, made)) for made in sessions)
    assert small == large


def test_after_the_last_slip_comes_the_next_section(
    director_client: Client, session: Session
) -> None:
    finish = slip(director_client, session).context["finish"]
    assert finish == f"/sessions/{session.pk}/"
