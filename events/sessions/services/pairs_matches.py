"""The matches of Swiss pairs: each pair by its own boards of the round, compared with the field."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from events.models import Session
from events.sessions.domain.adjustments import Artificial, Average, Split, Weighted
from events.sessions.domain.contract import Side
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.imps import artificial_imps
from events.sessions.domain.teams.other_scales import swiss_pairs
from events.sessions.domain.teams.pairs_match import Scores, cross_imps, percentage, whole_imps
from events.sessions.domain.teams.scale import VP
from events.sessions.domain.teams.standings import MatchResult, ScaleFor
from events.sessions.selectors.lines import LineRecord
from events.sessions.selectors.matches import Matches, MatchRecord
from events.sessions.services.scoring import ScoredSession


@dataclass(frozen=True, slots=True)
class PairsBoard:
    """A board of a match of two pairs: its line, and what the home and the away pair have of it, a
    percentage of the top or cross-IMPs; ``None`` before it counts."""

    number: int
    line: LineRecord | None = None
    home: Fraction | None = None
    away: Fraction | None = None


_Boards = Mapping[int, tuple[LineRecord, Fraction | None]]
"""The line that a pair played on each board, and what it has of it."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """What a pair won in a match, as a percentage or in IMPs, and its points."""

    won: Fraction
    points: Fraction


class PairsScoring:
    """The matches of a session of Swiss pairs."""

    def __init__(
        self,
        session: Session,
        matches: Matches,
        scored: ScoredSession,
        scale_for: ScaleFor,
        half_scale_for: ScaleFor,
    ) -> None:
        self._scale_for = scale_for
        self._half_scale_for = half_scale_for
        self._by_percentage = session.method == Session.Method.MATCHPOINTS
        self._matches = matches
        self._scored = scored
        self._played: defaultdict[tuple[int, int], list[tuple[LineRecord, Side]]]
        self._played = defaultdict(list)
        self._on_board: defaultdict[tuple[int, str], list[LineRecord]] = defaultdict(list)
        for line in scored.lines:
            if line.is_empty:
                continue
            self._on_board[line.board, line.deal].append(line)
            for side, seats in ((Side.NS, line.ns), (Side.EW, line.ew)):
                for team in {matches.team_of.get(pk, 0) for pk in seats}:
                    # A pair is scored for what it played, wherever it sat.
                    played = -(-(line.round or 0) // matches.play.stanzas)
                    self._played[played, team].append((line, side))

    def match(self, match: MatchRecord, entered: int) -> tuple[MatchResult, tuple[PairsBoard, ...]]:
        """The result of a match, of which so many boards are in, and its boards.

        Raises :class:`Refused` where the scale has no match of this length.
        """
        boards = len(match.boards)
        result = MatchResult(
            match.pk, match.round, match.home, match.away, boards, entered, expected=boards
        )
        (home, of_home), (away, of_away) = (
            self._pair(match, team) for team in (match.home, match.away or 0)
        )
        if home and away:
            result = replace(result, imps=(home.won, away.won), points=(home.points, away.points))
        return result, tuple(_board(number, of_home, of_away) for number in match.boards)

    def half_sat_out(self, match: MatchRecord) -> MatchResult:
        """What a pair has of the boards that it sits out: average plus on half of them, rounded
        up, and average on the rest, on the scale of a half match (spec: teams, section 3)."""
        boards = len(match.boards)
        better = -(-boards // 2)
        if self._by_percentage:
            value = Fraction(60 * better + 50 * (boards - better), boards)
            points = Fraction(swiss_pairs(boards, half=True).points(value))
        else:
            margin = better * artificial_imps(Average.PLUS)
            vps, _opponent = self._half_scale_for(boards).points(round(margin))
            points = Fraction(vps, VP)
        return MatchResult(
            match.pk, match.round, match.home, None, boards, points=(points, Fraction(0))
        )

    def _is_half(self, match: MatchRecord) -> bool:
        return len(match.boards) < self._matches.play.boards

    def _pair(self, match: MatchRecord, team: int) -> tuple[_Pair | None, _Boards]:
        played = self._played[match.round, team]
        boards, is_half = len(match.boards), self._is_half(match)
        if is_half:
            played = [(line, side) for line, side in played if line.board in match.boards]
        if self._by_percentage:
            return self._pair_by_percentage(played, boards, is_half=is_half)
        found = [(line, self._imps(line, side)) for line, side in played]
        of_boards = {
            line.board: (line, None if each is None else Fraction(each)) for line, each in found
        }
        imps = [each for _line, each in found if each is not None]
        if not imps:
            return None, of_boards
        margin = whole_imps(imps)
        scale_for = self._half_scale_for if is_half else self._scale_for
        vps, _opponent = scale_for(boards).points(margin)
        return _Pair(Fraction(margin), Fraction(vps, VP)), of_boards

    def _pair_by_percentage(
        self, played: Sequence[tuple[LineRecord, Side]], boards: int, *, is_half: bool
    ) -> tuple[_Pair | None, _Boards]:
        counted: list[tuple[Fraction, Fraction]] = []
        of_boards: dict[int, tuple[LineRecord, Fraction | None]] = {}
        for line, side in played:
            score = self._scored.points[line.pk]
            points = score.ns_points if side is Side.NS else score.ew_points
            of_boards[line.board] = line, None
            if score.top is not None and points is not None:
                counted.append((points, score.top))
                of_boards[line.board] = line, 100 * points / score.top if score.top else None
        value = percentage(counted)
        if value is None:
            return None, of_boards
        points = Fraction(swiss_pairs(boards, half=is_half).points(value))
        return _Pair(value, points), of_boards

    def _imps(self, line: LineRecord, side: Side) -> Decimal | None:
        """Cross-IMPs on a board; average plus is 3 of the match. ``None`` if it was not played."""
        match line.result.adjustment:
            case Artificial(ns, ew):
                award = artificial_imps(ns if side is Side.NS else ew)
                return Decimal(award.numerator) / Decimal(award.denominator)
        own = _scores(line.result, side)
        if not own:
            return None
        others = [
            scores
            for other in self._on_board[line.board, line.deal]
            if other.pk != line.pk and (scores := _scores(other.result, side))
        ]
        return cross_imps(own, others)


def _board(number: int, of_home: _Boards, of_away: _Boards) -> PairsBoard:
    line, home = of_home.get(number, (None, None))
    other, away = of_away.get(number, (None, None))
    return PairsBoard(number, line or other, home, away)


def _scores(result: LineResult, side: Side) -> Scores:
    """The scores for a side with their weights; none for an award, or a board not played."""
    sign = 1 if side is Side.NS else -1
    weighted: Weighted | None = None
    match result.adjustment:
        case None:
            return () if result.score_ns is None else ((Fraction(1), sign * result.score_ns),)
        case Weighted():
            weighted = result.adjustment
        case Split(ns, ew):
            weighted = ns if side is Side.NS else ew
    if weighted is None:
        return ()
    return [(each.weight, sign * each.score_ns) for each in weighted.components]
