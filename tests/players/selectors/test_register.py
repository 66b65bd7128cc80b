import hashlib
from decimal import Decimal

import pytest

from players.domain.members.matching import Action
from players.domain.members.member import Known, Member
from players.domain.names import Name, read_name
from players.models import Club, FormerNumber, Player, PrivateLink
from players.selectors.register import (
    SORTS,
    Wanted,
    grades_in_use,
    hash_of,
    known_players,
    match_members,
    player_of_token,
    players_by_key,
    players_by_name,
    private_link_of,
    search_players,
    similar_names,
    text_of,
    wanted_players,
)
from tests.players.people import player
from tests.queries import queries


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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ek", ["Li Ek", "Bo Ekdal", "Ada Beek"]),
        ("Ek, Li", ["Li Ek"]),
        ("berg", ["Jan van der Berg", "Ann Bergman", "Ulla Ahlberg"]),
    ],
)
def test_whole_family_names_come_first_then_beginnings(text: str, found: list[str]) -> None:
    for given, particle, family in (
        ("Ada", "", "Beek"), ("Bo", "", "Ekdal"), ("Li", "", "Ek"), ("Ulla", "", "Ahlberg"),
        ("Ann", "", "Bergman"), ("Jan", "van der", "Berg"),
    ):  # fmt: skip
        Player.objects.create(given=given, particle=particle, family=family)
    assert [str(player) for player in search_players(text)] == found


def test_all_who_have_the_words_may_be_meant() -> None:
    add("Jan Smit", "Anna-Margaretha Smit", "Jan Smits")
    assert similar_names(read_name("smit")) == ["Anna-Margaretha Smit", "Jan Smit", "Jan Smits"]


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


pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_players_are_known_with_all_their_facts_in_one_query(django_assert_num_queries: object):
    club = Club.objects.create(name="Mill")
    jan = Player.objects.create(
        name="Jan van der Berg",
        given="Jan",
        particle="van der",
        family="Berg",
        club=club,
        rating=1834,
        handicap=Decimal("12.50"),
        born="1958",
    )
    bo = Player.objects.create(name="Bo", family="Bo")
    with django_assert_num_queries(1):  # type: ignore[operator]
        known = list(known_players())
    assert known == [
        Known(
            jan.number,
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
            {"rating": "1834", "handicap": "12.5", "club": "Mill", "born": "1958"},
        ),
        Known(bo.number, Name("Bo", "", "", "Bo"), {}),
    ]


def test_members_are_matched():
    Player.objects.create(name="Bo Lee", given="Bo", family="Lee")
    [found] = match_members((Member(2, read_name("Bo Lee")),)).matches
    assert found.action is Action.SAME


def test_texts():
    assert [text_of(value) for value in (Decimal("100.00"), Decimal("-3.5"), 12, "x")] == [
        "100",
        "-3.5",
        "12",
        "x",
    ]


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


def names(wanted: Wanted, **order: object) -> list[str]:
    return [str(wanted_player) for wanted_player in wanted_players(wanted, **order)]


@pytest.fixture
def people() -> None:
    player("Clara Finch", club="Hollybrook", grade="3d")
    player("Élodie Ångström", club="Westmere", grade="10k", fide_number="4567")
    player("Hugo Tarrant", grade="2k")
    player("Imke Van der Brink", club="Hollybrook")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), ["Élodie Ångström", "Imke Van der Brink", "Clara Finch", "Hugo Tarrant"]),
        (Wanted(text="ang el"), ["Élodie Ångström"]),
        (Wanted(text="VAN DER"), ["Imke Van der Brink"]),
        (Wanted(text="4567"), ["Élodie Ångström"]),
        (Wanted(text="456"), []),
        (Wanted(text="%"), []),
        (Wanted(text="a\0"), []),
        (Wanted(text="9" * 400), []),
        (Wanted(text="٣"), []),
        (Wanted(club="none"), ["Hugo Tarrant"]),
        (Wanted(grade="none"), ["Imke Van der Brink"]),
        (Wanted(grade="10k"), ["Élodie Ångström"]),
        (Wanted(text="a", grade="2k"), ["Hugo Tarrant"]),
    ],
    ids=str,
)
def test_players_are_found(people: None, wanted: Wanted, found: list[str]) -> None:
    assert names(wanted) == found


def test_players_are_found_by_club_and_number(people: None) -> None:
    clara = wanted_players(Wanted(text="clara")).get()
    assert names(Wanted(club=str(clara.club_id))) == ["Imke Van der Brink", "Clara Finch"]
    assert names(Wanted(text=f" {clara.pk} ")) == ["Clara Finch"]


def test_a_former_number_finds_whom_it_leads_to(people: None) -> None:
    clara = wanted_players(Wanted(text="clara")).get()
    FormerNumber.objects.create(number=900, player=clara)
    FormerNumber.objects.create(number=901)
    assert names(Wanted(text="900")) == ["Clara Finch"]
    assert names(Wanted(text="901")) == []


@pytest.mark.parametrize(
    ("sort", "rising"),
    [
        ("name", ["Élodie Ångström", "Imke Van der Brink", "Clara Finch", "Hugo Tarrant"]),
        ("number", ["Clara Finch", "Élodie Ångström", "Hugo Tarrant", "Imke Van der Brink"]),
        ("grade", ["Clara Finch", "Hugo Tarrant", "Élodie Ångström", "Imke Van der Brink"]),
        ("club", ["Imke Van der Brink", "Clara Finch", "Élodie Ångström", "Hugo Tarrant"]),
    ],
)
def test_players_are_sorted(people: None, sort: str, rising: list[str]) -> None:
    assert names(Wanted(), sort=sort) == rising
    falling = rising[::-1]
    if sort == "club":
        # Who has no club comes last either way.
        falling = ["Élodie Ångström", "Clara Finch", "Imke Van der Brink", "Hugo Tarrant"]
    assert names(Wanted(), sort=sort, falling=True) == falling


@pytest.mark.parametrize("sort", SORTS)
def test_equals_are_sorted_by_number(sort: str) -> None:
    made = [player(f"{given} Finch", grade="1k").pk for given in ("Bo", "Ada")]
    found = [wanted_player.pk for wanted_player in wanted_players(Wanted(), sort=sort)]
    assert sorted(found) == made
    assert len(set(found)) == 2


@pytest.mark.parametrize("count", [1, 3])
def test_the_clubs_come_with_the_players(count: int) -> None:
    for given in ("Ada", "Bo", "Cy")[:count]:
        player(f"{given} Finch", club=f"Club of {given}")
    assert (
        queries(lambda: [str(wanted_player.club) for wanted_player in wanted_players(Wanted())])
        == 1
    )


@pytest.mark.parametrize(
    ("wanted", "everybody"),
    [(Wanted(), True), (Wanted(text="  "), True), (Wanted(text="a"), False),
     (Wanted(club="none"), False), (Wanted(grade="1k"), False)],
)  # fmt: skip
def test_nothing_asked_for_is_everybody(wanted: Wanted, everybody: bool) -> None:
    assert wanted.is_everybody is everybody


def test_grades_in_use_come_the_strongest_first(people: None) -> None:
    player("Ada Moss", grade="3d")
    assert grades_in_use() == ["3d", "2k", "10k"]
