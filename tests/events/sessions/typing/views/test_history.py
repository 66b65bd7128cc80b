from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services.seats import change_seats
from events.sessions.rulings import services as rulings
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"

GONE = "The history of this line has no such entry."


@pytest.fixture
def session() -> Session:
    return factories.session()


@pytest.fixture
def line(session: Session, director_client: Client) -> TravellerLine:
    """A line that was typed twice, the first time by a command."""
    factories.enter(session, 1, "4sn=", "")
    found = factories.line(session, 1)
    address = f"/sessions/{session.pk}/lines/{found.pk}/"
    director_client.post(address, {"typed": "450"}, headers={"user-agent": FIREFOX})
    return factories.line(session, 1)


def address(line: TravellerLine) -> str:
    return f"/sessions/{line.section.session_id}/lines/{line.pk}/history/"


def first_entry(line: TravellerLine) -> LogEntry:
    return LogEntry.objects.filter(line=line).last()


def restore(client: Client, line: TravellerLine, **options: object) -> HttpResponse:
    values = {"after": first_entry(line).pk, "version": line.version}
    values |= options.pop("values", {})
    return client.post(address(line), values, **options)


def test_who_when_from_which_device_what_and_why(
    director_client: Client, line: TravellerLine
) -> None:
    page = director_client.get(address(line))
    user = LogEntry.objects.first().user.username
    was = "4♠N= +420"
    last, first = cells(page)
    now = "+450 to North–South"
    device = "Firefox on Linux"
    # What is narrow stands below the name; the first cell is the time.
    assert last[1:] == [f"{user} {device}", device, "result entered", was, now, "", "now"]
    assert first[1:] == ["–", "–", "result entered", "no result", was, "", "Restore"]
    assert "At the beginning: no result" in page.content.decode()


def test_the_time_is_that_of_the_club(
    director_client: Client, line: TravellerLine, settings: Any
) -> None:
    settings.TIME_ZONE = "Europe/Amsterdam"
    at = LogEntry.objects.first().at.astimezone(ZoneInfo("Europe/Amsterdam"))
    assert cells(director_client.get(address(line)))[0][0] == f"{at:%-d %b %Y %H:%M:%S}"


def test_a_ruling_shows_law_reason_and_what_the_table_got(
    director_client: Client, line: TravellerLine
) -> None:
    rulings.make_ruling(
        session_id=line.section.session_id,
        line_id=line.pk,
        adjustment=read_adjustment("A6040"),
        law="12C2",
        reason="Noise.",
        by=Actor(),
    )
    row = cells(director_client.get(address(line)))[0]
    assert row[3:7] == [
        "ruling made",
        "+450 to North–South",
        "adjusted: 60 % to North–South, 40 % to East–West (Law 12C2); at the table +450 to"
        " North–South Noise.",
        "Noise.",
    ]


def test_the_marks_of_a_fouled_board_are_part_of_it(
    director_client: Client, session: Session, line: TravellerLine
) -> None:
    rulings.mark_deals(
        session_id=session.pk, board=1, deals={line.pk: "B"}, reason="Turned.", by=Actor()
    )
    row = cells(director_client.get(address(line)))[0]
    assert row[3:] == [
        "deals of a fouled board marked",
        "the original deal",
        "changed deal Turned.",
        "Turned.",
        "",
    ]


def test_a_line_without_history_says_so(director_client: Client, session: Session) -> None:
    page = director_client.get(address(factories.line(session, 2)))
    assert cells(page) == []
    reported = "This line has not changed since the session was set up."
    assert reported in page.content.decode()


def test_the_inner_part_alone_is_for_a_dialog(director_client: Client, line: TravellerLine) -> None:
    part = director_client.get(f"{address(line)}?in=dialog")
    assert len(cells(part)) == 2
    assert "<html" not in part.content.decode()


def test_a_state_is_brought_back_by_a_button(director_client: Client, line: TravellerLine) -> None:
    answer = restore(director_client, line, follow=True)
    assert answer.redirect_chain == [(address(line), 302)]
    assert [str(message) for message in answer.context["messages"]] == [
        "Restored on board 1: 4♠N= +420."
    ]
    line.refresh_from_db()
    assert (line.contract, line.score_ns) == ("4S", 420)
    assert cells(answer)[0][3] == "earlier state restored"


def test_the_beginning_is_brought_back_by_a_button(
    director_client: Client, line: TravellerLine
) -> None:
    values = {"before": first_entry(line).pk, "version": line.version}
    director_client.post(address(line), values)
    line.refresh_from_db()
    assert line.is_empty


def test_a_script_gets_the_lines_of_the_board(director_client: Client, line: TravellerLine) -> None:
    values = restore(director_client, line, headers=JSON).json()
    described = {each["id"]: (each["typed"], each["version"]) for each in values["lines"]}
    other = factories.line(line.section.session, 1, 2)
    assert values["message"] == "Restored on board 1: 4♠N= +420."
    assert described == {line.pk: ("4SN=", 3), other.pk: ("", 0)}
    part = {"entered": 1, "expected": 2, "state": "part"}
    assert values["board"] == {"number": 1, **part, "sections": {"A": part}}


def test_a_conflict_is_refused_with_both_values(
    director_client: Client, line: TravellerLine
) -> None:
    factories.enter(line.section.session, 1, "460", "")
    refusal = (
        "Not restored: you chose 4♠N= +420, but since you opened this page "
        "somebody else has changed the line to +460 to North–South. Look at the history below and "
        "choose again."
    )
    answer = restore(director_client, line, headers=JSON)
    assert (answer.status_code, answer.json()) == (409, {"error": refusal})
    page = restore(director_client, line)
    assert (page.status_code, refusal in page.content.decode()) == (409, True)
    assert [row[5] for row in cells(page)][:2] == ["+460 to North–South", "+450 to North–South"]
    line.refresh_from_db()
    assert line.score_ns == 460
    assert page.context["line"].version == line.version


@pytest.mark.parametrize("wrong", ["", "x", "-5", "9" * 30, "²"])
def test_what_no_history_has_is_refused(
    director_client: Client, line: TravellerLine, wrong: str
) -> None:
    page = restore(director_client, line, values={"after": wrong})
    assert (page.status_code, GONE in page.content.decode()) == (422, True)
    answer = restore(director_client, line, values={"after": wrong}, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"error": GONE})
    assert restore(director_client, line, values={"version": wrong}).status_code == 409
    assert LogEntry.objects.filter(line=line).count() == 2


def test_only_a_director_sees_it(client: Client, line: TravellerLine) -> None:
    assert client.get(address(line)).status_code == 302
    assert restore(client, line, headers=JSON).status_code == 401


def test_a_line_of_another_session_is_not_there(
    director_client: Client, line: TravellerLine
) -> None:
    other = factories.session()
    for pk in (line.pk, 0, 2**70):
        wrong = f"/sessions/{other.pk}/lines/{pk}/history/"
        assert director_client.get(wrong).status_code == 404
        assert director_client.post(wrong).status_code == 404


def test_the_entry_page_and_the_travellers_lead_to_it(
    director_client: Client, client: Client, line: TravellerLine
) -> None:
    session = line.section.session
    link = f'href="{address(line)}" data-history'
    for page in ("boards/1", "travellers"):
        shown = director_client.get(f"/sessions/{session.pk}/{page}/").content.decode()
        assert (page, shown.count(link)) == (page, 1)


def test_queries_do_not_grow_with_the_history(director_client: Client, session: Session) -> None:
    counts = []
    line = factories.line(session, 1)
    for typed in ("420", "430", "450"):
        factories.enter(session, 1, typed, "")
        counts.append(queries(partial(director_client.get, address(line))))
    assert len(set(counts)) == 1


def test_who_sat_there_is_part_of_it_and_brought_back(
    director_client: Client, session: Session, line: TravellerLine
) -> None:
    change_seats(session_id=session.pk, line_id=line.pk, text="*", by=Actor())
    page = director_client.get(address(line))
    assert cells(page)[0][3:] == [
        "played by others than scheduled",
        "1 against 2",
        "2 against 1",
        "",
        "Restore",
    ]
    assert [row[-1] for row in cells(page)] == ["Restore", "now", "Restore"]
    entry = LogEntry.objects.first()
    line.refresh_from_db()
    values = {"before": entry.pk, "version": line.version}
    director_client.post(address(line), values)
    sides = {side.direction: side.contestant.number for side in line.sides.all()}
    assert sides == {"NS": 1, "EW": 2}
    again = director_client.post(address(line), values, headers=JSON)
    assert again.status_code == 200
    change_seats(session_id=session.pk, line_id=line.pk, text="*", by=Actor())
    conflict = director_client.post(address(line), values, headers=JSON)
    assert (conflict.status_code, conflict.json()["error"].split(", but")[0]) == (
        409,
        "Not restored: you chose 1 against 2",
    )


def enter(client: Client, session: Session, text: str, board: int = 1) -> None:
    line = factories.line(session, board)
    client.post(f"/sessions/{session.pk}/lines/{line.pk}/", {"typed": text})


def undo(client: Client, session: Session, **options: object) -> HttpResponse:
    return client.post(f"/sessions/{session.pk}/undo/", **options)


def test_a_script_gets_what_was_undone_and_the_lines_of_the_board(
    director_client: Client, session: Session
) -> None:
    factories.enter(session, 1, "", "50")
    enter(director_client, session, "4sn=")
    answer = undo(director_client, session, headers=JSON)
    values = answer.json()
    lines = {line["id"]: line for line in values["lines"]}
    first, second = (factories.line(session, 1, table) for table in (1, 2))
    assert (answer.status_code, values["message"]) == (
        200,
        "Undone on board 1, 1 against 2: 4♠N= +420 is now no result again.",
    )
    assert (lines[first.pk]["typed"], lines[first.pk]["version"]) == ("", 2)
    assert lines[second.pk]["typed"] == "50"
    assert values["points"] == {str(second.pk): {"ns": "0", "ew": "0", "percentage": ""}}
    part = {"entered": 1, "expected": 2, "state": "part"}
    assert values["board"] == {"number": 1, **part, "sections": {"A": part}}


def test_a_penalty_changes_no_board(director_client: Client, session: Session) -> None:
    contestant = factories.contestant(session, 1)
    data = {"contestant": contestant.pk, "kind": "warning", "reason": "Noise."}
    director_client.post(f"/sessions/{session.pk}/penalties/new/", data)
    assert undo(director_client, session, headers=JSON).json() == {
        "message": "Undone: the penalty of 1 (Noise.) is cancelled."
    }


def test_nothing_to_undo_is_reported(director_client: Client, session: Session) -> None:
    factories.enter(session, 1, "420", "")
    answer = undo(director_client, session, headers=JSON)
    nothing = "There is nothing to undo: you have made no changes in this session."
    assert (answer.status_code, answer.json()) == (409, {"error": nothing})
    answer = undo(director_client, session, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [nothing]


@pytest.mark.parametrize("options", [{"headers": JSON}, {}])
def test_a_refusal_is_shown_once_and_then_passed_over(
    director_client: Client, session: Session, options: dict[str, object]
) -> None:
    for board in (1, 2, 3):
        enter(director_client, session, "110", board)
    for board in (2, 3):
        factories.enter(session, board, "140", "")
    for board in (3, 2):
        undo(director_client, session, **options)
        places = TravellerLine.objects.filter(section__session=session, score_ns__isnull=False)
        assert sorted(places.values_list("board", flat=True)) == [1, 2, 3]
        described = LogEntry.objects.filter(action="entered", after={"score_ns": 110})
        assert director_client.session["undo-refused"][-1] == described.get(line__board=board).pk
    undo(director_client, session, **options)
    assert factories.line(session, 1).score_ns is None
    answer = undo(director_client, session, headers=JSON)
    assert answer.json()["error"].startswith("There is nothing else to undo")


def test_a_button_leads_back_to_the_rulings(director_client: Client, session: Session) -> None:
    enter(director_client, session, "np")
    answer = undo(director_client, session, follow=True)
    assert answer.redirect_chain == [(f"/sessions/{session.pk}/rulings/", 302)]
    assert [str(message) for message in answer.context["messages"]] == [
        "Undone on board 1, 1 against 2: not played is now no result again."
    ]


def test_only_a_director_undoes(client: Client, session: Session) -> None:
    answer = undo(client, session, headers=JSON)
    assert (answer.status_code, answer.json()["login"]) == (401, "/login/")
    assert LogEntry.objects.filter(action="undone").count() == 0
