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
    assert refused.value.messages == ["A player of this name is already in the register."]


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


def test_a_middle_name_distinguishes_two_players() -> None:
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


def test_cleaning_writes_personal_fields_in_one_way() -> None:
    player = Player(family="Finch", born="1958/3/1", telephone="020  7946", fide_number=" 123 ")
    player.full_clean()
    assert (player.born, player.telephone, player.fide_number) == ("1958-03-01", "020 7946", "123")


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("born", "2999", "A date of birth is between 1850 and today, not 2999."),
        ("telephone", "ring", "“ring” is not a telephone number. Write digits, with + in front"
         " for another country."),
        ("fide_number", "IRL", "“IRL” is not a FIDE number: digits only, at most 11."),
        ("email", "clara", "Enter a valid email address."),
    ],
)  # fmt: skip
def test_cleaning_complains_at_a_personal_field(field: str, text: str, message: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Player(**{"family": "Finch", field: text}).full_clean()
    assert refused.value.message_dict == {field: [message]}


def test_a_fide_number_twice_is_refused() -> None:
    Player.objects.create(family="Finch", fide_number="1234567")
    with pytest.raises(ValidationError) as refused:
        Player(family="Tarrant", fide_number="1234567").full_clean()
    assert refused.value.messages == ["Another player has this FIDE number."]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(family="Tarrant", fide_number="1234567")


def test_many_players_have_no_fide_number() -> None:
    Player.objects.create(family="Finch")
    Player.objects.create(family="Tarrant")
    assert Player.objects.filter(fide_number="").count() == 2


def test_players_are_sorted_without_accents() -> None:
    for family in ("Zimmer", "Ångström", "abel"):
        Player.objects.create(family=family)
    assert [player.family for player in Player.objects.all()] == ["abel", "Ångström", "Zimmer"]


def test_the_order_of_a_grade_follows_it() -> None:
    player = Player.objects.create(family="Finch", grade="3d")
    assert player.grade_order == 17
    player.grade = ""
    player.save()
    assert player.grade_order == 999


@pytest.mark.parametrize(("hidden", "shown"), [(False, "Clara Finch"), (True, "C. F.")])
def test_the_public_name_is_the_initials_where_asked_for(hidden: bool, shown: str) -> None:
    assert Player(given="Clara", family="Finch", initials_only=hidden).public_name == shown
