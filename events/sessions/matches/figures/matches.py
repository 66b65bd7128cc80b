"""Scoring the matches of a session: the lines of its travellers become matches and standings.

The matches of Swiss pairs: each pair by its own boards of the round, compared with the field.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from clubscore.text.problems import Refused, Sentence, sentence
from events.models import MatchPlay, Session
from events.sessions.core.domain.adjustment import Average, award_of
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.line_result import LineResult
from events.sessions.core.selectors import Matches, MatchRecord, read_matches
from events.sessions.matches.domain import scales as wbf_scales
from events.sessions.matches.domain.match import (
    BoardOfMatch,
    cross_imps,
    percentage,
    score_board,
    scores_for,
    whole_imps,
)
from events.sessions.matches.domain.scales import SCALES, VP, Scale, own_scale, swiss_pairs
from events.sessions.matches.domain.standings import (
    MatchResult,
    ScaleFor,
    Scoring,
    TeamStanding,
    after_withdrawals,
    rank,
    score_match,
)
from events.sessions.scoring.domain.imps import artificial_imps
from events.sessions.scoring.figures.scoring import ScoredSession, score_sessions
from events.sessions.scoring.selectors.lines import LineRecord


@dataclass(frozen=True, slots=True)
class Room:
    """A table of a match: the line of a board, seen from North–South of that table."""

    line: LineRecord
    home_is_ns: bool


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board of a match with the lines of both rooms as far as there are any."""

    score: BoardOfMatch
    open_room: LineRecord | None
    closed: LineRecord | None


@dataclass(frozen=True, slots=True)
class PairsBoard:
    """A board of a match of two pairs: its line, and what the home and the away pair have of it, a
    percentage of the top or cross-IMPs; ``None`` before it counts."""

    number: int
    line: LineRecord | None = None
    home: Fraction | None = None
    away: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match with its result, its boards, those of teams or those of two pairs, and what the
    director should look at."""

    match: MatchRecord
    result: MatchResult
    boards: tuple[ScoredBoard, ...] = ()
    notices: tuple[Sentence, ...] = ()
    of_pairs: tuple[PairsBoard, ...] = ()

    @property
    def turned(self) -> "ScoredMatch":
        """The same with the figures of the visitors first."""
        result = self.result
        points = result.points and (result.points[1], result.points[0])
        imps = (result.imps[1], result.imps[0])
        return replace(self, result=replace(result, points=points, imps=imps))


@dataclass(frozen=True, slots=True)
class ScoredMatches:
    """All matches of a session in their order, and the standings that they give."""

    matches: Matches
    scored: tuple[ScoredMatch, ...]
    standings: tuple[TeamStanding, ...]

    @property
    def is_provisional(self) -> bool:
        """Whether the result of a match is not known for good."""
        return not all(each.result.is_complete for each in self.scored)


def score_matches(session: Session, scored: ScoredSession) -> ScoredMatches | None:
    """The matches of a session, whose lines are ``scored``; ``None`` for a session without
    matches."""
    if not session.matches:
        return None
    matches = read_matches(session.pk)
    return None if matches is None else matches_scored(session, matches, scored)


def matches_of_sessions(sessions: Iterable[Session]) -> dict[int, ScoredMatches]:
    """The matches of those sessions that have any, by the session's id."""
    played = [session for session in sessions if session.matches]
    scored = score_sessions(played)
    found = {session.pk: score_matches(session, scored[session.pk]) for session in played}
    return {pk: matches for pk, matches in found.items() if matches}


def matches_scored(session: Session, matches: Matches, scored: ScoredSession) -> ScoredMatches:
    """The same for matches that were read already."""
    of_match = _lines_of_matches(matches, scored.lines)
    results: list[ScoredMatch] = []
    pairs = (
        PairsScoring(
            session, matches, scored, scale_for(matches.play), scale_for(matches.play, half=True)
        )
        if matches.play.is_pairs
        else None
    )
    for match in matches.matches:
        lines = of_match.get(match.pk, [])
        if match.away is None:
            is_half = match.awarded is None and match.boards
            result = (
                pairs.half_sat_out(match) if pairs and is_half else _awarded(matches.play, match)
            )
            results.append(ScoredMatch(match, result))
            continue
        if pairs is not None:
            entered = sum(not line.is_empty for line in lines)
            result, of_pairs = pairs.match(match, entered)
            found = ScoredMatch(match, result, of_pairs=of_pairs)
        else:
            found = _scored(matches, match, lines)
        if match.awarded is not None:
            # What was played is shown, and does not count.
            found = replace(found, result=_awarded(matches.play, match), notices=())
        results.append(found)
    results = _after_withdrawals(matches, results)
    return ScoredMatches(matches, tuple(results), standings(matches, results))


def _after_withdrawals(matches: Matches, scored: Sequence[ScoredMatch]) -> list[ScoredMatch]:
    """What the matches count when a team has left an event in which all meet all."""
    left = {
        team.number: team.last_round
        for team in matches.teams.values()
        if team.last_round is not None
    }
    # What the director awarded stays as it is.
    open_to = [scored_match for scored_match in scored if scored_match.match.awarded is None]
    if matches.play.is_swiss or not left:
        return list(scored)
    total = matches.play.total if matches.play.scored_by == MatchPlay.ScoredBy.VP else 1
    match_results = after_withdrawals(
        [scored_match.result for scored_match in open_to], left, total=total
    )
    by_match = {result.number: result for result in match_results}
    return [
        replace(scored_match, result=by_match.get(scored_match.match.pk, scored_match.result))
        for scored_match in scored
    ]


def teams_scored(matches: Matches, lines: Sequence[LineRecord], *, board: int) -> list[ScoredMatch]:
    """The matches of teams that play a board, from the lines alone."""
    of_match = _lines_of_matches(matches, lines)
    return [
        _scored(matches, match, of_match.get(match.pk, []))
        for match in matches.matches
        if match.away is not None and board in match.boards
    ]


def standings(
    matches: Matches, scored: Iterable[ScoredMatch], *, to_round: int | None = None
) -> tuple[TeamStanding, ...]:
    """The standings of all teams, after the matches of a round or after all that is in: of a round
    that nobody has begun, a bye does not count either."""
    added = {team.number: team.added for team in matches.teams.values()}
    scored = list(scored)
    if to_round is None:
        begun = {each.match.round for each in scored if each.match.away and each.result.points}
        counted = [
            each
            for each in scored
            if each.match.away or each.match.awarded or each.match.round in begun
        ]
    else:
        counted = [each for each in scored if each.match.last_round <= to_round]
    return rank(matches.teams, [each.result for each in counted], added)


def scale_for(play: MatchPlay, *, half: bool = False) -> ScaleFor:
    """The scale of a session for a match of so many boards; for a match of half a round that of
    10 VPs (spec: teams, section 3)."""

    if play.scale == MatchPlay.Scale.OWN:
        own = own_scale(play.own_scale)
        return lambda boards: own

    def scale(boards: int) -> Scale:
        return wbf_scales.half_match(boards) if half else SCALES[play.scale](boards)

    return scale


def _empty(match: MatchRecord) -> MatchResult:
    boards = len(match.boards)
    return MatchResult(
        match.pk,
        match.round,
        match.home,
        match.away,
        boards,
        expected=boards,
        last_round=match.last_round,
    )


def _awarded(play: MatchPlay, match: MatchRecord) -> MatchResult:
    points = match.awarded or (Fraction(play.bye_points), Fraction(0))
    return replace(_empty(match), points=points, is_awarded=True)


def _scored(matches: Matches, match: MatchRecord, lines: Sequence[LineRecord]) -> ScoredMatch:
    by_board: defaultdict[int, list[Room]] = defaultdict(list)
    notices: list[Sentence] = []
    teams = {match.home, match.away}
    for line in lines:
        north_south = {matches.team_of.get(pk) for pk in line.ns}
        east_west = {matches.team_of.get(pk) for pk in line.ew}
        if north_south | east_west == teams and not north_south & east_west:
            by_board[line.board].append(Room(line, north_south == {match.home}))
        elif not line.is_empty:
            notices.append(_others(line))
    boards = tuple(_board(number, by_board[number], notices) for number in match.boards)
    play = matches.play
    half = play.stanzas == 2 and len(match.boards) < play.boards
    result = score_match(
        _empty(match),
        [board.score for board in boards],
        Scoring(play.scored_by),
        scale_for(play, half=half),
        by_boards_played=play.by_boards_played,
    )
    return ScoredMatch(match, result, boards, tuple(notices))


def _board(number: int, rooms: Sequence[Room], notices: list[Sentence]) -> ScoredBoard:
    opened = [room.line for room in rooms if room.home_is_ns]
    closed = [room.line for room in rooms if not room.home_is_ns]
    entered = [room for room in rooms if not room.line.is_empty]
    if len(entered) > 1 and len({room.home_is_ns for room in entered}) == 1:
        notices.append(_same_way(number))
        return ScoredBoard(BoardOfMatch(number), entered[0].line, entered[1].line)
    first = next(iter(opened), None)
    second = next(iter(closed), None)
    return ScoredBoard(score_board(number, _result(first), _result(second)), first, second)


def _result(line: LineRecord | None) -> LineResult | None:
    return None if line is None else line.result


def _same_way(board: int) -> Sentence:
    return sentence(
        "Board %(board)s: the same team sat North–South at both tables, so there is nothing to "
        "compare. If a table is wrong, exchange its seats; otherwise the board is not scored.",
        board=board,
    )


def _others(line: LineRecord) -> Sentence:
    return sentence(
        "Board %(board)s, table %(table)s was played by others than those of the match, and does "
        "not count for it.",
        board=line.board,
        table=line.table or 0,
    )


def _lines_of_matches(
    matches: Matches, lines: Iterable[LineRecord]
) -> Mapping[int, list[LineRecord]]:
    """The lines that were scheduled for each match, by the match's id."""
    found: dict[tuple[frozenset[int], int], int] = {
        (frozenset((match.home, match.away)), board): match.pk
        for match in matches.matches
        if match.away is not None
        for board in match.boards
    }
    of_match: defaultdict[int, list[LineRecord]] = defaultdict(list)
    for line in lines:
        teams = {matches.team_of.get(pk, 0) for pk in line.scheduled_ns + line.scheduled_ew}
        match = found.get((frozenset(teams), line.board))
        if match is not None:
            of_match[match].append(line)
    return of_match


def refuse_scale(play: MatchPlay) -> None:
    """Raise :class:`Refused` for a scale that has no match of this many boards."""
    if play.scale == MatchPlay.Scale.OWN:
        own_scale(play.own_scale)
    if play.is_pairs or play.scored_by != MatchPlay.ScoredBy.VP:
        return
    scale_for(play)(play.boards)
    if play.stanzas == 2 and play.scale not in (MatchPlay.Scale.WBF, MatchPlay.Scale.DISCRETE):
        raise Refused.because("Half matches are scored by the scales of the WBF alone.")


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
        return result, tuple(_board_of_pairs(number, of_home, of_away) for number in match.boards)

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
        award = award_of(line.result.adjustment, side)
        if award is not None:
            worth = artificial_imps(award)
            return Decimal(worth.numerator) / Decimal(worth.denominator)
        own = scores_for(line.result, side)
        if not own:
            return None
        others = [
            scores
            for other in self._on_board[line.board, line.deal]
            if other.pk != line.pk and (scores := scores_for(other.result, side))
        ]
        return cross_imps(own, others)


def _board_of_pairs(number: int, of_home: _Boards, of_away: _Boards) -> PairsBoard:
    line, home = of_home.get(number, (None, None))
    other, away = of_away.get(number, (None, None))
    return PairsBoard(number, line or other, home, away)


def pending_triangle(matches: Iterable[MatchRecord], number: int) -> list[MatchRecord]:
    """The three matches that go on in a round after the one in which they began."""
    return [match for match in matches if match.round < number <= match.last_round]
