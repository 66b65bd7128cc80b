"""A scored field as plain text that prints well: every board, then the standings.

With two lists, the North–South pairs are on the left and the East–West pairs on the right.
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from events.common.domain.rounding import at_most_two_decimals, hundredths, two_decimals
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import BoardScore, LineScore
from events.sessions.domain.scoring.field import FieldScore
from events.sessions.domain.scoring.ranking import Standing, rank

_GAP = "    "


def write_report(field: FieldScore) -> str:
    """The report, in English as the format's own."""
    blocks = [_board(board) for board in field.boards]
    blocks += [_standings(field, section) for section in _sections(field)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _sections(field: FieldScore) -> list[str]:
    return sorted({standing.section for standing in field.standings})


def _board(board: BoardScore) -> list[str]:
    heading = f"Board {board.board}"
    if board.section:
        heading += f", section {board.section}"
    names = ("NS", "EW", "Score", "Place", "NS points", "EW points")
    lines = sorted(board.lines, key=_pair_order)
    places = _places(lines)
    rows = [
        (
            _names(score.line.ns),
            _names(score.line.ew),
            _result(score),
            places[index],
            _points(score.ns_points),
            _points(score.ew_points),
        )
        for index, score in enumerate(lines)
    ]
    return [heading, *_table(names, rows)]


def _pair_order(score: LineScore) -> tuple[int, str]:
    name = _names(score.line.ns)
    return len(name), name


def _places(lines: Sequence[LineScore]) -> dict[Hashable, str]:
    """North–South's place on the board, by the place of the line."""
    values: dict[Hashable, int | None] = {
        index: None if score.ns_points is None else hundredths(score.ns_points)
        for index, score in enumerate(lines)
    }
    return {index: place or "-" for place, index in rank(values)}


def _result(score: LineScore) -> str:
    line = score.line
    if line.adjustment is not None:
        return str(line.adjustment)
    return "-" if line.score_ns is None else str(line.score_ns)


def _standings(field: FieldScore, section: str) -> list[str]:
    standings = [standing for standing in field.standings if standing.section == section]
    heading = [f"Section {section}", ""] if section else []
    lists = [
        list(_list(standings, direction))
        for direction in (None, Side.NS, Side.EW)
        if any(standing.direction is direction for standing in standings)
    ]
    width = max((len(row) for row in lists[0]), default=0) if lists else 0
    rows = [
        _GAP.join([cells[0].ljust(width), *cells[1:]]).rstrip()
        for cells in zip_longest(*lists, fillvalue="")
    ]
    return heading + rows


def _list(standings: Sequence[Standing], direction: Side | None) -> Iterator[str]:
    chosen = [standing for standing in standings if standing.direction is direction]
    pair = "Pair" if direction is None else f"{direction.value} pair"
    tops = any(standing.of is not None for standing in chosen)
    names = ["Place", pair, *(("Points", "Of", "%") if tops else ("Total",))]
    rows = [
        (standing.place or "-", str(standing.contestant), *_values(standing, tops))
        for standing in chosen
    ]
    return iter(_table(names, rows))


def _values(standing: Standing, tops: bool) -> tuple[str, ...]:
    if not tops:
        return (at_most_two_decimals(standing.points),)
    percentage = standing.percentage
    return (
        _points(standing.points),
        _points(standing.of),
        "-" if percentage is None else two_decimals(percentage),
    )


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns flush right, under their names."""
    widths = [
        max(len(name), *(len(row[index]) for row in rows)) if rows else len(name)
        for index, name in enumerate(names)
    ]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (names, *rows)
    ]


def _names(contestants: tuple[object, ...]) -> str:
    return "+".join(str(contestant) for contestant in contestants)


def _points(points: Fraction | None) -> str:
    return "-" if points is None else at_most_two_decimals(points)
