"""A login ends some hours after its last use, not after it began: an event may be long.

The end is moved at most once an hour, so that a page costs no write.

A form that is sent twice, as by a double click, is done once: both times with the same answer.

A form that creates something carries a key that is used once (``{% once %}``). The key and what is
created are stored in one transaction: of two that arrive at once the second waits for the first,
and gets its answer. A form without a key, as a script sends it, is taken as it is.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.messages.storage.base import Message
from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts import services as one_time_keys
from accounts.domain import Answer, StoredMessage
from accounts.models import OneTimeKey
from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.middleware import answer_to
from clubscore.web.next_page import own_page
from clubscore.web.one_time_keys import (
    FIELD,
    forget_queued_messages,
    has_its_own_transactions,
    queued_messages,
)

RENEWED: Final = "renewed"
"""The session's key for when its end was last moved, in seconds."""

HOUR: Final = 60 * 60


class LoginLastsMiddleware(MiddlewareMixin):
    """Moves the end of a login that is used."""

    def process_request(self, request: HttpRequest) -> None:
        # Asked of the cookie first: without one the session need not be looked up.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            now = int(time.time())
            # Of a clock that has been put back since it is renewed, too.
            if not 0 <= now - request.session.get(RENEWED, 0) < HOUR:
                request.session[RENEWED] = now


def begin(sender: Any, request: HttpRequest, **_: Any) -> None:
    """Note when a login began."""
    request.session[RENEWED] = int(time.time())


user_logged_in.connect(begin, dispatch_uid="accounts.begin")

_UNCOUNTED: Final = frozenset({FIELD, "csrfmiddlewaretoken"})

_DONE: Final = frozenset({201, 302, 303})

View = Callable[..., HttpResponseBase]

Send = Callable[[], HttpResponseBase]
"""What the view does with the form."""


class OneTimeKeyMiddleware(MiddlewareMixin):
    """Stands last, so that the other middlewares have refused by then what they refuse."""

    def process_view(
        self, request: HttpRequest, view: View, args: Iterable[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponseBase | None:
        """The view's answer, or that to the same form before; ``None`` for what has no key."""
        if request.method != "POST" or not request.user.is_authenticated:
            return None
        if not request.POST.get(FIELD):
            return None
        send = partial(view, request, *args, **kwargs)
        try:
            if has_its_own_transactions(view):
                return _apart(request, _key(request), send)
            return _at_once(request, _key(request), send, said=len(queued_messages(request)))
        except (Refused, ObjectDoesNotExist, DataError) as exception:
            # Django asks the other middlewares about what a view raises, and this is none.
            answer = answer_to(request, exception)
            if answer is None:
                raise
            return answer


@in_transaction
def _at_once(request: HttpRequest, key: str, send: Send, *, said: int) -> HttpResponseBase:
    """The answer, stored with what the view stores; ``said`` messages were there before."""
    # After a deadlock all of it runs again.
    forget_queued_messages(request, after=said)
    claimed = one_time_keys.claim(key=key)
    if claimed is None:
        return _same_answer(request, key)
    return _answer(request, key, claimed, send)


def _answer(request: HttpRequest, key: str, claimed: OneTimeKey, send: Send) -> HttpResponseBase:
    """The answer of the view, stored where something was done."""
    response = send()
    said = queued_messages(request)
    if _is_done(response, said):
        answer = _answer_of(response, said)
        one_time_keys.store_answer(claimed=claimed, key=key, answer=answer)
    else:
        one_time_keys.release(claimed=claimed)
    return response


def _apart(request: HttpRequest, key: str, send: Send) -> HttpResponseBase:
    """The same for a view that takes long and would hold others up in a transaction: whoever comes
    while it is under way is told so."""
    claimed = one_time_keys.claim(key=key)
    if claimed is None:
        return _same_answer(request, key)
    try:
        return _answer(request, key, claimed, send)
    except BaseException:
        one_time_keys.release(claimed=claimed)
        raise


def _same_answer(request: HttpRequest, key: str) -> HttpResponseBase:
    answer = one_time_keys.answer_to(key=key)
    if answer is None:
        messages.info(request, _("This is already being done."))
        return redirect(_page_before(request))
    for message in answer.messages:
        text = mark_safe(message.text) if message.is_html else message.text  # noqa: S308 - it was before
        messages.add_message(request, message.level, text, message.tags)
    response = HttpResponse(answer.page, status=answer.status)
    if answer.location:
        response.headers["Location"] = answer.location
    add_never_cache_headers(response)
    return response


def _page_before(request: HttpRequest) -> str:
    """The page of ours that something was sent from, or else the first page."""
    return own_page(request, request.headers.get("Referer", ""), otherwise="home")


def _is_done(response: HttpResponseBase, said: Iterable[Message]) -> bool:
    """Whether something was stored: a page of the form once more, or a complaint, says it was
    not."""
    refused = any(message.level >= messages.ERROR for message in said)
    return response.status_code in _DONE and not response.streaming and not refused


def _answer_of(response: HttpResponseBase, said: Iterable[Message]) -> Answer:
    location = response.headers.get("Location", "")
    return Answer(
        status=response.status_code,
        location=location,
        page="" if location else getattr(response, "text", ""),
        messages=tuple(
            StoredMessage(
                level=each.level,
                text=str(each.message),
                tags=each.extra_tags or "",
                is_html=isinstance(each.message, SafeString),
            )
            for each in said
        ),
    )


def _key(request: HttpRequest) -> str:
    """The key of the page with everything else that makes it this form: whoever goes back and sends
    something else with it means something else."""
    count = hashlib.sha256()
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST)
    for name, values in fields:
        if name not in _UNCOUNTED:
            count.update(repr((name, values)).encode())
    for name in sorted(request.FILES):
        files: Any = request.FILES.getlist(name)
        count.update(repr([(name, file.name, file.size) for file in files]).encode())
    who = f"{request.user.pk} {request.path} {request.POST[FIELD]}"
    return f"{who} {count.hexdigest()}"
