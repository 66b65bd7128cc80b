"""Following a session: the monitor of tables and rounds, and the lines that are missing.

Both pages refresh themselves: their script requests the inner part again and again, with the ETag
of what it has, and as long as nothing has changed the answer costs one query. The inner part is
rendered once for every state of the session, whoever watches.

The monitor as ready strings: sections in rounds, and tables in rounds.

The lines that are missing, by table and by board, as ready strings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import condition, require_GET

from clubscore.charts.pace import PaceChart, Table, draw
from clubscore.text.numbers import MAX_WHOLE
from clubscore.web.caching import kept
from clubscore.web.permissions import director_required
from events.common.selectors import session_stamp
from events.models import Session
from events.sessions.core.permissions import session_or_404
from events.sessions.pages.views.lines import LineLinks, numbers, place, place_of, short_names
from events.sessions.pages.views.results import state_name
from events.sessions.scoring.selectors.contestants import Contestants, contestants_by_id
from events.sessions.scoring.selectors.progress import (
    Cell,
    MissingLine,
    SectionProgress,
    cells,
    missing_lines,
    section_progress,
)
from events.tables.views.desk import monitor_signs

TABLES_AT_ONCE = 60
"""Sections are shown one at a time where there are more tables than this."""


def _tag(request: HttpRequest, session_id: int, **values: Any) -> str | None:
    # SQLite refuses to look for a larger number; the page says that there is no such session.
    if session_id > MAX_WHOLE:
        return None
    return f'"{get_language()}-{session_stamp(session_id)}"'


@require_GET
@director_required
def monitor(request: HttpRequest, session_id: int) -> HttpResponse:
    """The tables in their rounds; with many sections how far each is, and ``?section=`` one."""
    return _page(request, session_id, "monitor")


@require_GET
@director_required
def missing(request: HttpRequest, session_id: int) -> HttpResponse:
    """The lines of rounds that are over, by table or ``?by=board``."""
    return _page(request, session_id, "missing")


@require_GET
@director_required
@condition(etag_func=_tag)
def monitor_now(request: HttpRequest, session_id: int) -> HttpResponse:
    """The inner part of the monitor; 304 while nothing has changed."""
    return HttpResponse(_part(request, session_or_404(session_id), "monitor"))


@require_GET
@director_required
@condition(etag_func=_tag)
def missing_now(request: HttpRequest, session_id: int) -> HttpResponse:
    """The inner part of the missing lines; 304 while nothing has changed."""
    return HttpResponse(_part(request, session_or_404(session_id), "missing"))


def _page(request: HttpRequest, session_id: int, name: str) -> HttpResponse:
    session = session_or_404(session_id)
    asked = {"section": _letter(request)} if _letter(request) else {}
    context = {
        "session": session,
        "tab": name,
        "missing_view": "board" if _by_board(request) else "table",
        "now_url": f"{reverse(f'events:{name}-now', args=[session.pk])}?{request.GET.urlencode()}",
        "section_query": f"?{urlencode(asked)}" if asked else "",
        "board_query": f"?{urlencode(asked | {'by': 'board'})}",
        # Taken before the part is made: a change in between makes the script fetch it again.
        "tag": _tag(request, session.pk),
        "part": _part(request, session, name),
    }
    return render(request, f"events/sessions/desk/{name}.html", context)


def _part(request: HttpRequest, session: Session, name: str) -> SafeString:
    letter, by_board = _letter(request), _by_board(request)

    def make() -> SafeString:
        # The session may have been finished between reading it and reading the stamp.
        session.refresh_from_db()
        sections = section_progress(session)
        chosen = _chosen(sections, letter)
        context = {
            "session": session,
            "sections": section_rows(sections),
            "round_numbers": range(
                1, 1 + max((len(section.rounds) for section in sections), default=0)
            ),
            "chosen": chosen[0].letter if len(chosen) == 1 else "",
            "by_board": by_board,
            "to_come": 0 if session.is_finished else sum(section.to_come for section in sections),
            "in_play": 0 if session.is_finished else sum(section.in_play for section in sections),
            **_CONTENTS[name](session, sections, chosen, by_board=by_board),
        }
        return render_to_string(f"events/sessions/desk/_{name}.html", context)

    return kept(
        (name, session.pk, letter, by_board, get_language()),
        state=partial(session_stamp, session.pk),
        make=make,
    )


def _letter(request: HttpRequest) -> str:
    return request.GET.get("section", "")[:2]


def _by_board(request: HttpRequest) -> bool:
    return request.GET.get("by") == "board"


def _chosen(sections: list[SectionProgress], letter: str) -> list[SectionProgress]:
    """The sections to show table by table: the one asked for, or all where there are few."""
    one = [section for section in sections if section.letter == letter]
    if one or sum(section.tables for section in sections) <= TABLES_AT_ONCE:
        return one or sections
    return []


def _monitor(
    session: Session,
    sections: list[SectionProgress],
    chosen: list[SectionProgress],
    *,
    by_board: bool,
) -> dict[str, Any]:
    signs = monitor_signs(session.pk)
    several = len(sections) > 1
    return {"grids": grids(session, chosen, cells(session, chosen), signs, several=several)}


def _missing(
    session: Session,
    sections: list[SectionProgress],
    chosen: list[SectionProgress],
    *,
    by_board: bool,
) -> dict[str, Any]:
    lines = missing_lines(session, [section for section in chosen if section.missing])
    met = {pk for missing_line in lines for pk in (*missing_line.line.ns, *missing_line.line.ew)}
    rows = MissingRows(session, lines, contestants_by_id(met, full_names=True))
    return {
        "total": sum(section.missing for section in sections),
        "shown": len(lines),
        "is_chosen": bool(chosen),
        "groups": rows.by_board() if by_board else rows.by_table(),
    }


Cells = Mapping[int, Mapping[tuple[int, int], Cell]]

Signs = Mapping[tuple[int, int, int], tuple[str, str]]
"""A sign and what it means, by section, table and round."""


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


def grids(
    session: Session,
    sections: Iterable[SectionProgress],
    cells: Cells,
    signs: Signs | None = None,
    *,
    several: bool = False,
) -> list[MonitorGrid]:
    """A grid for each of the sections, with the signs of what the tables did not settle; of
    ``several`` the tables have the letters."""
    link = LineLinks(session.pk)
    return [
        _grid(section, section.letter if several else "", cells[section.pk], link, signs or {})
        for section in sections
    ]


def _grid(
    section: SectionProgress,
    letter: str,
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
                place(letter, table),
                format_html_join(
                    "",
                    "{}",
                    ((_cell(section, letter, cells.get((table, n)), link, signs),) for n in rounds),
                ),
            )
            for table in tables
        ),
    )
    return MonitorGrid(
        section.letter,
        _summary(section),
        section.missing,
        rounds,
        body,
        _pace(section, letter, cells),
    )


def _pace(
    section: SectionProgress, letter: str, cells: Mapping[tuple[int, int], Cell]
) -> PaceChart | None:
    """The chart of the tables, where there are two and some lines are in, but not all."""
    tables = sorted({table for table, _ in cells})
    if len(tables) < 2 or not 0 < section.entered < section.expected:
        return None
    entered, expected = Counter[int](), Counter[int]()
    for cell in cells.values():
        entered[cell.table] += cell.entered
        expected[cell.table] += cell.expected
    return draw([Table(place(letter, table), entered[table], expected[table]) for table in tables])


def _cell(
    section: SectionProgress, letter: str, cell: Cell | None, link: LineLinks, signs: Signs
) -> SafeString:
    if cell is None:
        return format_html('<td class="monitor-cell"><span title="{}">·</span></td>', _("no play"))
    label = _("Table %(table)s, round %(round)s: %(entered)s of %(expected)s, %(state)s") % {
        "table": place(letter, cell.table),
        "round": cell.round,
        "entered": cell.entered,
        "expected": cell.expected,
        "state": state_name(cell.state),
    }
    sign, what = signs.get((section.pk, cell.table, cell.round), ("", ""))
    return format_html(
        '<td class="monitor-cell state-{}"><a id="at-{}-{}-{}" href="{}" aria-label="{}">'
        "<span{}>{}/{}</span>{}</a></td>",
        cell.state.value,
        section.letter,
        cell.table,
        cell.round,
        link(cell.board, cell.line),
        f"{label}, {what}" if what else label,
        # On a phone the sign alone says as much.
        mark_safe(' class="on-wide"') if cell.entered in (0, cell.expected) else "",
        cell.entered,
        cell.expected,
        f" {sign}" if sign else "",
    )


def _summary(section: SectionProgress) -> str:
    """``12 of 27 results are in; the latest are of round 4.``"""
    values = {"entered": section.entered, "expected": section.expected, "round": section.latest}
    if section.entered == section.expected:
        return _("All %(expected)s results are in.") % values
    if not section.latest:
        return _("%(entered)s of %(expected)s results are in.") % values
    text = _("%(entered)s of %(expected)s results are in; the latest are of round %(round)s.")
    return text % values


@dataclass(frozen=True, slots=True)
class MissingRow:
    """One round of a table with its missing boards, or one table of a board: where they were
    played, with links to the lines, who met there, and where both sit now.
    """

    where: SafeString
    who: SafeString
    now: str


@dataclass(frozen=True, slots=True)
class MissingGroup:
    """What is missing of one table, or of one board; ``key`` is its name without the noun."""

    key: str
    name: str
    count: int
    rows: list[MissingRow]


class MissingRows:
    """Makes the rows of a session."""

    def __init__(
        self, session: Session, lines: Sequence[MissingLine], contestants: Contestants
    ) -> None:
        self._lines = lines
        self._contestants = contestants
        self._link = LineLinks(session.pk)
        self._several = any(each.is_of_several_sections for each in contestants.values())

    def by_table(self) -> list[MissingGroup]:
        """Table by table; the boards of one round are in one row."""
        ordered = sorted(self._lines, key=lambda each: (*_place(each), _who(each), each.line.board))
        groups = []
        for (_length, letter, table), found in groupby(ordered, key=lambda line: _place(line)[:3]):
            of_table = list(found)
            rounds = groupby(of_table, key=lambda each: (each.line.round, _who(each)))
            rows = [self._row(list(of_round)) for _same, of_round in rounds]
            key = place(letter if self._several else "", table or None) or "–"
            name = _("Table %(table)s") % {"table": key} if table else _("Table not known")
            groups.append(MissingGroup(key, name, len(of_table), rows))
        return groups

    def by_board(self) -> list[MissingGroup]:
        """Board by board, each in the order of rounds and tables."""
        groups = []
        for board, found in groupby(
            sorted(self._lines, key=_board_order), key=lambda each: each.line.board
        ):
            rows = [self._row([each]) for each in found]
            name = _("Board %(board)s") % {"board": board}
            groups.append(MissingGroup(str(board), name, len(rows), rows))
        return groups

    def _row(self, lines: Sequence[MissingLine]) -> MissingRow:
        """A row of lines that differ only in their boards."""
        first = lines[0]
        line = first.line
        links = format_html_join(
            ", ",
            '<a href="{}" id="missing-{}">{}</a>',
            (
                (
                    self._link(missing_line.line.board, missing_line.line.pk),
                    missing_line.line.pk,
                    missing_line.line.board,
                )
                for missing_line in lines
            ),
        )
        template = ngettext("Board %(boards)s", "Boards %(boards)s", len(lines))
        if line.round is not None and line.table is not None:
            template = ngettext(
                "Board %(boards)s, round %(round)s, table %(table)s",
                "Boards %(boards)s, round %(round)s, table %(table)s",
                len(lines),
            )
        table = place_of(line, self._contestants)
        return MissingRow(
            where=_filled(template, boards=links, round=line.round, table=table),
            who=_filled(_("%(ns)s against %(ew)s"), ns=self._side(line.ns), ew=self._side(line.ew)),
            now=self._now(first),
        )

    def _side(self, side: tuple[int, ...]) -> SafeString:
        records = [self._contestants[pk] for pk in side]
        names = short_names(records)
        return format_html(
            '<span class="contestant">{}</span>{}', numbers(records), f" {names}" if names else ""
        )

    def _now(self, missing: MissingLine) -> str:
        """Where those who met sit in the latest round; empty where that is not known."""
        line = missing.line
        at = _("%(who)s at table %(table)s")
        seats = [
            at
            % {
                "who": self._contestants[pk].label,
                "table": place(line.section if self._several else "", missing.seats[pk]),
            }
            for pk in (*line.ns, *line.ew)
            if pk in missing.seats
        ]
        text = _("now, in round %(round)s: %(seats)s")
        return text % {"round": missing.latest, "seats": ", ".join(seats)} if seats else ""


def _filled(template: str, **values: str | int | None) -> SafeString:
    """A sentence with values that may be HTML."""
    escaped = {
        name: conditional_escape(value if isinstance(value, str) else str(value))
        for name, value in values.items()
    }
    return mark_safe(template % escaped)  # noqa: S308 - our own sentences, values escaped


def _place(missing: MissingLine) -> tuple[int, str, int, int]:
    """Section, table and round; by length first, because section AA comes after section Z."""
    line = missing.line
    return len(line.section), line.section, line.table or 0, line.round or 0


def _board_order(missing: MissingLine) -> tuple[int, int, str, int, int]:
    length, section, table, number = _place(missing)
    return missing.line.board, length, section, number, table


def _who(missing: MissingLine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return missing.line.ns, missing.line.ew


_CONTENTS: dict[str, Callable[..., dict[str, Any]]] = {"monitor": _monitor, "missing": _missing}


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section among many: how far it is, and each of its rounds as a cell of HTML."""

    letter: str
    entered: int
    expected: int
    latest: int
    missing: int
    rounds: SafeString


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
