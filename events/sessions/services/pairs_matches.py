"""The matches of Swiss pairs: each pair by its own boards of the round, compared with the field."""

from collections import defaultdict
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

    def match(self, match: MatchRecord, entered: int) -> MatchResult:
        """The result of a match, of which so many boards are in.

        Raises :class:`Refused` where the scale has no match of this length.
        """
        boards = len(match.boards)
        result = MatchResult(
            match.pk, match.round, match.home, match.away, boards, entered, expected=boards
        )
        home = self._pair(match, match.home)
        away = self._pair(match, match.away or 0)
        if home is None or away is None:
            return result
        return replace(result, imps=(home.won, away.won), points=(home.points, away.points))

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

    def _pair(self, match: MatchRecord, team: int) -> _Pair | None:
        played = self._played[match.round, team]
        boards, is_half = len(match.boards), self._is_half(match)
        if is_half:
            played = [(line, side) for line, side in played if line.board in match.boards]
        if self._by_percentage:
            value = percentage(
                (points, score.top)
                for line, side in played
                if (score := self._scored.points[line.pk]).top is not None
                and (points := score.ns_points if side is Side.NS else score.ew_points) is not None
            )
            if value is None:
                return None
            return _Pair(value, Fraction(swiss_pairs(boards, half=is_half).points(value)))
        imps = [each for line, side in played if (each := self._imps(line, side)) is not None]
        if not imps:
            return None
        margin = whole_imps(imps)
        scale_for = self._half_scale_for if is_half else self._scale_for
        vps, _opponent = scale_for(boards).points(margin)
        return _Pair(Fraction(margin), Fraction(vps, VP))

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
