from typing import Any

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Section, Session, TravellerLine
from events.sessions.services import sections
from events.sessions.views.typing import board as board_page
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db


def with_two() -> Session:
    session = factories.session(factories.MITCHELL_3)
    add(session)
    return session


def add(session: Session) -> Section:
    return sections.add_section(
        session_id=session.pk,
        movement=factories.movement(factories.MITCHELL_3, name="Another"),
        boards_per_round=1,
        first_board=1,
        by=Actor(),
    )


def test_the_page_proposes_what_the_last_section_plays(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3, first_board=4)
    answer = director_client.get(f"/sessions/{session.pk}/sections/new/")
    form = answer.context["form"]
    assert answer.status_code == 200
    assert [form[name].value() for name in ("movement", "boards_per_round", "first_board")] == [
        session.sections.get().movement_id,
        1,
        4,
    ]


def test_a_section_is_added(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    values = {
        "movement": session.sections.get().movement_id,
        "boards_per_round": 1,
        "first_board": 1,
    }
    answer = director_client.post(f"/sessions/{session.pk}/sections/new/", values, follow=True)
    assert "Section B has been added." in answer.content.decode()
    assert [each.letter for each in session.sections.all()] == ["A", "B"]


def test_a_refusal_is_said_and_what_was_typed_stays(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    movement = session.sections.get().movement_id
    values = {"movement": movement, "boards_per_round": 1, "first_board": 998}
    answer = director_client.post(f"/sessions/{session.pk}/sections/new/", values)
    assert answer.status_code == 422
    assert "The last board would be 1000; 999 is the highest." in answer.content.decode()
    assert answer.context["form"]["first_board"].value() == "998"


def test_a_section_added_by_mistake_is_taken_away(director_client: Client) -> None:
    session = with_two()
    section = session.sections.get(letter="B")
    page = director_client.get(f"/sessions/{session.pk}/").content.decode()
    assert "Remove section B" in page
    answer = director_client.post(
        f"/sessions/{session.pk}/sections/{section.pk}/remove/", follow=True
    )
    assert "Section B has been removed." in answer.content.decode()
    assert [each.letter for each in session.sections.all()] == ["A"]


def test_a_section_that_stays_says_why(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "B", 1, "420", "", "")
    section = session.sections.get(letter="B")
    page = director_client.get(f"/sessions/{session.pk}/").content.decode()
    assert "Remove section B" not in page
    answer = director_client.post(
        f"/sessions/{session.pk}/sections/{section.pk}/remove/", follow=True
    )
    assert "Section B has results, so it cannot be removed." in answer.content.decode()


def test_another_section_is_not_found(director_client: Client) -> None:
    answer = director_client.post(f"/sessions/{with_two().pk}/sections/999999/remove/")
    assert answer.status_code == 404


def test_few_lines_are_typed_on_one_page(director_client: Client) -> None:
    session = with_two()
    answer = director_client.get(f"/sessions/{session.pk}/boards/1/")
    assert (answer.context["section"], len(answer.context["rows"])) == ("", 6)
    assert "All sections" in answer.content.decode()


def test_a_section_is_typed_alone_when_asked_for(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "B", 1, "420", "", "")
    answer = director_client.get(f"/sessions/{session.pk}/boards/1/?section=B")
    assert (answer.context["section"], len(answer.context["rows"])) == ("B", 3)
    here = answer.context["board"]
    assert (here.entered, here.expected) == (1, 3)
    assert f'href="/sessions/{session.pk}/boards/2/?section=B"' in answer.content.decode()


def test_with_many_lines_the_first_section_that_is_open_is_shown(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_page, "LINES_AT_ONCE", 5)
    session = with_two()
    address = f"/sessions/{session.pk}/boards/1/"
    assert director_client.get(address).context["section"] == "A"
    factories.enter_in(session, "A", 1, "420", "50", "p")
    answer = director_client.get(address)
    assert answer.context["section"] == "B"
    assert "All sections" not in answer.content.decode()


def test_a_line_brings_its_section(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_page, "LINES_AT_ONCE", 5)
    session = with_two()
    line = session.sections.get(letter="B").lines.filter(board=1).first()
    answer = director_client.get(f"/sessions/{session.pk}/boards/1/?line={line.pk}")
    assert answer.context["section"] == "B"


def test_a_saved_line_tells_how_far_its_section_is(director_client: Client) -> None:
    session = with_two()
    line = session.sections.get(letter="B").lines.filter(board=1).first()
    answer = director_client.post(
        f"/sessions/{session.pk}/lines/{line.pk}/",
        {"typed": "420", "version": 0},
        headers={"Accept": "application/json"},
    )
    assert answer.json()["board"] == {
        "number": 1,
        "entered": 1,
        "expected": 6,
        "state": "part",
        "sections": {
            "A": {"entered": 0, "expected": 3, "state": "empty"},
            "B": {"entered": 1, "expected": 3, "state": "part"},
        },
    }


def save(client: Client, line: TravellerLine, **values: object) -> dict[str, Any]:
    answer = client.post(
        f"/sessions/{line.section.session_id}/lines/{line.pk}/",
        {"typed": "420", "version": 0, **values},
        headers={"Accept": "application/json"},
    )
    return answer.json()


def test_of_a_section_shown_alone_nothing_else_is_shown(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "A", 1, "50", "100", "-50")
    first, second = session.sections.get(letter="B").lines.filter(board=1)[:2]
    alone = save(director_client, first, section="B")
    assert list(alone["points"]) == [str(first.pk)]
    assert alone["points"][str(first.pk)] == {"ns": "6", "ew": "0", "percentage": "100.00"}
    assert alone["board"]["sections"]["A"] == {"entered": 3, "expected": 3, "state": "complete"}
    path = f"/sessions/{session.pk}/lines/{second.pk}/reading/"
    asked = director_client.get(path, {"typed": "450", "section": "B"}).json()
    assert asked["understood"].endswith("NS 8, EW 0")
    for section in ("", "A", "Z", "\0", "9" * 5000):
        assert len(save(director_client, first, section=section)["points"]) == 4


@pytest.mark.parametrize(("section", "shown"), [("B", 3), ("", 6), ("Z", 6), ("\0", 6)])
def test_an_undo_tells_of_the_section_that_is_shown(
    director_client: Client, section: str, shown: int
) -> None:
    session = with_two()
    save(director_client, session.sections.get(letter="B").lines.filter(board=1).first())
    answer = director_client.post(
        f"/sessions/{session.pk}/undo/",
        {"board": 1, "section": section},
        headers={"Accept": "application/json"},
    ).json()
    assert [len(answer[name]) for name in ("lines", "seats")] == [shown, shown]
    assert answer["board"]["entered"] == 0


def test_doubts_are_those_of_the_section_that_is_shown(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "A", 1, "4sw=", "4sw+1", "4se=")
    factories.enter_in(session, "B", 1, "4sn=", "", "")
    path = f"/sessions/{session.pk}/boards/1/"
    described = {}
    for section in ("", "A", "B"):
        context = director_client.get(path, {"section": section}).context
        described[section] = context["doubts"]["count"], context["boards"][0].doubts
    assert described == {"": (1, 1), "A": (0, 0), "B": (1, 1)}


def test_queries_do_not_grow_with_the_sections(director_client: Client) -> None:
    def asked(session: Session) -> int:
        return queries(lambda: director_client.get(f"/sessions/{session.pk}/boards/1/"))

    three = with_two()
    add(three)
    assert asked(factories.session(factories.MITCHELL_3)) == asked(three)
