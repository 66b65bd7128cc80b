"""``{% kept_parts %}``: the parts of a long page, each rendered once for what it shows.

A page of three hundred lines is made anew after every change, and one of its lines is another one.
The others are found by their content: a part's template sees nothing but its item and what is named
in the tag, so what is kept cannot be out of date.
"""

import pickle
from collections.abc import Hashable, Iterable
from hashlib import blake2b
from typing import Any

from django import template
from django.core.cache import cache
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def kept_parts(items: Iterable[Any], name: str, item_name: str, **given: Hashable) -> SafeString:
    """The items, each through the template ``name``, in which it is called ``item_name``.

    Items and what is ``given`` are plain values or dataclasses of them, never objects of the
    database, which may look the same and read something else.
    """
    common = pickle.dumps((name, item_name, get_language(), sorted(given.items())))
    parts = [(item, f"part:{_digest(common, item)}") for item in items]
    kept = cache.get_many(key for _, key in parts)
    part = get_template(name)
    made = {
        key: part.render({item_name: item, **given}) for item, key in parts if key not in kept
    }
    cache.set_many(made, None)
    # Rendered by a template each.
    return mark_safe("".join(kept.get(key) or made[key] for _, key in parts))  # noqa: S308


def _digest(common: bytes, item: Any) -> str:
    return blake2b(common + pickle.dumps(item, pickle.HIGHEST_PROTOCOL), digest_size=20).hexdigest()
