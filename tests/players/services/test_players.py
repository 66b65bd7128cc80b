from unittest.mock import patch

import pytest
from django.utils import timezone

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, Session
from events.sessions.scoring.figures.scoring import score_session
from players.domain.names import Name, read_name
from players.models import Club, FormerNumber, Player, PrivateLink, RegisterEntry
from players.models.player import name_fields
from players.selectors.register import Wanted, search_players, wanted_players
from players.services.clubs import rename_club
from players.services.merging import merge_players
from players.services.players import (
    add_missing_players,
    add_player,
    add_players,
    change_player,
    delete_player,
    delete_players,
    empty_bin_of_players,
    mark_demo_players,
    remove_demo_register,
)
from tests.events import factories
from tests.events.factories import DirectorFactory
from tests.players.people import PRIVATE, play, player
from tests.queries import queries

pytestmark = pytest.mark.django_db


def players(*families: str) -> list[Player]:
    return [Player(given="Ada", family=family) for family in families]


def test_players_are_added_with_their_keys_and_logged() -> None:
    added = add_players(players=players("Lamb", "Moss"), by=Actor())

    assert [player.name_key for player in Player.objects.order_by("number")] == [
        "ada lamb",
        "ada moss",
    ]
    assert [entry.number for entry in RegisterEntry.objects.order_by("pk")] == [
        player.pk for player in added
    ]


def test_somebody_who_was_added_meanwhile_refuses_all() -> None:
    Player.objects.create(given="Ada", family="Moss")

    with pytest.raises(Refused) as refused:
        add_players(players=players("Lamb", "Moss"), by=Actor())
    assert str(refused.value) == (
        "Somebody has added one of these players to the register in the meantime. Look again, "
        "then try again."
    )
    assert (Player.objects.count(), RegisterEntry.objects.count()) == (1, 0)


def test_the_number_of_queries_does_not_grow() -> None:
    one = queries(lambda: add_players(players=players("Lamb"), by=Actor()))
    three = queries(lambda: add_players(players=players("Moss", "Dale", "Pym"), by=Actor()))

    assert one == three


CLARA, HUGO = read_name("Clara Finch"), read_name("Hugo Tarrant")


def test_who_is_missing_is_added_with_the_club() -> None:
    club = Club.objects.create(name="Hollybrook")
    known = Player.objects.create(given="clara", family="finch")
    players = add_missing_players(names=[CLARA, HUGO], club=club)
    assert list(players) == ["clara finch", "hugo tarrant"]
    assert players["clara finch"] == known
    assert (str(players["hugo tarrant"]), players["hugo tarrant"].club) == ("Hugo Tarrant", club)
    assert Player.objects.count() == 2


def test_a_name_twice_is_added_once() -> None:
    add_missing_players(names=[HUGO, read_name("HUGO tarrant"), HUGO])
    assert Player.objects.count() == 1


def test_nobody_asked_for_is_nobody_added() -> None:
    assert add_missing_players(names=[]) == {}


def test_a_player_added_by_another_meanwhile_is_taken() -> None:
    def wait() -> None:
        Player.objects.create(given="Clara", family="Finch")

    with patch("players.services.players.change_register", side_effect=wait):
        players = add_missing_players(names=[CLARA, HUGO])
    assert (list(players), Player.objects.count()) == (["clara finch", "hugo tarrant"], 2)


def test_the_register_is_not_locked_for_those_who_are_known() -> None:
    Player.objects.create(given="Clara", family="Finch")
    with patch("players.services.players.change_register") as change_register:
        add_missing_players(names=[CLARA])
    assert change_register.mock_calls == []


def test_all_are_added_or_none() -> None:
    nobody = Name("")
    with pytest.raises(Exception, match="The name is missing"):
        add_missing_players(names=[HUGO, nobody])
    assert Player.objects.count() == 0


def standings(session: Session) -> list[tuple]:
    found = score_session(session).field.standings
    return [(standing.contestant, standing.place, standing.points) for standing in found]


def empty() -> None:
    empty_bin_of_players(before=timezone.now(), by=Actor())


def test_a_player_who_never_played_is_deleted_altogether_in_the_end() -> None:
    clara = player("Clara Finch")
    delete_player(number=clara.pk, by=Actor())
    assert (Player.objects.count(), FormerNumber.objects.count()) == (0, 0)
    empty()
    assert (Player.everybody.count(), FormerNumber.objects.get().number) == (0, clara.pk)
    assert [entry.action for entry in RegisterEntry.objects.all()] == ["erased", "deleted"]
    assert "Clara" not in str(list(RegisterEntry.objects.values_list("before", "after")))


def test_a_player_with_results_leaves_them_as_they_are() -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    factories.enter(session, 1, "420", "50")
    clara = Player.objects.get(given="Clara")
    PrivateLink.objects.create(player=clara, token_hash="0" * 64)
    before = standings(session)
    delete_player(number=clara.pk, by=Actor(device="phone"))
    deleted = Player.everybody.get(pk=clara.pk)
    assert (deleted.full_name, deleted.public_name[:7]) == ("Clara Finch", "Erased-")
    assert standings(session) == before
    empty()
    assert Player.everybody.get(pk=clara.pk).full_name[:7] == "Erased-"
    assert standings(session) == before
    assert "Clara" not in str(list(RegisterEntry.objects.values_list("before", "after")))
    seats = ContestantPlayer.objects.filter(session=session).order_by("place")
    assert [str(seat.player)[:7] for seat in seats] == ["Erased-", "Hugo Ta"]
    assert PrivateLink.objects.count() == 0


def test_a_deleted_player_is_in_no_list() -> None:
    play("Clara Finch", "Hugo Tarrant")
    clara = Player.objects.get(given="Clara")
    delete_player(number=clara.pk, by=Actor())
    assert [str(wanted_player) for wanted_player in wanted_players(Wanted())] == ["Hugo Tarrant"]
    assert list(search_players("erased")) == []
    assert list(search_players(str(clara.pk))) == []


def test_nobody_is_refused() -> None:
    with pytest.raises(Refused, match="This player is no longer in the register"):
        delete_player(number=4711, by=Actor())


def names() -> list[tuple[str, bool]]:
    return [(each.full_name, each.is_demo) for each in Player.objects.all()]


def test_players_of_the_demo_go_and_others_stay() -> None:
    clara, _hugo = player("Clara Finch"), player("Hugo Tarrant")
    mark_demo_players(numbers=[clara.pk])
    remove_demo_register(by=Actor())
    assert names() == [("Hugo Tarrant", False)]


def test_who_played_stays_and_is_the_clubs_own() -> None:
    clara = player("Clara Finch")
    mark_demo_players(numbers=[clara.pk])
    play("Clara Finch")
    remove_demo_register(by=Actor())
    assert names() == [("Clara Finch", False)]


def test_who_was_changed_is_the_clubs_own() -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    mark_demo_players(numbers=[clara.pk, hugo.pk])
    changed = Player.objects.get(pk=clara.pk)
    changed.note = "left-handed"
    change_player(player=changed, fields=["note"], by=Actor())
    assert names() == [("Clara Finch", False), ("Hugo Tarrant", True)]


@pytest.mark.parametrize(("demo", "stays_demo"), [("both", True), ("kept", False), ("gone", False)])
def test_a_record_merged_with_the_clubs_own_is_its_own(demo: str, stays_demo: bool) -> None:
    kept, gone = player("Clara Finch"), player("Klara Finch")
    marked = {"both": [kept.pk, gone.pk], "kept": [kept.pk], "gone": [gone.pk]}[demo]
    mark_demo_players(numbers=marked)
    merge_players(kept=kept.pk, merged=gone.pk, take=[], by=Actor())
    assert names() == [("Clara Finch", stays_demo)]


def test_the_club_of_the_demo_goes_unless_somebody_belongs_to_it() -> None:
    Club.objects.create(name="Hollybrook", is_demo=True)
    Club.objects.create(name="Northern", is_demo=True)
    renamed = Club.objects.create(name="Southern", is_demo=True)
    player("Clara Finch", club="Northern")
    rename_club(club=renamed, name="Ours", by=Actor())
    remove_demo_register(by=Actor())
    assert [(club.name, club.is_demo) for club in Club.objects.all()] == [
        ("Northern", False),
        ("Ours", False),
    ]


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
    empty()
    leads_to = dict(FormerNumber.objects.values_list("number", "player"))
    assert leads_to == {number: None, 900: None}


def test_a_number_is_never_given_again() -> None:
    """Neither by deleting the highest, nor after it was restored and deleted once more."""
    highest = [player(f"{given} Finch").pk for given in ("Ada", "Bo", "Cy")][-1]
    delete_players(numbers=[highest], by=Actor())
    empty()
    assert player("Di Finch").pk == highest + 1
    restored = Player(number=highest, given="Cy", family="Finch")
    restored.save(force_insert=True)
    delete_players(numbers=[highest, highest + 1], by=Actor())
    empty()
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
