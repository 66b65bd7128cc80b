"""Scoring one board while it is typed.

The other boards are not scored with it; only the largest number of their results is queried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat

from events.models import Session
from events.sessions.domain.scoring.board_score import BoardScore, Line, LineScore
from events.sessions.domain.scoring.field import score_board
from events.sessions.selectors.boards import BoardProgress, section_progress
from events.sessions.selectors.lines import BoardLines, LineRecord, board_lines, max_results
from events.sessions.services.match_notes import MatchNote, match_notes
from events.sessions.services.scoring import Supposing, domain_line, settings_of, supposed


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board as far as it is entered: its lines, as they are ``read`` and as they are supposed
    to be, its score in each field, each line's points by id, and how far it is, in each section
    that plays it by letter and as a whole; in a match of teams, what is known of the other room.

    Lines and points may be those of one section; the scores are those of all that is compared.
    """

    number: int
    read: BoardLines
    lines: tuple[LineRecord, ...]
    scores: tuple[BoardScore, ...]
    points: dict[int, LineScore]
    sections: dict[str, BoardProgress]
    progress: BoardProgress
    notes: Mapping[int, MatchNote] = field(default_factory=dict)


def score_one_board(
    session: Session, board: int, *, section: str = "", supposing: Supposing | None = None
) -> ScoredBoard:
    """Score one board in two queries, with ``supposing`` in place of what some lines hold.

    With a section, in four: its lines are read, the results of the others only counted.
    An average plus counts its minimum here: the pair's other boards are not read.
    """
    read = board_lines(session, board, section=section)
    lines = supposed(read.lines, supposing)
    entered = [line for line in lines if not line.result.is_empty]
    sections = (
        section_progress(session.pk, board=board) if section else _progress(board, lines, entered)
    )
    scores = tuple(_scores(session, read, entered))
    # By pair: the scores of a fouled board come deal by deal, not in the order of its lines.
    by_ns = {scored.line.ns: scored for score in scores for scored in score.lines}
    points = {line.pk: by_ns[line.ns] for line in entered}
    notes = match_notes(session, board, supposing=supposing)
    whole = _whole(board, sections)
    return ScoredBoard(board, read, lines, scores, points, sections, whole, notes)


def _scores(
    session: Session, read: BoardLines, entered: Sequence[LineRecord]
) -> Iterator[BoardScore]:
    """The score in each field that has results."""
    fields: dict[str, list[Line]] = {}
    for line in entered:
        letter = "" if session.one_field else line.section
        fields.setdefault(letter, []).append(domain_line(line))
    # There are others only where all sections are one field, whose letter is empty.
    if others := list(_elsewhere(read)):
        fields.setdefault("", []).extend(others)
    # Neuberg: a board with fewer results than the largest one is scaled up to it.
    largest = max_results(session.pk, but=read.number, one_field=session.one_field)
    settings = settings_of(session)
    for letter, own in sorted(fields.items()):
        expected = max(largest.get(letter, 0), session.expected or 0)
        yield score_board(own, replace(settings, expected=expected or None), section=letter)


def _elsewhere(read: BoardLines) -> Iterator[Line]:
    """The results of the other sections, without pairs: their points are not shown."""
    for (board, deal), counted in read.elsewhere.items():
        for result, count in counted.items():
            line = Line(board, (), (), result.score_ns, result.adjustment, group=deal)
            yield from repeat(line, count)


def _progress(
    board: int, lines: Sequence[LineRecord], entered: Sequence[LineRecord]
) -> dict[str, BoardProgress]:
    """How far a board is in each section, by all its lines and those that are in."""
    expected = Counter(line.section for line in lines)
    found = Counter(line.section for line in entered)
    return {
        letter: BoardProgress(board, found[letter], expected[letter]) for letter in sorted(expected)
    }


def _whole(board: int, sections: Mapping[str, BoardProgress]) -> BoardProgress:
    """How far a board is in all its sections together."""
    entered = sum(part.entered for part in sections.values())
    return BoardProgress(board, entered, sum(part.expected for part in sections.values()))
