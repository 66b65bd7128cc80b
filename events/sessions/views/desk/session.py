"""Changing a session: its settings, and its state."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.common.services.holding import hold_session
from events.common.views.state import Step, take_step
from events.models import Session
from events.sessions.forms.session import SettingsForm
from events.sessions.services import sessions
from events.tables.services.finishing import NotSettled, finish_session
from events.tables.views.finishing import unsettled_page

FINISHED = gettext_lazy("The session is finished.")
STEPS = {
    "reopen": Step(sessions.reopen, gettext_lazy("The session is reopened.")),
    "publish": Step(
        sessions.publish, gettext_lazy("The results are published: everybody can read them.")
    ),
    "withdraw": Step(
        sessions.withdraw, gettext_lazy("The results are unpublished: only directors see them.")
    ),
}


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_session)
def settings(request: HttpRequest, session_id: int) -> HttpResponse:
    """The title, the date and how the session is scored."""
    session = get_object_or_404(Session, pk=session_id)
    form = SettingsForm(request.POST or None, instance=session)
    if request.method == "POST" and form.is_valid():
        try:
            sessions.change_settings(session=session, fields=form.changed_data, by=actor(request))
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            messages.success(request, _("The settings are saved; every page is scored by them."))
            return redirect(session)
    status = 422 if form.errors else 200
    if form.errors:
        # What was typed is in the form alone; the page's head shows what is stored.
        session = Session.objects.get(pk=session.pk)
    context = {"session": session, "form": form, "tab": "settings"}
    return render(request, "events/sessions/desk/settings.html", context, status=status)


@require_POST
@director_required
def change_state(request: HttpRequest, session_id: int) -> HttpResponse:
    """Finish, reopen, publish or unpublish. What the tables did not settle is listed first."""
    session = get_object_or_404(Session, pk=session_id)
    finish = partial(finish_session, acknowledged=bool(request.POST.get("acknowledged")))
    try:
        return take_step(request, STEPS | {"finish": Step(finish, FINISHED)}, session=session)
    except NotSettled as refusal:
        return unsettled_page(request, session, refusal)
