"""What players took part in, as reported by the parts of clubscore that hold events.

The register knows no event. Each app that holds some is a *source*, registered when the program
starts (:func:`register`): it lists a player's *appearances*, and erases a player's name from
what it stores. A player into whom others were merged has several *numbers*.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Protocol

from clubscore.web.visitors import Actor
from players.domain.names import Name
from players.domain.record import Record, TournamentResult

if TYPE_CHECKING:
    from players.models import Player


@dataclass(frozen=True, slots=True)
class Mark:
    """One player's part in the event ``key`` of a source; enough to sort and count."""

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
    """What an erasure is about: the number, all names ever had, and the name that replaces them.

    With ``name`` ``None`` the name stays, and only the private facts are erased.
    """

    number: int
    names: frozenset[Name]
    name: Name | None


@dataclass(frozen=True, slots=True)
class OldName:
    """An event of a source that still shows a former name, ``shown``, of a player."""

    source: str
    key: int
    title: str
    url: str
    shown: str


class Source(Protocol):
    """A part of clubscore that holds events."""

    @property
    def name(self) -> str:
        """A unique name, which its marks carry."""

    def marks(self, number: int) -> Iterable[Mark]:
        """Everything a player took part in, in one query."""

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        """Some events by their keys, in a constant number of queries; with places if asked."""

    def record(self, number: int, *, public: bool) -> Record:
        """Everything a player took part in, with results; ``public`` as everybody may see it."""

    def erase(self, erasure: Erasure) -> None:
        """Erase a player's name and private facts from everything stored outside the register."""

    def with_old_name(self, player: "Player", names: frozenset[Name]) -> Iterable[OldName]:
        """The events that store a name of their own, and still one of these former names."""

    def rename(self, player: "Player", keys: Collection[int], *, by: Actor) -> None:
        """Give the player the present name in these events."""


_sources: dict[str, Source] = {}


def register(source: Source) -> None:
    """Add a source of events; a second one of the same name replaces the first."""
    _sources[source.name] = source


def played(number: int) -> list[Mark]:
    """Everything a player took part in, the latest first; what has no date comes last."""
    marks = [mark for source in _sources.values() for mark in source.marks(number)]
    return sorted(marks, key=lambda mark: (mark.date or datetime.date.min, mark.key), reverse=True)


def appearances(number: int, marks: Sequence[Mark], *, results: bool = True) -> list[Appearance]:
    """The events of these marks, in their order."""
    found: dict[tuple[str, int], Appearance] = {}
    by_source = sorted(marks, key=attrgetter("source"))
    for name, group in groupby(by_source, key=attrgetter("source")):
        keys = [mark.key for mark in group]
        for key, appearance in _sources[name].appearances(number, keys, results=results).items():
            found[name, key] = appearance
    # A mark without one: its event was deleted between the two reads.
    return [found[mark.source, mark.key] for mark in marks if (mark.source, mark.key) in found]


def record(number: int, *, public: bool = False) -> Record:
    """Everything a player took part in, with results, the latest first; what has no date comes
    last. ``public``: only what is published, and names as everybody may read them."""
    whole = sum(
        (source.record(number, public=public) for source in _sources.values()), start=Record()
    )
    return replace(
        whole,
        outings=tuple(sorted(whole.outings, key=attrgetter("date"), reverse=True)),
        tournaments=tuple(sorted(whole.tournaments, key=_day, reverse=True)),
    )


def _day(tournament: TournamentResult) -> datetime.date:
    return tournament.date or datetime.date.min


def with_old_name(player: "Player", names: frozenset[Name]) -> list[OldName]:
    """The events of all sources that still show a former name of a player."""
    former = frozenset(name for name in names if name != player.whole_name)
    if not former or player.erased_at or player.deleted_at:
        return []
    return [old for source in _sources.values() for old in source.with_old_name(player, former)]


def rename(player: "Player", chosen: Iterable[tuple[str, int]], *, by: Actor) -> None:
    """Give a player the present name in the events chosen, each a source and a key."""
    keys: dict[str, list[int]] = {}
    for source, key in chosen:
        keys.setdefault(source, []).append(key)
    for source, found in keys.items():
        if source in _sources:
            _sources[source].rename(player, found, by=by)


def erase(erasure: Erasure) -> None:
    """Let every source forget a player."""
    for source in _sources.values():
        source.erase(erasure)
