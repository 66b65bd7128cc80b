"""What players took part in, told by the parts of clubscore that hold events.

The register knows no event. Whoever holds some is a *source*, registered when the program
starts (:func:`register`): it lists a player's *appearances*, and takes a player's name out of
what it keeps. A player who took records of others in is one player with several *numbers*.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Protocol

from players.domain.names import Name


@dataclass(frozen=True, slots=True)
class Mark:
    """That a player took part in the event ``key`` of a source; enough to sort and count."""

    source: str
    key: int
    date: datetime.date | None


@dataclass(frozen=True, slots=True)
class Appearance:
    """An event a player took part in, as the player's page shows it.

    ``partners`` are numbers and names of the register; ``place`` and ``result`` are empty where
    there are none, or none were asked for.
    """

    kind: str
    date: datetime.date | None
    title: str
    url: str
    partners: tuple[tuple[int, str], ...] = ()
    place: str = ""
    result: str = ""
    is_published: bool = False


@dataclass(frozen=True, slots=True)
class Erasure:
    """Whom to forget: the number, the names ever borne, and the name that stands instead.

    With ``name`` ``None`` the name stays, and only the private facts go.
    """

    number: int
    names: frozenset[Name]
    name: Name | None


class Source(Protocol):
    """A part of clubscore that holds events."""

    @property
    def name(self) -> str:
        """What marks its events; unique."""

    def marks(self, number: int) -> Iterable[Mark]:
        """Everything a player took part in, in one query."""

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        """Some events by their keys, in a constant number of queries; with places if asked."""

    def erase(self, erasure: Erasure) -> None:
        """Take a player's name and private facts out of everything kept beside the register."""


_sources: dict[str, Source] = {}


def register(source: Source) -> None:
    """Let a source tell of its events from now on; a second one of a name takes its place."""
    _sources[source.name] = source


def played(number: int) -> list[Mark]:
    """Everything a player took part in, the latest first; what has no date comes last."""
    marks = [mark for source in _sources.values() for mark in source.marks(number)]
    return sorted(marks, key=lambda mark: (mark.date or datetime.date.min, mark.key), reverse=True)


def appearances(number: int, marks: Sequence[Mark], *, results: bool = True) -> list[Appearance]:
    """The events of these marks, in their order."""
    told: dict[tuple[str, int], Appearance] = {}
    by_source = sorted(marks, key=attrgetter("source"))
    for name, group in groupby(by_source, key=attrgetter("source")):
        keys = [mark.key for mark in group]
        for key, appearance in _sources[name].appearances(number, keys, results=results).items():
            told[name, key] = appearance
    return [told[mark.source, mark.key] for mark in marks if (mark.source, mark.key) in told]


def erase(erasure: Erasure) -> None:
    """Let every source forget a player."""
    for source in _sources.values():
        source.erase(erasure)
