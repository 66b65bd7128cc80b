from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, Game, LogEntry, Tournament as StoredTournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import Award, Entrant, Tournament
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.egf import read_h9
from events.tournaments.files.formats.egf_writer import write_h9
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.selectors import differences_of, state_of
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.files.services.storing import store_tournament
from events.tournaments.files.services.updating import update_from_file
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from players.models import Player
from tests.events.tournaments import cups
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_facts import EVERY, FORFEITED
from tests.events.tournaments.files.services.test_storing import FULL

pytestmark = pytest.mark.django_db

CLUB = read(Path("tests/data/krause/club.tab").read_bytes().decode()).tournament

TEAMS = read(Path("tests/data/krause/teams26.tab").read_bytes().decode()).tournament


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


def test_the_same_file_of_teams_again_changes_nothing() -> None:
    value = read(teams_file(*EVERY, cells=FORFEITED)).tournament
    stored = import_tournament(value=value, by=Actor())

    assert not differences_of(stored, value).any
    update(stored, value)
    assert tournament_value(StoredTournament.objects.get()) == value


def test_an_earlier_file_takes_results_back() -> None:
    stored = cups.for_fun(import_tournament(value=CLUB, by=Actor()))

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
    file = read_h9(write_h9(before)).tournament

    assert file.entrants[0].family == "Lamb"
    differences = differences_of(made, file)
    assert (
        differences.renumbered,
        differences.changed,
        differences.new,
        differences.corrected,
    ) == (0, (), 0, ())

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

    update(made, read_h9("\n".join(["; EV[Spring cup]", *rows])).tournament)
    after = tournament_value(StoredTournament.objects.get())
    assert [(each.number, each.family) for each in after.entrants] == [
        (1, "Finch"),
        (2, "Tarrant"),
        (3, "Moss"),
    ]
    assert [each.results[0].opponent for each in after.entrants] == [None, 3, 2]


def known() -> StoredTournament:
    """A tournament with what most files have not; number 2 has left, number 3 never came."""
    value = replace(
        FULL,
        entrants=(
            replace(FULL.entrants[0], title="GM", club="Mill Lane"),
            replace(FULL.entrants[1], title="NM", club="Water Mill", left_after=1),
            replace(FULL.entrants[2], club="Water Mill"),
            Entrant(4, "Left", "Lea", club="Mill Lane", left_after=0),
        ),
        awards=(Award(1, 1, Fraction(1)),),
        lot=Colour.BLACK,
    )
    return store_tournament(value=value, by=Actor())


def facts(stored: StoredTournament) -> list[tuple[object, ...]]:
    entries = stored.entries.order_by("family", "given")
    return list(entries.values_list("family", "title", "club", "withdrawn_after"))


@pytest.mark.parametrize("format_", Format)
@pytest.mark.parametrize("way", ["update", "copy"])
def test_a_file_again_keeps_clubs_titles_and_who_has_left(format_: Format, way: str) -> None:
    made = known()
    before = facts(made), tournament_value(made)
    file = read(write(before[1], format=format_).text).tournament

    stored = update(made, file) if way == "update" else import_tournament(value=file, by=Actor())
    assert facts(stored) == before[0]
    if way == "update":
        after = tournament_value(stored)
        assert (after.teams, after.awards, after.lot) == (
            before[1].teams, before[1].awards, before[1].lot,
        )  # fmt: skip


def test_a_file_without_teams_and_without_who_has_left_takes_nothing() -> None:
    made = known()
    value = tournament_value(made)
    file = replace(
        value, teams=(), awards=(), lot=None,
        entrants=(*value.entrants[:3], Entrant(4, "New", "Nat")),
    )  # fmt: skip

    assert [entrant.family for entrant in differences_of(made, file).removed] == []
    after = tournament_value(update(made, file))
    assert (after.teams, after.awards, after.lot) == (value.teams, value.awards, value.lot)
    assert dict(made.entries.values_list("family", "number"))["Left"] is None
    assert after.entrants[3].family == "New"
