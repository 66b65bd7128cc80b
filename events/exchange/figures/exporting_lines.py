"""Lines, contestants and the club as files of other programs have them."""

from collections.abc import Iterable
from fractions import Fraction

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.common.domain import round_quotient
from events.exchange.domain.results_file import FileLine
from events.exchange.formats.usebio_writer import WrittenClub
from events.models import Session
from events.sessions.core.domain.adjustment import Artificial, Average, Split, Weighted, notation
from events.sessions.core.domain.contract import PassedOut
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants
from events.sessions.scoring.selectors.lines import LineRecord
from players.models.club import current_settings
from players.selectors.register import national_numbers_of

_SHORTENED = gettext_noop(
    "Board %(board)s has a weighted or split score, %(score)s, for which USEBIO and PBN have no"
    " place: the line is written with the points awarded."
)


USUAL_CHARGE = "10"
"""A normal club session (EBU)."""


def written_club() -> WrittenClub:
    club = current_settings()
    return WrittenClub(club.shown_name, club.union_number, club.charge_code or USUAL_CHARGE)


def national_numbers(contestants: Iterable[ContestantRecord]) -> dict[int, str]:
    """The national numbers by the players' ids."""
    return national_numbers_of([pk for record in contestants for pk in record.player_ids])


def number_of(record: ContestantRecord) -> str:
    """The number of a contestant in a file."""
    return f"{record.number}{record.direction}"


def decimal(value: Fraction) -> str:
    """The value with two decimals."""
    hundredths = round_quotient(100 * value.numerator, value.denominator)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def file_line(
    session: Session, line: LineRecord, points: LineScore | None, contestants: Contestants
) -> FileLine | None:
    """A line as a file has it; ``None`` for one without a score.

    A weighted or split score is written as what it gave: at matchpoints as the percentages of the
    board, otherwise as the points alone.
    """
    result = line.result.counting
    ruling = ruling_of(result) or _beyond_words(result)
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
        deal=line.deal,
    )


def _beyond_words(result: LineResult) -> str | None:
    """An artificial score that two whole percentages do not tell."""
    given = _artificial(result)
    told = "A" + "".join(f"{each:02d}" for each in given or ())
    return str(result.adjustment) if given and str(result.adjustment) != told else None


def _numbers(side: tuple[int, ...], contestants: Contestants) -> str | tuple[str, ...]:
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
    found = ((line.board, line.result.counting.adjustment) for line in lines)
    return [
        sentence(_SHORTENED, board=board, score=notation(ruling))
        for board, ruling in sorted(found, key=lambda each: each[0])
        if isinstance(ruling, Weighted | Split)
    ]
