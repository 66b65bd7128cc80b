from functools import partial

import pytest
from django.test import Client

from events.models import LogEntry, Session, TravellerLine
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def address(session: Session, board: int | str = 1) -> str:
    return f"/sessions/{session.pk}/boards/{board}/pasted/"


def ids(session: Session, board: int = 1) -> list[int]:
    lines = TravellerLine.objects.filter(section__session=session, board=board).order_by("table")
    return list(lines.values_list("pk", flat=True))


def paste(client: Client, session: Session, text: str, lines: list[int] | None = None) -> dict:
    wanted = " ".join(map(str, ids(session) if lines is None else lines))
    answer = client.post(address(session), {"text": text, "lines": wanted})
    assert LogEntry.objects.filter(line__isnull=False, session=session).count() == 0
    return answer.json() | {"status": answer.status_code}


def test_every_row_says_what_it_means_on_its_line(director_client: Client) -> None:
    session = factories.session(THREE_TABLES)
    one, two, three = ids(session)
    assert paste(director_client, session, "Result\r\n4sn=\r\n\r\n412\r\n50\r\n\r\n60\r\n") == {
        "status": 200,
        "lines": [
            {"id": one, "typed": "4sn=", "understood": "4♠N= +420"},
            {"id": three, "typed": "412", "error": "+412 is not a score: no contract gives it."},
        ],
        "notes": [
            "The first row, “Result”, was read as a heading.",
            "2 rows more were pasted than there are lines from here on.",
        ],
    }
    assert paste(director_client, session, "50\n\n", [two])["lines"] == [
        {"id": two, "typed": "50", "understood": "+50 to North–South"}
    ]


def test_what_stands_there_already_is_reported(director_client: Client) -> None:
    session = factories.session(THREE_TABLES)
    lines = ids(session)
    factories.enter(session, 1, "420", "50", "")
    LogEntry.objects.filter(session=session)._raw_delete("default")
    assert paste(director_client, session, "420\n4sn-1\n.")["lines"] == [
        {"id": lines[0], "typed": "420", "understood": "+420 to North–South"},
        {
            "id": lines[1],
            "typed": "4sn-1",
            "understood": "4♠N−1 −50",
            "replaces": "instead of +50 to North–South",
        },
        {"id": lines[2], "typed": ".", "understood": "+420 to North–South"},
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The pasted text is blank."),
        ("4S\t420\n3NT\t400", "2 columns were pasted, beginning with “4S | 420”."),
    ],
)
def test_what_is_no_column_is_refused(director_client: Client, text: str, message: str) -> None:
    answer = paste(director_client, factories.session(THREE_TABLES), text)
    assert (answer["status"], answer["error"].startswith(message)) == (422, True)


@pytest.mark.parametrize(
    "text",
    [
        "420\n" * 10_000,
        "<b>x</b>\n<script>\n\0",
        "🂡\n🂢",
        "\0\n" * 50,
        "9" * 100_000 + "\n1",
        "3*8\n*",
    ],
    ids=["many", "html", "emoji", "NUL", "long", "seats"],
)
def test_anything_may_be_pasted(director_client: Client, text: str) -> None:
    answer = paste(director_client, factories.session(THREE_TABLES), text)
    assert answer["status"] == 200
    assert all(len(line["typed"]) <= 250 for line in answer["lines"])


@pytest.mark.parametrize("lines", ["", "x", "0", "9" * 400, "1 1 1", "\0", "-5", "999999999"])
def test_lines_that_are_not_there_get_nothing(director_client: Client, lines: str) -> None:
    session = factories.session(THREE_TABLES)
    answer = director_client.post(address(session), {"text": "420\n50", "lines": lines})
    there = [each for each in dict.fromkeys(lines.split()) if each == str(ids(session)[0])]
    assert (answer.status_code, len(answer.json()["lines"])) == (200, len(there))


def test_lines_of_another_session_or_board_get_nothing(director_client: Client) -> None:
    session, other = factories.session(), factories.session()
    for lines in (ids(other), ids(session, board=2)):
        assert paste(director_client, session, "420\n50", lines)["lines"] == []


def test_only_directors_paste(client: Client) -> None:
    session = factories.session()
    answer = client.post(address(session), headers={"accept": "application/json"})
    assert answer.status_code == 401


def test_queries_do_not_grow_with_the_rows(director_client: Client) -> None:
    session = factories.session(THREE_TABLES)
    post = partial(director_client.post, address(session))
    counts = [
        queries(partial(post, {"text": "50\n" * rows, "lines": " ".join(map(str, ids(session)))}))
        for rows in (1, 3)
    ]
    assert counts[0] == counts[1]
