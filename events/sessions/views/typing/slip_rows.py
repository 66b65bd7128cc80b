"""The slips of a section: every table in every round, in the order in which they are typed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from events.sessions.domain.progress import State
from events.sessions.selectors.progress import Cell, SectionProgress
from events.sessions.views.desk.monitor_rows import state_name

BY_TABLE = "table"
"""Asked for by ``?by=table``: after a slip comes the next round of its table."""


@dataclass(frozen=True, slots=True)
class SlipLink:
    """A slip as a link: where it is, how far it is, its place in the order, and a label."""

    url: str
    round: int
    table: int
    entered: int
    expected: int
    state: str
    order: int
    label: str

    @property
    def is_complete(self) -> bool:
        return self.state == State.COMPLETE


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips of a section in the order in which they are typed, and as rows of rounds, with
    ``None`` where nobody plays."""

    tables: range
    ordered: tuple[SlipLink, ...]
    rows: tuple[tuple[int, tuple[SlipLink | None, ...]], ...]

    def find(self, round_number: int, table: int) -> SlipLink | None:
        """The slip of a table in a round."""
        found = (each for each in self.ordered if (each.round, each.table) == (round_number, table))
        return next(found, None)

    def beside(self, slip: SlipLink, by: int) -> SlipLink | None:
        """The slip that is so many places further in the order."""
        place = slip.order + by
        return self.ordered[place] if 0 <= place < len(self.ordered) else None

    @property
    def first_open(self) -> SlipLink:
        """The first slip that is not complete, or else the first."""
        return next((each for each in self.ordered if not each.is_complete), self.ordered[0])

    @property
    def missing(self) -> list[SlipLink]:
        """The slips of rounds that are over which are not complete."""
        return [each for each in self.ordered if each.state == State.MISSING]

    def to_come(self, round_number: int) -> list[SlipLink]:
        """The slips of a round that are neither complete nor missing."""
        open_states = (State.NOTHING, State.PLAYING)
        return [
            each
            for each in self.ordered
            if each.round == round_number and each.state in open_states
        ]


def slips_of(
    session_id: int,
    section: SectionProgress,
    cells: Mapping[tuple[int, int], Cell],
    *,
    by_table: bool,
) -> Slips | None:
    """The slips of a section; ``None`` for lines of a file, which have neither round nor table."""
    if not cells:
        return None
    places = sorted(cells) if by_table else sorted(cells, key=lambda place: place[::-1])
    query = f"?by={BY_TABLE}" if by_table else ""
    links = {
        place: _link(session_id, section.letter, cells[place], order, query)
        for order, place in enumerate(places)
    }
    tables = range(1, section.tables + 1)
    return Slips(tables, tuple(links.values()), tuple(_rows(links, tables)))


def _rows(
    links: Mapping[tuple[int, int], SlipLink], tables: range
) -> Iterable[tuple[int, tuple[SlipLink | None, ...]]]:
    for number in sorted({round_number for _table, round_number in links}):
        yield number, tuple(links.get((table, number)) for table in tables)


def _link(session_id: int, letter: str, cell: Cell, order: int, query: str) -> SlipLink:
    values = {
        "round": cell.round,
        "table": cell.table,
        "entered": cell.entered,
        "expected": cell.expected,
        "state": state_name(cell.state),
    }
    label = _("Round %(round)s, table %(table)s: %(entered)s of %(expected)s, %(state)s")
    return SlipLink(
        url=reverse("events:slip", args=[session_id, letter, cell.round, cell.table]) + query,
        round=cell.round,
        table=cell.table,
        entered=cell.entered,
        expected=cell.expected,
        state=cell.state.value,
        order=order,
        label=label % values,
    )
