"""The sections of a session: adding one, and removing one that was a mistake."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate_refusal
from events.models import Section, Session
from events.sessions.forms.section import SectionForm
from events.sessions.selectors.sessions import session_sections
from events.sessions.services import sections
from events.sessions.views.matches.instead import of_matches


@require_http_methods(["GET", "POST"])
@director_required
def new(request: HttpRequest, session_id: int) -> HttpResponse:
    """Add a section, with the last one's movement and boards proposed."""
    session = get_object_or_404(Session, pk=session_id)
    if session.matches:
        return of_matches(request, session)
    present = list(session_sections(session.pk))
    last = present[-1]
    proposed = {
        "movement": last.movement_id,
        "boards_per_round": last.boards_per_round,
        "first_board": last.first_board,
    }
    form = SectionForm(request.POST or None, initial=proposed)
    if request.method == "POST" and form.is_valid():
        try:
            section = sections.add_section(
                session_id=session.pk, **form.cleaned_data, by=actor(request)
            )
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            added = _("Section %(letter)s has been added. You can now enter its names.")
            messages.success(request, added % {"letter": section.letter})
            return redirect(session)
    status = 422 if form.errors else 200
    context = {"session": session, "form": form, "sections": present, "tab": "overview"}
    return render(request, "events/sessions/desk/section.html", context, status=status)


@require_POST
@director_required
def remove(request: HttpRequest, session_id: int, section_id: int) -> HttpResponse:
    """Remove a section; a refusal is shown on the session's page."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        letter = sections.remove_section(
            session_id=session.pk, section_id=section_id, by=actor(request)
        )
    except Section.DoesNotExist:
        raise NothingHereError(_("This session has no such section.")) from None
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        messages.success(request, _("Section %(letter)s has been removed.") % {"letter": letter})
    return redirect(session)
