"""Boards (deals): who deals and who is vulnerable, from the number alone (Law 2).

Both repeat every sixteen boards.
"""

from enum import Enum

from events.sessions.domain.contract import Seat, Side


class Vulnerability(Enum):
    NONE = "none"
    NS = "NS"
    EW = "EW"
    BOTH = "both"

    def of(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value


_CLOCKWISE = tuple(Seat)
_TURNS = tuple(Vulnerability)


def dealer(number: int) -> Seat:
    """The dealer of a board, numbered from 1."""
    return _CLOCKWISE[(number - 1) % 4]


def vulnerability(number: int) -> Vulnerability:
    """The vulnerability of a board, numbered from 1."""
    place = (number - 1) % 16
    # Law 2: none, NS, EW, both; each group of four boards begins one step further.
    return _TURNS[(place + place // 4) % 4]
