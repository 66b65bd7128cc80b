from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Entry, Game, LogEntry
from events.models import Tournament as StoredTournament
from events.tournaments.domain.pairings import Pairings
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.formats.egf.reader import read_h9
from events.tournaments.formats.egf.writer import write_h9
from events.tournaments.formats.krause.reader import read
from events.tournaments.selectors.reading_again import differences_of, state_of
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.krause import import_tournament
from events.tournaments.services.pairing import set_pairings
from events.tournaments.services.reading_again import update_from_file
from events.tournaments.services.results import enter_result
from players.models import Player
from tests.events.tournaments import cups

CLUB = read(Path("tests/data/krause/club.tab").read_bytes().decode()).tournament
TEAMS = read(Path("tests/data/krause/teams26.tab").read_bytes().decode()).tournament

pytestmark = pytest.mark.django_db


def after(value: Tournament, rounds: int) -> Tournament:
    """The tournament as its file was after so many rounds."""
    entrants = tuple(
        replace(each, results=(*each.results[:rounds], *[None] * (value.rounds - rounds)))
        for each in value.entrants
    )
    return replace(value, entrants=entrants)


def update(stored: StoredTournament, value: Tournament) -> StoredTournament:
    return update_from_file(tournament=stored, value=value, seen=state_of(stored), by=Actor())


@pytest.mark.parametrize("value", [CLUB, TEAMS])
def test_a_file_of_a_later_round_brings_its_results(value: Tournament) -> None:
    stored = import_tournament(value=after(value, 1), by=Actor())
    entries = list(Entry.objects.order_by("number").values_list("pk", "player"))

    update(stored, value)

    assert tournament_value(StoredTournament.objects.get()) == value
    assert list(Entry.objects.order_by("number").values_list("pk", "player")) == entries
    newest = LogEntry.objects.filter(tournament=stored).first()
    assert newest
    assert newest.action == "imported"
    assert newest.before["results"] < newest.after["results"]


def test_an_earlier_file_takes_results_back() -> None:
    stored = import_tournament(value=CLUB, by=Actor())

    update(stored, after(CLUB, 1))

    assert tournament_value(StoredTournament.objects.get()) == after(CLUB, 1)


def test_numbers_that_are_exchanged() -> None:
    stored = import_tournament(value=after(CLUB, 0), by=Actor())
    first, second, *others = after(CLUB, 0).entrants
    exchanged = (replace(second, number=1), replace(first, number=2), *others)

    update(stored, replace(after(CLUB, 0), entrants=exchanged))

    assert tournament_value(StoredTournament.objects.get()).entrants == exchanged


def test_who_is_new_joins_and_who_is_gone_leaves() -> None:
    stored = import_tournament(value=after(CLUB, 0), by=Actor())
    kept = after(CLUB, 0).entrants[1:]
    late = Entrant(30, "Late", "Lotte", results=(None,) * CLUB.rounds)

    update(stored, replace(after(CLUB, 0), entrants=(*kept, late)))

    numbers = list(Entry.objects.order_by("number").values_list("number", flat=True))
    assert numbers == [each.number for each in kept] + [30]
    assert Player.objects.filter(family="Late").count() == 1
    assert Player.objects.filter(family=CLUB.entrants[0].family).count() == 1


def test_what_the_director_has_set_stays() -> None:
    stored = import_tournament(value=after(CLUB, 1), by=Actor())
    entry = stored.entries.get(number=2)
    entry.absent_rounds, entry.club = [3], "Mill Lane"
    entry.save()
    waiting = Entry.objects.create(tournament=stored, family="Wait", identity="77")
    StoredTournament.objects.update(tie_breaks=["SB"], counting_members=3)
    slug = stored.slug

    update(StoredTournament.objects.get(), CLUB)

    entry.refresh_from_db()
    waiting.refresh_from_db()
    now = StoredTournament.objects.get()
    assert (entry.absent_rounds, entry.club) == ([3], "Mill Lane")
    assert (waiting.number, waiting.identity) == (None, "77")
    assert (now.slug, now.counting_members, now.tie_breaks) == (slug, 3, ["SB"])


def test_a_change_in_the_meantime_is_not_overwritten() -> None:
    stored = import_tournament(value=after(CLUB, 1), by=Actor())
    seen = state_of(stored)
    stored.entries.filter(number=1).update(family="Corrected")

    with pytest.raises(Refused, match="has been changed since this page was opened"):
        update_from_file(tournament=stored, value=CLUB, seen=seen, by=Actor())
    assert stored.entries.get(number=1).family == "Corrected"
    assert LogEntry.objects.filter(tournament=stored, action="imported").count() == 1


def test_a_result_file_of_go_over_its_own_tournament_changes_nothing() -> None:
    names = [("Dale", "Kirsten"), ("Ekman", "Ulf"), ("Finch", "Clara"), ("Lamb", "Edith")]
    made = cups.tournament(
        discipline="go", kind="McMahon", tie_breaks=["MMS", "SOS", "SOSOS"], rounds=2
    )
    Entry.objects.bulk_create(
        Entry(tournament=made, number=number, family=family, given=given, grade=grade)
        for (number, grade), (family, given) in zip(
            enumerate(("5k", "4k", "1k", "1d"), start=1), names, strict=True
        )
    )
    pairings = Pairings(((4, 1), (3, 2)), (), (3, 0), (None, Fraction(11, 2)))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    for board, typed in ((1, "1"), (2, "0")):
        game = Game.objects.get(round__number=1, board_number=board)
        enter_result(tournament=made, game_id=game.pk, text=typed, by=Actor())
    cups.play(made, 2, (4, 2, "1"))
    before = tournament_value(made)
    file = read_h9(write_h9(before))

    assert file.entrants[0].family == "Lamb"
    found = differences_of(made, file)
    assert (found.renumbered, found.changed, found.new, found.corrected) == (0, (), 0, ())

    update(made, file)
    after = tournament_value(StoredTournament.objects.get())
    assert [(each.number, each.family, each.results) for each in after.entrants] == [
        (each.number, each.family, each.results) for each in before.entrants
    ]


def test_who_is_new_in_a_result_file_gets_a_number_behind_the_others() -> None:
    made = cups.tournament(entries=2, discipline="go", kind="McMahon", tie_breaks=["MMS"], rounds=1)
    rows = (
        "1 Moss_Quentin 1d NL x 30 2+/w0",
        "2 Tarrant_Hugo 2d NL x 30 1-/b0",
        "3 Finch_Clara 1k NL x 29 0+",
    )

    update(made, read_h9("\n".join(["; EV[Spring cup]", *rows])))
    after = tournament_value(StoredTournament.objects.get())
    assert [(each.number, each.family) for each in after.entrants] == [
        (1, "Finch"),
        (2, "Tarrant"),
        (3, "Moss"),
    ]
    assert [each.results[0].opponent for each in after.entrants] == [None, 3, 2]
