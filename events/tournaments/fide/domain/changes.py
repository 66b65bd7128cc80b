"""What a file changes in rounds that are stored: results and pairings, as lines of the file."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from events.tournaments.core.domain.breaches import (
    ADJOURNMENT,
    BY_HAND,
    CORRECTION,
    Breach,
    pairings_breach,
    result_text,
)
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Outcome, outcome_of
from events.tournaments.core.domain.tournament import (
    BY_TABLE,
    Game,
    Tournament,
    games_of_round,
    kind_of,
)


def changes_of_rounds(
    before: Tournament, after: Tournament, numbers: Mapping[int, int]
) -> Iterator[Breach]:
    """What is otherwise in the rounds after which another was paired; ``numbers`` are those that
    players have in ``before`` by those in ``after``."""
    paired = [number for number in range(1, before.rounds + 1) if games_of_round(before, number)]
    is_by_table = kind_of(before.kind) in BY_TABLE
    if is_by_table:
        paired = [number for number in paired if any(_is_known(before, number))]
    for number in paired[:-1]:
        was, now = _round(before, number, {}), _round(after, number, numbers)
        before_it, after_it = (Pairings(tuple(each.games), each.byes) for each in (was, now))
        breach = pairings_breach(number, before_it, after_it, BY_HAND)
        if breach:
            yield breach
        for game, outcome in now.games.items():
            old = was.games.get(game, outcome)
            if old is outcome:
                continue
            result, (white, black) = result_text(outcome), game
            if not old.is_open:
                what = f"{white}-{black}: {result_text(old)} => {result}"
                yield Breach(number, CORRECTION, what)
            elif outcome is not Outcome.DRAWN and not is_by_table:
                yield Breach(number, ADJOURNMENT, f"{white}-{black}: {result}")


class _Round(NamedTuple):
    """The outcomes by the numbers of the sides, and the byes."""

    games: dict[Game, Outcome]
    byes: tuple[tuple[int, Code], ...]


def _round(tournament: Tournament, number: int, numbers: Mapping[int, int]) -> _Round:
    results = {
        entrant.number: entrant.results[number - 1]
        for entrant in tournament.entrants
        if len(entrant.results) >= number
    }
    games = {}
    for white, black in games_of_round(tournament, number):
        one, other = results[white], results[black]
        if one and other:
            game = numbers.get(white, white), numbers.get(black, black)
            games[game] = (
                Outcome.ADJOURNED if one.is_adjourned else outcome_of(one.code, other.code)
            )
    byes = tuple(
        (numbers.get(entrant, entrant), result.code)
        for entrant, result in results.items()
        if result and result.opponent is None
    )
    return _Round(games, byes)


def _is_known(tournament: Tournament, number: int) -> Iterator[bool]:
    """Of each game of a round whether it has a result."""
    outcomes = _round(tournament, number, {}).games.values()
    return (not outcome.is_open for outcome in outcomes)
