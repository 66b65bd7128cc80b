"""The lines that are missing, by table and by board, as ready strings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Session
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.progress import MissingLine
from events.sessions.views.typing.line_links import LineLinks
from events.sessions.views.typing.line_rows import numbers, place, short_names

Contestants = Mapping[int, ContestantRecord]


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

    def by_table(self) -> list[MissingGroup]:
        """Table by table; the boards of one round are in one row."""
        ordered = sorted(self._lines, key=lambda each: (*_place(each), _who(each), each.line.board))
        groups = []
        for (_length, letter, table), found in groupby(ordered, key=lambda each: _place(each)[:3]):
            of_table = list(found)
            rounds = groupby(of_table, key=lambda each: (each.line.round, _who(each)))
            rows = [self._row(list(of_round)) for _same, of_round in rounds]
            key = place(letter, table or None) or "–"
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
                (self._link(each.line.board, each.line.pk), each.line.pk, each.line.board)
                for each in lines
            ),
        )
        template = ngettext("Board %(boards)s", "Boards %(boards)s", len(lines))
        if line.round is not None and line.table is not None:
            template = ngettext(
                "Board %(boards)s, round %(round)s, table %(table)s",
                "Boards %(boards)s, round %(round)s, table %(table)s",
                len(lines),
            )
        table = place(line.section, line.table)
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
                "table": place(line.section, missing.seats[pk]),
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
