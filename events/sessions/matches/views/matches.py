"""The matches of a session for everybody: round by round, team against team, board by board.

The crosstable of the matches of a session, as ready strings.

The card of a match as ready strings: each board with both rooms, and the running score.

The standings of a session of matches, as they stand above the ranking of its pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from events.common.selectors import session_stamp
from events.common.views import figures
from events.models import Session
from events.sessions.core.permissions import session_for_reader
from events.sessions.core.selectors import Matches
from events.sessions.matches.domain.standings import TeamStanding
from events.sessions.matches.figures.matches import (
    PairsBoard,
    ScoredBoard,
    ScoredMatch,
    ScoredMatches,
    score_matches,
)
from events.sessions.matches.views import rows as match_rows
from events.sessions.matches.views.rows import (
    MatchRow,
    StandingRow,
    margin_heading,
    match_row,
    points_heading,
    points_text,
    team_names,
    team_players,
)
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.notes import opponents_of
from events.sessions.pages.views.results import read_scored, recent_contestants
from events.sessions.scoring.domain.strata import strata_in_use
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants
from events.sessions.scoring.selectors.lines import LineRecord

WIDEST_CROSSTABLE = 24
"""The most teams in a crosstable: of more few have met, and it fits no paper."""


@for_visitors
@require_GET
def matches(request: HttpRequest, session_id: int) -> HttpResponse:
    """All matches by round, and the crosstable."""
    session = session_for_reader(request, session_id)
    director = is_director(request)

    def make() -> SafeString:
        scored = _scored(session)
        contestants = recent_contestants(session.pk, full_names=director)
        cross: list[CrossRow] = []
        if len(scored.matches.teams) <= WIDEST_CROSSTABLE:
            cross = cross_rows(session, scored, contestants)
        context = {
            "session": session,
            "play": scored.matches.play,
            "rounds": match_rows.match_rows(session, scored, contestants),
            "cross": cross,
            "cross_has_other": any(row.other for row in cross),
            # A board that both rooms sat the same way is not scored, and holds up nothing.
            "is_provisional": scored.is_provisional and not session.is_finished,
            "has_margin": match_rows.has_margin(scored.matches.play),
            "margin_heading": match_rows.margin_heading(session, scored.matches.play),
            "points_heading": match_rows.points_heading(scored.matches.play),
            "notices": match_rows.notices_of(scored.scored) if director else [],
            "rules": match_rows.match_rules(session, scored.matches.play),
        }
        return render_to_string("events/sessions/matches/_matches.html", context)

    html = kept(
        ("matches", session.pk, director, get_language()),
        state=partial(session_stamp, session.pk),
        make=make,
    )
    context = {"session": session, "tab": "matches", "results": html}
    return render(request, "events/sessions/matches/matches.html", context)


@for_visitors
@require_GET
def match(request: HttpRequest, session_id: int, match_id: int) -> HttpResponse:
    """The card of one match, board by board; a director may award it."""
    session = session_for_reader(request, session_id)
    director = is_director(request)
    scored = _scored(session)
    found = next((each for each in scored.scored if each.match.pk == match_id), None)
    if found is None or found.match.away is None:
        raise NothingHereError(_("There is no such match in this session."))
    contestants = recent_contestants(session.pk, full_names=director)
    context: dict[str, Any] = {
        "session": session,
        "tab": "matches",
        "play": scored.matches.play,
        "card": match_card(session, scored.matches, found, contestants),
        "director": director,
        "notices": match_rows.notices_of([found]) if director else [],
    }
    return render(request, "events/sessions/matches/match.html", context)


def _scored(session: Session) -> ScoredMatches:
    scored = score_matches(session, read_scored(session))
    if scored is None:
        raise NothingHereError(_("This session is not played in matches."))
    return scored


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What a team has of its matches against another, ready to print, with the address of the
    last of them."""

    text: str
    address: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the crosstable, in the order of the standings; ``other`` is what it has beside the
    matches: of byes and missed rounds, and what was added or taken away."""

    place: str
    number: int
    name: str
    cells: tuple[CrossCell, ...]
    other: str
    points: str


def cross_rows(session: Session, scored: ScoredMatches, contestants: Contestants) -> list[CrossRow]:
    """Teams against teams, in the order of the standings."""
    matches = scored.matches
    names = team_names(matches, contestants)
    order = [row.side for row in scored.standings]
    met: dict[tuple[int, int], list[tuple[ScoredMatch, Fraction]]] = {}
    for each in scored.scored:
        if each.match.away is None or each.result.points is None:
            continue
        for own, other in ((each.match.home, each.match.away), (each.match.away, each.match.home)):
            met.setdefault((own, other), []).append((each, each.result.points_of(own)))

    def cell(own: int, other: int) -> CrossCell:
        if own == other:
            return CrossCell("", "", is_own=True)
        found = met.get((own, other), [])
        text = " + ".join(points_text(matches.play, points) for _match, points in found)
        last = found[-1][0].match.pk if found else 0
        return CrossCell(text, reverse("events:match", args=[session.pk, last]) if last else "")

    def beside(row: TeamStanding) -> str:
        of_matches = sum(
            (
                points
                for (own, _other), found in met.items()
                if own == row.side
                for _, points in found
            ),
            Fraction(0),
        )
        return points_text(matches.play, row.points - of_matches or None)

    return [
        CrossRow(
            str(row.place),
            row.side,
            names[row.side],
            tuple(cell(row.side, other) for other in order),
            beside(row),
            points_text(matches.play, row.points),
        )
        for row in scored.standings
    ]


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
    session: Session, matches: Matches, scored: ScoredMatch, contestants: Contestants
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
        of_pairs=[_pairs_row(session, pair, contestants) for pair in scored.of_pairs],
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
        result_cells.played_text(line.result, in_short=True),
        "" if score is None else figures.signed(score),
    )


@dataclass(frozen=True, slots=True)
class MatchStandings:
    """Standings with their headings, and how the matches count, in words."""

    rows: list[StandingRow]
    is_pairs: bool
    is_provisional: bool
    points_heading: str
    margin_heading: str
    has_margin: bool
    rules: str
    strata: tuple[str, ...] = ()


def match_standings(
    session: Session, scored: ScoredSession, contestants: Mapping[int, ContestantRecord]
) -> MatchStandings | None:
    """The standings; ``None`` for a session without matches."""
    matches = score_matches(session, scored)
    if matches is None:
        return None
    play = matches.matches.play
    strata = strata_in_use([contestant.stratum for contestant in contestants.values()])
    return MatchStandings(
        match_rows.standing_rows(matches, contestants, strata),
        play.is_pairs,
        matches.is_provisional,
        match_rows.points_heading(play),
        match_rows.margin_heading(session, play),
        match_rows.has_margin(play),
        match_rows.match_rules(session, play),
        strata,
    )
