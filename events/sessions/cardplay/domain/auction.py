"""An auction: calls in their order, alerts and explanations, and the contract that it gives.

A call is ``P``, ``X``, ``XX`` or a bid such as ``1C`` and ``3NT``. Whether it may be made there
is said by Laws 18 (bids), 19 (doubles) and 22 (the end). The text of an auction is its calls,
apart by a blank, with ``!`` behind one that was alerted or explained, and below them a line for
each explanation: the place of its call from 0, a blank, and what was said.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused
from events.sessions.core.domain.contract import PASS, Contract, Doubling, PassedOut, Seat, Strain
from events.sessions.hands.domain import SEATS

MAX_CALLS: Final = 100
MAX_EXPLANATION: Final = 200
"""Characters of one explanation."""
MAX_LENGTH: Final = 8_000
"""Characters of the text of an auction."""

_BIDS: Final = tuple(f"{level}{strain}" for level in range(1, 8) for strain in Strain)
_HEIGHTS: Final = {bid: height for height, bid in enumerate(_BIDS)}
CALLS: Final = frozenset({"P", "X", "XX", *_BIDS})

_NONE: Final[Mapping[int, str]] = MappingProxyType({})
_EXPLAINED = re.compile(r"(0|[1-9]\d?) (\S.*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls, and by their places from 0 what was said about those that were alerted; an
    alert without a word has an empty text."""

    calls: tuple[str, ...]
    explanations: tuple[tuple[int, str], ...] = ()
    """Ascending."""

    def __str__(self) -> str:
        alerted = dict(self.explanations)
        marked = (f"{call}!" if place in alerted else call for place, call in enumerate(self.calls))
        lines = (f"{place} {text}" for place, text in self.explanations if text)
        return "\n".join((" ".join(marked), *lines))

    def caller(self, place: int, dealer: Seat) -> Seat:
        """Who made a call, where ``dealer`` opened."""
        return SEATS[(SEATS.index(dealer) + place) % 4]

    @property
    def is_over(self) -> bool:
        """Whether three passes ended it, or four with which it began."""
        return _is_over(self.calls)

    def result(self, dealer: Seat) -> tuple[Contract | PassedOut, Seat | None] | None:
        """The contract and its declarer; ``None`` while it goes on."""
        if not self.is_over:
            return None
        bids = [place for place, call in enumerate(self.calls) if call in _HEIGHTS]
        if not bids:
            return PASS, None
        level, strain = _parts(self.calls[bids[-1]])
        doubling = {"X": Doubling.DOUBLED, "XX": Doubling.REDOUBLED}.get(
            next(call for call in reversed(self.calls) if call != "P"), Doubling.UNDOUBLED
        )
        # Law 22: the declarer is who of the side first bid the strain.
        first = next(
            place
            for place in bids
            if (bids[-1] - place) % 2 == 0 and _parts(self.calls[place])[1] is strain
        )
        return Contract(level, strain, doubling), self.caller(first, dealer)


def _parts(bid: str) -> tuple[int, Strain]:
    return integer_of(bid[0]), Strain(bid[1:])


def _is_over(calls: Sequence[str]) -> bool:
    return len(calls) >= 4 and calls[-1] == calls[-2] == calls[-3] == "P"


def impossible_call(calls: Sequence[str]) -> int | None:
    """The place of the first call that cannot be made there: a bid that is not higher, a double
    or redouble out of place, or whatever follows the end; ``None`` where all may be made."""
    height, last, side = -1, "", 0
    for place, call in enumerate(calls):
        if _is_over(calls[:place][-4:] if place >= 4 else ()):
            return place
        if call == "P":
            continue
        if call in _HEIGHTS:
            if _HEIGHTS[call] <= height:
                return place
            height = _HEIGHTS[call]
        else:
            is_theirs = last != "" and (place - side) % 2 == 1
            fits = last == "X" if call == "XX" else last in _HEIGHTS
            if not (is_theirs and fits):
                return place
        last, side = call, place
    return None


def ended(calls: Sequence[str], dealer: Seat) -> tuple[Contract | PassedOut, Seat | None] | None:
    """The contract that calls give, also where something that cannot be stands behind the end."""
    return Auction(tuple(calls[: impossible_call(calls)])).result(dealer)


def made_auction(calls: Iterable[str], explanations: Mapping[int, str] = _NONE) -> Auction:
    """The auction of what a file says: explanations without line breaks, as long as they may be;
    of those for which there is no room the alert stays."""
    bare = Auction(tuple(calls), tuple((place, "") for place in sorted(explanations)))
    room = MAX_LENGTH - len(str(bare))
    told = []
    for place in sorted(explanations):
        text = " ".join(explanations[place].split())[:MAX_EXPLANATION].rstrip()
        needed = len(f"\n{place} {text}")
        has_room = text != "" and needed <= room
        told.append((place, text if has_room else ""))
        room -= needed if has_room else 0
    return Auction(bare.calls, tuple(told))


def fitted(text: str) -> str:
    """The text of an auction in whose explanations something was replaced, as long as they may
    be."""
    first, *lines = text.split("\n")
    calls = [word.removesuffix("!") for word in first.split(" ")]
    told = {place: "" for place, word in enumerate(first.split(" ")) if word.endswith("!")}
    for line in lines:
        place, _blank, explanation = line.partition(" ")
        told[integer_of(place)] = explanation
    return str(made_auction(calls, told))


def read_auction(text: str) -> Auction:
    """The auction of a canonical text. Raises :class:`Refused` for any other."""
    first, *lines = text.split("\n")
    words = first.split(" ")
    explanations = {place: "" for place, word in enumerate(words) if word.endswith("!")}
    calls = tuple(word.removesuffix("!") for word in words)
    for line in lines:
        told = _EXPLAINED.fullmatch(line)
        if told is None or integer_of(told[1]) not in explanations:
            raise _refused(text)
        explanations[integer_of(told[1])] = told[2]
    auction = made_auction(calls, explanations)
    if (
        len(calls) > MAX_CALLS
        or not CALLS.issuperset(calls)
        or impossible_call(calls) is not None
        or str(auction) != text
    ):
        raise _refused(text)
    return auction


def _refused(text: str) -> Refused:
    return Refused.because("“%(text)s” is not an auction, such as P 1H X P P P.", text=text)
