"""What the tests look at in an answer."""

from django.contrib.messages import get_messages
from django.http import HttpResponseBase


def messages(answer: HttpResponseBase) -> list[str]:
    """The sentences that the next page shows."""
    return [str(message) for message in get_messages(answer.wsgi_request)]
