import datetime
from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.club.demo import build_demo
from events.common.services import record_deletion
from events.models import Deletion, Session
from tests.players.people import play

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 3, 5)

ADDRESS = "/own-club/"


# Those without a demo come first: from the first that asks for it, it is there.
def test_an_empty_club_has_no_choice(director_client: Client) -> None:
    assert "own-club" not in director_client.get("/").text
    answer = director_client.get(ADDRESS, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "There is nothing of the demo left." in answer.text


def test_what_was_deleted_is_listed(director_client: Client) -> None:
    assert "Nothing has been deleted yet." in director_client.get("/deleted/").text
    record_deletion(kind=Deletion.Kind.SERIES, title="Spring cup", backup="one.gz", by=Actor())
    page = director_client.get("/deleted/").text
    assert ("Series Spring cup" in page, "one.gz" in page) == (True, True)


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], list[Session]]], list[Session]]) -> None:
    store_once(lambda: build_demo(today=TODAY))


@pytest.fixture
def demo(stored: None, db: None) -> None:
    """The demo, and nothing else."""


def test_the_first_page_offers_the_choice_while_only_the_demo_is_there(
    demo: None, director_client: Client, client: Client
) -> None:
    page = director_client.get("/").text
    assert "This is a demo club" in page
    assert 'href="/own-club/"' in page
    assert "own-club" not in client.get("/").text
    play("Ann Other", title="Ours")
    page = director_client.get("/").text
    assert "This is a demo club" not in page
    assert "Remove what is left of the demo" in page


def test_the_page_says_what_goes_and_who_stays(demo: None, director_client: Client) -> None:
    play("Clara Finch", "Ann Other", title="Ours")
    page = director_client.get(ADDRESS).text
    assert "27 invented players" in page
    assert "plays in your own Ours (2026-03-05)" in page
    assert Session.objects.count() == 7


def test_the_button_removes_the_demo_after_a_backup(
    demo: None, director_client: Client, deletion_backups: list[str]
) -> None:
    seen = director_client.get(ADDRESS).context["demo"].seen
    answer = director_client.post(ADDRESS, {"seen": seen}, follow=True)
    assert answer.redirect_chain == [("/players/settings/", 302)]
    assert "The demo is removed. This is your club now: say what" in answer.text
    assert (Session.objects.count(), deletion_backups) == (0, ["deletion"])


def test_what_changed_since_the_page_is_shown_again(
    demo: None, director_client: Client, deletion_backups: list[str]
) -> None:
    answer = director_client.post(ADDRESS, {"seen": "another"})
    assert answer.status_code == 422
    assert "Nothing was removed; look again." in answer.text
    assert (Session.objects.count(), deletion_backups) == (6, [])


def test_without_a_backup_nothing_is_removed(
    demo: None, director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_reason: str) -> None:
        raise Refused.because("The disk is full.")

    monkeypatch.setattr("clubscore.web.deletion.make_backup", refuse)
    seen = director_client.get(ADDRESS).context["demo"].seen
    answer = director_client.post(ADDRESS, {"seen": seen})
    assert answer.status_code == 422
    assert "The disk is full." in answer.text
    assert Session.objects.count() == 6
