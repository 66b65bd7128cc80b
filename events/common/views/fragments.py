"""Parts of pages that many read at once: rendered once for every state of what they show."""

from collections.abc import Callable
from threading import RLock

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe

_MAKING = tuple(RLock() for _number in range(64))
"""Shared by names: two names with the same lock only wait for each other."""


def cached_fragment(
    name: str, *, stamp: Callable[[], str], make: Callable[[], str], max_age: float = 0.0
) -> SafeString:
    """The HTML of a part for the state that ``stamp`` returns, from the cache or made now.

    One thread makes it while the others wait; they then look up the state of that moment. So a
    change costs a process one rendering, however many requests there are. For ``max_age`` seconds
    the part is shown without reading the stamp again.
    """
    recent: str | None = cache.get(name) if max_age else None
    if recent is not None:
        return mark_safe(recent)  # noqa: S308 - rendered by a template
    html: str | None = cache.get(f"{name}:{stamp()}")
    if html is None:
        with _MAKING[hash(name) % len(_MAKING)]:
            # Read again: while this thread waited, the state may have changed or been made.
            key = f"{name}:{stamp()}"
            html = cache.get(key)
            if html is None:
                html = make()
                cache.set(key, html)
    if max_age:
        cache.set(name, html, max_age)
    return mark_safe(html)  # noqa: S308 - rendered by a template


def fragment_age(*, director: bool) -> float:
    """How long results are shown without checking for changes, in seconds; 0 for a director."""
    return 0.0 if director else settings.RESULTS_MAX_AGE
