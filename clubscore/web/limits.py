"""How much a browser may send at once: more is refused before it is read or stored anywhere.

How long a field of a form and a part of an address may be, whatever they are for.

What a page reads has limits of its own, and says so at the field. This one is for all that comes
without any page: no text of sixty thousand letters reaches a query or a pattern.
"""

from typing import Any, Final

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, QueryDict
from django.utils.deprecation import MiddlewareMixin

MAX_BODY: Final = 8 * 2**20
"""Bytes of a request, with all its files and fields: twice what any page may send."""


MAX_FIELD: Final = 20_000
"""The most characters of a field."""

LONG_FIELDS: Final = frozenset({"kept", "pasted", "raw", "text"})
"""The fields in which a file or its text comes; :mod:`clubscore.files.uploads` has their limit."""

SHOWN_FIELDS: Final = frozenset({"choices", "shown", "shown-rows", "shown-sessions"})
"""The fields in which a page says all that it showed, such as the pairings of five hundred boards;
see :mod:`clubscore.web.editing`."""


class FieldTooLongError(SuspiciousOperation):
    """A field is longer than any that a page sends; answered like a request not understood."""


class LimitsMiddleware(MiddlewareMixin):
    """Refuses a request that announces more than :data:`MAX_BODY`, and then, before a view reads
    it, one with a field longer than :data:`MAX_FIELD`.

    A request that announces nothing has nothing: Django reads no more than was announced.
    """

    def process_request(self, request: HttpRequest) -> None:
        announced = request.META.get("CONTENT_LENGTH") or ""
        # ``int`` refuses thousands of digits; 18 of them are too many bytes already.
        if announced.isdecimal() and int(announced[:18]) > MAX_BODY:
            raise RequestDataTooBig("The body is larger than MAX_BODY.")

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Look at the fields, which the check of where a form comes from has read already."""
        if _is_too_long(request.GET) or (request.method == "POST" and _is_too_long(request.POST)):
            raise FieldTooLongError("A field is longer than MAX_FIELD.")


def _is_too_long(fields: QueryDict) -> bool:
    return any(
        len(name) > MAX_FIELD
        or (
            name not in LONG_FIELDS | SHOWN_FIELDS
            and any(isinstance(value, str) and len(value) > MAX_FIELD for value in values)
        )
        for name, values in fields.lists()
    )
