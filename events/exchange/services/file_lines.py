"""Lines of a session as files of other programs have them."""

from fractions import Fraction

from clubscore.problems import Refused, gettext_noop, sentence
from events.common.domain.rounding import round_quotient
from events.exchange.domain.results_file import FileLine
from events.models import Session
from events.sessions.domain.adjustments import Artificial, Average
from events.sessions.domain.contract import PassedOut
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.board_score import LineScore
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.lines import LineRecord

_INEXPRESSIBLE = gettext_noop(
    "Board %(board)s has a weighted or split score, which the format cannot express."
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
    """A line as a file has it; ``None`` for one without a score. Raises :class:`Refused` for a
    ruling that no file can express."""
    result = line.result.counting
    artificial = _artificial(result, line.board)
    if artificial is None and result.score_ns is None:
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


def _artificial(result: LineResult, board: int) -> tuple[int, int] | None:
    match result.adjustment:
        case Artificial(ns, ew):
            ours, theirs = (
                each.percentage if isinstance(each, Average) else each for each in (ns, ew)
            )
            return round(ours), round(theirs)
        case None:
            return None
    if result.score_ns is None and str(result.adjustment) == "NP":
        return None
    raise Refused(sentence(_INEXPRESSIBLE, board=board))
