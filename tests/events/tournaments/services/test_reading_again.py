from dataclasses import replace
from pathlib import Path

import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Entry, LogEntry
from events.models import Tournament as StoredTournament
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.formats.krause.reader import read
from events.tournaments.selectors.reading_again import state_of
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.krause import import_tournament
from events.tournaments.services.reading_again import update_from_file
from players.models import Player

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
