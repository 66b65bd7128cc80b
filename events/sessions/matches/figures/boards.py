"""Scoring one board while it is typed.

The other boards are not scored with it; only the largest number of their results is queried.

What a director sees of the match beside a line that is typed: the other room, and the score.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import repeat

from events.models import Session
from events.sessions.core.selectors import read_matches
from events.sessions.matches.domain.standings import Scoring
from events.sessions.matches.figures.matches import ScoredMatch, teams_scored
from events.sessions.scoring.domain.board_score import BoardScore, Line
from events.sessions.scoring.domain.field import score_board
from events.sessions.scoring.domain.imps import Both
from events.sessions.scoring.figures.scoring import (
    MatchNote,
    ScoredBoard,
    Supposing,
    domain_line,
    settings_of,
    supposed,
)
from events.sessions.scoring.selectors.lines import (
    BoardLines,
    LineRecord,
    board_lines,
    max_results,
    session_lines,
)
from events.sessions.scoring.selectors.progress import BoardProgress, board_progress_by_section


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
        board_progress_by_section(session.pk, board=board)
        if section
        else _progress(board, lines, entered)
    )
    scores = tuple(_scores(session, read, entered))
    # By pair: the scores of a fouled board come deal by deal, not in the order of its lines.
    by_ns = {scored.line.ns: scored for score in scores for scored in score.lines}
    points = {line.pk: by_ns[line.ns] for line in entered}
    notes = match_notes(session, board, supposing=supposing)
    whole = BoardProgress(
        board,
        sum(part.entered for part in sections.values()),
        sum(part.expected for part in sections.values()),
    )
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


def match_notes(
    session: Session, board: int, *, supposing: Supposing | None = None
) -> Mapping[int, MatchNote]:
    """The notes of the lines of a board by line; none for a session without matches of teams."""
    if not session.is_of_teams:
        return {}
    matches = read_matches(session.pk)
    if matches is None:
        return {}
    lines = supposed(session_lines(session.pk), supposing)
    notes: dict[int, MatchNote] = {}
    by_points = matches.play.scored_by == Scoring.POINT_A_BOARD
    for scored in teams_scored(matches, lines, board=board):
        notes |= _notes(scored, board, by_points=by_points)
    return notes


def _notes(scored: ScoredMatch, number: int, *, by_points: bool) -> dict[int, MatchNote]:
    found = next((board for board in scored.boards if board.score.number == number), None)
    if found is None:
        return {}
    won = found.score.points if by_points else found.score.imps
    nothing = (Fraction(0), Fraction(0))
    so_far = (scored.result.points or nothing) if by_points else scored.result.imps
    notes = {}
    rooms: Sequence[tuple[LineRecord | None, LineRecord | None, bool]] = (
        (found.open_room, found.closed, True),
        (found.closed, found.open_room, False),
    )
    for line, beside, is_home in rooms:
        if line is None:
            continue
        result = None if beside is None or beside.is_empty else beside.result
        notes[line.pk] = MatchNote(
            result,
            won and _seen_by(won, is_home=is_home),
            _seen_by(so_far, is_home=is_home),
            by_points,
        )
    return notes


def _seen_by(both: Both, *, is_home: bool) -> Both:
    return both if is_home else (both[1], both[0])
