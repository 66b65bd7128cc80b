from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TickedDoubt
from events.sessions.doubts.services import SeenDoubt, board_doubts, session_doubts
from events.sessions.setup.services.sections import add_section
from tests.events import factories
from tests.events.sessions.doubts.test_services import FOUR_TABLES, WEST
from tests.markup import squeezed
from tests.queries import queries

JSON = {"accept": "application/json"}
HUGE = "99999999999999999999"

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """A wrong side on board 1, a wrong sign on board 2."""
    made = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(made, 1, "4sw=", "4sw+1", "4se=", "4sn=")
    factories.enter(made, 2, "140", "140", "-140", "110")
    return made


def page(session: Session) -> str:
    return f"/sessions/{session.pk}/doubts/"


def settle(
    client: Client, session: Session, seen: SeenDoubt, action: str, **more: str
) -> tuple[int, str]:
    """Press a button of the page; the status, and the message on the page that comes."""
    values = {"doubt": seen.key, "fix": seen.fix_text, "action": action} | more
    at = f"/sessions/{session.pk}/boards/{seen.doubt.board}/doubt/"
    answer = client.post(at, values, follow=True)
    [message] = answer.context["messages"]
    return answer.status_code, str(message)


def only(session: Session, board: int = 1) -> SeenDoubt:
    [seen] = board_doubts(session, board)
    return seen


def test_of_several_sections_a_doubt_names_the_table_with_its_letter(
    director_client: Client,
) -> None:
    made = factories.session()
    values = {"movement": made.sections.get().movement, "boards_per_round": 1, "first_board": 1}
    add_section(session_id=made.pk, by=Actor(), **values)
    for letter in "AB":
        for board, result in ((1, "420"), (3, "110")):
            factories.enter_in(made, letter, board, result, result)
    factories.enter_in(made, "A", 2, "", "110")
    factories.enter_in(made, "B", 2, "100", "110")
    told = "Table A1 has results of round 3, and none of round 2."
    assert told in squeezed(director_client.get(page(made)).content.decode())


def test_doubts_are_listed_by_board_with_their_lines(
    director_client: Client, session: Session
) -> None:
    groups = director_client.get(page(session)).context["groups"]
    assert [
        (heading, [(row.sentence, row.fix_label) for row in rows]) for heading, rows in groups
    ] == [
        ("Board 1", [(WEST, "Fix: 4♠W= −420")]),
        (
            "Board 2",
            [
                (
                    "+140 was scored 2 times, −140 nowhere else — the other side’s?",
                    "Fix: +140 to North–South",
                )
            ],
        ),
    ]
    lines = [line for _heading, rows in groups for row in rows for line in row.lines]
    assert [(line.board, line.where, line.result) for line in lines] == [
        (1, "table 4, round 1, 4 against 8", "4♠N= +420"),
        (2, "table 3, round 1, 3 against 7", "−140 to North–South"),
    ]


def test_doubts_are_listed_by_kind(director_client: Client, session: Session) -> None:
    factories.enter(session, 3, "140", "140", "110", "-140")
    context = director_client.get(page(session), {"by": "rule"}).context
    assert [(heading, [row.board for row in rows]) for heading, rows in context["groups"]] == [
        ("The wrong side declared", [1]),
        ("The opposite of a common score", [2, 3]),
    ]


def test_a_session_without_doubts_says_so(director_client: Client) -> None:
    answer = director_client.get(page(factories.session()))
    assert "There is no doubt about any result." in answer.content.decode()


def test_a_board_passed_out_everywhere_is_named_without_its_lines(director_client: Client) -> None:
    session = factories.session(FOUR_TABLES)
    factories.enter(session, 1, "p", "p", "p", "p")
    [(heading, [row])] = director_client.get(page(session)).context["groups"]
    assert (heading, row.sentence, row.lines, row.fix_label) == (
        "Board 1",
        "Board 1 is passed out at all 4 tables.",
        (),
        "",
    )


def test_a_doubt_is_fixed_and_the_message_says_how(
    director_client: Client, session: Session
) -> None:
    assert settle(director_client, session, only(session), "fix") == (
        200,
        "Fixed on board 1, 4 against 8: 4♠N= +420 is now 4♠W= −420.",
    )
    line = factories.line(session, 1, table=4)
    assert (line.score_ns, line.declarer, line.version) == (-420, "W", 2)
    assert [seen.doubt.board for seen in session_doubts(session)] == [2]


def test_a_doubt_is_dismissed_and_raised_again(director_client: Client, session: Session) -> None:
    seen = only(session)
    done = settle(director_client, session, seen, "dismiss")
    assert done == (200, "Dismissed.")
    context = director_client.get(page(session)).context
    assert [row.sentence for row in context["dismissed"]] == [WEST]
    assert [heading for heading, _rows in context["groups"]] == ["Board 2"]
    taken_back = settle(director_client, session, seen, "raise")
    assert taken_back == (200, "The doubt is raised again.")
    assert TickedDoubt.objects.count() == 0


def test_what_a_button_did_is_shown_in_the_same_order(
    director_client: Client, session: Session
) -> None:
    values = {"doubt": only(session).key, "action": "dismiss", "by": "rule"}
    at = f"/sessions/{session.pk}/boards/1/doubt/"
    assert director_client.post(at, values).url == f"{page(session)}?by=rule"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"action": "fix", "doubt": "x"}, "This doubt no longer exists"),
        ({"action": "fix", "fix": "4SE="}, "the fix would be different now"),
        ({"action": "dismiss", "doubt": "\0"}, "This doubt no longer exists"),
        ({"action": "raise", "doubt": "9" * 5000}, "This doubt no longer exists"),
        ({"action": ""}, "Choose “Fix” or “Dismiss” beside a doubt."),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    director_client: Client, session: Session, values: dict[str, str], sentence: str
) -> None:
    entries = LogEntry.objects.count()
    status, message = settle(director_client, session, only(session), **values)
    assert (status, sentence in message) == (200, True)
    assert (LogEntry.objects.count(), TickedDoubt.objects.count()) == (entries, 0)


def test_a_script_gets_the_board_as_it_is_after_a_fix(
    director_client: Client, session: Session
) -> None:
    seen = only(session)
    values = {"doubt": seen.key, "fix": seen.fix_text, "action": "fix"}
    at = f"/sessions/{session.pk}/boards/1/doubt/"
    answer = director_client.post(at, values, headers=JSON)
    described = answer.json()
    assert (answer.status_code, described["message"][:7], described["board"]["number"]) == (
        200,
        "Fixed o",
        1,
    )
    assert [line["typed"] for line in described["lines"]] == ["4SW=", "4SW+1", "4SE=", "4SW="]
    assert described["doubts"] == {
        "count": 0,
        "text": "0 doubts",
        "items": [],
        "marks": {"1": 0, "2": 1, "3": 0, "4": 0},
    }
    again = director_client.post(at, values, headers=JSON)
    assert (again.status_code, again.json()["error"][:21]) == (409, "This doubt no longer ")
    assert again.json()["lines"] == described["lines"]


def test_saving_a_line_tells_the_doubts_of_its_board(
    director_client: Client, session: Session
) -> None:
    line = factories.line(session, 1, table=4)
    at = f"/sessions/{session.pk}/lines/{line.pk}/"
    described = director_client.post(at, {"typed": "4sn-1", "version": "1"}).json()["doubts"]
    [item] = described.pop("items")
    assert described == {"count": 1, "text": "1 doubt", "marks": {"1": 1}}
    assert (item["key"], item["lines"]) == (only(session).key, str(line.pk))
    assert "declarer West?" in item["html"]
    described = director_client.post(at, {"typed": "4sw-1", "version": "2"}).json()["doubts"]
    assert (described["count"], described["items"]) == (0, [])


def test_boards_are_marked_on_the_entry_page_and_on_the_overview(
    director_client: Client, session: Session
) -> None:
    for at in (f"/sessions/{session.pk}/", f"/sessions/{session.pk}/boards/4/"):
        boards = director_client.get(at).context["boards"]
        assert [board.doubts for board in boards] == [1, 1, 0, 0]


def test_an_undo_from_the_page_of_doubts_comes_back_to_it(
    director_client: Client, session: Session
) -> None:
    settle(director_client, session, only(session), "fix")
    at = f"/sessions/{session.pk}/undo/"
    answer = director_client.post(at, {"back": "doubts"})
    assert (answer.url, factories.line(session, 1, table=4).score_ns) == (page(session), 420)
    assert director_client.post(at, {"back": "doubts"}).url == page(session)


def test_an_undo_of_two_boards_tells_the_one_that_the_page_shows(director_client: Client) -> None:
    session = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(session, 1, "4hn=", "4hn+1", "3hs+1", "3cw-1")
    factories.enter(session, 2, "3cw=", "2cw+1", "3ce-1", "4hn-1")
    settle(director_client, session, only(session), "fix")
    at = f"/sessions/{session.pk}/undo/"
    described = director_client.post(at, {"board": "2"}, headers=JSON).json()
    assert (described["board"]["number"], described["lines"][3]["typed"]) == (2, "4HN-1")
    assert described["doubts"]["marks"] == {"1": 1, "2": 1, "3": 0, "4": 0}


@pytest.mark.parametrize("number", ["0", "9223372036854775808", HUGE])
def test_what_is_not_there_is_reported(
    director_client: Client, session: Session, number: str
) -> None:
    seen = only(session)
    values = {"doubt": seen.key, "action": "dismiss"}
    assert director_client.get(f"/sessions/{number}/doubts/").status_code == 404
    at = f"/sessions/{number}/boards/1/doubt/"
    assert director_client.post(at, values).status_code == 404
    elsewhere = director_client.post(f"/sessions/{session.pk}/boards/{number}/doubt/", values)
    assert (elsewhere.status_code, TickedDoubt.objects.count()) == (404, 0)


def test_queries_do_not_grow_with_the_doubts(director_client: Client, session: Session) -> None:
    few = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(few, 1, "4sw=", "4sw+1", "4se=", "4sn=")
    for board in (3, 4):
        factories.enter(session, board, "4sw=", "4sw+1", "4se=", "4sn=")
    assert [len(session_doubts(each)) for each in (few, session)] == [1, 3]
    one, many = (queries(partial(director_client.get, page(each))) for each in (few, session))
    assert one == many
