"""Lines of a session as files of other programs have them."""

from collections.abc import Iterable
from fractions import Fraction

from clubscore.problems import Sentence, gettext_noop, sentence
from events.common.domain.rounding import round_quotient
from events.exchange.domain.results_file import FileLine
from events.models import Session
from events.sessions.domain.adjustments import Artificial, Average, Split, Weighted
from events.sessions.domain.contract import PassedOut
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.board_score import LineScore
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.lines import LineRecord

_SHORTENED = gettext_noop(
    "Board %(board)s has a weighted or split score, %(score)s, for which USEBIO and PBN have no"
    " place: the line is written with the points awarded."
)


def number_of(record: ContestantRecord) -> str:
    """The number of a contestant in a file."""
    return f"{record.number}{record.direction}"


def decimal(value: Fraction) -> str:
    """With two decimals."""
    hundredths = round_quotient(100 * value.numerator, value.denominator)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def file_line(
    session: Session,
    line: LineRecord,
    points: LineScore | None,
    contestants: dict[int, ContestantRecord],
) -> FileLine | None:
    """A line as a file has it; ``None`` for one without a score.

    A weighted or split score is written as what it gave: at matchpoints as the percentages of the
    board, otherwise as the points alone.
    """
    result = line.result.counting
    ruling = ruling_of(result)
    artificial = _artificial(result) or (_percentages(points) if ruling else None)
    if artificial is None and result.score_ns is None and ruling is None:
        return None
    ns, ew = (_numbers(side, contestants) for side in (line.ns, line.ew))
    ns_points, ew_points = (
        None if value is None else decimal(value)
        for value in ((points.ns_points, points.ew_points) if points else (None, None))
    )
    is_mp = session.method == Session.Method.MATCHPOINTS
    played = result.declared
    contract = str(played.contract).upper() if played else None
    if isinstance(result.played, PassedOut):
        contract = "PASS"
    lead = result.lead
    return FileLine(
        ns=ns,
        ew=ew,
        contract=contract,
        declarer=str(played.declarer) if played else None,
        tricks=played.tricks if played else None,
        lead=str(lead).replace("T", "10") if lead else None,
        score_ns=None if artificial else result.score_ns,
        artificial=artificial,
        adjustment=ruling,
        mp_ns=ns_points if is_mp else None,
        mp_ew=ew_points if is_mp else None,
        imps_ns=None if is_mp else ns_points,
        imps_ew=None if is_mp else ew_points,
        round=line.round,
        table=line.table,
    )


def _numbers(
    side: tuple[int, ...], contestants: dict[int, ContestantRecord]
) -> str | tuple[str, ...]:
    numbers = tuple(number_of(contestants[pk]) for pk in side)
    return numbers[0] if len(numbers) == 1 else numbers


def _artificial(result: LineResult) -> tuple[int, int] | None:
    if not isinstance(result.adjustment, Artificial):
        return None
    ours, theirs = (
        each.percentage if isinstance(each, Average) else each
        for each in (result.adjustment.ns, result.adjustment.ew)
    )
    return round(ours), round(theirs)


def _percentages(points: LineScore | None) -> tuple[int, int] | None:
    if points is None or not points.top or points.ns_points is None or points.ew_points is None:
        return None
    ns, ew = (
        min(max(100 * each / points.top, Fraction(0)), Fraction(100))
        for each in (points.ns_points, points.ew_points)
    )
    return round(ns), round(ew)


def ruling_of(result: LineResult) -> str | None:
    """A weighted or split score, which formats of other programs do not know."""
    adjustment = result.adjustment
    return str(adjustment) if isinstance(adjustment, Weighted | Split) else None


def shortened(lines: Iterable[LineRecord]) -> list[Sentence]:
    """The rulings of which USEBIO and PBN have the points alone, each in a sentence."""
    found = ((line.board, ruling_of(line.result.counting)) for line in lines)
    return [
        sentence(_SHORTENED, board=board, score=ruling)
        for board, ruling in sorted(found, key=lambda each: each[0])
        if ruling
    ]
