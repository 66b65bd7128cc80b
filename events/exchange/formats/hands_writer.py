"""Hands in the formats of dealing machines and of other programs."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from events.exchange.formats import dlm, dup, lin, pbn_writer
from events.sessions.domain.hands.deal import Deal

Boards = list[tuple[int, Deal]]


class HandFormat(StrEnum):
    PBN = "pbn"
    DUP = "dup"
    DLM = "dlm"
    LIN = "lin"


def _pbn(boards: Boards) -> bytes:
    return pbn_writer.write(pbn_writer.PbnBoard(number, deal) for number, deal in boards)


_WRITERS: Final[dict[HandFormat, Callable[[Boards], bytes]]] = {
    HandFormat.PBN: _pbn,
    HandFormat.DUP: dup.write,
    HandFormat.DLM: dlm.write,
    HandFormat.LIN: lin.write,
}


def write_hands(boards: Sequence[tuple[int, Deal]], to: HandFormat) -> bytes:
    """The boards in a format. Raises :class:`clubscore.problems.Refused` for numbers that the
    format does not have."""
    return _WRITERS[to](list(boards))
