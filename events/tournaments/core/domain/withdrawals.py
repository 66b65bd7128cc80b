"""A player who leaves a round robin (spec: pairing, section 5).

Who leaves before half of the games are played has all of them *cancelled*: they are shown, and
count for nobody. Who leaves later keeps them, and loses the others by default: whoever has a bye
in place of such a game has won it.

Round robins by the Berger tables, single and double.

Source: FIDE handbook, C.05, Annex 1. The tables are computed by their closed form; the second
cycle of a double round robin has the colours reversed, and in an even field the last two rounds of
the first cycle change places, so that nobody has one colour three times in succession.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Tournament, is_round_robin, rounds_planned

Results = Mapping[int, list[Result | None]]
"""Everybody's results of the rounds counted, by starting number."""


def cancelled(tournament: Tournament, through: int) -> dict[int, bool]:
    """Who has left a round robin by a round, and whether that was before half of the games."""
    left = {
        entrant.number: entrant.left_after
        for entrant in tournament.entrants
        if entrant.left_after is not None and entrant.left_after <= through
    }
    if not left or not is_round_robin(tournament):
        return {}
    games = _times(tournament) * (len(tournament.entrants) - 1)
    return {
        entrant.number: 2 * _played(entrant.results[: left[entrant.number]]) < games
        for entrant in tournament.entrants
        if entrant.number in left
    }


def counted_results(tournament: Tournament, through: int) -> Tournament:
    """The tournament with the results that count after a round."""
    gone = cancelled(tournament, through)
    if not gone:
        return tournament
    results = {entrant.number: list(entrant.results) for entrant in tournament.entrants}
    for own in results.values():
        own += [None] * (through - len(own))
    table = opponents_by_table(sorted(results), cycles=_times(tournament))
    left = {entrant.number: entrant.left_after or 0 for entrant in tournament.entrants}
    for number, is_cancelled in gone.items():
        for round_ in range(through):
            other = _idle_opponent(number, round_, results, table)
            if other is not None and is_cancelled:
                results[other][round_] = None
            elif other is not None and round_ >= left[number]:
                results[other][round_] = Result(number, None, Code.FORFEIT_WIN)
                results[number][round_] = Result(other, None, Code.FORFEIT_LOSS)
    for number in (number for number, is_cancelled in gone.items() if is_cancelled):
        _cancel(number, results)
    entrants = tuple(
        replace(entrant, results=tuple(results[entrant.number])) for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


def _times(tournament: Tournament) -> int:
    """How many times everybody meets everybody."""
    players = len(tournament.entrants)
    cycle = max(1, players - (players % 2 == 0))
    return max(1, rounds_planned(tournament) // cycle)


def _played(results: tuple[Result | None, ...]) -> int:
    return sum(result is not None and result.code.played for result in results)


def _idle_opponent(
    number: int, round_: int, results: Results, table: list[dict[int, int]]
) -> int | None:
    """Who has a bye because this player does not play; the table says who, or that all others
    have games."""
    own = results[number][round_]
    if own is not None and own.opponent is not None:
        return None
    idle = {
        other
        for other, theirs in results.items()
        if (found := theirs[round_]) and found.code is Code.PAIRING_BYE and other != number
    }
    by_table = table[round_].get(number) if round_ < len(table) else None
    if by_table in idle:
        return by_table
    # In an even field nobody has a free round otherwise.
    return idle.pop() if len(idle) == 1 and len(results) % 2 == 0 else None


def _cancel(number: int, results: Results) -> None:
    results[number][:] = [None] * len(results[number])
    for own in results.values():
        own[:] = [None if result and result.opponent == number else result for result in own]


Game = tuple[int, int]


def berger(players: int) -> list[list[Game]]:
    """The rounds of a round robin of an even number of players from 1, each in the order of the
    boards, White first."""
    return [_round(number, players) for number in range(players - 1)]


def _round(number: int, players: int) -> list[Game]:
    cycle, half = players - 1, players // 2
    top = number * half % cycle + 1
    first = (players, top) if number % 2 else (top, players)
    rest = [((top - 1 + step) % cycle + 1, (top - 1 - step) % cycle + 1) for step in range(1, half)]
    return [first, *rest]


def double_berger(players: int, *, even: bool) -> list[list[Game]]:
    """The rounds of a double round robin; ``even`` says that no player is a dummy."""
    first = berger(players)
    second = [[(black, white) for white, black in games] for games in first]
    if even and len(first) > 1:
        first = [*first[:-2], first[-1], first[-2]]
    return first + second


def opponents_by_table(numbers: Sequence[int], *, cycles: int) -> list[dict[int, int]]:
    """The opponents of each of these players in every round of one cycle, or of two; who has a
    free round is not in it."""
    even = len(numbers) % 2 == 0
    size = len(numbers) + (not even)
    rounds = double_berger(size, even=even) if cycles == 2 else berger(size)
    names = dict(enumerate(numbers, start=1))
    return [
        {
            names[one]: names[other]
            for game in games
            for one, other in (game, game[::-1])
            if one in names and other in names
        }
        for games in rounds
    ]


def cycle_of(round_: int, players: int) -> int:
    """The first round of the cycle of a round robin that a round is in."""
    length = max(1, players - (players % 2 == 0))
    return round_ - (round_ - 1) % length
