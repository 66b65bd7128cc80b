"""The lines that are missing, by table and by board, as ready strings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from events.models import Session
from events.selectors.contestants import ContestantRecord
from events.selectors.following import MissingLine
from events.views.entry_rows import numbers, place, short_names
from events.views.line_links import LineLinks

Contestants = Mapping[int, ContestantRecord]


@dataclass(frozen=True, slots=True)
class MissingRow:
    """One round of a table with its missing boards, or one table of a board: ``links`` lead to
    the lines. Both sides stand with their seats in the latest round.
    """

    round: str
    links: SafeString
    ns: SafeString
    ew: SafeString


@dataclass(frozen=True, slots=True)
class MissingGroup:
    """What is missing of one table, or of one board, by its name."""

    name: str
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
        """Table by table; the boards of one round stand together."""
        ordered = sorted(self._lines, key=lambda each: (*_place(each), _who(each), each.line.board))
        return [
            MissingGroup(
                place(letter, table or None) or "–",
                [
                    self._row([(each, str(each.line.board)) for each in of_round])
                    for _same, of_round in groupby(
                        of_table, key=lambda each: (each.line.round, _who(each))
                    )
                ],
            )
            for (_length, letter, table), of_table in groupby(
                ordered, key=lambda each: _place(each)[:3]
            )
        ]

    def by_board(self) -> list[MissingGroup]:
        """Board by board, each in the order of rounds and tables."""
        ordered = sorted(self._lines, key=_board_order)
        return [
            MissingGroup(
                str(board),
                [
                    self._row([(each, place(each.line.section, each.line.table) or "–")])
                    for each in of_board
                ],
            )
            for board, of_board in groupby(ordered, key=lambda each: each.line.board)
        ]

    def _row(self, lines: Sequence[tuple[MissingLine, str]]) -> MissingRow:
        """A row of lines that differ by their boards alone, each with what its link says."""
        first, _text = lines[0]
        links = (
            (self._link(each.line.board, each.line.pk), each.line.pk, text) for each, text in lines
        )
        return MissingRow(
            round=str(first.line.round or ""),
            links=format_html_join(", ", '<a href="{}" id="missing-{}">{}</a>', links),
            ns=self._side(first, first.line.ns),
            ew=self._side(first, first.line.ew),
        )

    def _side(self, missing: MissingLine, side: tuple[int, ...]) -> SafeString:
        records = [self._contestants[pk] for pk in side]
        tables = sorted({missing.seats[pk] for pk in side if pk in missing.seats})
        seat = ""
        if tables:
            now = _("round %(round)s: table %(table)s")
            named = " + ".join(place(missing.line.section, table) for table in tables)
            text = now % {"round": missing.latest, "table": named}
            seat = format_html(' <span class="seat">{}</span>', text)
        template = '<span class="contestant">{}</span> {}{}'
        return format_html(template, numbers(records), short_names(records), seat)


def _place(missing: MissingLine) -> tuple[int, str, int, int]:
    """Section, table and round; after section Z comes section AA."""
    line = missing.line
    return len(line.section), line.section, line.table or 0, line.round or 0


def _board_order(missing: MissingLine) -> tuple[int, int, str, int, int]:
    length, section, table, number = _place(missing)
    return missing.line.board, length, section, number, table


def _who(missing: MissingLine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return missing.line.ns, missing.line.ew
