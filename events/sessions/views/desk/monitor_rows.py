"""The monitor as ready strings: sections in rounds, and tables in rounds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubscore.charts.pace import PaceChart, Table, draw
from events.models import Session
from events.sessions.domain.progress import State
from events.sessions.selectors.progress import Cell, SectionProgress
from events.sessions.views.typing.line_links import LineLinks
from events.sessions.views.typing.line_rows import place

Cells = Mapping[int, Mapping[tuple[int, int], Cell]]
Signs = Mapping[tuple[int, int, int], tuple[str, str]]
"""By section, table and round: a sign, and what it means."""


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section among many: how far it is, and each of its rounds as a cell of HTML."""

    letter: str
    entered: int
    expected: int
    latest: int
    missing: int
    rounds: SafeString


@dataclass(frozen=True, slots=True)
class MonitorGrid:
    """The tables of a section in their rounds; ``body`` is HTML, empty where there is none."""

    letter: str
    summary: str
    missing: int
    rounds: list[int]
    body: SafeString
    pace: PaceChart | None = None
    """How far each table is, while that differs."""


def state_name(state: State) -> str:
    return {
        State.NOTHING: _("nothing"),
        State.PLAYING: _("in play"),
        State.COMPLETE: _("complete"),
        State.MISSING: _("missing"),
    }[state]


def section_rows(sections: Sequence[SectionProgress]) -> list[SectionRow]:
    """Every section with its rounds; shorter ones are padded with empty cells."""
    columns = max((len(section.rounds) for section in sections), default=0)
    return [
        SectionRow(
            letter=section.letter,
            entered=section.entered,
            expected=section.expected,
            latest=section.latest,
            missing=section.missing,
            rounds=format_html_join("", "{}", ((cell,) for cell in _round_cells(section, columns))),
        )
        for section in sections
    ]


def _round_cells(section: SectionProgress, columns: int) -> Iterable[SafeString]:
    for each in section.rounds:
        label = _("Section %(letter)s, round %(round)s: %(entered)s of %(expected)s, %(state)s")
        values = {
            "letter": section.letter,
            "round": each.round or "–",
            "entered": each.entered,
            "expected": each.expected,
            "state": state_name(each.state),
        }
        yield format_html(
            '<td class="monitor-cell state-{}"><span role="img" aria-label="{}">{}/{}</span></td>',
            each.state.value,
            label % values,
            each.entered,
            each.expected,
        )
    for _empty in range(columns - len(section.rounds)):
        yield mark_safe("<td></td>")


def grids(
    session: Session,
    sections: Iterable[SectionProgress],
    cells: Cells,
    signs: Signs | None = None,
) -> list[MonitorGrid]:
    """A grid for each of the sections, with the signs of what the tables did not settle."""
    link = LineLinks(session.pk)
    return [_grid(section, cells[section.pk], link, signs or {}) for section in sections]


def _grid(
    section: SectionProgress,
    cells: Mapping[tuple[int, int], Cell],
    link: LineLinks,
    signs: Signs,
) -> MonitorGrid:
    tables = sorted({table for table, _ in cells})
    rounds = sorted({number for _, number in cells})
    body = format_html_join(
        "\n",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (
                place(section.letter, table),
                format_html_join(
                    "",
                    "{}",
                    ((_cell(section, cells.get((table, n)), link, signs),) for n in rounds),
                ),
            )
            for table in tables
        ),
    )
    return MonitorGrid(
        section.letter, _summary(section), section.missing, rounds, body, _pace(section, cells)
    )


def _pace(section: SectionProgress, cells: Mapping[tuple[int, int], Cell]) -> PaceChart | None:
    """The chart of the tables, where there are two and some lines are in, but not all."""
    tables = sorted({table for table, _ in cells})
    if len(tables) < 2 or not 0 < section.entered < section.expected:
        return None
    entered, expected = Counter[int](), Counter[int]()
    for cell in cells.values():
        entered[cell.table] += cell.entered
        expected[cell.table] += cell.expected
    return draw(
        [Table(place(section.letter, table), entered[table], expected[table]) for table in tables]
    )


def _cell(section: SectionProgress, cell: Cell | None, link: LineLinks, signs: Signs) -> SafeString:
    if cell is None:
        return format_html('<td class="monitor-cell"><span title="{}">·</span></td>', _("no play"))
    label = _("Table %(table)s, round %(round)s: %(entered)s of %(expected)s, %(state)s") % {
        "table": place(section.letter, cell.table),
        "round": cell.round,
        "entered": cell.entered,
        "expected": cell.expected,
        "state": state_name(cell.state),
    }
    sign, what = signs.get((section.pk, cell.table, cell.round), ("", ""))
    return format_html(
        '<td class="monitor-cell state-{}"><a id="at-{}-{}-{}" href="{}" aria-label="{}">{}/{}{}'
        "</a></td>",
        cell.state.value,
        section.letter,
        cell.table,
        cell.round,
        link(cell.board, cell.line),
        f"{label}, {what}" if what else label,
        cell.entered,
        cell.expected,
        f" {sign}" if sign else "",
    )


def _summary(section: SectionProgress) -> str:
    """``12 of 27 results are in; the latest are of round 4.``"""
    values = {
        "entered": section.entered,
        "expected": section.expected,
        "round": section.latest,
    }
    if section.entered == section.expected:
        return _("All %(expected)s results are in.") % values
    if not section.latest:
        return _("%(entered)s of %(expected)s results are in.") % values
    text = _("%(entered)s of %(expected)s results are in; the latest are of round %(round)s.")
    return text % values
