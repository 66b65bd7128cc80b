"""The page of the single switches."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.sentences import NothingHereError
from events.common.services.holding import hold_session
from events.models import Session, TableEntrySettings
from events.tables.forms.switches import SwitchesForm
from events.tables.services.settings import change_table_settings


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def switches(request: HttpRequest, session_id: int) -> HttpResponse:
    """Show and change every switch of results from the tables."""
    session = get_object_or_404(Session, pk=session_id)
    stored = TableEntrySettings.objects.filter(session=session, is_on=True).first()
    if stored is None:
        raise NothingHereError(_("Results from the tables are switched off in this session."))
    form = SwitchesForm(request.POST or None, instance=stored)
    if request.method == "POST" and form.is_valid():
        change_table_settings(session_id=session.pk, values=form.cleaned_data, by=actor(request))
        messages.success(request, _("The settings are saved."))
        return redirect("events:tables", session.pk)
    context = {"session": session, "tab": "tables", "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "events/tables/switches.html", context, status=status)
