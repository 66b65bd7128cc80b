"""Keizer scores: a win is worth the rank of whom it was won against, as the ranking is in the end.

Everybody has a *value* by rank: as many as there are players for the first, one less for each
next. A win earns the opponent's value, a draw half of it, a loss at the board the share that the
club gives, usually none; everybody's own value is added once. A round without a game earns a share
of the own value by its kind: the bye of the pairing, a full-point bye (team duty), a half-point
bye, absence, a zero-point bye; of those that a player asked for or was away in, only so many are
paid. Ranking and values depend on each other, so they
are made again until they stay, at most twenty times. The figures are those of
:class:`events.tournaments.core.domain.tournament.KeizerRules`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import Entrant, KeizerRules, Tournament

MAX_TIMES = 20

_OF_GAME = {
    Code.WIN: Fraction(1),
    Code.UNRATED_WIN: Fraction(1),
    Code.FORFEIT_WIN: Fraction(1),
    Code.DRAW: Fraction(1, 2),
    Code.UNRATED_DRAW: Fraction(1, 2),
}
_LOST = frozenset({Code.LOSS, Code.UNRATED_LOSS})


@dataclass(frozen=True, slots=True)
class KeizerLine:
    """A player: ``rank`` from 1, ``earned`` in every round that was begun, ``total`` with the own
    value."""

    number: int
    rank: int
    value: Fraction
    earned: tuple[Fraction, ...]
    total: Fraction


def keizer(tournament: Tournament, through: int | None = None) -> list[KeizerLine]:
    """Everybody by rank, after a round, by default after the last one with a result."""
    rounds = through
    if rounds is None:
        rounds = max(
            (
                number
                for entrant in tournament.entrants
                for number, result in enumerate(entrant.results, start=1)
                if result
            ),
            default=0,
        )
    start = sorted(
        tournament.entrants, key=lambda entrant: (-(entrant.rating or 0), entrant.number)
    )
    ranking: Sequence[Entrant] = start
    lines = _lines(ranking, rounds, tournament.keizer)
    for _time in range(MAX_TIMES):
        totals = {line.number: line.total for line in lines}
        again = sorted(start, key=lambda entrant: -totals[entrant.number])
        if again == ranking:
            break
        ranking = again
        lines = _lines(ranking, rounds, tournament.keizer)
    return lines


def _lines(ranking: Sequence[Entrant], rounds: int, rules: KeizerRules) -> list[KeizerLine]:
    top = rules.step * len(ranking) if rules.top is None else Fraction(rules.top)
    values = {
        entrant.number: max(Fraction(0), top - rules.step * place)
        for place, entrant in enumerate(ranking)
    }
    lines = []
    for rank, entrant in enumerate(ranking, start=1):
        earned = _earned(entrant, values, rounds, rules)
        value = values[entrant.number]
        total = value + sum(earned, Fraction(0))
        lines.append(KeizerLine(entrant.number, rank, value, earned, total))
    return lines


def _earned(
    entrant: Entrant, values: Mapping[int, Fraction], rounds: int, rules: KeizerRules
) -> tuple[Fraction, ...]:
    shares = {
        None: rules.absent,
        Code.HALF_BYE: rules.half,
        Code.ZERO_BYE: rules.zero,
        Code.FULL_BYE: rules.full,
        Code.PAIRING_BYE: rules.bye,
    }
    earned, paid = [], 0
    own = values[entrant.number]
    for result in (*entrant.results, *[None] * rounds)[:rounds]:
        code = result.code if result else None
        if result is not None and result.opponent is not None:
            worth = rules.loss if code in _LOST else _OF_GAME.get(result.code, Fraction(0))
            earned.append(worth * values.get(result.opponent, 0))
            continue
        share = shares[code]
        if share and code in (None, Code.HALF_BYE, Code.ZERO_BYE):
            paid += 1
            share = share if paid <= rules.paid else Fraction(0)
        earned.append(share * own)
    return tuple(earned)
