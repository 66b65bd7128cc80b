"""A player who leaves a round robin (spec: pairing, section 5).

Who leaves before half of the games are played has all of them *cancelled*: they are shown, and
count for nobody. Who leaves later keeps them, and loses the others by default: whoever has a bye
in place of such a game has won it.
"""

from collections.abc import Mapping
from dataclasses import replace

from events.tournaments.domain.kind import is_round_robin, rounds_planned
from events.tournaments.domain.pairing.berger import opponents_by_table
from events.tournaments.domain.results import Code, Result
from events.tournaments.domain.tournament import Tournament

Results = Mapping[int, list[Result | None]]
"""Everybody's results of the rounds counted, by starting number."""


def cancelled(tournament: Tournament, through: int) -> dict[int, bool]:
    """Who has left a round robin by a round, and whether that was before half of the games."""
    left = {
        each.number: each.left_after
        for each in tournament.entrants
        if each.left_after is not None and each.left_after <= through
    }
    if not left or not is_round_robin(tournament):
        return {}
    games = _times(tournament) * (len(tournament.entrants) - 1)
    return {
        each.number: 2 * _played(each.results[: left[each.number]]) < games
        for each in tournament.entrants
        if each.number in left
    }


def counted_results(tournament: Tournament, through: int) -> Tournament:
    """The tournament with the results that count after a round."""
    gone = cancelled(tournament, through)
    if not gone:
        return tournament
    results = {each.number: list(each.results) for each in tournament.entrants}
    for own in results.values():
        own += [None] * (through - len(own))
    table = opponents_by_table(sorted(results), cycles=_times(tournament))
    left = {each.number: each.left_after or 0 for each in tournament.entrants}
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
        replace(each, results=tuple(results[each.number])) for each in tournament.entrants
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
