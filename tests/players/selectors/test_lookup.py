from collections.abc import Callable

import pytest

from clubscore.web.visitors import Actor
from players.models import LookupList
from players.selectors.lookup import current_lists, listed_player, look_up
from players.services.lookup import load_in_steps
from tests.players.formats.lookup.lists import FIDE, TABLE, plain
from tests.queries import queries

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture(scope="module", autouse=True)
def _lists(store_once: Callable[[Callable[[], None]], None]) -> None:
    def load() -> None:
        for name, text in (("FIDE", FIDE), ("Club", TABLE)):
            list(load_in_steps(file=plain(text).getvalue(), name=name, by=Actor()))

    store_once(load)


def found(text: str) -> list[tuple[str, str]]:
    return [(player.list.name, player.number) for player in look_up(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fi", [("Club", "1234567"), ("FIDE", "1000012")]),
        ("FINCH, Cl", [("Club", "1234567"), ("FIDE", "1000012")]),
        ("clara fi", [("Club", "1234567"), ("FIDE", "1000012")]),
        ("berg jan", [("Club", "1234568"), ("FIDE", "1000020")]),
        ("jan van der b", [("Club", "1234568"), ("FIDE", "1000020")]),
        ("be van", [("Club", "1234568"), ("FIDE", "1000020")]),
        ("odeg", [("FIDE", "1000039")]),
        (
            "10000",
            [("FIDE", "1000012"), ("FIDE", "1000020"), ("FIDE", "1000039"), ("FIDE", "1000047")],
        ),
        ("1234568", [("Club", "1234568")]),
        ("f", []),
        ("", []),
        ("inch", []),
        ("fi zz", []),
        ("%%", []),
        ("\0\0", []),
        ("€" * 60_000, []),
    ],
)
def test_beginnings_of_words_find_players(text: str, expected: list[tuple[str, str]]):
    assert found(text) == expected


def test_no_more_are_found_than_wanted():
    assert [player.name for player in look_up("fi", limit=1)] == ["Finch, Clara"]


def test_a_list_that_does_not_serve_finds_nobody():
    LookupList.objects.filter(name="FIDE").update(is_current=False)

    assert found("odeg") == []
    assert [lookup_list.name for lookup_list in current_lists()] == ["Club"]


def test_two_letters_take_a_query_for_each_list_and_column():
    assert queries(lambda: look_up("fi")) == 1 + 2 * 2


def test_without_a_list_nothing_is_looked_for():
    LookupList.objects.all().delete()

    assert queries(lambda: look_up("fi")) == 1


def test_a_player_is_found_by_key_while_the_list_serves():
    [player] = look_up("odeg")
    assert listed_player(player.pk) == player

    LookupList.objects.update(is_current=False)
    assert listed_player(player.pk) is None
