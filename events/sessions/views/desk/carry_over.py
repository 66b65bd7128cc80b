"""What a session carries over from an earlier one, chosen on one page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.common.services.holding import hold_carry_over
from events.models import CarryOver, Session
from events.sessions.forms.carry_over import CarryOverForm
from events.sessions.services.carry_over import set_carry_over


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_carry_over, when=lambda request: "find" not in request.POST)
def carry_over(request: HttpRequest, session_id: int) -> HttpResponse:
    """The page; its search keeps what is chosen."""
    session = get_object_or_404(Session, pk=session_id)
    stored = CarryOver.objects.filter(session=session).first()
    data = request.POST if request.method == "POST" else None
    form = CarryOverForm(data, session=session, stored=stored)
    is_search = data is not None and "find" in data
    if data is not None and not is_search and form.is_valid():
        try:
            set_carry_over(session=session, by=actor(request), **form.asked)
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            messages.success(request, _("The carry-over is saved."))
            return redirect("events:ranking", session.pk)
    is_wrong = data is not None and not is_search
    context = {"session": session, "tab": "settings", "form": form, "is_wrong": is_wrong}
    return render(
        request, "events/sessions/desk/carry_over.html", context, status=422 if is_wrong else 200
    )
