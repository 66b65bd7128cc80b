import pytest
from django.test import Client

from events.models import LogEntry, Session, TravellerLine
from tests.events import factories

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


@pytest.fixture
def session() -> Session:
    return factories.session(THREE_TABLES)


def page(session: Session, board: int | str = 1) -> str:
    return f"/sessions/{session.pk}/boards/{board}/deals/"


def ids(session: Session) -> list[int]:
    lines = TravellerLine.objects.filter(section__session=session).order_by("table")
    return list(lines.values_list("pk", flat=True))


def deals(session: Session) -> list[str]:
    lines = TravellerLine.objects.filter(section__session=session).order_by("table")
    return list(lines.values_list("deal", flat=True))


def test_lines_are_chosen_and_left_out(director_client: Client, session: Session) -> None:
    _, second, third = ids(session)
    data = {"changed": [second, third], "seen": "", "reason": "Hands exchanged."}
    answer = director_client.post(page(session), data)
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/rulings/")
    assert deals(session) == ["", "B", "B"]
    assert LogEntry.objects.first().reason == "Hands exchanged."
    answer = director_client.get(page(session))
    assert [row.is_changed for row in answer.context["rows"]] == [False, True, True]
    seen = answer.context["seen"]
    assert seen == f"{second}B.{third}B"
    director_client.post(page(session), {"changed": [third], "seen": seen})
    assert deals(session) == ["", "", "B"]


def test_a_board_that_was_changed_twice(director_client: Client, session: Session) -> None:
    _, second, third = ids(session)
    page_of_both = page(session) + "?again"
    assert "Changed again" in director_client.get(page_of_both).content.decode()
    assert "Changed again" not in director_client.get(page(session)).content.decode()
    director_client.post(page_of_both, {"changed": [second], "again": [third]})
    assert deals(session) == ["", "B", "C"]
    assert "Changed again" in director_client.get(page(session)).content.decode()


def test_a_line_chosen_twice_is_refused_and_the_choices_stay(
    director_client: Client, session: Session
) -> None:
    _, second, third = ids(session)
    data = {"changed": [second, third], "again": [third], "reason": "Twice."}
    answer = director_client.post(page(session) + "?again", data)
    assert answer.status_code == 422
    assert answer.context["problems"] == ["Table 3, round 1 is ticked twice: choose one deal."]
    assert [row.is_changed for row in answer.context["rows"]] == [False, True, True]
    assert ('value="Twice."' in answer.content.decode(), deals(session)) == (True, ["", "", ""])


def test_all_lines_chosen_is_refused_and_the_choices_stay(
    director_client: Client, session: Session
) -> None:
    answer = director_client.post(page(session), {"changed": ids(session)})
    assert answer.status_code == 422
    assert "nobody would have played the original deal" in answer.context["problems"][0]
    assert all(row.is_changed for row in answer.context["rows"])


def test_another_director_is_noticed(director_client: Client, session: Session) -> None:
    first, second, _ = ids(session)
    director_client.post(page(session), {"changed": [first]})
    answer = director_client.post(page(session), {"changed": [second], "seen": ""})
    assert answer.status_code == 422
    assert answer.context["problems"][0].startswith("Somebody else has marked lines of this board")
    answer = director_client.post(
        page(session), {"changed": [second], "seen": answer.context["seen"]}
    )
    assert (answer.status_code, deals(session)) == (302, ["", "B", ""])


@pytest.mark.parametrize("seen", ["x", "B", "9" * 40 + "B", "..", "٣B"])
def test_what_was_seen_may_be_nonsense(
    director_client: Client, session: Session, seen: str
) -> None:
    answer = director_client.post(page(session), {"changed": ids(session)[:1], "seen": seen})
    assert answer.status_code == 302


@pytest.mark.parametrize("board", ["0", "2", "99999999999999999999"])
def test_a_board_that_is_not_there_is_reported(
    director_client: Client, session: Session, board: str
) -> None:
    answer = director_client.get(page(session, board))
    assert answer.status_code == 404
    assert f"Board {board} is not in this session." in answer.content.decode()


def test_only_directors_choose(client: Client, session: Session) -> None:
    assert client.post(page(session), {"changed": ids(session)[:1]}).status_code == 302
    assert deals(session) == ["", "", ""]
