"""Boards that contestants sit out, for which a club may give a part of a full top; and those that
they could not play because their opponents had left or came late, for which it may give an average
or an average plus.

They are no results: nothing is compared with them, and Neuberg's formula does not know them.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from events.sessions.core.domain.contract import Side


class Place(Protocol):
    """Who plays a board."""

    @property
    def section(self) -> str: ...
    @property
    def board(self) -> int: ...
    @property
    def ns(self) -> tuple[Hashable, ...]: ...
    @property
    def ew(self) -> tuple[Hashable, ...]: ...


Listed = tuple[Side | None, Hashable]
"""A contestant with its list, ``None`` with one winner."""

SitOuts = Mapping[Listed, int]
"""How many boards contestants sit out, or cannot play."""


@dataclass(frozen=True, slots=True)
class SatOut:
    """What a contestant has for the boards that it sat out, or could not play; without a ``top``
    in methods that have none."""

    boards: int
    top: int
    points: Fraction


def missing_boards(
    places: Iterable[Place], winners: int, lists: Mapping[Hashable, Side]
) -> dict[Listed, int]:
    """How many boards of its section each contestant has no line on: where no movement says who
    sits out, these are taken for sit-outs."""
    boards: defaultdict[str, set[int]] = defaultdict(set)
    own: defaultdict[tuple[str, Listed], set[int]] = defaultdict(set)
    for place in places:
        boards[place.section].add(place.board)
        for side, contestants in ((Side.NS, place.ns), (Side.EW, place.ew)):
            for each in contestants:
                listed = None if winners == 1 else lists.get(each, side)
                own[place.section, (listed, each)].add(place.board)
    return {key: len(boards[section]) - len(played) for (section, key), played in own.items()}
