import datetime
from fractions import Fraction

from players.domain.record import Outing, Record, Tally
from players.views.player import AverageRow, RoleRow, record_rows


def outing(day: int, percent: int | None, **values) -> Outing:
    percentage = None if percent is None else Fraction(percent)
    partner = ((7, "Hugo Tarrant"),)
    date = datetime.date(2026, 3, day)
    return Outing(date, "Pairs", "/", partner, percentage=percentage, **values)


def test_tables_have_ready_strings() -> None:
    board = Tally.of_board(Fraction(75), is_made=True)
    rows = record_rows(Record((outing(6, 60, declaring=board), outing(5, 55))))
    assert rows.years == [AverageRow("2026", 0, 2, "57.50 %", "60.00 %")]
    assert rows.partners == [AverageRow("Hugo Tarrant", 7, 2, "57.50 %", "60.00 %")]
    assert rows.roles == [
        RoleRow("declaring", 1, "75.00 %", 1, 0),
        RoleRow("defending", 0, "", 0, 0),
    ]


def test_the_chart_goes_forward_in_time() -> None:
    chart = record_rows(Record((outing(6, 60), outing(5, 55)))).chart
    assert [dot.label for dot in chart.dots] == [
        "5 March 2026, Pairs: 55.00 %",
        "6 March 2026, Pairs: 60.00 %",
    ]


def test_without_percentages_or_contracts_there_is_no_chart_and_no_role() -> None:
    rows = record_rows(Record((outing(6, None), outing(5, 55))))
    assert (rows.chart, rows.roles) == (None, [])
