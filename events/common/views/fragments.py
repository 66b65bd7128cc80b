"""Parts of pages that many read at once: rendered once for every state of what they show."""

from collections.abc import Callable
from threading import RLock
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe

_MAKING = tuple(RLock() for _number in range(64))
"""Shared by names: two names with the same lock only wait for each other."""


Value = TypeVar("Value")


def cached_fragment(
    name: str, *, stamp: Callable[[], str], make: Callable[[], str], max_age: float = 0.0
) -> SafeString:
    """The HTML of a part for the state that ``stamp`` returns; see :func:`cached_value`."""
    html = cached_value(name, stamp=stamp, make=make, max_age=max_age)
    return mark_safe(html)  # noqa: S308 - rendered by a template


def cached_value(
    name: str, *, stamp: Callable[[], str], make: Callable[[], Value], max_age: float = 0.0
) -> Value:
    """What a part shows for the state that ``stamp`` returns, from the cache or made now; never
    ``None``.

    One thread makes it while the others wait; they then look up the state of that moment. So a
    change costs a process one rendering, however many requests there are. For ``max_age`` seconds
    the part is shown without reading the stamp again.
    """
    recent: Value | None = cache.get(name) if max_age else None
    if recent is not None:
        return recent
    value: Value | None = cache.get(f"{name}:{stamp()}")
    if value is None:
        with _MAKING[hash(name) % len(_MAKING)]:
            # Read again: while this thread waited, the state may have changed or been made.
            key = f"{name}:{stamp()}"
            value = cache.get(key)
            if value is None:
                value = make()
                cache.set(key, value)
    if max_age:
        cache.set(name, value, max_age)
    return value


def fragment_age(*, director: bool) -> float:
    """How long results are shown without checking for changes, in seconds; 0 for a director."""
    return 0.0 if director else settings.RESULTS_MAX_AGE
