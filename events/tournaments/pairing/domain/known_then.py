"""Results as they were known when later rounds were paired, which lines of a file tell.

    ### Adjournment @ Round 2: 3-7: 1-0
    ### Correction @ Round 2: 3-7: 1-0 => 0-1

Neither says in which later round the new result came to count, only that the next one was paired
before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from clubscore.text.numbers import integer_of
from events.tournaments.core.domain.breaches import ADJOURNMENT, CORRECTION, read_result
from events.tournaments.core.domain.results import Outcome, outcome_of
from events.tournaments.core.domain.tournament import Entrant, Tournament, games_of_round

_PAIR = re.compile(r"[0-9]{1,5}-[0-9]{1,5}")

MOST_TRIED = 32
"""Ways in which results may have been known that are tried for a round."""


@dataclass(frozen=True, slots=True)
class LateResult:
    """A game whose result came later: ``before`` are those it had, the oldest first, ``lines`` the
    lines that tell of them."""

    round: int
    white: int
    black: int
    before: tuple[Outcome, ...]
    lines: tuple[str, ...]


def late_results(tournament: Tournament) -> tuple[LateResult, ...]:
    """Those whose lines agree with each other and with the result that the file has."""
    told: dict[tuple[int, int, int], list[tuple[Outcome, Outcome, str]]] = {}
    for breach in tournament.breaches:
        if breach.kind not in (ADJOURNMENT, CORRECTION):
            continue
        game, _colon, rest = breach.what.partition(":")
        old, arrow, new = rest.partition("=>")
        if breach.kind == ADJOURNMENT:
            old, arrow, new = "?", "=>", rest
        one, _dash, other = game.strip().partition("-")
        was, now = read_result(old), read_result(new)
        if arrow and was and now and _PAIR.fullmatch(game.strip()):
            place = (breach.round, integer_of(one), integer_of(other))
            told.setdefault(place, []).append((was, now, breach.line))
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    found = []
    for (number, white, black), changes in told.items():
        if (white, black) not in games_of_round(tournament, number):
            continue
        last = _outcome(entrants[white], entrants[black], number)
        follows = [was for was, _now, _line in changes[1:]] + [last]
        if all(
            _count_alike(now, after) for (_, now, _), after in zip(changes, follows, strict=True)
        ):
            before = tuple(was for was, _now, _line in changes)
            lines = tuple(line for _was, _now, line in changes)
            found.append(LateResult(number, white, black, before, lines))
    return tuple(found)


def states_of(late: tuple[LateResult, ...], known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many changes of each result may have been known, the fewest first, from those that
    certainly were; at last all, as the file has them."""
    ranges = (range(least, len(each.before) + 1) for each, least in zip(late, known, strict=True))
    every = tuple(len(each.before) for each in late)
    yield from (each for each in islice(product(*ranges), MOST_TRIED) if each != every)
    yield every


def as_known(
    tournament: Tournament, late: tuple[LateResult, ...], known: tuple[int, ...]
) -> Tournament:
    """The tournament with so many of the changes of each result."""
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    for each, changes in zip(late, known, strict=True):
        if changes < len(each.before):
            outcome = each.before[changes]
            for number, code in ((each.white, outcome.first), (each.black, outcome.second)):
                results = list(entrants[number].results)
                if result := results[each.round - 1]:
                    is_adjourned = outcome is Outcome.ADJOURNED
                    results[each.round - 1] = replace(result, code=code, is_adjourned=is_adjourned)
                entrants[number] = replace(entrants[number], results=tuple(results))
    return replace(tournament, entrants=tuple(entrants.values()))


def _outcome(white: Entrant, black: Entrant, number: int) -> Outcome | None:
    one, other = white.results[number - 1], black.results[number - 1]
    if not (one and other):
        return None
    return Outcome.ADJOURNED if one.is_adjourned else outcome_of(one.code, other.code)


def _count_alike(one: Outcome, other: Outcome | None) -> bool:
    """An adjourned game that ends in a draw has no line: it was paired as one."""
    return one is other or {one, other} == {Outcome.ADJOURNED, Outcome.DRAWN}
