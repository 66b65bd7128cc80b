import pytest
from django.contrib.auth.models import User

from clubscore.actor import Actor
from clubscore.problems import Refused
from players.models import Player, PrivateLink, RegisterEntry
from players.selectors.private_links import player_of_token, private_link_of
from players.services.erasure import erase_player
from players.services.merging import merge_players
from players.services.private_links import make_private_link, withdraw_private_link
from tests.players.people import player

pytestmark = pytest.mark.django_db


def actions() -> list[str]:
    return list(RegisterEntry.objects.order_by("pk").values_list("action", flat=True))


def test_a_link_leads_to_its_player_and_only_its_hash_is_stored() -> None:
    clara = player("Clara Finch")
    director = User.objects.create_user("ragna")
    token = make_private_link(number=clara.pk, by=Actor(user=director))
    assert player_of_token(token) == clara
    assert private_link_of(clara).created_by == director
    assert len(token) == 32
    assert token not in str(PrivateLink.objects.values())
    assert token not in str(RegisterEntry.objects.values())
    assert actions() == ["linked"]


@pytest.mark.parametrize("wrong", ["", "x", "A" * 32])
def test_no_other_text_leads_anywhere(wrong: str) -> None:
    make_private_link(number=player("Clara Finch").pk, by=Actor())
    assert player_of_token(wrong) is None


def test_a_renewed_link_replaces_the_one_before() -> None:
    clara = player("Clara Finch")
    before, after = (make_private_link(number=clara.pk, by=Actor()) for _time in range(2))
    assert (player_of_token(before), player_of_token(after)) == (None, clara)


def test_a_withdrawn_link_no_longer_works_and_is_logged_once() -> None:
    clara = player("Clara Finch")
    token = make_private_link(number=clara.pk, by=Actor())
    for _time in range(2):
        withdraw_private_link(number=clara.pk, by=Actor())
    assert (player_of_token(token), private_link_of(clara)) == (None, None)
    assert actions() == ["linked", "unlinked"]


def test_erasing_a_player_kills_the_link_and_allows_no_other() -> None:
    clara = player("Clara Finch")
    token = make_private_link(number=clara.pk, by=Actor())
    erase_player(number=clara.pk, by=Actor())
    assert player_of_token(token) is None
    with pytest.raises(Refused, match="The data of this player is erased"):
        make_private_link(number=clara.pk, by=Actor())


def test_links_of_two_merged_records_lead_to_the_one_that_stays() -> None:
    kept, gone = player("Clara Finch"), player("Klara Finch")
    tokens = [make_private_link(number=each.pk, by=Actor()) for each in (kept, gone)]
    merge_players(kept=kept.pk, merged=gone.pk, take=[], by=Actor())
    assert [player_of_token(token) for token in tokens] == [kept, kept]


def test_nobody_is_refused() -> None:
    for service in (make_private_link, withdraw_private_link):
        with pytest.raises(Refused, match="This player is no longer in the register"):
            service(number=4711, by=Actor())
    assert Player.objects.count() == 0
