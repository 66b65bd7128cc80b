"""The matches of one contestant for a personal card: the team, each match, and each board of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from events.models import Session
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.match_scoring import ScoredBoard, ScoredMatch, ScoredMatches
from events.sessions.views.matches import match_rows
from events.sessions.views.results import result_cells

Contestants = Mapping[int, ContestantRecord]


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match as one side sees it: both figures of a result have its own first."""

    round: int
    opponents: str
    margin: str
    points: str
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """What was played in the other room of a match of teams, and the IMPs, or points, of the own
    team with their sign."""

    other_room: str
    won: str


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """Of one contestant: its team, empty for a pair that plays for itself, the matches, the boards
    by the id of the own line, and the headings of the figures."""

    team: str
    team_place: str
    team_points: str
    matches: list[OwnMatch]
    boards: dict[int, OwnBoard]
    margin_heading: str
    points_heading: str


def own_matches(
    session: Session, scored: ScoredMatches, contestants: Contestants, contestant: int
) -> OwnMatches | None:
    """The matches of a contestant; ``None`` for somebody who is in no team."""
    matches = scored.matches
    own = matches.team_of.get(contestant)
    if own is None:
        return None
    names = match_rows.team_names(matches, contestants)
    standing = next(row for row in scored.standings if row.side == own)
    mine = [each for each in scored.scored if own in (each.match.home, each.match.away)]
    return OwnMatches(
        team="" if matches.play.is_pairs else names[own],
        team_place=standing.place,
        team_points=match_rows.points_text(matches.play, standing.points),
        matches=[_own_match(session, scored, each, names, own) for each in mine],
        boards={
            line.pk: _own_board(board, line, is_home=each.match.home == own)
            for each in mine
            for board in each.boards
            for line in (board.open_room, board.closed)
            if line is not None and contestant in line.ns + line.ew
        },
        margin_heading=match_rows.margin_heading(session, matches.play),
        points_heading=match_rows.points_heading(matches.play),
    )


def _own_match(
    session: Session,
    scored: ScoredMatches,
    match: ScoredMatch,
    names: Mapping[int, str],
    own: int,
) -> OwnMatch:
    play = scored.matches.play
    turned = match if match.match.home == own else match.turned
    row = match_rows.match_row(session, scored.matches, match, names)
    return OwnMatch(
        round=match.match.round,
        opponents=row.away if match.match.home == own else row.home,
        margin=match_rows.margin_text(session, play, turned) if row.imps else "",
        points=match_rows.result_text(play, turned),
        state=row.state,
        address=reverse("events:match", args=[session.pk, match.match.pk]) if row.address else "",
    )


def _own_board(board: ScoredBoard, line: LineRecord, *, is_home: bool) -> OwnBoard:
    other = board.closed if line is board.open_room else board.open_room
    played = ""
    if other is not None and not other.is_empty:
        played = result_cells.played(other.result, in_short=True)
    if board.score.imps is None:
        return OwnBoard(played, "")
    won = board.score.imps[0 if is_home else 1]
    return OwnBoard(played, match_rows.signed(won))
