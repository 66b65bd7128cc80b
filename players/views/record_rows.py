"""A player's record as the page shows it: ready strings, and the chart."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubscore.charts.curve import Chart, Value, draw
from clubscore.sentences import decimals
from players.domain.record import Average, Outing, Record, Tally, moving_average, percent_text

WINDOW = 10
"""How many sessions the curve averages."""


@dataclass(frozen=True, slots=True)
class AverageRow:
    """A year or a partner (with the number of the register) and how it went."""

    name: str
    number: int
    sessions: int
    mean: str
    best: str


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, how many boards were played in it, and how they went."""

    name: str
    boards: int
    mean: str
    made: int
    down: int


@dataclass(frozen=True, slots=True)
class RecordRows:
    """The chart is ``None`` with fewer than two percentages."""

    record: Record
    chart: Chart | None
    years: list[AverageRow]
    partners: list[AverageRow]
    roles: list[RoleRow]


def record_rows(record: Record) -> RecordRows:
    """The rows of every table of a record."""
    # Each a sum over all sessions.
    declaring, defending = record.declaring, record.defending
    roles = ((_("declaring"), declaring), (_("defending"), defending))
    return RecordRows(
        record=record,
        chart=_chart(record),
        years=[_average_row(str(year), 0, found) for year, found in record.years()],
        partners=[_average_row(name, number, found) for number, name, found in record.partners()],
        roles=[
            _role_row(name, tally) for name, tally in roles if declaring.boards or defending.boards
        ],
    )


def _chart(record: Record) -> Chart | None:
    rated = [outing for outing in reversed(record.outings) if outing.percentage is not None]
    if len(rated) < 2:
        return None
    percentages = [outing.percentage for outing in rated if outing.percentage is not None]
    means = moving_average(percentages, WINDOW)
    return draw(
        [
            Value(outing.date, percentage, mean, _label(outing))
            for outing, percentage, mean in zip(rated, percentages, means, strict=True)
        ]
    )


def _label(outing: Outing) -> str:
    day = date_format(outing.date, "DATE_FORMAT")
    return f"{day}, {outing.title}: {decimals(percent_text(outing.percentage))}"


def _average_row(name: str, number: int, found: Average) -> AverageRow:
    mean, best = decimals(percent_text(found.mean)), decimals(percent_text(found.best))
    return AverageRow(name, number, found.sessions, mean, best)


def _role_row(name: str, tally: Tally) -> RoleRow:
    mean = decimals(percent_text(tally.average))
    return RoleRow(name, tally.boards, mean, tally.made, tally.down)
