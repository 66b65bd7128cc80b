"""``{% kept_parts %}``: the parts of a long page, each rendered once for what it shows; and
``{% kept_part %}``: one part, such as a text that is the same on every page.

A page of three hundred lines is made anew after every change, and one of its lines is another one.
The others are found by their content: a part's template sees nothing but its item and what is named
in the tag, so what is kept cannot be out of date.
"""

import pickle
from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import get_template, render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubscore.web.caching import kept, kept_many

register = template.Library()


CSRF_FIELD: Final = mark_safe("<!--csrf-->")
"""``{{ csrf_field }}`` in a part: what users type is escaped, and is never the same."""


@register.simple_tag(takes_context=True)
def kept_parts(
    context: Context, items: Iterable[Any], name: str, item_name: str, **given: Hashable
) -> SafeString:
    """The items, each through the template ``name``, in which it is called ``item_name``; a form in
    it has ``{{ csrf_field }}`` for ``{% csrf_token %}``, which is another one in every answer.

    Items and what is ``given`` are plain values or dataclasses of them, never objects of the
    database, which may look the same and read something else.
    """
    common = pickle.dumps((name, item_name, get_language(), sorted(given.items())))
    parts = [(_digest(common, item), item) for item in items]
    part, of_content = get_template(name), dict(parts)
    values = {"csrf_field": CSRF_FIELD, **given}
    shown = kept_many(
        "part",
        dict.fromkeys(of_content, ""),
        lambda missing: {
            content: part.render(values | {item_name: of_content[content]}) for content in missing
        },
    )
    html = "".join(shown[content] for content, _ in parts)
    if CSRF_FIELD in html:
        html = html.replace(CSRF_FIELD, CsrfTokenNode().render(context))
    return mark_safe(html)  # noqa: S308 - rendered by templates


@register.simple_tag
def kept_part(name: str, **given: Hashable) -> SafeString:
    """The template ``name``, rendered once for the language and what is ``given``; it sees nothing
    else, like those of :func:`kept_parts`."""
    return kept(
        ("part", name, get_language(), *sorted(given.items())),
        state="",
        make=lambda: render_to_string(name, dict(given)),
    )


def _digest(common: bytes, item: Any) -> bytes:
    content = pickle.dumps(_plain(item), pickle.HIGHEST_PROTOCOL)
    return blake2b(common + content, digest_size=20).digest()


_AS_THEY_ARE = frozenset({str, SafeString, int, bool, type(None)})


def _plain(value: Any) -> Any:
    """Dataclasses as tuples, which are pickled in a fifth of the time."""
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind in (list, tuple):
        return tuple(map(_plain, value))
    if is_dataclass(value):
        return (kind.__qualname__, *map(_plain, _values_of(kind)(value)))  # type: ignore[arg-type]
    return value


@cache
def _values_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    names = [field.name for field in fields(kind)]
    # Of one name alone it would be the value itself.
    return attrgetter(*names, names[0])
