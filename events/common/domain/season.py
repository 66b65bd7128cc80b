"""A club's season: from the first of September to the end of August."""

import datetime
from dataclasses import dataclass
from typing import Final

FIRST_MONTH: Final = 9


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """The season that begins in a year."""

    year: int

    @classmethod
    def of(cls, day: datetime.date) -> "Season":
        """The season of a day."""
        return cls(day.year if day.month >= FIRST_MONTH else day.year - 1)

    @property
    def start(self) -> datetime.date:
        """The first day."""
        return datetime.date(self.year, FIRST_MONTH, 1)

    @property
    def end(self) -> datetime.date:
        """The last day."""
        return datetime.date(self.year + 1, FIRST_MONTH, 1) - datetime.timedelta(days=1)

    def __str__(self) -> str:
        return f"{self.year}–{self.year + 1}"
