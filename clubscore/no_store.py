"""What a logged-in person is sent stays in no cache: not in the browser's of a shared laptop after
the logout, and in no proxy's.

Directors see more than visitors at the same address: full names, what is not published, forms.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers


class NoStoreMiddleware:
    """Comes after what takes a login away (read-only), and before the session middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        cookie = settings.SESSION_COOKIE_NAME
        # The cookie decides, not whose it is: to look that up would cost every page two queries,
        # and none without a login shows anything that is not public.
        had_login = cookie in request.COOKIES
        response = self._get_response(request)
        if had_login or cookie in response.cookies:
            add_never_cache_headers(response)
        return response
