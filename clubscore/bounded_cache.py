"""What a process keeps to answer again: pages, parts of pages, standings; bounded by its bytes.

Django's own cache in memory is bounded by the number of its entries, and a rendered page of three
hundred players takes as much as a thousand standings. Here, what nobody asked for longest goes
first. Keys name the state of what is kept (:mod:`events.common.selectors.stamp`), so nothing has to
be removed to be right.
"""

import pickle
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

DEFAULT_BYTES: Final = 64 * 2**20
_FOREVER: Final = float("inf")


@dataclass(frozen=True, slots=True)
class Entry:
    """A pickled value, and until when it may be shown (:func:`time.monotonic`)."""

    content: bytes
    until: float


class Store:
    """Entries by key, for all threads of a process.

    ``size`` is in bytes, keys included; ``found`` and ``missed`` count since the start.
    """

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self.max_bytes = max_bytes
        self.size = self.found = self.missed = 0
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: str) -> bytes | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or entry.until < time.monotonic():
                self._drop(key)
                self.missed += 1
                return None
            self._entries.move_to_end(key)
            self.found += 1
            return entry.content

    def put(self, key: str, entry: Entry) -> None:
        with self._lock:
            self._drop(key)
            if _weight(key, entry) > self.max_bytes:
                return
            self._entries[key] = entry
            self.size += _weight(key, entry)
            while self.size > self.max_bytes:
                self._drop(next(iter(self._entries)))

    def drop(self, key: str) -> bool:
        with self._lock:
            return self._drop(key)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self.size = 0

    def _drop(self, key: str) -> bool:
        old = self._entries.pop(key, None)
        if old is not None:
            self.size -= _weight(key, old)
        return old is not None


def _weight(key: str, entry: Entry) -> int:
    return len(key) + len(entry.content)


# Django makes a cache object for each thread.
STORES: Final[dict[str, Store]] = {}


class BoundedCache(BaseCache):
    """A cache of Django's with the option ``MAX_BYTES``; processes do not share it.

    Values are pickled: who changes what he was given does not change what is kept.
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        max_bytes = params.get("OPTIONS", {}).get("MAX_BYTES", DEFAULT_BYTES)
        self.store = STORES.setdefault(name, Store(max_bytes))

    def add(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        if self.has_key(key, version):
            return False
        self.set(key, value, timeout, version)
        return True

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        content = self.store.get(self.make_key(key, version))
        return default if content is None else pickle.loads(content)  # noqa: S301 - our own

    def set(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self.store.put(self.make_key(key, version), Entry(content, self._until(timeout)))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name = self.make_key(key, version)
        content = self.store.get(name)
        if content is not None:
            self.store.put(name, Entry(content, self._until(timeout)))
        return content is not None

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self.store.drop(self.make_key(key, version))

    def clear(self) -> None:
        self.store.clear()

    def _until(self, timeout: Any) -> float:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return _FOREVER if seconds is None else time.monotonic() + seconds
