"""Parts of pages are made once for a state, also when many ask at the same moment."""

import time
import uuid
from threading import Event, Thread
from typing import Any

import pytest

from events.common.views.figures import cached_fragment, fragment_age


@pytest.fixture
def name() -> str:
    return f"part-{uuid.uuid4().hex}"


def test_a_part_is_made_once_for_a_state(name: str) -> None:
    made: list[str] = []

    def part(state: str) -> str:
        return cached_fragment(
            name, stamp=lambda: state, make=lambda: made.append(state) or f"<b>{state}"
        )

    assert [part("1"), part("1"), part("2"), part("1")] == ["<b>1", "<b>1", "<b>2", "<b>1"]
    assert made == ["1", "2"]


def test_those_who_wait_share_one_making_of_the_latest_state(name: str) -> None:
    state, made, shown = ["1"], [], []
    is_making, may_go_on = Event(), Event()
    asked = [Event() for _reader in range(5)]

    def make() -> str:
        made.append(state[0])
        is_making.set()
        assert may_go_on.wait(20)
        return made[-1]

    def read(reader: int) -> None:
        def stamp() -> str:
            asked[reader].set()
            return state[0]

        shown.append((reader, str(cached_fragment(name, stamp=stamp, make=make))))

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


def test_for_a_while_it_is_shown_without_looking(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, now = ["1"], time.monotonic()

    def part(**options: float) -> str:
        return cached_fragment(name, stamp=lambda: state[0], make=lambda: state[0], **options)

    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert part(max_age=5.0) == "1"
    state[0] = "2"
    assert part(max_age=5.0) == "1"
    assert part() == "2"
    now += 4.9
    assert part(max_age=5.0) == "1"
    now += 0.2
    assert part(max_age=5.0) == "2"


def test_a_director_never_sees_what_was(settings: Any) -> None:
    settings.RESULTS_MAX_AGE = 3.0
    assert (fragment_age(director=True), fragment_age(director=False)) == (0.0, 3.0)
