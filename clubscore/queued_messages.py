"""The messages that a view has added for the next page, while it may still run again."""

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest


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
