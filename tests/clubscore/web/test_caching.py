import threading
import time
from functools import partial
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse

from clubscore.web.caching import (
    BoundedCache,
    Entry,
    OnceARequestMiddleware,
    Recent,
    Store,
    forget_all,
    once_a_request,
    read_again,
)

FOREVER = float("inf")


def entry(content: bytes, until: float = FOREVER) -> Entry:
    return Entry(content, until)


@pytest.fixture
def cache() -> BoundedCache:
    made = BoundedCache("test", {"TIMEOUT": 300})
    made.clear()
    return made


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    store = Store(max_bytes=10)
    for key in "abc":
        store.put(key, entry(b"1234"))
        if key == "b":
            assert store.get("a")
    assert [key for key in "abc" if store.get(key)] == ["a", "c"]
    assert (len(store), store.size) == (2, 10)


def test_a_value_is_weighed_with_its_key_and_once() -> None:
    store = Store(max_bytes=10)
    store.put("key", entry(b"1234567"))
    store.put("key", entry(b"12"))
    assert store.size == 5
    store.drop("key")
    assert store.size == 0


def test_what_is_larger_than_all_pushes_nothing_out_and_leaves_nothing_old() -> None:
    store = Store(max_bytes=10)
    store.put("a", entry(b"1"))
    store.put("b", entry(b"1"))
    store.put("b", entry(b"1234567890"))
    assert store.get("a") == b"1"
    assert store.get("b") is None
    assert store.size == 2


def test_what_is_too_old_is_not_found_and_takes_no_room() -> None:
    store = Store()
    store.put("a", entry(b"1", until=0.0))
    assert store.get("a") is None
    assert (len(store), store.size, store.missed, store.found) == (0, 0, 1, 0)


def test_who_changes_a_value_does_not_change_what_is_kept(cache: BoundedCache) -> None:
    names = ["Ann"]
    cache.set("names", names)
    names.append("Bob")
    found = cache.get("names")
    found.append("Cyd")
    assert cache.get("names") == ["Ann"]


def test_the_calls_of_a_cache_of_django(cache: BoundedCache) -> None:
    assert cache.get("a", "none") == "none"
    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    cache.set_many({"b": 2, "c": None}, None)
    assert cache.get_many(["a", "b", "c", "d"]) == {"a": 1, "b": 2, "c": None}
    assert "c" in cache
    assert cache.incr("a") == 2
    assert cache.touch("a", 0.0)
    assert cache.get("a") is None
    assert not cache.touch("a")
    assert cache.delete("b")
    assert not cache.delete("b")


def test_the_timeout_of_the_settings_one_of_its_own_and_none(
    cache: BoundedCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, options in (("usual", {}), ("short", {"timeout": 5}), ("always", {"timeout": None})):
        cache.set(key, key, **options)
    start, now = time.monotonic(), 0.0
    monkeypatch.setattr("clubscore.web.caching.time.monotonic", lambda: start + now)
    for now, found in ((4.0, 3), (10.0, 2), (299.0, 2), (301.0, 1), (1e9, 1)):
        assert len(cache.get_many(["usual", "short", "always"])) == found, now


def test_threads_share_what_a_process_keeps(settings: Any) -> None:
    from django.core.cache import caches

    caches["default"].set("shared", 5)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(caches["default"].get("shared")))
    thread.start()
    thread.join()
    assert found == [5]
    assert settings.CACHES["default"]["OPTIONS"]["MAX_BYTES"] == 64 * 2**20


def test_many_threads_leave_the_sizes_right() -> None:
    store = Store(max_bytes=2000)

    def work(seed: int) -> None:
        for turn in range(300):
            key = str((turn * seed) % 37)
            store.put(key, entry(b"x" * (turn % 90)))
            store.get(str(turn % 37))
            if turn % 7 == 0:
                store.drop(key)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 3, 5, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = {key: store.get(key) for key in map(str, range(37))}
    assert store.size == sum(
        len(key) + len(value) for key, value in kept.items() if value is not None
    )
    assert store.size <= 2000


class Makes:
    """Makes a new value at each call, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> list[int]:
        self.count += 1
        return [self.count]


def test_a_state_is_made_once_and_not_copied() -> None:
    recent, make = Recent[list[int]](2), Makes()
    first = recent.get("a", stamp="1", make=make)
    assert recent.get("a", stamp="1", make=make) is first
    assert recent.get("a", stamp="2", make=make) == [2]
    assert recent.get("a", stamp="1", make=make) == [3]


def test_only_the_last_few_are_kept() -> None:
    recent, make = Recent[list[int]](2), Makes()
    for name in ("a", "b", "a", "c", "a"):
        recent.get(name, stamp="1", make=make)
    assert make.count == 3
    recent.get("b", stamp="1", make=make)
    assert make.count == 4


def test_what_does_not_fit_is_made_each_time() -> None:
    recent, make = Recent[list[int]](2), Makes()
    for _turn in range(2):
        recent.get("a", stamp="1", make=make, fits=lambda value: value[0] > 2)
    recent.get("a", stamp="1", make=make, fits=lambda value: value[0] > 2)
    recent.get("a", stamp="1", make=make)
    assert make.count == 3


def test_all_are_emptied_together() -> None:
    recent, make = Recent[list[int]](2), Makes()
    recent.get("a", stamp="1", make=make)
    forget_all()
    recent.get("a", stamp="1", make=make)
    assert make.count == 2


def test_many_threads_get_the_value_of_their_state() -> None:
    recent: Recent[str] = Recent(3)
    wrong: list[str] = []

    def work(seed: int) -> None:
        for turn in range(300):
            name, stamp = str((turn * seed) % 7), str(turn % 3)
            value = recent.get(name, stamp=stamp, make=partial("{}:{}".format, name, stamp))
            if value != f"{name}:{stamp}":
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 3, 5, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def read_twice(key: str, calls: list[str]) -> None:
    for _ in range(2):
        once_a_request(key, lambda: calls.append(key))


def test_outside_requests_nothing_is_remembered() -> None:
    calls: list[str] = []
    read_twice("a", calls)
    read_again("a")
    assert calls == ["a", "a"]


def test_a_request_reads_once_and_the_next_again() -> None:
    calls: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        read_twice("a", calls)
        read_twice("b", calls)
        return HttpResponse()

    middleware = OnceARequestMiddleware(view)
    middleware(HttpRequest())
    assert calls == ["a", "b"]
    middleware(HttpRequest())
    assert calls == ["a", "b", "a", "b"]


def test_what_was_changed_is_read_again() -> None:
    calls: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        read_twice("a", calls)
        read_again("a")
        read_twice("a", calls)
        return HttpResponse()

    OnceARequestMiddleware(view)(HttpRequest())
    assert calls == ["a", "a"]
