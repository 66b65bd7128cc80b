import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.models import Club, ClubSettings, Player

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_a_player_shows_the_name_as_typed() -> None:
    assert str(Player(name="Li Wei", given="Wei", family="Li")) == "Li Wei"


def test_a_number_is_given_once_and_never_again() -> None:
    first = Player.objects.create(family="Finch").number
    Player.objects.all().delete()
    assert Player.objects.create(family="Tarrant").number == first + 1


def test_cleaning_recognises_the_parts_and_changes_no_capital() -> None:
    player = Player(name=" imke  van der  Brink ", grade="3D")
    player.full_clean()
    assert (player.name, player.given, player.particle, player.family, player.grade) == (
        "imke van der Brink",
        "imke",
        "van der",
        "Brink",
        "3d",
    )


def test_parts_that_were_corrected_stay() -> None:
    player = Player(name="Li Wei", given="Wei", family="Li")
    player.full_clean()
    assert (player.name, player.given, player.family) == ("Li Wei", "Wei", "Li")


def test_parts_of_another_name_are_recognised_again() -> None:
    player = Player(name="Ann Jones", given="Ann", family="Smith")
    player.full_clean()
    assert (player.name, player.given, player.family) == ("Ann Jones", "Ann", "Jones")


def test_a_name_may_be_given_by_its_parts() -> None:
    player = Player.objects.create(given="Imke", particle="van der", family="Brink")
    assert (player.name, player.name_key) == ("Imke van der Brink", "imke van der brink")


@pytest.mark.parametrize(
    ("values", "field", "message"),
    [
        ({}, "name", "The name is missing."),
        ({"name": "-"}, "name", "“-” is not a name: it has no letter and no digit."),
        ({"name": "x" * 81}, "name", "A name has at most 80 characters, not 81."),
        ({"name": "Finch", "grade": "8d"}, "grade",
         '"8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'),
    ],
    ids=str,
)  # fmt: skip
def test_cleaning_complains_at_the_field(values: dict, field: str, message: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Player(**values).full_clean()
    assert refused.value.message_dict == {field: [message]}


def test_cleaning_refuses_a_name_twice_whatever_its_case() -> None:
    Player.objects.create(given="Clara", family="Finch")
    with pytest.raises(ValidationError) as refused:
        Player(name="CLARA  finch").full_clean()
    assert refused.value.messages == ["A player of this name is already in the register."]


@pytest.mark.parametrize(
    "name", ["ß" * 80, "\ufdfa" * 80, "ΐ" * 80], ids=["sharp s", "ligature", "iota"]
)
def test_the_longest_name_has_room_for_its_keys(name: str) -> None:
    player = Player(name=name)
    player.full_clean()
    player.save()
    player.refresh_from_db()
    assert (player.name, player.name_key) == (name, player.whole_name.key)


def test_a_name_twice_is_refused_by_the_database() -> None:
    Player.objects.create(given="Clara", family="Finch")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(given="clara", family="FINCH")


@pytest.mark.parametrize("values", [{"name": ""}, {"given": "", "family": ""}])
def test_no_name_is_refused_by_the_database(values: dict) -> None:
    player = Player.objects.create(name="Clara Finch")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(**values)


def test_a_rating_over_4000_is_refused_by_the_form_and_the_database() -> None:
    with pytest.raises(ValidationError) as refused:
        Player(name="Clara Finch", rating=4001).full_clean()
    assert list(refused.value.message_dict) == ["rating"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="Clara Finch", rating=4001)


@pytest.mark.parametrize("field", ["national_number", "club_number", "egd_pin"])
def test_a_number_twice_is_refused(field: str) -> None:
    Player.objects.create(name="Clara Finch", **{field: "1234"})
    with pytest.raises(ValidationError, match="Another player has this"):
        Player(name="Hugo Tarrant", **{field: "1234"}).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="Hugo Tarrant", **{field: "1234"})


@pytest.mark.parametrize(
    ("by_particle", "names"),
    [
        (False, ["Berg, Jan van der", "Finch, Clara", "Vos, Ann"]),
        (True, ["Finch, Clara", "van der Berg, Jan", "Vos, Ann"]),
    ],
)
def test_the_register_is_sorted_as_the_club_wants(by_particle: bool, names: list[str]) -> None:
    ClubSettings.objects.create(sorts_by_particle=by_particle)
    for name in ("Ann Vos", "Jan van der Berg", "Clara Finch"):
        Player.objects.create(name=name)
    assert [player.listed_name for player in Player.objects.all()] == names


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
    player = Player(
        name="Finch", born="1958/3/1", telephone="020  7946", fide_number=" 123 ",
        national_number="o 12-3", federation="ned", title="fm",
    )  # fmt: skip
    player.full_clean()
    assert (player.born, player.telephone, player.fide_number) == ("1958-03-01", "020 7946", "123")
    assert (player.national_number, player.federation, player.title) == ("O12-3", "NED", "FM")


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
    assert Player(name="Clara Finch", initials_only=hidden).public_name == shown
