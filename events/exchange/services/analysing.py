"""Double-dummy tricks of the hands in a file: solved here, or the file's own where there is no
solver."""

from dataclasses import dataclass

from events.exchange.engines import double_dummy
from events.exchange.formats import pbn
from events.exchange.services.opening import Read, hands_of
from events.sessions.domain.hands.makeable import Makeable, read_makeable


@dataclass(frozen=True, slots=True)
class Analysed:
    """A board's number and its tricks; ``None`` where nobody could tell."""

    board: int
    makeable: Makeable | None


def analyse(reading: Read) -> tuple[Analysed, ...]:
    """The boards with hands, in the file's order, solved here."""
    hands = hands_of(reading)
    answers = double_dummy.solve([deal for _, deal in hands])
    return tuple(
        Analysed(number, makeable) for (number, _), makeable in zip(hands, answers, strict=True)
    )


def tables_of(reading: Read) -> tuple[Analysed, ...]:
    """The boards with hands or with a table of tricks, as the file itself has them."""
    if not isinstance(reading, pbn.Reading):
        return tuple(Analysed(number, None) for number, _ in hands_of(reading))
    return tuple(
        Analysed(each.board, read_makeable(each.double_dummy or ""))
        for each in reading.boards
        if each.deal or each.double_dummy
    )
