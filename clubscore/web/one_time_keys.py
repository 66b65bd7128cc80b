"""What pages and views know of one-time keys; the rest is in :mod:`accounts.middleware`.

The messages that a view has added for the next page, while it may still run again.
"""

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest
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


def queued_messages(request: HttpRequest) -> list[Message]:
    """The messages that were added, and stay there."""
    return list(_queue(request))


def forget_queued_messages(request: HttpRequest, *, after: int) -> None:
    """Drop all but the first ``after``: what added the others is run again, or was undone."""
    del _queue(request)[after:]


def _queue(request: HttpRequest) -> list[Message]:
    # Django's public way would take the messages off the page. A request outside the middlewares,
    # as a test makes it, has nowhere to put any.
    return getattr(messages.get_messages(request), "_queued_messages", [])
