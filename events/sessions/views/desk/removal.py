"""Deleting a session, and deleting a series."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import Actor
from clubscore.deletion.page import Page, ask
from clubscore.once import in_its_own_transactions
from clubscore.permissions import director_required
from events.models import Series, Session
from events.sessions.selectors.deletion import series_plan, session_plan
from events.sessions.services.removal import delete_session
from events.sessions.services.series_removal import delete_series


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Say what goes with the session, and delete it when its title is typed."""
    found = get_object_or_404(Session, pk=session_id)

    def act(seen: str, backup: str, by: Actor) -> None:
        delete_session(session=found, seen=seen, backup=backup, by=by)

    page = Page(
        heading=_("Delete this session"),
        button=_("Delete the session"),
        back=found.get_absolute_url(),
        after=reverse("home"),
        done=_("“%(title)s” is deleted.") % {"title": found.title},
    )
    return ask(request, plan=lambda: session_plan(found), delete=act, page=page)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Say what else changes, and delete the series when its name is typed."""
    found = get_object_or_404(Series, pk=series_id)

    def act(seen: str, backup: str, by: Actor) -> None:
        delete_series(series=found, seen=seen, backup=backup, by=by)

    page = Page(
        heading=_("Delete this series"),
        button=_("Delete the series"),
        back=found.get_absolute_url(),
        after=reverse("events:series-list"),
        done=_("“%(name)s” is deleted.") % {"name": found.name},
    )
    return ask(request, plan=lambda: series_plan(found), delete=act, page=page)
