"""A contract with its declarer and result, and its short text.

``4SN=``, ``3NTxW-2``, ``5DxxE+1``; ``PASS`` for a board that was passed out. Knows no board, and
so no score.
"""

import re
from dataclasses import dataclass

from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.contract import PASS, Contract, Doubling, PassedOut, Seat, Strain

_PLAYED = re.compile(
    r"(?P<level>[1-7])(?P<strain>NT|[CDHS])(?P<doubling>X{0,2})(?P<seat>[NESW])"
    r"(?P<result>=|[+-]\d{1,2})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Played:
    """A contract, its declarer, and the tricks that declarer won."""

    contract: Contract
    declarer: Seat
    tricks: int

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise ValueError(f"{self.tricks} tricks")

    @property
    def over(self) -> str:
        """The result beside the contract: ``=``, ``+1``, ``-2``."""
        over = self.tricks - self.contract.tricks_needed
        return "=" if over == 0 else f"{over:+d}"

    def __str__(self) -> str:
        return f"{self.contract}{self.declarer}{self.over}"


def read_played(text: str) -> Played | PassedOut:
    """The value of a text; case never matters. Raises :class:`Refused` for any other text."""
    letters = text.strip().upper().replace("−", "-")
    if letters == str(PASS):
        return PASS
    if found := _PLAYED.fullmatch(letters):
        doubling = Doubling(found["doubling"].lower())
        contract = Contract(int(found["level"]), Strain(found["strain"]), doubling)
        over = 0 if found["result"] == "=" else int(found["result"])
        tricks = contract.tricks_needed + over
        if 0 <= tricks <= 13:
            return Played(contract, Seat(found["seat"]), tricks)
    unknown = gettext_noop("“%(text)s” is not a contract with its result, such as 4SN= or 3NTxW-2.")
    raise Refused(sentence(unknown, text=text))
