import re

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Session
from events.sessions.services import sessions
from events.sessions.services.sections import add_section
from events.sessions.views.results import in_sections
from tests.events import factories
from tests.queries import forget

POINTS = re.compile(r'<a class="points" href="([^<]+)</a>')

pytestmark = pytest.mark.django_db


@pytest.fixture
def field() -> Session:
    """A published field of three sections, each of which has played one board."""
    session = factories.session()
    Session.objects.update(one_field=True)
    for _turn in range(2):
        add_section(
            session_id=session.pk,
            movement=factories.movement(name="Another of four"),
            boards_per_round=1,
            first_board=1,
            by=Actor(),
        )
    for letter in "ABC":
        factories.enter_in(session, letter, 1, "420", "-50")
    sessions.publish(session=session, by=Actor())
    return session


def shown(client: Client, session: Session, page: str, section: str = "") -> str:
    answer = client.get(f"/sessions/{session.pk}/{page}/", {"section": section} if section else {})
    assert answer.status_code == 200
    return str(answer.context["results"])


@pytest.mark.parametrize("page", ["travellers", "grid", "cards"])
def test_many_sections_are_shown_one_by_one(
    client: Client, field: Session, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    whole = shown(client, field, page)
    assert 'href="?section=' not in whole
    monkeypatch.setattr(in_sections, "MAX_TOGETHER", 2)
    forget()
    first, third = shown(client, field, page, "A"), shown(client, field, page, "C")
    assert shown(client, field, page, "X") == shown(client, field, page) == first
    for part, letter in ((first, "A"), (third, "C")):
        assert len(part) < len(whole)
        assert f'<a href="?section={letter}" aria-current="page">' in part
        assert f"Section {letter}</p>" in part
    cards = field.sections.get(letter="C").contestants.values_list("pk", flat=True)
    links = [f"/cards/{pk}/" in third for pk in cards]
    assert links == [page == "cards"] * len(links)


def test_points_in_a_section_are_those_of_the_whole_field(
    client: Client, field: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.enter_in(field, "C", 2, "620", "620")
    factories.enter_in(field, "A", 2, "50", "620")
    whole = shown(client, field, "travellers")
    monkeypatch.setattr(in_sections, "MAX_TOGETHER", 2)
    part = shown(client, field, "travellers", "C")
    points = [set(POINTS.findall(page)) for page in (whole, part)]
    assert (len(points[0]), len(points[1])) == (20, 8)
    assert points[1] < points[0]
    # With four of six results, and not with the two of the section.
    assert {each.partition(">")[2] for each in points[1]} == {"8", "6.5", "3.5", "2"}
    assert "Provisional: 10 of " in part
