"""Shared by the desks of sessions and tournaments: finish, reopen, publish, unpublish."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubscore.actor import actor
from events.models import Session, Tournament


class Step(NamedTuple):
    """A change of state: the service that makes it, and its message (lazily translated)."""

    make: Callable[..., Any]
    message: Any


def take_step(
    request: HttpRequest, steps: Mapping[str, Step], **subject: Session | Tournament
) -> HttpResponse:
    """Take the step that was posted as ``action``, and go back to the desk.

    ``subject`` is the session or the tournament, named as the services name it.
    """
    step = steps.get(request.POST.get("action", ""))
    if step is None:
        return HttpResponseBadRequest(_("There is no such action."))
    step.make(**subject, by=actor(request))
    messages.success(request, step.message)
    (desk,) = subject.values()
    return redirect(desk)
