"""How a tie-break value came about, as ready rows."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString

from clubscore.sentences import translate
from events.models import Tournament
from events.tournaments.domain.tiebreaks.explanation import Explanation, Line
from events.tournaments.views.result_rows import Entries, name_of
from events.tournaments.views.tie_figures import shown_points, tie_value


@dataclass(frozen=True, slots=True)
class Part:
    """A round's part of a tie-break value; ``number`` is the opponent's, ``None`` without one."""

    round: int
    number: int | None
    opponent: str
    points: str
    score: str
    amount: str
    cut: bool
    remarks: str


@dataclass(frozen=True, slots=True)
class TieBreakCard:
    """``tied`` are those among whom direct encounter decides. ``scores``: something of the
    opponents counts, so that there is a column for it."""

    code: str
    name: str
    meaning: str
    value: SafeString
    parts: list[Part]
    notes: list[str]
    tied: list[str]
    scores: bool


def tie_break_card(
    tournament: Tournament, explained: Explanation, entries: Entries
) -> TieBreakCard:
    """The explanation in the reader's language, with names in place of starting numbers."""
    go = tournament.discipline == Tournament.Discipline.GO
    code, name = name_of(explained.tie_break, go=go)
    return TieBreakCard(
        code=code,
        name=name,
        meaning=translate(explained.tie_break.meaning),
        value=tie_value(explained.value),
        parts=[_part(line, entries) for line in explained.lines],
        notes=[translate(note) for note in explained.notes],
        tied=[entries[number].name for number in explained.tied if len(explained.tied) > 1],
        scores=any(line.score is not None for line in explained.lines),
    )


def _part(line: Line, entries: Entries) -> Part:
    return Part(
        round=line.round,
        number=line.opponent,
        opponent="" if line.opponent is None else entries[line.opponent].name,
        points=_exact(line.points),
        score=_exact(line.score),
        amount=shown_points(line.amount),
        cut=line.cut,
        remarks=" ".join(map(translate, line.remarks)),
    )


def _exact(value: Fraction | None) -> str:
    return "" if value is None else shown_points(value)
