"""The last few values that many pages begin with, as they are: after a result is in, a hundred
phones ask for a hundred cards of one session, and it is scored once.

Unlike what :mod:`clubscore.bounded_cache` keeps they are not copied: only values that nobody
changes belong here, and only by readers, outside of transactions that write.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

Value = TypeVar("Value")

_ALL: Final[list["Recent[Any]"]] = []


class Recent(Generic[Value]):
    """So many values by their name; of each the one of the latest state. For all threads."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._values: OrderedDict[Hashable, tuple[str, Value]] = OrderedDict()
        self._lock = Lock()
        _ALL.append(self)

    def get(
        self,
        name: Hashable,
        *,
        stamp: str,
        make: Callable[[], Value],
        fits: Callable[[Value], bool] = lambda value: True,
    ) -> Value:
        """The value for the state that ``stamp`` names, read before what it is made of; only what
        ``fits`` is kept."""
        with self._lock:
            kept = self._values.get(name)
            if kept is not None and kept[0] == stamp:
                self._values.move_to_end(name)
                return kept[1]
        value = make()
        with self._lock:
            self._values.pop(name, None)
            if fits(value):
                self._values[name] = (stamp, value)
            while len(self._values) > self._count:
                self._values.popitem(last=False)
        return value

    def latest(self, name: Hashable) -> Value | None:
        """What is kept under a name, of whatever state."""
        with self._lock:
            kept = self._values.get(name)
            return None if kept is None else kept[1]

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


def forget_all() -> None:
    """Empty all of them, for tests and measurements."""
    for each in _ALL:
        each.clear()
