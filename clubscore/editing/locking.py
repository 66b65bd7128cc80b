"""What is sent to a page is compared and written under one lock."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponseBase

from clubscore.queued_messages import forget_queued_messages, queued_messages
from clubscore.transactions import in_transaction

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def under_lock(
    lock: Callable[..., Any], *, when: Callable[[HttpRequest], bool] = lambda _request: True
) -> Callable[[View[P]], View[P]]:
    """Begin every POST of a view with ``lock``, a service that is called with the values of the
    address, and run it in one transaction.

    So what the form compares with stays as it is until its changes are written. A lock for
    something that is not there locks nothing; the view says so. ``when`` says which POSTs store
    something, where a page also asks.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def locked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method != "POST" or not when(request):
                return view(request, *args, **kwargs)

            said = len(queued_messages(request))

            @in_transaction
            def compare_and_write() -> HttpResponseBase:
                # After a deadlock all of it runs again, and what the first try said is not so.
                forget_queued_messages(request, after=said)
                lock(**kwargs)
                return view(request, *args, **kwargs)

            return compare_and_write()

        return locked

    return decorate
