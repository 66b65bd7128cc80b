"""A login ends some hours after its last use, not after it began: an event may be long.

The end is moved at most once an hour, so that a page costs no write.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponseBase

RENEWED: Final = "renewed"
"""In the session: when its end was last moved, in seconds."""
HOUR: Final = 60 * 60


class LoginLastsMiddleware:
    """Moves the end of a login that is used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Asked of the cookie first: without one the session need not be looked up.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            now = int(time.time())
            if now - request.session.get(RENEWED, 0) >= HOUR:
                request.session[RENEWED] = now
        return self.get_response(request)


def begin(sender: Any, request: HttpRequest, **_: Any) -> None:
    """Note when a login began."""
    request.session[RENEWED] = int(time.time())


user_logged_in.connect(begin, dispatch_uid="accounts.begin")
