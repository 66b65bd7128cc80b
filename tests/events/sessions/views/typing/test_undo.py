import pytest
from django.http import HttpResponse
from django.test import Client

from events.models import LogEntry, Session, TravellerLine
from tests.events import factories

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


@pytest.fixture
def session() -> Session:
    return factories.session()


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
        "Undone on board 1, 1 against 2: 4♠ by North, 10 tricks, +420 is now no result again.",
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


def test_undoing_is_posted(director_client: Client, session: Session) -> None:
    assert director_client.get(f"/sessions/{session.pk}/undo/").status_code == 405
    assert director_client.post("/sessions/0/undo/").status_code == 404
