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

from events.common.domain import round_to
from events.sessions.core.domain.adjustment import Average
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.settings import Method, Settings


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


def counts_sit_outs(settings: Settings) -> bool:
    """Whether a board that is sat out is worth anything: a part of a top, so in matchpoints."""
    return settings.sit_out > 0 and settings.method is Method.MATCHPOINTS


def boards_of(
    sit_outs: SitOuts, direction: Side | None, contestants: Iterable[Hashable]
) -> dict[Hashable, int]:
    """How many boards contestants of one list sit out, of those who do."""
    return {each: count for each in contestants if (count := sit_outs.get((direction, each), 0))}


def worth_sitting_out(
    boards: Mapping[Hashable, int], top: int, settings: Settings
) -> dict[Hashable, SatOut]:
    """What each has for the boards that it sat out: the settings' percentage of a full top."""
    each = _rounded(Fraction(settings.sit_out * top, 100), settings)
    return {contestant: SatOut(count, top, count * each) for contestant, count in boards.items()}


def worth_unopposed(
    boards: Mapping[Hashable, int],
    average: Fraction,
    top: int | None,
    parts: Mapping[Hashable, Fraction],
    settings: Settings,
) -> dict[Hashable, SatOut]:
    """What each has for the boards that it could not play: the ``average`` of the settings; average
    plus is at least its own percentage where they say so (Law 12C2), which it has where there is a
    ``top``: its ``parts`` of what it played."""
    is_own = settings.unopposed is Average.PLUS and settings.session_average and top is not None
    worth = {}
    for contestant, count in boards.items():
        own = parts.get(contestant) if is_own else None
        points = average if own is None else max(average, own * (top or 0))
        worth[contestant] = SatOut(count, top or 0, count * _rounded(points, settings))
    return worth


def _rounded(points: Fraction, settings: Settings) -> Fraction:
    parts = settings.rounding.board_parts
    return round_to(points, parts) if parts else points
