import pytest

from players.models import FormerNumber
from players.selectors.register import SORTS, Wanted, grades_in_use, wanted_players
from tests.players.people import player
from tests.queries import queries

pytestmark = pytest.mark.django_db


def names(wanted: Wanted, **order: object) -> list[str]:
    return [str(each) for each in wanted_players(wanted, **order)]


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
    found = [each.pk for each in wanted_players(Wanted(), sort=sort)]
    assert sorted(found) == made
    assert len(set(found)) == 2


@pytest.mark.parametrize("count", [1, 3])
def test_the_clubs_come_with_the_players(count: int) -> None:
    for given in ("Ada", "Bo", "Cy")[:count]:
        player(f"{given} Finch", club=f"Club of {given}")
    assert queries(lambda: [str(each.club) for each in wanted_players(Wanted())]) == 1


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
