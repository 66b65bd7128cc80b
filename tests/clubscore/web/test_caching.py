"""Values are made once for a state, also when many ask at the same moment, and bounded by bytes."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from threading import Event, Thread
from typing import Any

import pytest
from cachetools import LRUCache

from clubscore.web import caching
from clubscore.web.caching import Same, forget, kept, kept_many, latest, weigh

SMALL = 10_000


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    small: LRUCache[Any, Any] = LRUCache(SMALL, getsizeof=lambda entry: entry.weight)
    monkeypatch.setattr(caching, "_KEPT", small)


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    forget()
    yield
    forget()


def kept_bytes() -> int:
    return int(caching._KEPT.currsize)


class Makes:
    """Makes a new value at each call, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> list[int]:
        self.count += 1
        return [self.count]


def text(name: str, state: str = "1", *, size: int = 2000, made: list[str] | None = None) -> str:
    def make() -> str:
        if made is not None:
            made.append(name)
        return name * size

    return kept(name, state=lambda: state, make=make)


def test_a_state_is_made_once_and_not_copied() -> None:
    make = Makes()
    value = partial(kept, "a", make=make)
    first = value(state=lambda: "1")
    assert value(state=lambda: "1") is first
    assert value(state=lambda: "2") == [2]
    assert value(state=lambda: "1") == [3]
    assert kept("b", state=lambda: "1", make=make) == [4]


def test_nothing_is_a_value_as_well() -> None:
    made: list[int] = []
    for _turn in range(2):
        assert kept("a", state=lambda: "1", make=lambda: made.append(1)) is None
    assert made == [1]


def test_of_a_failure_nothing_is_kept() -> None:
    def fail() -> str:
        raise ValueError

    for _turn in range(2):
        with pytest.raises(ValueError, match=r"^$"):
            kept("a", state=lambda: "1", make=fail)
    assert text("a") == "a" * 2000


def test_those_who_wait_share_one_making_of_the_latest_state() -> None:
    state, made, shown = ["1"], [], []
    is_making, may_go_on = Event(), Event()
    asked = [Event() for _reader in range(5)]

    def make() -> str:
        made.append(state[0])
        is_making.set()
        assert may_go_on.wait(20)
        return made[-1]

    def read(reader: int) -> None:
        def state_now() -> str:
            asked[reader].set()
            return state[0]

        shown.append((reader, kept("a", state=state_now, make=make)))

    readers = [Thread(target=read, args=(reader,)) for reader in range(5)]
    readers[0].start()
    assert is_making.wait(20)
    for number, reader in enumerate(readers[1:], start=2):
        state[0] = str(number)
        reader.start()
    assert all(event.wait(20) for event in asked)
    may_go_on.set()
    for reader in readers:
        reader.join(20)
    assert made == ["1", "5"]
    assert sorted(shown) == [(0, "1"), (1, "5"), (2, "5"), (3, "5"), (4, "5")]


def test_a_value_is_made_of_others_while_another_thread_makes_it_too() -> None:
    """As many names as threads, each made of the same other one: nobody waits for ever."""
    shown: list[str] = []

    def inner() -> str:
        return text("inner", size=1)

    def work(name: str) -> None:
        for turn in range(50):
            value = kept(name, state=partial(str, turn), make=lambda: f"{name} of {inner()}")
            shown.append(value)

    threads = [Thread(target=work, args=(name,)) for name in "abcdabcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(shown) == sorted(f"{name} of inner" for name in "abcd" for _turn in range(100))


def test_of_many_only_those_missing_are_made() -> None:
    asked: list[list[int]] = []

    def make(missing: list[int]) -> dict[int, str]:
        asked.append(missing)
        return {key: f"made {key}" for key in missing if key != 9}

    assert kept_many("a", {1: "x", 2: "x"}, make) == {1: "made 1", 2: "made 2"}
    assert kept_many("a", {1: "x", 2: "y", 3: "x", 9: "x"}, make) == {
        key: f"made {key}" for key in (1, 2, 3)
    }
    assert kept_many("b", {1: "x"}, make) == {1: "made 1"}
    assert kept_many("a", {}, make) == {}
    assert kept_many("c", {1: "x"}, lambda missing: {}) == {}
    assert asked == [[1, 2], [2, 3, 9], [1]]


def test_the_latest_is_found_whatever_its_state() -> None:
    assert latest("a") is None
    text("a", "1", size=1)
    text("a", "2", size=3)
    assert latest("a") == "aaa"


@pytest.mark.usefixtures("_small")
def test_what_nobody_asked_for_longest_goes_first() -> None:
    made: list[str] = []
    for name in "abcd":
        text(name, made=made)
    text("a", made=made)
    text("e", made=made)
    text("f", made=made)
    assert made == ["a", "b", "c", "d", "e", "f"]
    text("a", made=made)
    text("b", made=made)
    assert made[6:] == ["b"]
    assert kept_bytes() <= SMALL


@pytest.mark.usefixtures("_small")
def test_another_state_takes_the_place_of_the_old_one() -> None:
    text("a", "1")
    before = kept_bytes()
    for state in range(10):
        text("a", str(state))
    assert kept_bytes() == before
    assert before > 2000


@pytest.mark.usefixtures("_small")
def test_what_is_larger_than_all_pushes_nothing_out_and_leaves_nothing_old() -> None:
    made: list[str] = []
    text("a", made=made)
    text("b", made=made)
    for _turn in range(2):
        assert len(text("b", "2", size=2 * SMALL, made=made)) == 2 * SMALL
    text("a", made=made)
    assert made == ["a", "b", "b", "b"]
    assert latest("b") is None


def test_a_state_may_be_the_content_and_a_kept_value_in_it_is_itself_alone() -> None:
    make, shared = Makes(), ["a" * 2000]
    value = partial(kept, "a", make=make)
    first = value(state=lambda: ([1, 2], Same(shared)))
    assert value(state=lambda: ([1, 2], Same(shared))) is first
    assert value(state=lambda: ([1, 3], Same(shared))) == [2]
    assert value(state=lambda: ([1, 3], Same(list(shared)))) == [3]
    assert weigh(Same(shared)) < 200 < weigh(shared)


@pytest.mark.usefixtures("_small")
def test_of_many_made_together_the_weight_is_that_of_some() -> None:
    kept_many("a", dict.fromkeys(range(20), ""), lambda missing: dict.fromkeys(missing, "x" * 300))
    assert 20 * 300 < kept_bytes() <= SMALL


def test_one_place_says_how_much_is_kept(settings: Any) -> None:
    assert caching._KEPT.maxsize == settings.KEPT_BYTES


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    points: Fraction
    others: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    rows: list[Row]
    by_name: dict[str, Row]


def test_a_value_weighs_what_it_consists_of() -> None:
    rows = [Row(f"{number:0100}", Fraction(number, 7)) for number in range(1000)]
    one = weigh(rows[0])
    assert 250 < one < 600
    assert 0.8 < weigh(rows) / (1000 * one) < 1.2
    table = Table(rows, {row.name: row for row in rows})
    assert weigh(table) > 1.5 * weigh(rows)
    assert weigh("a" * 5000) > 5000
    assert weigh(b"a" * 5000) > 5000


def test_the_program_and_circles_weigh_nothing_more() -> None:
    circle: list[object] = []
    circle.append(circle)
    assert weigh(circle) < 200
    assert weigh((Row, caching, test_of_a_failure_nothing_is_kept)) < 200


def test_many_threads_get_the_value_of_their_state() -> None:
    wrong: list[str] = []

    def work(seed: int) -> None:
        for turn in range(300):
            name, state = str((turn * seed) % 7), str(turn % 3)
            make = partial("{}:{}".format, name, state)
            value = kept(name, state=partial(str, state), make=make)
            if value != f"{name}:{state}":
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 3, 5, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
