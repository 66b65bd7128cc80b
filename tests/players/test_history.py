import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence

import pytest

from clubscore.web.visitors import Actor
from players import history
from players.domain.names import Name
from players.history import Appearance, Erasure, Mark, OldName
from players.models import Player


class Shelf:
    """A source of events that are dates."""

    def __init__(self, name: str, *days: int) -> None:
        self.name = name
        self.days = days
        self.asked: list[tuple[list[int], bool]] = []
        self.erased: list[Erasure] = []

    def marks(self, number: int) -> Iterable[Mark]:
        for day in self.days:
            yield Mark(self.name, day, datetime.date(2026, 3, day) if day else None)

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        self.asked.append((list(keys), results))
        return {
            key: Appearance(self.name, None, f"{self.name} {key} of {number}", "/")
            for key in keys
            if key != 13
        }

    def with_old_name(self, player: Player, names: frozenset[Name]) -> Iterable[OldName]:
        return ()

    def rename(self, player: Player, keys: Collection[int], *, by: Actor) -> None:
        """It has no names."""

    def erase(self, erasure: Erasure) -> None:
        self.erased.append(erasure)


@pytest.fixture
def shelves(monkeypatch: pytest.MonkeyPatch) -> tuple[Shelf, Shelf]:
    monkeypatch.setattr(history, "_sources", {})
    one, other = Shelf("a", 3, 1), Shelf("b", 2, 13, 0)
    history.register(one)
    history.register(other)
    return one, other


def test_events_of_all_sources_come_the_latest_first(shelves: tuple[Shelf, Shelf]) -> None:
    assert [mark.key for mark in history.played(7)] == [13, 3, 2, 1, 0]


def test_each_source_is_asked_once_for_its_own(shelves: tuple[Shelf, Shelf]) -> None:
    told = history.appearances(7, history.played(7)[1:4], results=False)
    assert [event.title for event in told] == ["a 3 of 7", "b 2 of 7", "a 1 of 7"]
    assert [shelf.asked for shelf in shelves] == [[([3, 1], False)], [([2], False)]]


def test_an_event_that_went_meanwhile_is_left_out(shelves: tuple[Shelf, Shelf]) -> None:
    told = history.appearances(7, history.played(7))
    assert [event.title for event in told] == ["a 3 of 7", "b 2 of 7", "a 1 of 7", "b 0 of 7"]


def test_nothing_played_asks_nobody(shelves: tuple[Shelf, Shelf]) -> None:
    assert history.appearances(7, []) == []
    assert [shelf.asked for shelf in shelves] == [[], []]


def test_every_source_forgets(shelves: tuple[Shelf, Shelf]) -> None:
    erasure = Erasure(7, frozenset({Name("Finch", family="Finch")}), None)
    history.erase(erasure)
    assert [shelf.erased for shelf in shelves] == [[erasure], [erasure]]


def test_a_source_of_the_same_name_takes_the_place(shelves: tuple[Shelf, Shelf]) -> None:
    history.register(Shelf("a", 9))
    assert [mark.key for mark in history.played(7)] == [13, 9, 2, 0]
