"""Changing the movement during play: first a preview, then the change."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate
from events.models import MovementChange, Session
from events.sessions.domain.movement_change import ChangePlan
from events.sessions.forms.movement_change import ChangeForm
from events.sessions.selectors.sessions import session_sections
from events.sessions.services import movement_change
from events.sessions.views.matches.instead import of_matches
from events.tables.services.settings import follow_movement


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def movement(request: HttpRequest, session_id: int) -> HttpResponse:
    """The form; its preview; and, on the button of the preview, the change."""
    session = get_object_or_404(Session, pk=session_id)
    if session.matches:
        return of_matches(request, session)
    sections = [section for section in session_sections(session.pk) if section.movement]
    if not sections:
        raise NothingHereError(_("This session has no movement to change."))
    # The desk asks for a seat for a contestant who has none.
    asked = {key: request.GET[key] for key in ("section", "number") if key in request.GET}
    form = ChangeForm(request.POST or None, sections=sections, initial=asked)
    preview: ChangePlan | None = None
    if request.method == "POST" and form.is_valid():
        change = form.change
        try:
            if request.POST.get("action") == "apply":
                seen = request.POST.get("seen", "")
                done = movement_change.change_movement(change=change, seen=seen, by=actor(request))
                follow_movement(session_id=session.pk)
                sentences = [_("The movement is changed.")]
                if movement_change.SEPARATE_LISTS in done.warnings:
                    sentences.append(translate(movement_change.SEPARATE_LISTS))
                messages.success(request, " ".join(sentences))
                return redirect(session)
            preview = movement_change.preview(change=change)
        except Refused as refusal:
            for problem in refusal.problems:
                form.add_error(None, translate(problem))
    context = {
        "session": session,
        "tab": "settings",
        "form": form,
        "preview": preview,
        "change": form.change if preview else None,
        "seen": movement_change.fingerprint(preview) if preview else "",
        "changes": MovementChange.objects.filter(section__in=sections).select_related("movement"),
    }
    return render(
        request,
        "events/sessions/desk/movement_change.html",
        context,
        status=422 if form.errors else 200,
    )
