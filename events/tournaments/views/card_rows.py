"""A player's card: the rounds one by one, and how each tie-break came about."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from django.utils.translation import gettext as _

from events.models import Tournament
from events.tournaments.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.domain.tiebreaks.explanation import explain
from events.tournaments.domain.tournament import Entrant
from events.tournaments.domain.tournament import Tournament as Value
from events.tournaments.domain.withdrawals import counted_results
from events.tournaments.selectors.entries import Shown
from events.tournaments.services.standings import Standings
from events.tournaments.views.byes import bye_cell
from events.tournaments.views.result_rows import Entries, strength_heading
from events.tournaments.views.tie_break_rows import TieBreakCard, tie_break_card
from events.tournaments.views.tie_figures import shown_points


@dataclass(frozen=True, slots=True)
class CardRow:
    """A round; ``what`` is shown where there is no opponent."""

    round: int
    number: int | None
    opponent: str
    strength: str
    opponent_points: str
    what: str
    colour: str
    score: str
    total: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    entry: Shown
    place: str
    points: str
    strength: str
    rows: list[CardRow]
    tie_breaks: list[TieBreakCard]


def player_card(
    tournament: Tournament, scored: Standings, entries: Entries, number: int
) -> PlayerCard:
    """The card of the player with this starting number."""
    value = scored.value
    entrant = next(each for each in value.entrants if each.number == number)
    line = next(each for each in scored.lines if each.number == number)
    explained = [
        explain(value, scored.ranking, number=number, code=code) for code in value.tie_breaks
    ]
    return PlayerCard(
        entry=entries[number],
        place=line.place,
        points=shown_points(line.points),
        strength=strength_heading(tournament),
        rows=list(_rows(scored, entries, entrant)),
        tie_breaks=[tie_break_card(tournament, each, entries) for each in explained],
    )


def _rows(scored: Standings, entries: Entries, entrant: Entrant) -> Iterator[CardRow]:
    points = {line.number: shown_points(line.points) for line in scored.lines}
    total = Fraction(0)
    paired = _last_paired(scored.value)
    counting = counted_results(scored.value, scored.through)
    counted = next(each for each in counting.entrants if each.number == entrant.number)
    for number, (original, counts) in enumerate(
        zip_longest(entrant.results, counted.results), start=1
    ):
        result = counts or original
        score = scored.value.system.points(result.code) if result else None
        total += (score or 0) if counts else 0
        # No player has the number 0.
        opponent = entries.get(result.opponent or 0) if result else None
        yield CardRow(
            round=number,
            number=opponent.number if opponent else None,
            opponent=opponent.name if opponent else "",
            strength=opponent.strength if opponent else "",
            opponent_points=points[opponent.number] if opponent else "",
            what=_what(result, scored.value.system) if number <= paired else _("not paired yet"),
            colour=_colour(result),
            score=_score(result, score, counts=counts is not None),
            total=shown_points(total) if result else "",
        )


def _last_paired(tournament: Value) -> int:
    """The last round in which somebody has a game or a bye."""
    rounds = zip_longest(*(entrant.results for entrant in tournament.entrants))
    return max(
        (number for number, results in enumerate(rounds, start=1) if any(results)), default=0
    )


def _what(result: Result | None, system: PointSystem) -> str:
    if result is None:
        return _("absent")
    return bye_cell(result.code, system) if result.opponent is None else ""


def _colour(result: Result | None) -> str:
    if result is None or result.colour is None:
        return ""
    return _("White") if result.colour is Colour.WHITE else _("Black")


def _score(result: Result | None, score: Fraction | None, *, counts: bool) -> str:
    if result is None:
        return ""
    if result.code is Code.PENDING:
        return "*"
    shown = shown_points(score or Fraction(0))
    text = f"{shown} {_('by forfeit')}" if result.code.is_forfeit else shown
    return text if counts else _("%(score)s, does not count") % {"score": text}
