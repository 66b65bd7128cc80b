"""Scoring sessions: applies the rules to their lines, penalties and settings.

Nothing is stored: every call computes the scores again.

The standings of sessions, cached by the state of each: when a line of one of fifty sessions
changes, only that session is scored again.

Every process keeps its own (:mod:`clubscore.web.caching`).
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubscore.web.caching import kept_many
from events.common.domain import Rounding
from events.common.selectors import log_stamps
from events.models import Penalty as StoredPenalty, Session
from events.sessions.core.domain.adjustment import NOT_PLAYED, Average
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.domain.board_score import BoardScore, Line, LineScore
from events.sessions.scoring.domain.explanation import Explanation, explain
from events.sessions.scoring.domain.field import FieldScore, score_field
from events.sessions.scoring.domain.imps import Both, read_datums
from events.sessions.scoring.domain.ranking import Penalty, Standing
from events.sessions.scoring.domain.settings import ImpsBy, Method, Settings
from events.sessions.scoring.domain.sit_outs import SitOuts, missing_boards
from events.sessions.scoring.selectors.lines import (
    MAX_KEPT,
    BoardLines,
    LineRecord,
    PenaltyRecord,
    lines_as_read,
    lines_of_sessions,
    open_boards,
    penalties_of_sessions,
)
from events.sessions.scoring.selectors.progress import BoardProgress
from events.sessions.scoring.selectors.sessions import (
    SitOut,
    rounds_without_opponents,
    scheduled_sit_outs,
)

PenaltyKind = StoredPenalty.Kind

PENALTY_UNITS: dict[Method, tuple[PenaltyKind, ...]] = {
    Method.MATCHPOINTS: (PenaltyKind.PERCENT, PenaltyKind.MATCHPOINTS),
    Method.BUTLER: (PenaltyKind.IMPS,),
    Method.CROSS_IMPS: (PenaltyKind.IMPS,),
    Method.TOTAL: (PenaltyKind.POINTS,),
}
"""What a penalty can be counted in, by the method of scoring."""

Supposing = Mapping[int, LineResult]
"""Results to assume for some lines, by the line's id."""


@dataclass(frozen=True, slots=True)
class ScoredSession:
    """The lines and penalties of a session, the field's score, and the points of each line by
    its id.
    """

    lines: tuple[LineRecord, ...]
    field: FieldScore
    points: dict[int, LineScore]
    penalties: tuple[PenaltyRecord, ...] = ()
    hidden: Collection[int] = frozenset()
    """The boards of which whoever reads it sees nothing yet."""

    @property
    def expected(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    @property
    def entered(self) -> int:
        """How many of them are filled in."""
        return len(self.points)


def settings_of(session: Session) -> Settings:
    """The scoring settings of a session as a value of the domain."""
    return Settings(
        method=Method(session.method),
        scale=session.scale,
        winners=session.winners,
        neuberg=session.neuberg,
        small_groups=session.small_groups,
        missing_ties=session.missing_ties,
        sit_out=session.sit_out,
        unopposed=Average(session.unopposed) if session.unopposed else None,
        rounding=Rounding(session.rounding),
        expected=session.expected,
        one_field=session.one_field,
        session_average=session.session_average,
        butler_drop=session.butler_drop,
        butler_percent=session.butler_percent,
        butler_parts=session.butler_parts,
        butler_even=session.butler_even,
        datums=read_datums(session.datums) if session.datums else (),
        cross_imps_mean=session.cross_imps_mean,
        cross_imps_award_each=session.cross_imps_award_each,
        imps_by=ImpsBy(session.imps_by),
        # While results are still coming in, everybody has played too little.
        minimum_part=Fraction(session.minimum_part if session.is_finished else 0, 100),
    )


def score_session(session: Session, *, supposing: Supposing | None = None) -> ScoredSession:
    """Score every line entered so far, in two queries, with ``supposing`` in place of what some
    lines hold.
    """
    return score_sessions([session], supposing=supposing)[session.pk]


def score_sessions(
    sessions: Sequence[Session], *, supposing: Supposing | None = None
) -> dict[int, ScoredSession]:
    """Score several sessions by their ids, each for itself, in two queries for all."""
    ids = [session.pk for session in sessions]
    lines = lines_of_sessions(ids)
    penalties = penalties_of_sessions(ids)
    return {
        session.pk: _scored(
            session,
            supposed(lines_as_read(session, lines[session.pk]), supposing),
            tuple(penalties[session.pk]),
            keep=len(sessions) == 1 and len(lines[session.pk]) <= MAX_KEPT,
        )
        for session in sessions
    }


def scored_lines(session: Session, lines: tuple[LineRecord, ...]) -> ScoredSession:
    """Score lines that are not stored, without penalties."""
    return _scored(session, lines, (), keep=False)


def _scored(
    session: Session,
    lines: tuple[LineRecord, ...],
    penalties: tuple[PenaltyRecord, ...],
    *,
    keep: bool,
) -> ScoredSession:
    hidden = open_boards(lines) if session.hides_open_boards else frozenset[int]()
    entered = [line for line in lines if not line.is_empty]
    settings = _expecting(session, entered)
    lists = _lists(lines) if session.winners == Session.Winners.TWO else {}
    taken = list(_domain_penalties(session, penalties, entered, lists))
    sit_outs = _sit_outs(session, lines, lists)
    unopposed = _unopposed(session, lines, lists)
    field = score_field(
        [domain_line(line) for line in entered], settings, taken, lists, sit_outs, unopposed
    )
    by_board = _line_scores(session.pk, field, keep=keep)
    points = {
        line.pk: by_board["" if session.one_field else line.section, line.board][line.ns]
        for line in entered
    }
    return ScoredSession(lines, field, points, penalties, hidden)


def _sit_outs(
    session: Session, lines: Sequence[LineRecord], lists: Mapping[Hashable, Side]
) -> SitOuts:
    """How many boards each contestant sits out: by the movement, in the rounds that have begun;
    in sections of files, those on which it has no line."""
    if not session.sit_out or session.matches or session.method != Session.Method.MATCHPOINTS:
        return {}
    moving, scheduled = scheduled_sit_outs(session.pk)
    found = missing_boards(
        (line for line in lines if line.section_id not in moving), session.winners, lists
    )
    for key, boards in _begun(scheduled, lines, lists).items():
        found[key] = found.get(key, 0) + boards
    return found


def _unopposed(
    session: Session, lines: Sequence[LineRecord], lists: Mapping[Hashable, Side]
) -> SitOuts:
    """How many boards contestants could not play in the rounds that have begun, because somebody
    had left or came late; of a round in the middle of which somebody left, those not played."""
    if not session.unopposed or session.matches:
        return {}
    playing = Counter((pk, line.round) for line in lines for pk in line.ns + line.ew)
    away = [
        replace(out, boards=max(0, out.boards - playing[out.contestant, out.round]))
        for out in rounds_without_opponents(session.pk)
    ]
    return _begun(away, lines, lists)


def _begun(
    rounds: Iterable[SitOut], lines: Sequence[LineRecord], lists: Mapping[Hashable, Side]
) -> dict[tuple[Side | None, Hashable], int]:
    """The boards of those rounds that have begun, by contestant with its list."""
    latest: dict[int, int] = {}
    for line in lines:
        if not line.is_empty and line.round:
            latest[line.section_id] = max(line.round, latest.get(line.section_id, 0))
    found: dict[tuple[Side | None, Hashable], int] = {}
    for out in rounds:
        if out.round <= latest.get(out.section_id, 0):
            key = lists.get(out.contestant), out.contestant
            found[key] = found.get(key, 0) + out.boards
    return found


def _line_scores(
    session_id: int, field: FieldScore, *, keep: bool
) -> dict[tuple[str, int], Mapping[tuple[Hashable, ...], LineScore]]:
    """The scores of the lines of every board, by who sat North–South: the same values until one of
    the board changes."""
    boards = {(session_id, board.section, board.board): board for board in field.boards}

    def make(
        missing: list[tuple[int, str, int]],
    ) -> dict[tuple[int, str, int], dict[tuple[Hashable, ...], LineScore]]:
        # A contestant has one line on a board, so that it names a line.
        return {place: {score.line.ns: score for score in boards[place].lines} for place in missing}

    states = {place: board.groups for place, board in boards.items()}
    scores = kept_many("scores of lines", states, make) if keep else make(list(boards))
    return {(section, board): score for (_, section, board), score in scores.items()}


def supposed(lines: Sequence[LineRecord], supposing: Supposing | None) -> tuple[LineRecord, ...]:
    """The lines with the results that some of them would have."""
    if not supposing:
        return tuple(lines)
    return tuple(
        replace(line, result=supposing[line.pk]) if line.pk in supposing else line for line in lines
    )


def _lists(lines: Sequence[LineRecord]) -> dict[Hashable, Side]:
    """The list of every contestant where there are two: the direction that the movement gives it
    most often, even if it exchanged seats on some boards.
    """
    north_south = Counter(pk for line in lines for pk in line.scheduled_ns)
    east_west = Counter(pk for line in lines for pk in line.scheduled_ew)
    return {
        pk: Side.EW if east_west[pk] > north_south[pk] else Side.NS
        for pk in north_south | east_west
    }


def _domain_penalties(
    session: Session,
    penalties: Sequence[PenaltyRecord],
    lines: Sequence[LineRecord],
    lists: Mapping[Hashable, Side],
) -> Iterator[Penalty]:
    """The penalties that count by the session's method, each in the list of its contestant."""
    if not penalties:
        return
    sections = {pk: line.section for line in lines for pk in line.ns + line.ew}
    units = PENALTY_UNITS[Method(session.method)]
    for penalty in penalties:
        # A penalty in the units of another method has no meaning here; without a result there is
        # no total to take it from.
        if penalty.contestant not in sections or penalty.kind not in units:
            continue
        amount = Fraction(penalty.amount)
        # Percent are of a full top, whose size only the scored field knows.
        is_part = penalty.kind == PenaltyKind.PERCENT
        yield Penalty(
            penalty.contestant,
            lists.get(penalty.contestant),
            "" if session.one_field else sections[penalty.contestant],
            points=Fraction(0) if is_part else amount,
            tops=amount / 100 if is_part else Fraction(0),
        )


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line and where a side's points come from; whether several deals of the board were
    played.
    """

    line: LineRecord
    explanation: Explanation
    is_fouled: bool


def explain_points(session: Session, line_id: int, side: Side) -> ExplainedLine | None:
    """Where a side's points on a line come from; ``None`` where the session has no result."""
    scored = score_session(session)
    line = next((line for line in scored.lines if line.pk == line_id), None)
    if line is None or line.is_empty:
        return None
    entered = [each for each in scored.lines if not each.is_empty]
    own = scored.points[line.pk].line
    explanation = explain(scored.field, _expecting(session, entered), own, side)
    is_fouled = any(other.deal for other in scored.lines if other.board == line.board)
    return ExplainedLine(line, explanation, is_fouled)


def domain_line(line: LineRecord) -> Line:
    """A stored line as a value of the domain."""
    result = line.result
    return Line(
        board=line.board,
        ns=line.ns,
        ew=line.ew,
        score_ns=result.score_ns,
        adjustment=result.adjustment,
        section=line.section,
        group=line.deal,
    )


def _expecting(session: Session, entered: Sequence[LineRecord]) -> Settings:
    """The settings, with no fewer expected results than any board has."""
    settings = settings_of(session)
    if settings.expected is None:
        return settings
    fields = (
        (line.board, session.one_field or line.section) for line in entered if _is_result(line)
    )
    # The 0 is for no results at all: max() of a single number raises.
    return replace(settings, expected=max(settings.expected, *Counter(fields).values(), 0))


def _is_result(line: LineRecord) -> bool:
    # Not played and scheduled sit-outs leave both sums: they are not in Neuberg’s E.
    return line.result.adjustment is not NOT_PLAYED


@dataclass(frozen=True, slots=True)
class SessionStandings:
    """The standings of a session, list by list, and how many of its lines are filled in."""

    standings: tuple[Standing, ...] = ()
    entered: int = 0


def standings_of_sessions(sessions: Collection[Session]) -> dict[int, SessionStandings]:
    """The standings of sessions by their ids, as whoever reads them may see them: one query for
    those cached, three more for the rest.

    A session that has been deleted meanwhile has none.
    """
    readers = {session.pk: session.reader_is_director for session in sessions}
    keys = {session.pk: (session.pk, session.hides_open_boards) for session in sessions}

    def make(missing: list[tuple[int, bool]]) -> dict[tuple[int, bool], SessionStandings]:
        # Settings may have changed since the sessions were read.
        stored = list(Session.objects.filter(pk__in=[pk for pk, _hides in missing]))
        for session in stored:
            session.reader_is_director = readers[session.pk]
        return {
            keys[pk]: SessionStandings(scored.field.standings, scored.entered)
            for pk, scored in score_sessions(stored).items()
        }

    stamps = {keys[pk]: stamp for pk, stamp in log_stamps(keys).items()}
    found = kept_many("standings of a session", stamps, make)
    return {pk: found.get(key, SessionStandings()) for pk, key in keys.items()}


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
