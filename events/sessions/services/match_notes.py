"""What a director sees of the match beside a line that is typed: the other room, and the score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.models import Session
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.teams.board_imps import Both
from events.sessions.domain.teams.standings import Scoring
from events.sessions.selectors.lines import LineRecord, session_lines
from events.sessions.selectors.matches import read_matches
from events.sessions.services.match_scoring import ScoredMatch, teams_scored
from events.sessions.services.scoring import Supposing, supposed


@dataclass(frozen=True, slots=True)
class MatchNote:
    """The result of the other room, ``None`` while it is not in; what both teams of this line have
    of the board, North–South's first, ``None`` before both rooms are in; and of the match so far.

    In IMPs; in points, of which the board has one, where ``by_points``.
    """

    other: LineResult | None
    won: Both | None
    so_far: Both
    by_points: bool = False


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
    found = next((each for each in scored.boards if each.score.number == number), None)
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
