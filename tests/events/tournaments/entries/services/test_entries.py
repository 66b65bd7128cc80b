from typing import Any

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, LogEntry, Team, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.entries.services import entries as service
from events.tournaments.entries.services.entries import change_entry, join_team
from events.tournaments.rounds.services.pairings import set_pairings
from players.domain.names import read_name
from players.models import Club, Player
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry

pytestmark = pytest.mark.django_db

BY = Actor()


def player(name: str, **facts: Any) -> Player:
    return Player.objects.create(name=name, **facts)


def numbered(tournament: Tournament) -> list[tuple[int | None, str]]:
    return list(tournament.entries.values_list("number", "family"))


def paired() -> Tournament:
    made = cups.tournament(entries=3)
    set_pairings(round=made.rounds.get(number=2), pairings=Pairings(((1, 2),)), by=BY)
    return made


def test_a_player_of_the_register_is_entered_with_what_it_knows() -> None:
    made = cups.tournament(entries=2)
    clara = player(
        "Clara Anne Finch",
        grade="3d",
        club=Club.objects.create(name="Hollybrook"),
        fide_number="7654321",
        born="1990-02-03",
        title="WFM",
        rating=1987,
        gender="w",
        federation="NED",
    )
    [added] = service.add_players(tournament=made, players=[clara], by=BY)
    added.refresh_from_db()
    assert (added.number, added.player, added.registered, added.name) == (
        3,
        clara,
        True,
        "Finch, Clara Anne",
    )
    assert (added.grade, added.club, added.identity, added.born) == (
        "3d",
        "Hollybrook",
        "7654321",
        "1990-02-03",
    )
    assert (added.title, added.rating, added.sex, added.federation) == ("WFM", 1987, "w", "NED")
    logged = LogEntry.objects.filter(tournament=made).first()
    assert (logged.action, logged.after) == ("entries", {"added": ["Finch, Clara Anne"]})


def test_an_entry_has_only_what_a_file_of_a_tournament_can_hold() -> None:
    imke = player("Imke van der Brink", title="Bronze Life Master", rating=4000, gender="x")
    [added] = service.add_players(tournament=cups.tournament(), players=[imke], by=BY)
    assert (added.name, added.title, added.rating, added.sex) == (
        "van der Brink, Imke", "", None, "",
    )  # fmt: skip


@pytest.mark.parametrize(("discipline", "federation"), [("go", "NL"), ("chess", "")])
def test_in_go_the_country_of_the_register_counts(discipline: str, federation: str) -> None:
    player = Player.objects.create(family="Finch", given="Clara", country="NL")
    made = cups.tournament(discipline=discipline)
    service.add_players(tournament=made, players=[player], by=Actor())

    assert made.entries.get().federation == federation


def test_a_new_name_is_added_to_the_register() -> None:
    made = cups.tournament()
    hugo = player("Hugo Tarrant")
    service.add_names(
        tournament=made, names=[read_name("Clara Finch"), read_name("hugo tarrant")], by=BY
    )
    assert list(made.entries.values_list("number", "player__family", "player__given")) == [
        (1, "Finch", "Clara"),
        (2, "Tarrant", "Hugo"),
    ]
    assert Player.objects.count() == 2
    assert made.entries.get(number=2).player == hugo


def test_who_is_not_registered_has_no_number_yet() -> None:
    made = cups.tournament(entries=1)
    service.add_players(tournament=made, players=[player("Ada Ash")], by=BY, registered=False)
    service.add_players(tournament=made, players=[player("Bo Birch")], by=BY)
    assert numbered(made) == [(1, "Finch"), (2, "Birch"), (None, "Ash")]


def test_a_player_is_entered_once_and_then_nobody_of_the_list() -> None:
    made = cups.tournament()
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    service.add_players(tournament=made, players=[clara], by=BY)
    for twice in ([hugo, clara], [hugo, hugo]):
        with pytest.raises(Refused) as refused:
            service.add_players(tournament=made, players=twice, by=BY)
        assert str(refused.value) == (
            f"{twice[1].family}, {twice[1].given} is already in the tournament."
        )
    assert numbered(made) == [(1, "Finch")]


def test_an_identity_of_another_entry_is_refused() -> None:
    made = cups.tournament(entries=1)
    Entry.objects.update(identity="7654321")
    with pytest.raises(Refused) as refused:
        service.add_players(
            tournament=made, players=[player("Ada Ash", fide_number="7654321")], by=BY
        )
    assert str(refused.value) == "Ash, Ada has the number 7654321 of another player."


def test_the_numbers_end_at_9999() -> None:
    made = cups.tournament(entries=1)
    Entry.objects.update(number=9999)
    with pytest.raises(Refused, match="at most 9999 players"):
        service.add_players(tournament=made, players=[player("Ada Ash")], by=BY)


def test_an_entry_may_bring_further_facts() -> None:
    made = cups.tournament()
    prepared = service.entry_of(player("Ada Ash"), made, group="A~", absent_rounds=[2])
    service.add_entries(tournament=made, entries=[prepared], by=BY)
    stored = made.entries.get()
    assert (stored.group, stored.absent_rounds, stored.registered) == ("A~", [2], False)
    wrong = service.entry_of(player("Bo Birch"), made, group="??")
    with pytest.raises(Refused, match="A group is"):
        service.add_entries(tournament=made, entries=[wrong], by=BY)


def test_a_changed_entry_is_stored_and_logged() -> None:
    first = entry(cups.tournament(entries=2), 1)
    first.rating, first.title = 2200, "FM"
    service.change_entry(entry=first, fields=["rating", "title"], by=BY)
    first.refresh_from_db()
    assert (first.rating, first.title) == (2200, "FM")
    logged = LogEntry.objects.filter(tournament=first.tournament).first()
    assert (logged.before, logged.after) == (
        {"entry": "1 Finch, Clara", "rating": "1990", "title": ""},
        {"entry": "1 Finch, Clara", "rating": "2200", "title": "FM"},
    )


def test_nothing_changed_is_not_logged() -> None:
    first = entry(cups.tournament(entries=1), 1)
    service.change_entry(entry=first, fields=[], by=BY)
    assert LogEntry.objects.filter(action="entries").count() == 0


def test_a_number_of_somebody_else_is_refused() -> None:
    first = entry(cups.tournament(entries=2), 1)
    first.number = 2
    with pytest.raises(Refused, match="This starting number is taken"):
        service.change_entry(entry=first, fields=["number"], by=BY)


def test_who_has_results_keeps_a_number() -> None:
    first = entry(paired(), 1)
    first.number = None
    with pytest.raises(Refused) as refused:
        service.change_entry(entry=first, fields=["number"], by=BY)
    assert str(refused.value) == "Finch, Clara has results and needs a starting number."


def test_an_entry_without_results_is_removed() -> None:
    made = paired()
    service.remove_entry(entry=entry(made, 3), by=BY)
    assert numbered(made) == [(1, "Finch"), (2, "Tarrant")]
    logged = LogEntry.objects.filter(tournament=made).first()
    assert logged.before == {"removed": ["3 Lamb, Edith"]}


def test_an_entry_with_results_stays() -> None:
    made = paired()
    with pytest.raises(Refused) as refused:
        service.remove_entry(entry=entry(made, 1), by=BY)
    assert str(refused.value) == (
        "Finch, Clara has results and cannot be removed. Withdraw the player instead."
    )
    assert made.entries.count() == 3


def test_a_player_withdraws_and_comes_back() -> None:
    first = entry(paired(), 1)
    service.withdraw_entry(entry=first, after_round=2, by=BY)
    first.refresh_from_db()
    assert [first.attends(number) for number in (2, 3)] == [True, False]
    service.withdraw_entry(entry=first, after_round=None, by=BY)
    first.refresh_from_db()
    assert first.withdrawn_after is None


def test_nobody_withdraws_before_a_round_with_a_result() -> None:
    with pytest.raises(Refused) as refused:
        service.withdraw_entry(entry=entry(paired(), 1), after_round=1, by=BY)
    assert str(refused.value) == "Finch, Clara has a result in a round after round 1."


VIRTUAL = {
    "match": "0", "game": "1", "first_round": 1, "last_round": 2, "first": 1, "last": 12,
}  # fmt: skip


def join(tournament: Tournament, number: int, name: str) -> None:
    join_team(entry=entry(tournament, number), name=name, by=BY)


def teams(tournament: Tournament) -> dict[str, list[int | None]]:
    return {
        team.name: list(team.members.order_by("team_place").values_list("number", flat=True))
        for team in Team.objects.filter(tournament=tournament)
    }


def test_who_joins_a_team_comes_last_in_it() -> None:
    made = cups.tournament(entries=3)
    for number, name in ((3, "The Rooks"), (1, "the  rooks"), (2, "Knights")):
        join(made, number, name)
    assert teams(made) == {"The Rooks": [3, 1], "Knights": [2]}


def test_who_changes_the_team_leaves_the_other_and_an_empty_one_goes() -> None:
    made = cups.tournament(entries=2)
    for number, name in ((1, "Rooks"), (2, "Rooks"), (1, "Knights"), (2, "")):
        join(made, number, name)
    assert teams(made) == {"Knights": [1]}
    assert entry(made, 2).team is None


def test_the_same_team_again_is_not_logged() -> None:
    made = cups.tournament(entries=1)
    for name in ("Rooks", "ROOKS", ""):
        join(made, 1, name)
    logged = LogEntry.objects.filter(tournament=made, action="entries").order_by("pk")
    assert [(log_entry.before, log_entry.after) for log_entry in logged] == [
        ({"entry": "1 Finch, Clara", "team": ""}, {"entry": "1 Finch, Clara", "team": "Rooks"}),
        ({"entry": "1 Finch, Clara", "team": "Rooks"}, {"entry": "1 Finch, Clara", "team": ""}),
    ]


def test_a_team_of_another_tournament_is_another_team() -> None:
    made, other = cups.tournament(entries=1), cups.tournament(entries=1)
    join(made, 1, "Rooks")
    join(other, 1, "Rooks")
    assert (teams(made), teams(other)) == ({"Rooks": [1]}, {"Rooks": [1]})


def test_a_refused_entry_joins_no_team() -> None:
    made = cups.tournament(entries=2)
    first = entry(made, 1)
    first.number = 2
    with pytest.raises(Refused):
        change_entry(entry=first, fields=["number"], team_name="Rooks", by=BY)
    assert teams(made) == {}


def test_a_name_that_is_too_long_is_refused() -> None:
    made = cups.tournament(entries=1)
    with pytest.raises(Refused, match="at most 100 characters"):
        join(made, 1, "x" * 101)
