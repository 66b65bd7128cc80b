"""The heading of a board's table, for travellers and frequencies, as ready strings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.views.results.board_words import board_facts
from events.sessions.views.results.hand_rows import Diagram

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
    diagram: Diagram | None = None
    """The hands, where the reader may see them."""

    @property
    def has_leads(self) -> bool:
        """Whether a lead is known in any row."""
        return any(getattr(row, "lead", "") for row in self.rows)


def board_table(
    number: int,
    rows: list[Row],
    *,
    section: str = "",
    notes: Sequence[str] = (),
    datum: str = "",
    diagram: Diagram | None = None,
) -> BoardTable[Row]:
    """The table of a board."""
    return BoardTable(
        number=number,
        section=section,
        rows=rows,
        notes=list(notes),
        datum=datum,
        diagram=diagram,
        **board_facts(number),
    )
