import pytest

from players.domain.names import read_name
from players.models import Player
from players.selectors.search import players_by_key, players_by_name, search_players

pytestmark = pytest.mark.django_db


def add(*names: str) -> list[Player]:
    """Players of these names."""
    return [Player.objects.create(name=name) for name in names]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("finch", ["Anna Finch", "Clara Finch"]),
        ("FIN", ["Anna Finch", "Clara Finch"]),
        ("finch cl", ["Clara Finch"]),
        ("inc lar", ["Clara Finch"]),
        ("angstrom", ["Élodie Ångström"]),
        ("Å elo", ["Élodie Ångström"]),
        ("der", ["Imke van der Brink"]),
        ("o’h", ["Zelda O'Hare"]),
        ("nobody", []),
        ("%", []),
        ("_", []),
        ("\0", []),
        ("Cla\0ra", []),
    ],
)
def test_search_finds_every_word_as_a_part(text: str, found: list[str]) -> None:
    add("Clara Finch", "Anna Finch", "Élodie Ångström", "Imke van der Brink", "Zelda O'Hare")
    assert [str(player) for player in search_players(text)] == found


@pytest.mark.parametrize("text", ["€" * 60_000, "a b " * 15_000, "9" * 5000])
def test_search_for_an_endless_text_finds_nobody(text: str) -> None:
    add("Clara Finch")
    assert list(search_players(text)) == []


def test_search_finds_a_number() -> None:
    clara, _ = add("Clara Finch", "Anna Finch")
    assert list(search_players(f" {clara.number} ")) == [clara]


@pytest.mark.parametrize("text", ["0", "9" * 18, "9" * 400])
def test_search_for_a_number_of_nobody_finds_nobody(text: str) -> None:
    add("Clara Finch")
    assert list(search_players(text)) == []


def test_search_stops_at_its_limit() -> None:
    add("Clara Finch", "Anna Finch", "Beth Finch")
    assert [str(player) for player in search_players("finch", limit=2)] == [
        "Anna Finch",
        "Beth Finch",
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_search_takes_one_query(django_assert_num_queries, count: int) -> None:
    add(*["Clara Finch", "Anna Finch", "Beth Finch"][:count])
    with django_assert_num_queries(1):
        assert len([player.club for player in search_players("finch")]) == count


def test_players_by_key_leaves_out_who_is_not_in_the_register() -> None:
    [clara] = add("Clara Finch")
    assert players_by_key(["clara finch", "hugo tarrant"]) == {"clara finch": clara}


def test_players_by_name_finds_other_spellings() -> None:
    clara, zelda, zelda_too, _, _ = add(
        "Clára Finch-Moss", "Zelda O'Hare", "Zelda O\u2019Hare", "José Moss", "Jose Moss"
    )
    names = ["clara finch moss", "Zelda O'Hare", "Zelda O\u2019Hare", "jo-se moss", "Hugo Tarrant"]
    assert players_by_name(read_name(name) for name in names) == {
        "clara finch moss": clara,
        "zelda o'hare": zelda,
        "zelda o\u2019hare": zelda_too,
    }


@pytest.mark.parametrize("count", [1, 3])
def test_players_by_name_takes_one_query(django_assert_num_queries, count: int) -> None:
    names = ["Clara Finch", "Anna Finch", "Beth Finch"][:count]
    add(*names)
    with django_assert_num_queries(1):
        assert len(players_by_name(read_name(name.replace(" ", "-")) for name in names)) == count


def test_the_club_s_own_number_finds_its_player() -> None:
    ann = Player.objects.create(family="Smith", given="Ann", club_number="1012")
    Player.objects.create(family="Jones", given="Bo", club_number="77")

    assert list(search_players(" 1012 ")) == [ann]
    assert list(search_players(str(ann.number))) == [ann]
    assert list(search_players("9" * 40)) == []
