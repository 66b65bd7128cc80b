"""A claim on a published card where no phone was on: by the club's setting, or the private link."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, LineClaim, Session, TableEntrySettings
from events.sessions.setup.services.sessions import finish, publish
from players.models import ClubSettings
from players.services.private_links import make_private_link
from tests.events import factories
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db
BY = Actor()


@pytest.fixture
def session() -> Session:
    """A finished and published evening without any phone; line 1 has +120."""
    made = factories.played()
    finish(session=made, by=BY)
    publish(session=made, by=BY)
    return made


def link_of(session: Session, number: int) -> str:
    player = ContestantPlayer.objects.filter(contestant=factories.contestant(session, number))
    return make_private_link(number=player.first().player_id, by=BY)


def card(session: Session, number: int = 1) -> str:
    return f"/sessions/{session.pk}/cards/{factories.contestant(session, number).pk}/"


def claim(session: Session, text: str = "140", board: int = 1, link: str = "", **more: str) -> int:
    values = {"line": str(factories.line(session, board).pk), "result": text, "link": link, **more}
    return Client().post(f"{card(session)}claim/", values).status_code


def test_a_card_offers_it_by_the_setting_of_the_club(client: Client, session: Session):
    assert f"{card(session)}claim/" not in client.get(card(session)).text
    assert (claim(session), LineClaim.objects.count()) == (422, 0)
    ClubSettings.objects.update_or_create(pk=1, defaults={"claim_minutes": 60})
    assert f"{card(session)}claim/" in client.get(card(session)).text
    assert 'name="result"' in client.get(f"{card(session)}claim/").text
    assert claim(session, note="we wrote 140") == 302
    made = LineClaim.objects.get()
    assert (made.proposal, made.note, made.device) == ({"score_ns": 140}, "we wrote 140", None)


def test_the_private_link_of_a_player_of_the_card_is_enough(client: Client, session: Session):
    link = link_of(session, 1)
    assert f"{card(session)}claim/?link={link}" in client.get(f"/players/own/{link}/").text
    assert claim(session, link=link_of(session, 2)) == 422
    assert claim(session, link=link) == 302


@pytest.mark.parametrize(
    ("text", "more"),
    [("", {}), ("120", {}), ("8NN=", {}), ("a6040", {}), ("140", {"line": "0"}), ("x" * 900, {})],
)
def test_what_is_no_claim_is_refused_with_a_sentence(session: Session, text: str, more: dict):
    link = link_of(session, 1)
    assert (claim(session, text, link=link, **more), LineClaim.objects.count()) == (422, 0)


def test_one_at_a_time_and_only_until_the_period_is_over(session: Session):
    link = link_of(session, 1)
    assert [claim(session, link=link), claim(session, link=link)] == [302, 422]
    LineClaim.objects.all().delete()
    for hours, status in ((1, 422), (0, 302)):
        at = timezone.now() - datetime.timedelta(hours=hours)
        Session.objects.update(published_at=at)
        assert claim(session, link=link) == status


def test_the_director_sees_it_first_and_accepts_it(session: Session):
    assert claim(session, link=link_of(session, 1)) == 302
    director = browser(Role.DIRECTOR)
    assert "1 claim to decide" in director.get(f"/sessions/{session.pk}/").text
    address = f"/sessions/{session.pk}/claims/"
    assert "+140" in director.get(address).text
    made = LineClaim.objects.get()
    director.post(address, {"claim": made.pk, "do": "consent"})
    director.post(address, {"claim": made.pk, "do": "accept"})
    assert factories.line(session, 1).score_ns == 140
    # No phone is let in by it.
    assert not TableEntrySettings.objects.get().is_on
