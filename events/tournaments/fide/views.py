"""The page of FIDE mode: how the tournament stands, what broke the rules; and leaving it, which is
asked twice."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from events.models import Tournament
from events.tournaments.fide.selectors import fide_state, import_check, import_questions
from events.tournaments.fide.services import accept_import, consequences, leave_fide_mode

ASKED_ONCE, ASKED_TWICE = "once", "twice"
"""What the director has said yes to."""


@require_GET
@director_required
def fide(request: HttpRequest, slug: str) -> HttpResponse:
    """How the tournament stands with FIDE mode."""
    tournament = get_object_or_404(Tournament, slug=slug)
    state = fide_state(tournament)
    fields = {field.name: field.verbose_name for field in Tournament._meta.fields}
    context = {
        "tournament": tournament,
        "tab": "fide",
        "state": state,
        "frozen": [fields[name] for name in state.frozen],
        "check": import_check(tournament.pk) if tournament.fide_mode else None,
        "questions": import_questions(tournament.pk) if tournament.fide_mode else (),
    }
    return render(request, "events/tournaments/fide/fide.html", context)


@require_POST
@director_required
def accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Say yes to what the rules pair otherwise in an imported file."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_told(request):
        accept_import(tournament=tournament, by=actor(request))
        messages.success(request, _("The differences are written into the tournament’s file."))
    return redirect("events:tournament-fide", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """What leaving FIDE mode means; then once more, with the reason; then it is left, for good."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if not tournament.fide_mode:
        return redirect("events:tournament-fide", slug)
    said, reason = request.POST.get("said", ""), request.POST.get("reason", "")
    problem = ""
    if said == ASKED_TWICE:
        try:
            leave_fide_mode(tournament=tournament, reason=reason, by=actor(request))
        except Refused as refusal:
            problem = refusal_text(refusal)
        else:
            messages.success(request, _("The tournament has left FIDE mode."))
            return redirect("events:tournament-fide", slug)
    context = {
        "tournament": tournament,
        "tab": "fide",
        "consequences": [translate(each) for each in consequences(tournament)],
        "is_second": said in (ASKED_ONCE, ASKED_TWICE),
        "reason": reason,
        "problem": problem,
    }
    status = 422 if problem else 200
    return render(request, "events/tournaments/fide/leave.html", context, status=status)
