"""How a value of the standings came about: every round's part, with remarks.

Made from the same parts that the value is the sum of, so that the two cannot disagree.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.results import Result
from events.tournaments.domain.tiebreaks.catalogue import DIRECT_ENCOUNTER, TieBreak, find
from events.tournaments.domain.tiebreaks.remarks import notes, remarks
from events.tournaments.domain.tiebreaks.rules import Values
from events.tournaments.domain.tiebreaks.stage import Record, Stage
from events.tournaments.domain.tiebreaks.standings import Ranking
from events.tournaments.domain.tiebreaks.value import Value
from events.tournaments.domain.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Line:
    """A round's part. ``result`` is ``None`` where the player was absent.

    ``score`` is what counts of the opponent (points, Buchholz or rating), ``None`` where nothing
    of the opponent does. ``amount`` goes into the value, unless the line is ``cut``.
    """

    round: int
    opponent: int | None
    result: Result | None
    score: Fraction | None
    points: Fraction | None
    amount: Fraction
    cut: bool
    remarks: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """``value`` is what the standings show. ``tied`` are the starting numbers among whom direct
    encounter decides, the player's own included; empty for other tie-breaks."""

    number: int
    tie_break: TieBreak
    value: Fraction | None
    lines: tuple[Line, ...]
    notes: tuple[Sentence, ...]
    tied: tuple[int, ...] = ()


def explain(tournament: Tournament, ranking: Ranking, *, number: int, code: str) -> Explanation:
    """The make-up of one player's value in the ranking of this tournament.

    Direct encounter is that of its first place in the list: who is tied depends on what comes
    before. Raises :class:`clubscore.problems.Refused` for a number or a code that is not there.
    """
    at = ranking.stage
    tie_break = find(code)
    record = at.records.get(number)
    if record is None:
        raise Refused(sentence(gettext_noop("There is no player %(number)s."), number=number))
    tied: tuple[int, ...] = ()
    place = next(
        (index for index, each in enumerate(ranking.tie_breaks) if each == tie_break), None
    )
    if place is not None:
        value = ranking.columns[place][number]
    elif tie_break.code == DIRECT_ENCOUNTER:
        raise Refused(
            sentence(gettext_noop("Direct encounter is not one of these standings’ tie-breaks."))
        )
    else:
        # A tie-break that these standings do not use can be explained too.
        value = Values(at).of(tie_break, record)
    if place is not None and tie_break.code == DIRECT_ENCOUNTER:
        (group,) = (group for group in ranking.tied[place] if record in group)
        tied = tuple(sorted(one.number for one in group))
    return Explanation(
        number=number,
        tie_break=tie_break,
        value=value.amount,
        lines=tuple(_lines(tournament, at, tie_break, record, value)),
        notes=tuple(notes(at, tie_break, record, value, tied)),
        tied=tied,
    )


def _lines(
    tournament: Tournament, at: Stage, tie_break: TieBreak, record: Record, value: Value
) -> Iterable[Line]:
    (entrant,) = (one for one in tournament.entrants if one.number == record.number)
    remarks_on = remarks(at, tie_break, record)
    for part in value.parts:
        results = entrant.results
        yield Line(
            round=part.round,
            opponent=part.opponent,
            result=results[part.round - 1] if part.round <= len(results) else None,
            score=part.score,
            points=part.points,
            amount=part.amount,
            cut=part.cut is not None,
            remarks=tuple(remarks_on(part)),
        )
