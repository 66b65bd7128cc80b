"""Beside a traveller being typed: the frequencies so far, and the last changes."""

from decimal import Decimal
from fractions import Fraction
from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.core.domain.adjustment import Component, Weighted
from events.sessions.lines.services import saving as lines, seats
from events.sessions.rulings import services as penalties
from events.sessions.typing.services.undo import undo_last
from events.sessions.typing.views.board import change_rows
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"

HUGE = "99999999999999999999"

JSON = {"accept": "application/json"}


def address(line: TravellerLine, more: str = "") -> str:
    return f"/sessions/{line.section.session_id}/lines/{line.pk}/{more}"


def board(session: Session, number: int | str) -> str:
    return f"/sessions/{session.pk}/boards/{number}/"


def first(text: str = THREE_TABLES, **values: object) -> TravellerLine:
    return factories.line(factories.session(text, **values), board=1)


def stored(line: TravellerLine) -> tuple[int | None, str, int, int]:
    line.refresh_from_db()
    entries = LogEntry.objects.filter(line=line).count()
    return line.score_ns, line.adjustment, line.version, entries


def test_the_page_shows_a_board_with_its_lines(director_client: Client) -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "4sn=", "50", "")
    answer = director_client.get(board(session, 1))
    assert (answer.status_code, answer.context["dealer"], answer.context["vulnerability"]) == (
        200,
        "North",
        "none",
    )
    assert [
        (row.table, row.round, row.ns, row.ew, row.typed, row.ns_percentage, row.ns_points)
        for row in answer.context["rows"]
    ] == [
        ("1", "1", "1", "2", "4SN=", "100.00", "2"),
        ("2", "1", "3", "4", "50", "0.00", "0"),
        ("3", "1", "5", "6", "", "", ""),
    ]
    assert [row[5:9] for row in cells(answer) if len(row) > 5] == [
        ["4 ♠ N=", "", "420", ""],
        ["", "", "50", ""],
        ["", "", "", ""],
    ]


def test_points_without_a_top_are_no_percentage(director_client: Client) -> None:
    session = factories.session(method="butler", boards_per_round=1)
    factories.enter(session, 1, "420", "-50")
    answer = director_client.get(board(session, 1))
    assert [(row.ns_percentage, row.ns_points) for row in answer.context["rows"]] == [
        ("", "6"),
        ("", "−6"),
    ]
    assert "NS %" not in answer.content.decode()


@pytest.mark.parametrize(("number", "around"), [(1, (None, 2)), (2, (1, 3)), (3, (2, None))])
def test_the_page_leads_to_the_boards_around(
    director_client: Client, number: int, around: tuple[int | None, int | None]
) -> None:
    context = director_client.get(board(factories.session(), number)).context
    assert (context["previous_board"], context["following_board"]) == around


def test_the_page_is_not_kept_by_a_browser(director_client: Client) -> None:
    answer = director_client.get(board(factories.session(), 1))
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("number", ["0", "4", "9223372036854775808", HUGE])
def test_a_board_that_is_not_in_the_session_is_reported(
    director_client: Client, number: str
) -> None:
    answer = director_client.get(board(factories.session(), number))
    assert answer.status_code == 404
    assert f"Board {number} is not in this session." in answer.content.decode()


def test_a_line_is_saved(director_client: Client) -> None:
    line = first()
    factories.enter(line.section.session, 1, "", "50", "")
    answer = director_client.post(
        address(line), {"typed": "4 S n =", "version": "0"}, headers={"user-agent": "Phone"}
    )
    other = str(factories.line(line.section.session, 1, table=2).pk)
    assert answer.status_code == 200
    saved = answer.json()["line"]
    assert ("♠" in saved["played"], saved | {"played": "4♠N="}) == (
        True,
        {
            "id": line.pk,
            "version": 1,
            "typed": "4SN=",
            "understood": "4♠N= +420",
            "played": "4♠N=",
            "lead": "",
            "ns_score": "420",
            "ew_score": "",
        },
    )
    assert answer.json()["points"] == {
        str(line.pk): {"ns": "2", "ew": "0", "percentage": "100.00"},
        other: {"ns": "0", "ew": "2", "percentage": "0.00"},
    }
    assert answer.json()["board"] == {
        "number": 1,
        "entered": 2,
        "expected": 3,
        "state": "part",
        "sections": {"A": {"entered": 2, "expected": 3, "state": "part"}},
    }
    entry = LogEntry.objects.filter(line=line).get()
    assert (stored(line), entry.device, entry.user) == ((420, "", 1, 1), "Phone", line.updated_by)


def test_a_line_is_cleared_by_nothing(director_client: Client) -> None:
    line = first()
    director_client.post(address(line), {"typed": "420", "version": "0"})
    answer = director_client.post(address(line), {"typed": " ", "version": "1"})
    assert (answer.status_code, answer.json()["line"]["typed"]) == (200, "")
    assert answer.json()["line"]["understood"] == ""
    assert stored(line) == (None, "", 2, 2)


def test_a_page_of_before_an_upgrade_clears_nothing(director_client: Client) -> None:
    line = first()
    director_client.post(address(line), {"typed": "420", "version": "0"})
    answer = director_client.post(address(line), {"entry": "450", "version": "1"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("This page is older than the program on the server.")
    assert stored(line) == (420, "", 1, 1)


def test_a_line_sent_twice_is_saved_once(director_client: Client) -> None:
    line = first()
    for _ in range(2):
        answer = director_client.post(address(line), {"typed": "420", "version": "0"})
        assert (answer.status_code, answer.json()["line"]["version"]) == (200, 1)
    assert stored(line) == (420, "", 1, 1)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("412", "+412 is not a score: no contract gives it."),
        ("620", "+620 to North–South is impossible on board 1, where nobody is vulnerable."),
        ("4s", "Understood 4♠; who played it (N E S W) is missing."),
        ("45+ 4sn=", "The score says +450."),
        ("\0", "“\0” is not a result."),
        ("4sn=\0", "“4sn=\0” is not a result."),
        ("<b>", "“<b>” is not a result."),
        ("%(text)s", "“%(text)s” is not a result."),
        ("9" * 5000, "A result has at most 250 characters."),
        (".", "There is no result on this board yet."),
    ],
    ids=[
        "impossible", "board", "seat", "disagree", "NUL", "NUL after", "tag", "template", "long",
        "dot",
    ],
)  # fmt: skip
def test_what_is_no_result_is_refused_and_nothing_changes(
    director_client: Client, typed: str, sentence: str
) -> None:
    line = first()
    answer = director_client.post(address(line), {"typed": typed, "version": "0"})
    needs_reason = typed in ("412", "620")
    assert (answer.status_code, answer.json().get("needs_reason", False)) == (422, needs_reason)
    assert sentence in answer.json()["error"]
    assert stored(line) == (None, "", 0, 0)


def test_a_conflict_shows_what_is_stored_and_changes_nothing(director_client: Client) -> None:
    line = first()
    director_client.post(address(line), {"typed": "420", "version": "0"})
    answer = director_client.post(address(line), {"typed": "450", "version": "0"})
    assert answer.status_code == 409
    line.refresh_from_db()
    assert answer.json()["error"] == (
        f"{line.updated_by} has entered +420 to North–South here; you typed +450 to North–South."
        " Enter overwrites with yours; Esc keeps theirs."
    )
    shown = answer.json()["line"]
    assert (shown["typed"], shown["version"], shown["ns_score"]) == ("420", 1, "420")
    assert stored(line) == (420, "", 1, 1)
    again = director_client.post(address(line), {"typed": "450", "version": "1"})
    assert (again.status_code, stored(line)) == (200, (450, "", 2, 2))


def test_a_conflict_with_a_cleared_line_says_so(director_client: Client) -> None:
    line = first()
    factories.enter(line.section.session, 1, "420", "", "")
    factories.enter(line.section.session, 1, "", "", "")
    answer = director_client.post(address(line), {"typed": "450", "version": "1"})
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "Somebody else has cleared this line; you typed +450 to North–South."
        " Enter saves yours; Esc leaves it empty.",
    )


@pytest.mark.parametrize("version", ["²", "-1", "x", "\0", HUGE, "9" * 5000])
def test_a_version_of_no_line_is_a_conflict(director_client: Client, version: str) -> None:
    line = first()
    answer = director_client.post(address(line), {"typed": "420", "version": version})
    assert (answer.status_code, stored(line)) == (409, (None, "", 0, 0))


@pytest.mark.parametrize("number", ["0", "9223372036854775808", HUGE])
def test_a_line_that_is_gone_is_reported(director_client: Client, number: str) -> None:
    at = f"/sessions/{factories.session().pk}/lines/{number}/"
    assert director_client.get(f"{at}reading/", {"typed": "420"}).status_code == 404
    answer = director_client.post(at, {"typed": "420"})
    assert (answer.status_code, answer.json()) == (
        404,
        {"error": "This line is no longer in the session. Reload the page."},
    )


@pytest.mark.parametrize("number", ["0", "9223372036854775808", HUGE])
def test_a_line_of_no_session_is_reported(director_client: Client, number: str) -> None:
    line = first()
    for more in ("", "reading/"):
        at = f"/sessions/{number}/lines/{line.pk}/{more}"
        asked = director_client.get(at) if more else director_client.post(at, {"typed": "420"})
        assert asked.status_code == 404
    assert stored(line) == (None, "", 0, 0)


def test_a_line_of_another_session_is_not_saved(director_client: Client) -> None:
    line, other = first(), factories.session()
    at = f"/sessions/{other.pk}/lines/{line.pk}/"
    assert director_client.post(at, {"typed": "420"}).status_code == 404
    assert director_client.get(f"{at}reading/", {"typed": "420"}).status_code == 404
    assert stored(line) == (None, "", 0, 0)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("4sn=", {"understood": "4♠N= +420 · NS 2, EW 0"}),
        ("", {"understood": "no result"}),
        ("412", {"error": "+412 is not a score: no contract gives it."}),
        ("np", {"understood": "not played"}),
        ("50-", {"understood": "−500 to North–South · NS 0, EW 2 (in tens; / makes it −50)"}),
    ],
)
def test_reading_says_what_is_understood_and_stores_nothing(
    director_client: Client, typed: str, answer: dict[str, str]
) -> None:
    line = first()
    factories.enter(line.section.session, 1, "", "50", "")
    asked = director_client.get(address(line, "reading/"), {"typed": typed})
    assert (asked.status_code, asked.json()) == (200, answer)
    assert stored(line) == (None, "", 0, 0)


def test_an_ended_login_is_told_to_the_script_with_the_way_back(client: Client) -> None:
    line = first()
    for asked in (
        client.post(address(line), {"typed": "420"}, headers=JSON),
        client.get(address(line, "reading/"), {"typed": "420"}, headers=JSON),
    ):
        assert (asked.status_code, asked.json()) == (
            401,
            {
                "error": "Your login has expired. Log in again; what you typed is not lost.",
                "login": "/login/",
            },
        )
    assert stored(line) == (None, "", 0, 0)


def test_queries_do_not_grow_with_the_session(director_client: Client) -> None:
    lines = [first(text) for text in (factories.ONE_TABLE, THREE_TABLES)]
    for line in lines:
        factories.enter(line.section.session, 1, *["50"] * line.section.lines.count())
    for at in (
        partial(board, number=1),
        lambda session: address(factories.line(session, 1), "reading/?typed=420"),
    ):
        one, many = (
            queries(partial(director_client.get, at(line.section.session))) for line in lines
        )
        assert one == many


def test_queries_to_save_do_not_grow_with_the_session(director_client: Client) -> None:
    counts = [
        queries(partial(director_client.post, address(first(text)), {"typed": "420"}))
        for text in (factories.ONE_TABLE, THREE_TABLES, factories.HOWELL_4)
    ]
    assert counts == [counts[0]] * 3
    assert counts[0] <= 12


def test_who_sat_there_is_saved_and_shown(director_client: Client) -> None:
    line = first()
    session = line.section.session
    asked = director_client.get(address(line, "reading/"), {"typed": "1*4"})
    assert asked.json() == {"understood": "1 against 4, and not 1 against 2 as scheduled"}
    answer = director_client.post(address(line), {"typed": "1*4", "version": "0"})
    shown = [
        (seat["ns"], seat["ew"], seat["seats"], seat["scheduled"], seat["version"])
        for seat in answer.json()["seats"]
    ]
    words = "played by others than scheduled (%s)"
    assert (answer.status_code, shown) == (
        200,
        [
            ("1", "4", "1*4", words % "1 against 2", 1),
            ("3", "2", "3*2", words % "3 against 4", 1),
            ("5", "6", "5*6", "", 0),
        ],
    )
    rows = director_client.get(board(session, 1)).context["rows"]
    assert [(row.ns, row.ew, row.scheduled) for row in rows] == [
        (ns, ew, scheduled) for ns, ew, _, scheduled, _ in shown
    ]


@pytest.mark.parametrize("typed", ["1*9", "1*2*3", "**", "1*\0", "*" * 5000, "1*4\n" * 3000])
def test_what_names_no_seats_is_refused(director_client: Client, typed: str) -> None:
    line = first()
    answer = director_client.post(address(line), {"typed": typed, "version": "0"})
    assert (answer.status_code, "error" in answer.json()) == (422, True)
    assert "error" in director_client.get(address(line, "reading/"), {"typed": typed[:500]}).json()
    assert stored(line) == (None, "", 0, 0)


def test_an_impossible_score_is_saved_with_a_reason(director_client: Client) -> None:
    line = first()
    answer = director_client.post(
        address(line), {"typed": "412! both sides insist\0", "version": "0"}
    )
    assert (answer.status_code, answer.json()["line"]["typed"]) == (200, "412")
    assert stored(line) == (412, "", 1, 1)
    assert LogEntry.objects.get(line=line).reason == "both sides insist"
    # What stands there is not asked for its reason again; another such score is.
    again = director_client.post(address(line), {"typed": "412", "version": "1"})
    other = director_client.post(address(line), {"typed": "413", "version": "1"})
    assert (again.status_code, other.status_code) == (200, 422)
    assert stored(line) == (412, "", 1, 1)


@pytest.mark.parametrize("typed", ["412!", "4sn+4! so they say", "62+ 4sw=! so they say"])
def test_a_reason_lets_nothing_else_pass(director_client: Client, typed: str) -> None:
    line = first()
    answer = director_client.post(address(line), {"typed": typed, "version": "0"})
    assert (answer.status_code, list(answer.json())) == (422, ["error"])
    assert stored(line) == (None, "", 0, 0)


def test_a_lead_is_saved_and_shown(director_client: Client) -> None:
    line = first()
    answer = director_client.post(address(line), {"typed": "4sn=h10", "version": "0"})
    saved = answer.json()["line"]
    assert (saved["typed"], saved["understood"]) == ("4SN= HT", "4♠N= +420, lead ♥10")
    assert stored(line) == (420, "", 1, 1)
    assert line.lead == "HT"
    # The commonest result is another table's, and so was its lead.
    other = factories.line(line.section.session, 1, table=2)
    director_client.post(address(other), {"typed": ".", "version": "0"})
    other.refresh_from_db()
    assert (other.score_ns, other.contract, other.lead) == (420, "4S", "")


def test_results_are_typed_and_shown_in_the_letters_of_the_session(director_client: Client) -> None:
    line = first()
    session = line.section.session
    session.letters = "nl"
    session.save(update_fields=["letters"])
    answer = director_client.post(address(line), {"typed": "4ko-1 hv", "version": "0"})
    saved = answer.json()["line"]
    assert (saved["typed"], saved["played"][-3:]) == ("4KO-1 HV", "O−1")
    assert stored(line) == (50, "", 1, 1)
    assert (line.contract, line.declarer, line.lead) == ("4C", "E", "HQ")
    page = director_client.get(board(session, 1))
    assert (page.context["rows"][0].typed, page.context["legend"][0]) == ("4KO-1 HV", ("♣", "K"))
    again = director_client.post(address(line), {"typed": "4KO-1 HV", "version": "1"})
    assert (again.status_code, stored(line)) == (200, (50, "", 1, 1))


def test_a_digit_without_a_sign_is_asked_about_with_its_meanings(director_client: Client) -> None:
    line = first()
    answer = director_client.post(address(line), {"typed": "4sn3"})
    assert (answer.status_code, answer.json()["choices"]) == (422, ["4sn03", "4sn-3", "4sn+3"])
    assert stored(line) == (None, "", 0, 0)


pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Actor:
    return Actor(user=factories.DirectorFactory(username="mara"))


@pytest.fixture
def other() -> Actor:
    return Actor(user=factories.DirectorFactory(username="joris"))


def type_in(session: Session, by: Actor, text: str, *, board: int = 1, table: int = 1) -> None:
    line = factories.line(session, board, table)
    lines.enter_result(session_id=session.pk, line_id=line.pk, text=text, by=by)


def described(session: Session, by: Actor) -> list[tuple[str, str, str, bool]]:
    return [(row.place, row.what, row.who, row.is_next) for row in change_rows(session, by)]


def beside(session: Session, board: int = 1) -> str:
    return f"/sessions/{session.pk}/boards/{board}/beside/"


def test_the_frequencies_of_the_board_so_far(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    factories.enter(session, 1, "420", "-50", "420")
    answer = director_client.get(beside(session))
    assert [row for row in cells(answer) if row] == [
        ["+420", "2", "3", "1"],
        ["−50", "1", "0", "4"],
    ]


def test_a_board_without_results_says_so(director_client: Client) -> None:
    answer = director_client.get(beside(factories.session()))
    assert "No result of this board yet." in answer.content.decode()
    assert "Nothing yet." in answer.content.decode()


def test_the_last_changes_with_the_one_that_undoing_takes_back(
    director: Actor, other: Actor
) -> None:
    session = factories.session()
    type_in(session, director, "4sn=")
    type_in(session, other, "50", table=2)
    type_in(session, director, "4sn+1")
    type_in(session, other, "", table=2)
    assert described(session, director) == [
        ("Board 1, 3 against 4", "50 → nothing", "joris", False),
        ("Board 1, 1 against 2", "4♠N= → 4♠N+1", "", True),
        ("Board 1, 3 against 4", "50", "joris", False),
        ("Board 1, 1 against 2", "4♠N=", "", False),
    ]
    undo_last(session_id=session.pk, by=director)
    assert described(session, director)[0] == (
        "Board 1, 1 against 2", "change undone: 4♠N+1 → 4♠N=", "", False
    )  # fmt: skip
    assert [row for row in described(session, director) if row[3]] == [
        ("Board 1, 1 against 2", "4♠N=", "", True)
    ]


def test_a_change_of_seats_and_of_a_penalty(director: Actor) -> None:
    session = factories.session()
    line = factories.line(session, 1)
    seats.change_seats(session_id=session.pk, line_id=line.pk, text="2*1", by=director)
    penalties.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 3).pk,
        kind="percent",
        amount=Decimal(10),
        law="",
        reason="late",
        by=director,
    )
    given, seated = described(session, director)
    assert (given[0], given[1].replace("\u00a0", " "), given[3]) == (
        "Contestant 3",
        "penalty given: PP −10 %",
        True,
    )
    assert (seated[1], seated[3]) == ("2 against 1", False)


def test_lines_pasted_together_are_one_change(director: Actor) -> None:
    session = factories.session(factories.MITCHELL_3)
    first = None
    for table, text in ((1, "420"), (2, "50"), (3, "p")):
        line = factories.line(session, 1, table)
        entered = lines.enter_result(
            session_id=session.pk, line_id=line.pk, text=text, by=director, together_with=first
        )
        first = first or entered.entry.pk
    assert [row[1:] for row in described(session, director)] == [
        ("420 and 2 other lines", "", True)
    ]


def test_queries_do_not_grow_with_the_changes(director: Actor) -> None:
    one, many = factories.session(), factories.played()
    type_in(one, director, "420")
    for board in (1, 2, 3):
        type_in(many, director, "140", board=board)
    assert queries(partial(change_rows, one, director)) == queries(
        partial(change_rows, many, director)
    )


def test_a_ruling_is_written_as_on_the_travellers(director: Actor) -> None:
    session = factories.session()
    line = factories.line(session, 1, 1)
    weighted = Weighted((Component(Fraction(3, 5), 420), Component(Fraction(2, 5), -50)))
    penalties.make_ruling(
        session_id=session.pk,
        line_id=line.pk,
        adjustment=weighted,
        law="12C1c",
        reason="Hesitation.",
        by=director,
        version=line.version,
    )
    [(_place, what, _who, _is_next)] = described(session, director)
    assert what.replace("\N{NO-BREAK SPACE}", " ") == "ruling made: 60 % +420, 40 % −50"
