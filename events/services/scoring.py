"""The scoring service: joins a session's lines and settings to the rules of scoring.

Nothing is stored: every call computes anew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from events.domain.adjustments import NOT_PLAYED, read_adjustment
from events.domain.field import (
    BoardScore,
    FieldScore,
    Line,
    LineScore,
    score_board,
    score_field,
)
from events.domain.lineresult import LineResult
from events.domain.rounding import Rounding
from events.domain.settings import Method, Settings
from events.models import Session
from events.selectors.lines import (
    BoardProgress,
    LineRecord,
    lines_of_sessions,
    most_results,
    session_lines,
)


@dataclass(frozen=True, slots=True)
class ScoredSession:
    """The lines of a session, the field's score, and the points of each line by its id."""

    lines: tuple[LineRecord, ...]
    field: FieldScore
    points: dict[int, LineScore]

    @property
    def expected(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    @property
    def entered(self) -> int:
        """How many of them are filled in."""
        return len(self.points)


def settings_of(session: Session) -> Settings:
    """The scoring settings of a session, as the rules want them."""
    return Settings(
        method=Method(session.method),
        scale=session.scale,
        winners=session.winners,
        neuberg=session.neuberg,
        rounding=Rounding(session.rounding),
        expected=session.expected,
        one_field=session.one_field,
        session_average=session.session_average,
        butler_drop=session.butler_drop,
        cross_imps_mean=session.cross_imps_mean,
        # While results are still coming in, everybody has played too little.
        minimum_part=Fraction(session.minimum_part if session.is_finished else 0, 100),
    )


def score_session(session: Session) -> ScoredSession:
    """Score every line entered so far, in one query."""
    return score_sessions([session])[session.pk]


def score_sessions(sessions: Sequence[Session]) -> dict[int, ScoredSession]:
    """Score several sessions by their ids, each for itself, in one query for all."""
    lines = lines_of_sessions([session.pk for session in sessions])
    return {session.pk: _scored(session, tuple(lines[session.pk])) for session in sessions}


def _scored(session: Session, lines: tuple[LineRecord, ...]) -> ScoredSession:
    entered = [line for line in lines if not line.is_empty]
    field = score_field([domain_line(line) for line in entered], _expecting(session, entered))
    # A contestant has one line on a board, so that these name a line.
    by_place = {(score.line.board, score.line.ns): score for score in _line_scores(field)}
    points = {line.pk: by_place[line.board, line.ns] for line in entered}
    return ScoredSession(lines, field, points)


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board as far as it is entered: its lines, its score, and each line's points by id."""

    number: int
    lines: tuple[LineRecord, ...]
    score: BoardScore | None
    points: dict[int, LineScore]

    @property
    def progress(self) -> BoardProgress:
        """How far the board is."""
        entered = sum(not line.is_empty for line in self.lines)
        return BoardProgress(self.number, entered, len(self.lines))


def score_one_board(
    session: Session, board: int, *, supposing: Mapping[int, LineResult] | None = None
) -> ScoredBoard:
    """Score one board in two queries, with ``supposing`` in place of what some lines hold.

    An average plus stands at its least here: the pair's other boards are not looked at.
    """
    lines = session_lines(session.pk, board=board)
    if supposing:
        lines = [
            replace(line, result=supposing[line.pk]) if line.pk in supposing else line
            for line in lines
        ]
    entered = [line for line in lines if not line.is_empty]
    here = sum(map(_is_result, entered))
    most = max(here, most_results(session.pk, but=board), session.expected or 0)
    settings = replace(settings_of(session), expected=most or None)
    if not entered:
        return ScoredBoard(board, tuple(lines), None, {})
    score = score_board([domain_line(line) for line in entered], settings)
    points = {line.pk: scored for line, scored in zip(entered, score.lines, strict=True)}
    return ScoredBoard(board, tuple(lines), score, points)


def domain_line(line: LineRecord) -> Line:
    """A stored line as the rules of scoring want it."""
    result = line.result
    return Line(
        board=line.board,
        ns=line.ns,
        ew=line.ew,
        score_ns=result.score_ns,
        adjustment=read_adjustment(result.adjustment) if result.adjustment else None,
        section=line.section,
    )


def _expecting(session: Session, entered: Sequence[LineRecord]) -> Settings:
    """The settings; a director cannot expect fewer results than a board has."""
    settings = settings_of(session)
    if settings.expected is None:
        return settings
    fields = (
        (line.board, session.one_field or line.section) for line in entered if _is_result(line)
    )
    return replace(settings, expected=max(settings.expected, *Counter(fields).values(), 0))


def _is_result(line: LineRecord) -> bool:
    return line.result.adjustment != str(NOT_PLAYED)


def _line_scores(field: FieldScore) -> Iterator[LineScore]:
    for board in field.boards:
        yield from board.lines
