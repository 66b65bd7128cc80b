import datetime
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, Game, LogEntry, RoundResult, Tournament as StoredTournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import (
    Award,
    Entrant,
    Forbidden,
    PreservedLine,
    Team,
    Tournament,
)
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.egf import read_h9
from events.tournaments.files.formats.egf_writer import write_h9
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.selectors import differences_of, state_of
from events.tournaments.files.services import import_tournament, store_tournament, update_from_file
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from players.models import Player, RegisterEntry
from tests.events.tournaments import cups, strategies
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_facts import EVERY, FORFEITED

DATA = Path("tests/data/krause")

FILES = {
    "club.tab": Format.TRF16,
    "trf26.tab": Format.TRF26,
    "teams26.tab": Format.TRF26,
    "krause2006.tab": Format.KRAUSE,
}

pytestmark = pytest.mark.django_db


def value_of(name: str) -> Tournament:
    return read((DATA / name).read_bytes().decode()).tournament


@pytest.mark.parametrize(("name", "format_"), FILES.items())
def test_a_file_comes_back_to_the_byte_from_the_database(name: str, format_: Format) -> None:
    stored = import_tournament(value=value_of(name), by=Actor())

    value = tournament_value(stored)
    assert value == value_of(name)
    assert write(value, format=format_).text.encode() == (DATA / name).read_bytes()


def test_new_players_are_added_to_the_register_and_logged() -> None:
    stored = import_tournament(value=value_of("club.tab"), by=Actor())

    players = Player.objects.order_by("number")
    assert [str(player) for player in players] == [
        "Edith Lamb", "Quentin Moss", "Łucja Żurek", "Jan Willem van der Berg",
        "Mary-Jane O’Neill", "Xenie Kovář", "Walter Pym", "Ulf Ekman", "Kirsten Dale",
    ]  # fmt: skip
    assert RegisterEntry.objects.count() == 9
    entries = Entry.objects.filter(tournament=stored).order_by("number")
    assert [entry.player for entry in entries] == list(players)
    assert entries[4].name == "O’Neill, Mary-Jane"
    assert [entry.action for entry in LogEntry.objects.filter(tournament=stored)] == [
        "imported", "created",
    ]  # fmt: skip


def test_known_players_are_linked_and_left_as_they_are() -> None:
    edith = Player.objects.create(given="Edith", family="Lamb", country="Wales")
    stored = import_tournament(value=value_of("club.tab"), by=Actor())

    edith.refresh_from_db()
    assert (edith.country, edith.born) == ("Wales", "")
    assert Entry.objects.get(tournament=stored, number=1).player == edith
    assert Player.objects.count() == 9


def test_somebody_else_of_the_same_name_is_entered_without_a_player() -> None:
    Player.objects.create(given="Edith", family="Lamb")
    stored = import_tournament(value=value_of("club.tab"), by=Actor(), strangers=[1, 2])

    assert Entry.objects.get(tournament=stored, number=1).player is None
    assert Entry.objects.exclude(player=None).count() == 8


def test_nobody_is_added_to_the_register_when_that_is_wished() -> None:
    import_tournament(value=value_of("club.tab"), by=Actor(), add_new=False)

    assert (Player.objects.count(), Entry.objects.filter(player=None).count()) == (0, 9)


def test_importing_twice_makes_two_tournaments_and_adds_nobody_twice() -> None:
    one = import_tournament(value=value_of("club.tab"), by=Actor())
    two = import_tournament(value=value_of("club.tab"), by=Actor())

    assert (one.slug, two.slug) == (
        "mill-lane-club-championship", "mill-lane-club-championship-2",
    )  # fmt: skip
    assert Player.objects.count() == 9


def test_a_tournament_not_yet_begun_is_stored_without_rounds() -> None:
    text = "012 Lakeside Open\n042 2026/03/07\n001    1      Lamb,Edith\n001    2      Moss,Ada\n"
    stored = import_tournament(value=read(text).tournament, by=Actor())

    assert (stored.rounds_planned, stored.entries.count()) == (0, 2)
    assert not stored.registration_is_closed
    assert tournament_value(stored) == read(text).tournament


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"name": ""}, "The tournament's name is missing; enter one."),
        ({"start": None}, "The start date is missing; enter it."),
        ({"start": date(2027, 1, 1)}, "The tournament starts after its last day."),
    ],
)
def test_a_tournament_that_cannot_be_stored_leaves_nothing_behind(
    facts: dict[str, object], message: str
) -> None:
    value = replace(value_of("club.tab"), **facts)  # type: ignore[arg-type]

    with pytest.raises(Refused) as refused:
        import_tournament(value=value, by=Actor())
    assert str(refused.value) == message
    assert (StoredTournament.objects.count(), Player.objects.count()) == (0, 0)


def result(opponent: int | None, colour: Colour | None, code: str) -> Result:
    return Result(opponent, colour, Code(code))


def entrant(number: int, *results: Result | None) -> Entrant:
    return Entrant(number, f"Family{number}", results=results)


FULL = Tournament(
    name="Spring cup",
    start=datetime.date(2026, 3, 6),
    finish=datetime.date(2026, 3, 7),
    city="Hollybrook",
    federation="IRL",
    kind="Swiss",
    time_control="90 + 30",
    chief_arbiter="Ada Lamb",
    deputies=("Bo Moss", "Cy Dale"),
    rounds=2,
    round_dates=(datetime.date(2026, 3, 6), datetime.date(2026, 3, 7)),
    entrants=(
        Entrant(
            number=1,
            family="Finch",
            given="Clara Anne",
            sex="w",
            title="WIM",
            rating=2200,
            federation="IRL",
            identity="7654321",
            born="1990-02-03",
            rank=1,
            results=(result(3, Colour.BLACK, "1"), result(2, Colour.WHITE, "=")),
        ),
        entrant(2, result(None, None, "U"), result(1, Colour.BLACK, "=")),
        entrant(3, result(1, Colour.WHITE, "0"), None),
    ),
    teams=(Team("The Rooks", (3, 1)), Team("Knights", (2,))),
    system=PointSystem(win=Fraction(3), draw=Fraction(1), half_bye=Fraction(1, 2)),
    tie_breaks=("BH/C1", "SB"),
    forbidden=(Forbidden((1, 3), 2, 2), Forbidden((2, 3))),
    preserved=(PreservedLine("192 FIDE_DUTCH_2026", "142"), PreservedLine("a ruler")),
)


def test_a_stored_tournament_is_read_back_as_it_was() -> None:
    assert tournament_value(store_tournament(value=FULL, by=Actor())) == FULL


def test_every_fact_of_teams_is_read_back_as_it_was() -> None:
    value = read(teams_file(*EVERY, cells=FORFEITED)).tournament
    assert tournament_value(store_tournament(value=value, by=Actor())) == value


@given(strategies.tournaments())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_tournament_is_read_back_as_it_was(value: Tournament) -> None:
    assert tournament_value(store_tournament(value=value, by=Actor())) == value


def test_every_entry_is_registered_and_has_its_player() -> None:
    clara = Player.objects.create(name="Clara Anne Finch")
    made = store_tournament(value=FULL, by=Actor(), players={1: clara})
    assert list(made.entries.values_list("number", "player", "registered")) == [
        (1, clara.pk, True),
        (2, None, True),
        (3, None, True),
    ]


def test_the_registration_is_closed_when_there_are_results() -> None:
    begun = store_tournament(value=FULL, by=Actor())
    to_come = store_tournament(
        value=Tournament(name="Autumn cup", rounds=5, entrants=(entrant(1), entrant(2))), by=Actor()
    )
    assert (begun.registration_is_closed, to_come.registration_is_closed) == (True, False)


def test_reading_a_file_is_in_the_log() -> None:
    made = store_tournament(value=FULL, by=Actor(device="command"))
    assert list(
        LogEntry.objects.filter(tournament=made).values_list("action", "after", "device")
    ) == [
        ("imported", {"players": 3, "rounds": 2}, "command"),
        ("created", {"name": "Spring cup"}, "command"),
    ]


def test_the_leaders_sit_at_the_first_boards() -> None:
    value = Tournament(
        name="Spring cup",
        rounds=2,
        entrants=(
            entrant(1, result(3, Colour.WHITE, "0"), result(2, Colour.BLACK, "1")),
            entrant(2, result(4, None, "0"), result(1, Colour.WHITE, "0")),
            entrant(3, result(1, Colour.BLACK, "1"), result(4, Colour.WHITE, "*")),
            entrant(4, result(2, None, "1"), result(3, Colour.BLACK, "*")),
        ),
    )
    made = store_tournament(value=value, by=Actor())
    sides = RoundResult.objects.filter(round__tournament=made).order_by(
        "round__number", "game__board_number", "side"
    )
    assert list(
        sides.values_list("round__number", "game__board_number", "entry__number", "game__outcome")
    ) == [
        (1, 1, 1, "01"),
        (1, 1, 3, "01"),
        (1, 2, 2, "01"),
        (1, 2, 4, "01"),
        (2, 1, 3, "**"),
        (2, 1, 4, "**"),
        (2, 2, 2, "01"),
        (2, 2, 1, "01"),
    ]
    assert list(
        Game.objects.filter(round__number=1)
        .order_by("board_number")
        .values_list("colours_known", flat=True)
    ) == [True, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (result(2, Colour.WHITE, "1"), result(1, Colour.BLACK, "1")),
        (result(2, Colour.WHITE, "1"), None),
        (result(2, Colour.WHITE, "1"), result(3, Colour.BLACK, "0")),
    ],
    ids=["both win", "one side", "another opponent"],
)
def test_a_value_that_contradicts_itself_is_a_mistake_of_ours(
    one: Result, other: Result | None
) -> None:
    value = Tournament(
        name="Spring cup", rounds=1, entrants=(entrant(1, one), entrant(2, other), entrant(3))
    )
    with pytest.raises(ValueError, match=r"against|each other"):
        store_tournament(value=value, by=Actor())


@pytest.mark.parametrize(
    "value",
    [
        Tournament(name="x" * 201),
        Tournament(name="Spring cup", entrants=(Entrant(1, "x" * 81),)),
        Tournament(name="Spring cup", teams=(Team("x" * 101, ()),)),
        Tournament(name="Spring cup", rounds=1000),
    ],
    ids=["name", "family name", "team", "rounds"],
)
def test_what_the_columns_cannot_hold_is_refused_whole(value: Tournament) -> None:
    with pytest.raises(Refused):
        store_tournament(value=value, by=Actor())
    assert StoredTournament.objects.count() == 0


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
