import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from players.domain.names import read_name
from players.models import Club, FormerNumber, Player, RegisterEntry
from players.models.player import name_fields
from players.services.players import add_player, change_player, delete_players
from tests.events.factories import DirectorFactory
from tests.players.people import PRIVATE, play, player

pytestmark = pytest.mark.django_db


def last_entry() -> tuple:
    entry = RegisterEntry.objects.latest("pk")
    return entry.number, entry.action, entry.before, entry.after


def test_a_player_is_added_with_a_club_and_an_entry() -> None:
    clara = Player(given="Clara", family="Finch", **PRIVATE)
    director = DirectorFactory()
    add_player(player=clara, club="Hollybrook", by=Actor(director, "Phone"))
    assert str(Player.objects.get().club) == "Hollybrook"
    entry = RegisterEntry.objects.get()
    assert (entry.user, entry.device) == (director, "Phone")
    assert last_entry() == (clara.pk, "added", {}, {})


def test_a_player_without_a_club_has_none() -> None:
    add_player(player=Player(family="Finch"), by=Actor())
    assert (Player.objects.get().club, Club.objects.count()) == (None, 0)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"family": "FINCH"}, "A player of this name is already in the register."),
        ({"family": "Moss", "fide_number": "12"}, "Another player has this FIDE number."),
    ],
)
def test_who_was_added_meanwhile_is_refused(values: dict, sentence: str) -> None:
    player("Finch", fide_number="12")
    with pytest.raises(Refused) as refused:
        add_player(player=Player(**values), club="Hollybrook", by=Actor())
    assert str(refused.value) == sentence
    assert (Player.objects.count(), RegisterEntry.objects.count()) == (1, 0)


def test_a_change_is_logged_with_both_values() -> None:
    clara = player("Clara Finch", club="Hollybrook", email="old@example.org")
    clara.set_name(read_name("Clara Tarrant"))
    clara.email, clara.initials_only = "", True
    change_player(player=clara, club="Westmere", by=Actor())
    assert last_entry() == (
        clara.pk,
        "changed",
        {
            **name_fields(read_name("Clara Finch")),
            "club": "Hollybrook",
            "email": "old@example.org",
            "initials_only": False,
        },
        {
            **name_fields(read_name("Clara Tarrant")),
            "club": "Westmere",
            "email": "",
            "initials_only": True,
        },
    )
    clara.refresh_from_db()
    assert (str(clara), clara.search_text, str(clara.club)) == (
        "Clara Tarrant",
        "clara tarrant",
        "Westmere",
    )


def test_no_change_is_not_logged() -> None:
    clara = player("Clara Finch", club="Hollybrook")
    change_player(player=clara, club="Hollybrook", by=Actor())
    assert RegisterEntry.objects.count() == 0


def test_a_change_of_somebody_deleted_is_refused() -> None:
    clara = player("Clara Finch")
    Player.objects.all().delete()
    with pytest.raises(Refused, match="no longer in the register"):
        change_player(player=clara, by=Actor())


def test_a_change_to_a_taken_name_is_refused() -> None:
    player("Hugo Tarrant")
    clara = player("Clara Finch")
    clara.set_name(read_name("Hugo Tarrant"))
    with pytest.raises(Refused, match=r"A player of this name is already in the register\."):
        change_player(player=clara, by=Actor())
    assert RegisterEntry.objects.count() == 0


def test_those_who_never_played_are_deleted_and_logged() -> None:
    clara = player("Clara Finch", club="Hollybrook", email="clara@example.org")
    hugo, _other = player("Hugo Tarrant"), player("Imke Brink")
    assert delete_players(numbers=[hugo.pk, clara.pk], by=Actor()) == 2
    assert [str(each) for each in Player.objects.all()] == ["Imke Brink"]
    entries = RegisterEntry.objects.order_by("number").values_list("number", "action", "before")
    assert list(entries) == [
        (
            clara.pk,
            "deleted",
            {
                "name": "Clara Finch",
                "given": "Clara",
                "family": "Finch",
                "club": "Hollybrook",
                "email": "clara@example.org",
            },
        ),
        (hugo.pk, "deleted", {"name": "Hugo Tarrant", "given": "Hugo", "family": "Tarrant"}),
    ]
    assert list(FormerNumber.objects.values_list("number", "player")) == [
        (clara.pk, None),
        (hugo.pk, None),
    ]


def test_nobody_is_deleted_when_one_has_played() -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    play("Clara Finch")
    with pytest.raises(Refused) as refused:
        delete_players(numbers=[clara.pk, hugo.pk], by=Actor())
    assert str(refused.value) == ("Nobody was deleted, because somebody has played: Clara Finch.")
    assert (Player.objects.count(), RegisterEntry.objects.count()) == (2, 0)


def test_more_than_one_question_takes_are_deleted() -> None:
    numbers = [player(f"{given}{family} Finch").pk for given in "ABCD" for family in "abcdef"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("players.services.players.BATCH_SIZE", 5)
        assert delete_players(numbers=numbers, by=Actor()) == 24
    assert (Player.objects.count(), RegisterEntry.objects.count()) == (0, 24)


def test_a_merged_player_who_never_played_may_be_deleted_later() -> None:
    clara = player("Clara Finch")
    number = clara.pk
    FormerNumber.objects.create(number=900, player=clara)
    delete_players(numbers=[number], by=Actor())
    leads_to = dict(FormerNumber.objects.values_list("number", "player"))
    assert leads_to == {number: None, 900: None}


def test_a_number_is_never_given_again() -> None:
    """Neither by deleting the highest, nor after it was restored and deleted once more."""
    highest = [player(f"{given} Finch").pk for given in ("Ada", "Bo", "Cy")][-1]
    delete_players(numbers=[highest], by=Actor())
    assert player("Di Finch").pk == highest + 1
    restored = Player(number=highest, given="Cy", family="Finch")
    restored.save(force_insert=True)
    delete_players(numbers=[highest, highest + 1], by=Actor())
    assert player("Ed Finch").pk == highest + 2


def test_a_change_of_a_part_is_logged_with_the_whole_name() -> None:
    wei = player("Li Wei")
    wei.given, wei.family = "Wei", "Li"
    change_player(player=wei, fields=["given", "family"], by=Actor())
    assert last_entry() == (
        wei.pk,
        "changed",
        {"name": "Li Wei", "given": "Li", "particle": "", "family": "Wei"},
        {"name": "Li Wei", "given": "Wei", "particle": "", "family": "Li"},
    )


def test_a_changed_name_has_its_own_parts() -> None:
    clara = player("Clara Finch")
    clara.name = "Clara van der Moss"
    clara.full_clean()
    change_player(player=clara, fields=["name"], by=Actor())
    clara.refresh_from_db()
    assert (clara.given, clara.particle, clara.family) == ("Clara", "van der", "Moss")


def test_only_the_fields_that_are_named_are_changed() -> None:
    clara = player("Clara Finch", club="Hollybrook", grade="1k")
    Player.objects.filter(pk=clara.pk).update(grade="3d")
    clara.grade, clara.note = "2k", "Left-handed"
    change_player(player=clara, club="", fields=["note"], by=Actor())

    stored = Player.objects.get(pk=clara.pk)
    assert (stored.grade, stored.note, str(stored.club)) == ("3d", "Left-handed", "Hollybrook")
    assert clara.grade == "3d"
