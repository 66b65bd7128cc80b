"""What a director sees of the match beside a line that is typed: the other room, and the score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.models import Session
from events.sessions.domain.line_result import LineResult
from events.sessions.selectors.lines import LineRecord, session_lines
from events.sessions.selectors.matches import read_matches
from events.sessions.services.match_scoring import ScoredMatch, teams_scored
from events.sessions.services.scoring import Supposing, supposed


@dataclass(frozen=True, slots=True)
class MatchNote:
    """The result of the other room, ``None`` while it is not in; the IMPs of the board for North–
    South's team of this line, ``None`` before both rooms are in; and the IMPs of the match so far,
    that team's first."""

    other: LineResult | None
    imps: Fraction | None
    so_far: tuple[Fraction, Fraction]


def match_notes(
    session: Session, board: int, *, supposing: Supposing | None = None
) -> Mapping[int, MatchNote]:
    """The notes of the lines of a board by line; none for a session without matches of teams."""
    if session.matches in (Session.Matches.NONE, Session.Matches.SWISS_PAIRS):
        return {}
    matches = read_matches(session.pk)
    if matches is None:
        return {}
    lines = supposed(session_lines(session.pk), supposing)
    notes: dict[int, MatchNote] = {}
    for scored in teams_scored(matches, lines, board=board):
        notes |= _notes(scored, board)
    return notes


def _notes(scored: ScoredMatch, number: int) -> dict[int, MatchNote]:
    found = next((each for each in scored.boards if each.score.number == number), None)
    if found is None:
        return {}
    home, away = scored.result.imps
    own, other = found.score.imps or (None, None)
    notes = {}
    rooms: Sequence[tuple[LineRecord | None, LineRecord | None, bool]] = (
        (found.open_room, found.closed, True),
        (found.closed, found.open_room, False),
    )
    for line, beside, is_home in rooms:
        if line is None:
            continue
        result = None if beside is None or beside.is_empty else beside.result
        so_far = (home, away) if is_home else (away, home)
        notes[line.pk] = MatchNote(result, own if is_home else other, so_far)
    return notes
