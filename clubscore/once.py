"""What pages and views know of one-time keys; the rest is in :mod:`accounts.one_time_keys`."""

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString

FIELD: Final = "once"
_APART: Final = "has_its_own_transactions"
View = TypeVar("View", bound=Callable[..., Any])


def once_field() -> SafeString:
    """The hidden field with a new key, for a form that creates something."""
    template = '<input type="hidden" name="{}" value="{}" autocomplete="off">'
    return format_html(template, FIELD, secrets.token_urlsafe(16))


def in_its_own_transactions(view: View) -> View:
    """Mark a view that takes long, and must not hold others up in one transaction."""
    setattr(view, _APART, True)
    return view


def has_its_own_transactions(view: Callable[..., Any]) -> bool:
    return bool(getattr(view, _APART, False))
