"""The heading of a board's table, for travellers and frequencies, as ready strings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from events.sessions.domain.board import dealer, vulnerability
from events.sessions.domain.contract import Seat
from events.sessions.selectors.contestants import ContestantRecord

Contestants = Mapping[int, ContestantRecord]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class BoardTable(Generic[Row]):
    """A board's heading, the rows of its table and notes below them; ``section`` where each is
    scored separately; ``datum`` of Butler scoring, as it is printed.
    """

    number: int
    section: str
    dealer: str
    vulnerability: str
    rows: list[Row]
    notes: list[str] = field(default_factory=list)
    datum: str = ""

    @property
    def has_leads(self) -> bool:
        """Whether a lead is known in any row."""
        return any(getattr(row, "lead", "") for row in self.rows)


def seat_name(seat: Seat) -> str:
    """The seat as a word."""
    return {
        Seat.N: _("North"),
        Seat.E: _("East"),
        Seat.S: _("South"),
        Seat.W: _("West"),
    }[seat]


def board_facts(number: int) -> dict[str, str]:
    """Dealer and vulnerability of a board as words."""
    words = {
        "none": pgettext("vulnerable", "none"),
        "NS": _("NS"),
        "EW": _("EW"),
        "both": _("both"),
    }
    return {
        "dealer": seat_name(dealer(number)),
        "vulnerability": words[vulnerability(number).value],
    }


def board_table(
    number: int,
    rows: list[Row],
    *,
    section: str = "",
    notes: Sequence[str] = (),
    datum: str = "",
) -> BoardTable[Row]:
    """The table of a board."""
    return BoardTable(
        number=number,
        section=section,
        rows=rows,
        notes=list(notes),
        datum=datum,
        **board_facts(number),
    )
