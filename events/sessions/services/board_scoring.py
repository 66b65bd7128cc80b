"""Scoring one board while it is typed: its lines joined to the rules of scoring.

The other boards are not scored with it; only the largest number of their results is asked for.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from events.models import Session
from events.sessions.domain.scoring.field import BoardScore, Line, LineScore, score_board
from events.sessions.selectors.boards import BoardProgress, section_progress
from events.sessions.selectors.lines import BoardLines, LineRecord, board_lines, most_results
from events.sessions.services.scoring import Supposing, domain_line, settings_of, supposed


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board as far as it is entered: its lines, as they are ``read`` and as they are supposed
    to be, its score in each field, each line's points by id, and how far it is in each section
    that plays it, by letter.

    Lines and points may be those of one section; the scores are those of all that is compared.
    """

    number: int
    read: BoardLines
    lines: tuple[LineRecord, ...]
    scores: tuple[BoardScore, ...]
    points: dict[int, LineScore]
    sections: dict[str, BoardProgress]

    @property
    def progress(self) -> BoardProgress:
        """How far the board is."""
        entered = sum(part.entered for part in self.sections.values())
        expected = sum(part.expected for part in self.sections.values())
        return BoardProgress(self.number, entered, expected)


def score_one_board(
    session: Session, board: int, *, section: str = "", supposing: Supposing | None = None
) -> ScoredBoard:
    """Score one board in two queries, with ``supposing`` in place of what some lines hold.

    With a section, in four: its lines are read, the results of the others only counted.
    An average plus stands at its least here: the pair's other boards are not looked at.
    """
    read = board_lines(session, board, section=section)
    lines = supposed(read.lines, supposing)
    sections = section_progress(session.pk, board=board) if section else _progress(board, lines)
    fields: dict[str, list[Line]] = {}
    for line in lines:
        if not line.is_empty:
            letter = "" if session.one_field else line.section
            fields.setdefault(letter, []).append(domain_line(line))
    if others := list(_elsewhere(read)):
        fields.setdefault("", []).extend(others)
    elsewhere = most_results(session.pk, but=board, one_field=session.one_field)
    settings = settings_of(session)
    scores = []
    for letter, own in sorted(fields.items()):
        here = sum(line.is_scored for line in own)
        most = max(here, elsewhere.get(letter, 0), session.expected or 0)
        scores.append(score_board(own, replace(settings, expected=most or None), section=letter))
    # A fouled board comes back deal by deal, and not in the order of its lines.
    by_ns = {scored.line.ns: scored for score in scores for scored in score.lines}
    points = {line.pk: by_ns[line.ns] for line in lines if not line.is_empty}
    return ScoredBoard(board, read, lines, tuple(scores), points, sections)


def _elsewhere(read: BoardLines) -> Iterator[Line]:
    """The results of the other sections: of nobody, since nobody asks for their points."""
    for (board, deal), counted in read.elsewhere.items():
        for result, count in counted.items():
            line = Line(board, (), (), result.score_ns, result.adjustment, group=deal)
            yield from repeat(line, count)


def _progress(board: int, lines: Sequence[LineRecord]) -> dict[str, BoardProgress]:
    """How far a board is in each section, by all its lines."""
    of: defaultdict[str, list[bool]] = defaultdict(list)
    for line in lines:
        of[line.section].append(not line.is_empty)
    return {letter: BoardProgress(board, sum(of[letter]), len(of[letter])) for letter in sorted(of)}
