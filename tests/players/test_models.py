import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.models import Club, Player

pytestmark = pytest.mark.django_db


def test_a_player_shows_the_full_name() -> None:
    assert str(Player(given="Imke", middle="van der", family="Brink")) == "Imke van der Brink"


def test_a_number_is_given_once_and_never_again() -> None:
    first = Player.objects.create(family="Finch").number
    Player.objects.all().delete()
    assert Player.objects.create(family="Tarrant").number == first + 1


def test_cleaning_sets_capitals_and_small_grades() -> None:
    player = Player(given="zelda", middle=" van  der ", family="o’hare", grade="3D")
    player.full_clean()
    assert (player.given, player.middle, player.family, player.grade) == (
        "Zelda",
        "Van der",
        "O'hare",
        "3d",
    )


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"family": ""}, "family"),
        ({"family": "Finch2"}, "family"),
        ({"family": "²"}, "family"),
        ({"family": "Finch", "given": "Clara Ann"}, "given"),
        ({"family": "Finch", "middle": "-"}, "middle"),
        ({"family": "Finch", "grade": "8d"}, "grade"),
        ({"family": "ß" * 41}, "family"),
        ({"family": "\ufdfa" * 5}, "family"),
    ],
    ids=str,
)
def test_cleaning_complains_at_the_field(values: dict, field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Player(**values).full_clean()
    assert list(refused.value.message_dict) == [field]


def test_cleaning_refuses_a_name_twice_whatever_its_case() -> None:
    Player.objects.create(given="Clara", family="Finch")
    with pytest.raises(ValidationError) as refused:
        Player(given="CLARA", family="finch").full_clean()
    assert refused.value.messages == ["A player of this name is in the register already."]


@pytest.mark.parametrize(
    ("given", "middle", "family"),
    [("ß" * 40, "ß" * 40, "ß" * 40), ("\ufdfa" * 4,) * 3, ("ΐ" * 26,) * 3],
    ids=["sharp s", "ligature", "iota"],
)
def test_the_longest_name_has_room_for_its_keys(given: str, middle: str, family: str) -> None:
    player = Player(given=given, middle=middle, family=family)
    player.full_clean()
    player.save()
    player.refresh_from_db()
    assert player.name_key == player.name.key


def test_a_name_twice_is_refused_by_the_database() -> None:
    Player.objects.create(given="Clara", family="Finch")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(given="clara", family="FINCH")


def test_a_middle_name_tells_two_players_apart() -> None:
    Player.objects.create(given="Clara", family="Finch")
    Player.objects.create(given="Clara", middle="Ann", family="Finch")
    assert Player.objects.count() == 2


def test_no_family_name_is_refused_by_the_database() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(given="Clara", family="")


def test_a_club_of_a_player_is_protected() -> None:
    club = Club.objects.create(name="Hollybrook")
    Player.objects.create(family="Finch", club=club)
    with pytest.raises(Exception, match="protected"):
        club.delete()


def test_a_club_twice_is_refused_by_the_database() -> None:
    Club.objects.create(name="Hollybrook")
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(name="Hollybrook")
