"""The card of a match as ready strings: each board with both rooms, and the running score."""

from dataclasses import dataclass
from fractions import Fraction

from events.common.views import figures
from events.models import Session
from events.sessions.selectors.lines import LineRecord
from events.sessions.selectors.matches import Matches
from events.sessions.services.match_scoring import ScoredBoard, ScoredMatch
from events.sessions.services.pairs_matches import PairsBoard
from events.sessions.views.matches.match_rows import (
    Contestants,
    MatchRow,
    margin_heading,
    match_row,
    points_heading,
    team_names,
    team_players,
)
from events.sessions.views.results import result_cells
from events.sessions.views.typing.ruling_notes import opponents_of


@dataclass(frozen=True, slots=True)
class RoomCell:
    """What was played at a table: contract and result in one, and the score to North–South."""

    played: str
    score: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board of a match: both rooms, and the IMPs, or the points, of the side that won them."""

    board: int
    open_room: RoomCell
    closed: RoomCell
    home: str
    away: str
    so_far: str


@dataclass(frozen=True, slots=True)
class PairsRow:
    """A board of a match of two pairs: what was played, the score to North–South, and what both
    have of it; who sat there, where it were others."""

    board: int
    room: RoomCell
    home: str
    away: str
    seats: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match with its boards, of teams or of pairs, and who plays on both sides."""

    pk: int
    row: MatchRow
    home_players: str
    away_players: str
    boards: list[BoardRow]
    of_pairs: list[PairsRow]
    margin_heading: str
    points_heading: str
    first_board: int
    last_board: int


def match_card(
    session: Session,
    matches: Matches,
    scored: ScoredMatch,
    contestants: Contestants,
) -> MatchCard:
    """The card of a match of two sides."""
    match = scored.match
    names = team_names(matches, contestants)
    return MatchCard(
        pk=match.pk,
        row=match_row(session, matches, scored, names),
        home_players=team_players(matches.teams[match.home], contestants),
        away_players=team_players(matches.teams[match.away or 0], contestants),
        boards=_rows(scored),
        of_pairs=[_pairs_row(session, each, contestants) for each in scored.of_pairs],
        margin_heading=margin_heading(session, matches.play),
        points_heading=points_heading(matches.play),
        first_board=match.boards[0],
        last_board=match.boards[-1],
    )


def _rows(scored: ScoredMatch) -> list[BoardRow]:
    rows = []
    home = away = Fraction(0)
    for board in scored.boards:
        own, other = board.score.imps or (Fraction(0), Fraction(0))
        home, away = home + max(own, Fraction(0)), away + max(other, Fraction(0))
        rows.append(_row(board, own, other, home, away))
    return rows


def _row(
    board: ScoredBoard, own: Fraction, other: Fraction, home: Fraction, away: Fraction
) -> BoardRow:
    is_scored = board.score.imps is not None
    return BoardRow(
        board=board.score.number,
        open_room=_room(board.open_room),
        closed=_room(board.closed),
        home=figures.points(own) if is_scored and own > 0 else "",
        away=figures.points(other) if is_scored and other > 0 else "",
        so_far=f"{figures.points(home)} – {figures.points(away)}" if is_scored else "",
    )


def _pairs_row(session: Session, board: PairsBoard, contestants: Contestants) -> PairsRow:
    by_percentage = session.method == Session.Method.MATCHPOINTS
    shown = figures.percentage if by_percentage else figures.points
    line = board.line
    is_other = line is not None and not line.is_as_scheduled
    return PairsRow(
        board=board.number,
        room=_room(line),
        home=shown(board.home),
        away=shown(board.away),
        seats=opponents_of(line, contestants) if line and is_other else "",
    )


def _room(line: LineRecord | None) -> RoomCell:
    if line is None or line.is_empty:
        return RoomCell("", "")
    score = line.result.counting.score_ns
    return RoomCell(
        result_cells.played(line.result, in_short=True),
        "" if score is None else figures.signed(score),
    )
