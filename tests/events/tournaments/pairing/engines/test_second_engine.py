"""Every stored round, paired again by an engine that has nothing in common with ours."""

import lzma
from collections.abc import Iterator

import pytest

from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.formats.krause.reader import read
from tests.events.tournaments.pairing.engines import simulated_events, tournaments_by_gacrux
from tests.events.tournaments.pairing.engines.second_engine import (
    bbp_program,
    before_round_of_file,
    pairs_of_bbp,
    pairs_of_second_engine,
)
from tests.events.tournaments.pairing.engines.test_dutch import FIVE, differing, file_pairs, task

FILES = {"gacrux": tournaments_by_gacrux.STORED, "simulator": simulated_events.SIMULATED}


def texts_of(name: str, step: int = 1) -> list[str]:
    return lzma.decompress(FILES[name].read_bytes()).decode().split("\n\n")[::step]


def byes_of_file(tournament: Tournament, number: int) -> set[int]:
    return {
        entrant.number
        for entrant in tournament.entrants
        if (result := entrant.results[number - 1]) and result.code.value == "U"
    }


def apart_in(tournament: Tournament, number: int) -> Iterator[frozenset[int]]:
    for each in tournament.forbidden:
        if (each.first or 1) <= number <= (each.last or number):
            yield frozenset(each.numbers)


def differences(tournaments: list[Tournament]) -> tuple[int, list[tuple[int, int]]]:
    """How many rounds there are, and those that the second engine pairs otherwise."""
    rounds, found = 0, []
    for place, tournament in enumerate(tournaments):
        for number in range(1, tournament.rounds + 1):
            rounds += 1
            apart = list(apart_in(tournament, number))
            own = file_pairs(tournament, number), byes_of_file(tournament, number)
            if pairs_of_second_engine(task(tournament, number), apart) != own:
                found.append((place, number))
    return rounds, found


@pytest.mark.parametrize(("name", "rounds"), [("gacrux", 53), ("simulator", 24)])
def test_a_second_engine_pairs_some_rounds_alike(name, rounds):
    tournaments = [
        read(text).tournament for text in texts_of(name, step=30 if name == "gacrux" else 11)
    ]

    assert differences(tournaments) == (rounds, [])


@pytest.mark.large
@pytest.mark.parametrize(("name", "rounds"), [("gacrux", 1554), ("simulator", 218)])
def test_a_second_engine_pairs_every_round_alike(name, rounds):
    assert differences([read(text).tournament for text in texts_of(name)]) == (rounds, [])


def test_what_the_simulator_played_is_paired_alike_from_its_file():
    assert differing(simulated_events.stored_events(step=10)) == []


@pytest.mark.large
def test_all_that_the_simulator_played_is_paired_alike_from_its_file():
    tournaments = simulated_events.stored_events()

    assert (len(tournaments), differing(tournaments)) == (simulated_events.EVENTS, [])


def test_the_simulator_plays_what_makes_pairing_hard():
    tournaments = simulated_events.stored_events()
    codes = {
        result.code.value
        for tournament in tournaments
        for entrant in tournament.entrants
        for result in entrant.results
        if result
    }

    assert set("UHZ+-") <= codes
    assert sum(bool(tournament.forbidden) for tournament in tournaments) == 8
    assert sum("\n250 " in text for text in texts_of("simulator")) == 10
    # Late entries, and withdrawals.
    assert any(entrant.results[0] is None for event in tournaments for entrant in event.entrants)
    assert any(entrant.results[-1] is None for event in tournaments for entrant in event.entrants)


def test_the_comparison_notices_what_is_wrong():
    """Without the acceleration the second engine pairs otherwise."""
    tournament = next(
        event for event in simulated_events.stored_events(step=4) if len(event.entrants) > 12
    )
    given = task(tournament, 2)

    assert pairs_of_second_engine(given) == (file_pairs(tournament, 2), byes_of_file(tournament, 2))
    plain = task(tournament, 2, accelerations=())
    assert pairs_of_second_engine(plain) != pairs_of_second_engine(given)


def test_a_file_as_it_was_before_a_round():
    """What bbpPairings is given: the points and results of the rounds before, and who is absent."""
    text = FIVE.replace("142 5", "142 5\n162  W 1.0    P 1.0    X 0.5")
    first = before_round_of_file(text, 1).splitlines()
    second = before_round_of_file(text, 2).splitlines()

    assert first[2] == "162  W 1.0    P 1.0"
    assert [(line[80:84], line[91:]) for line in first[4:]] == [(" 0.0", "")] * 5
    assert [(line[80:84], line[91:]) for line in second[4:]] == [
        (" 1.0", "   3 w 1  0000 - Z"),
        (" 1.0", "   4 b 1  0000 - Z"),
        (" 0.0", "   1 b 0  0000 - Z"),
        (" 0.0", "   2 w 0  0000 - Z"),
        (" 1.0", "0000 - U  0000 - Z"),
    ]


@pytest.mark.large
@pytest.mark.parametrize("name", FILES if bbp_program() else ())
def test_bbppairings_pairs_every_round_alike_where_the_machine_has_it(name, tmp_path):
    program = bbp_program() or ""
    for place, text in enumerate(texts_of(name)):
        tournament = read(text).tournament
        for number in range(1, tournament.rounds + 1):
            own = file_pairs(tournament, number), byes_of_file(tournament, number)
            found = pairs_of_bbp(program, text, number, tmp_path)
            assert (place, number, found) == (place, number, own)
