import pytest
from django.test import Client

from clubscore.help.guides import guide_names
from tests.events import factories

pytestmark = pytest.mark.django_db

DUTCH = {"Accept-Language": "nl"}
IN_ENGLISH = "De handleidingen zijn in het Engels."


def test_list_has_every_guide_once(client: Client) -> None:
    page = client.get("/help/").text
    assert [page.count(f'href="/help/{name}/"') for name in guide_names()] == [1] * len(
        guide_names()
    )


def test_guide_is_shown_with_the_list_of_its_parts(client: Client) -> None:
    page = client.get("/help/rulings/").text
    assert '<a href="#a-fouled-board">A fouled board</a>' in page
    assert '<h2 id="a-fouled-board">' in page


@pytest.mark.parametrize("path", ["/help/", "/help/evening/"])
def test_reader_of_dutch_learns_that_the_guides_are_english(client: Client, path: str) -> None:
    assert IN_ENGLISH in client.get(path, headers=DUTCH).text
    assert "The guides are in English." not in client.get(path).text


def test_mark_in_the_header_leads_to_the_part_about_the_page(client: Client) -> None:
    client.force_login(factories.DirectorFactory())
    session = factories.session()
    page = client.get(f"/sessions/{session.pk}/boards/1/").text
    assert 'href="/help/typing/#what-may-be-typed"' in page


def test_page_that_is_not_there_leads_to_all_guides(client: Client) -> None:
    assert 'href="/help/"' in client.get("/nothing-here/").text
