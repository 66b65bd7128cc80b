import hashlib

import pytest

from players.models import PrivateLink
from players.selectors.private_links import hash_of, player_of_token, private_link_of
from tests.players.people import player

pytestmark = pytest.mark.django_db


def test_a_hash_is_that_of_the_token() -> None:
    assert hash_of("abc") == hashlib.sha256(b"abc").hexdigest()


def test_a_token_is_found_by_its_hash_in_one_query(django_assert_num_queries) -> None:
    clara = player("Clara Finch", club="Hollybrook")
    link = PrivateLink.objects.create(player=clara, token_hash=hash_of("abc"))
    with django_assert_num_queries(1):
        found = player_of_token("abc")
        assert (found, found.club.name) == (clara, "Hollybrook")
    assert player_of_token(link.token_hash) is None
    assert private_link_of(clara) == link
