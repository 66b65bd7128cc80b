"""Who may do what: a visitor reads what is published, a director manages all events.

A *director* is an active user with access to the staff side; an *administrator* (superuser)
also looks after users and settings, in the admin.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

P = ParamSpec("P")


def is_director(request: HttpRequest) -> bool:
    """Whether the request comes from a director who is logged in."""
    return request.user.is_active and getattr(request.user, "is_staff", False)


def is_administrator(request: HttpRequest) -> bool:
    """Whether the request comes from an administrator who is logged in."""
    return request.user.is_active and getattr(request.user, "is_superuser", False)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script on the page makes the request, and not the browser itself."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def director_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let only directors in; a visitor is sent to the login page and back.

    A script gets 401 with the address of the login page instead, so that what was typed can
    stay in the page.
    """
    return _guarded(
        view, is_director, gettext_lazy("Your account may read results, but not change them.")
    )


def administrator_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Like :func:`director_required`, for administrators."""
    return _guarded(
        view, is_administrator, gettext_lazy("Only an administrator can manage accounts.")
    )


def _guarded(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    may_enter: Callable[[HttpRequest], bool],
    refusal: Promise,
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if may_enter(request):
            return view(request, *args, **kwargs)
        # Logging in again would not help: the account itself has no right to the page.
        if request.user.is_authenticated:
            raise PermissionDenied(refusal)
        if wants_json(request):
            sentence = _("Your login has expired. Log in again; what you typed is not lost.")
            return JsonResponse({"error": sentence, "login": reverse("login")}, status=401)
        return redirect_to_login(request.get_full_path())

    return guarded
