"""Scoring a field: traveller lines and settings in, scored boards and standings out.

Pure and exact. A *field* is all results that are compared: all sections together, or each
separately. See :mod:`.board_score` for one board, :mod:`.ranking` for the list.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.problems import Sentence, gettext_noop, sentence
from events.sessions.domain.adjustments import Artificial, is_generous
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.average_plus import apply_session_averages
from events.sessions.domain.scoring.board_score import (
    BoardScore,
    Line,
    compare_board,
)
from events.sessions.domain.scoring.field_scoring import FieldScoring, comparison_for
from events.sessions.domain.scoring.ranking import Penalty, Standing
from events.sessions.domain.scoring.settings import Method, Settings


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Boards by section and number; standings list by list, best first."""

    boards: tuple[BoardScore, ...]
    standings: tuple[Standing, ...]
    warnings: tuple[Sentence, ...]


def score_field(
    lines: Iterable[Line],
    settings: Settings,
    penalties: Iterable[Penalty] = (),
    lists: Mapping[Hashable, Side] | None = None,
) -> FieldScore:
    """Score everything. The order of the lines does not matter to points and places.

    With two winners ``lists`` names the list of each contestant that may have sat both ways, which
    counts all that it played. Without it, the same name in both directions is two contestants.
    """
    sections: defaultdict[str, defaultdict[int, list[Line]]]
    sections = defaultdict(lambda: defaultdict(list))
    if settings.one_field:
        boards = sections[""]
        for line in lines:
            boards[line.board].append(line)
    else:
        for line in lines:
            sections[line.section][line.board].append(line)
    penalties = tuple(penalties)
    scored: list[BoardScore] = []
    standings: list[Standing] = []
    for section in sorted(sections):
        own_penalties = [penalty for penalty in penalties if penalty.section == section]
        scoring = FieldScoring(section, sections[section], settings, own_penalties, lists or {})
        apply_session_averages(scoring)
        scored += scoring.board_scores()
        standings += scoring.standings()
    warnings = tuple(_warnings(scored, settings))
    return FieldScore(tuple(scored), tuple(standings), warnings)


def max_results(lines: Iterable[Line], *, one_field: bool = True) -> int:
    """The largest number of results of any board of any field, artificial ones among them."""
    counts = Counter(
        ("" if one_field else line.section, line.board) for line in lines if line.is_scored
    )
    return max(counts.values(), default=0)


def score_board(lines: Sequence[Line], settings: Settings, *, section: str = "") -> BoardScore:
    """One board of one field alone, as far as its lines are in; averages plus and minus are 60 and
    40 %. ``section`` names the field where sections are scored separately.

    ``settings.expected`` is the largest number of results of any board, at least this one's.
    """
    results = sum(line.is_scored for line in lines)
    comparison = comparison_for(settings, max(settings.expected or 0, results))
    groups = compare_board(lines, comparison, settings.rounding.board_parts)
    return BoardScore(lines[0].board if lines else 0, section, groups)


def _warnings(boards: Iterable[BoardScore], settings: Settings) -> Iterator[Sentence]:
    """Adjusted lines on which both sides together get more than the board has."""
    more = gettext_noop(
        "Board %(board)s, NS %(ns)s against EW %(ew)s: the adjusted score gives both sides"
        " together more than 100 %%."
    )
    nothing = gettext_noop(
        "Board %(board)s, NS %(ns)s against EW %(ew)s: an artificial adjusted score is worth"
        " nothing in total points."
    )
    for board in boards:
        for group in board.groups:
            # Only adjusted lines can give both sides together more than the top.
            for index, (ns, ew) in group.special.items():
                line = group.lines[index]
                top = None if group.top is None else Fraction(group.top)
                if isinstance(line.adjustment, Artificial) and settings.method is Method.TOTAL:
                    template = nothing
                elif is_generous(line.adjustment, ns, ew, top):
                    template = more
                else:
                    continue
                yield sentence(template, board=board.board, ns=_names(line.ns), ew=_names(line.ew))


def _names(contestants: tuple[Hashable, ...]) -> str:
    return " + ".join(str(contestant) for contestant in contestants)
