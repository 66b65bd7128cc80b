"""The standings of a series as ready strings for their template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.common.views import figures
from events.models import Series
from events.sessions.domain.carry_over import Carried
from events.sessions.domain.series import SeriesStanding, SessionResult
from events.sessions.services.series_scoring import Evening, SeriesScore


@dataclass(frozen=True, slots=True)
class Column:
    """A session that counts: its short date, and its weight unless it counts once."""

    pk: int
    title: str
    date: str
    weight: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A result of one session, or none; a dropped one is in brackets."""

    date: str
    text: str
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A line of the standings."""

    place: str
    names: str
    cells: list[Cell]
    attended: int
    carried: str
    total: str
    reason: str

    @property
    def played(self) -> list[Cell]:
        """The sessions with a result, for a narrow screen."""
        return [cell for cell in self.cells if cell.text]


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """One list: as played, or with handicap."""

    heading: str
    rows: list[SeriesRow]


def columns(score: SeriesScore) -> list[Column]:
    """The sessions with results, in the order of their dates."""
    return [
        Column(
            evening.session.pk,
            evening.session.title,
            _short_date(evening),
            "" if evening.of_series.weight == 100 else f"{evening.of_series.weight} %",
        )
        for evening in score.played
    ]


def tables(score: SeriesScore) -> list[SeriesTable]:
    """The standings as played, and beside them those with handicap where the series has them."""
    dates = {evening.session.pk: _short_date(evening) for evening in score.played}
    if not score.series.handicap:
        return [SeriesTable("", [_row(each, score, dates, False) for each in score.scratch])]
    return [
        SeriesTable(_("Scratch"), [_row(each, score, dates, False) for each in score.scratch]),
        SeriesTable(_("Handicap"), [_row(each, score, dates, True) for each in score.handicap]),
    ]


def _row(
    standing: SeriesStanding, score: SeriesScore, dates: Mapping[int, str], handicap: bool
) -> SeriesRow:
    counted = {result.session: result for result in standing.counted}
    dropped = {result.session: result for result in standing.dropped}
    cells = []
    for session, date in dates.items():
        result = counted.get(session) or dropped.get(session)
        if result is None:
            cells.append(Cell(date, ""))
        else:
            is_dropped = session in dropped
            text = _result(result, score.series, handicap)
            cells.append(Cell(date, f"({text})" if is_dropped else text, is_dropped))
    carrying = score.carrying.handicap if handicap else score.carrying.scratch
    return SeriesRow(
        place=standing.place,
        names=_names(standing, score),
        cells=cells,
        attended=standing.attended,
        carried=_carried(carrying.get(standing.contestant), score.series),
        total=_number(standing.value, score.series),
        reason="" if standing.place else _reason(standing, score.series),
    )


def _names(standing: SeriesStanding, score: SeriesScore) -> str:
    players = standing.contestant
    numbers: Sequence[int] = players if isinstance(players, tuple) else (players,)
    return " – ".join(str(score.names[number]) for number in numbers)


def _result(result: SessionResult, series: Series, handicap: bool) -> str:
    value = result.points if result.of is None else result.percentage
    if value is None:
        return ""
    return _number(value + (result.handicap if handicap else 0), series)


def _carried(carried: Carried | None, series: Series) -> str:
    if carried is None:
        return ""
    return _number(100 * carried.points / carried.of if carried.of else carried.points, series)


def _number(value: Fraction, series: Series) -> str:
    is_total = series.adding == Series.Adding.TOTAL
    return figures.points(value) if is_total else figures.percentage(value)


def _reason(standing: SeriesStanding, series: Series) -> str:
    return ngettext(
        "without a place: %(attended)s session, %(needed)s are needed",
        "without a place: %(attended)s sessions, %(needed)s are needed",
        standing.attended,
    ) % {"attended": standing.attended, "needed": series.minimum}


def _short_date(evening: Evening) -> str:
    return date_format(evening.session.date, "MONTH_DAY_FORMAT")
