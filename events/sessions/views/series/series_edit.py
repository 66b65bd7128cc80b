"""Making and changing a series on one page, with the search for its sessions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.forms import SHOWN
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate
from events.common.forms.fields import focus
from events.common.services.holding import hold_series
from events.models import Series
from events.sessions.forms.series import SeriesForm, SessionPicker
from events.sessions.services.series import change_series, create_series


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """A new series; nothing is stored unless everything is good."""
    return _edit(request, Series())


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_series, when=lambda request: "find" not in request.POST)
def edit(request: HttpRequest, series_id: int) -> HttpResponse:
    """Change a series."""
    return _edit(request, get_object_or_404(Series, pk=series_id))


def _edit(request: HttpRequest, series: Series) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    stored = dict(series.counted_sessions.values_list("session", "weight")) if series.pk else {}
    is_search = data is not None and "find" in data
    # A search does not validate the other fields; what is typed in them stays.
    typed = data.dict() if data is not None and is_search else None
    form = SeriesForm(None if is_search else data, instance=series, initial=typed)
    if data is not None and is_search:
        form.shown_before = data.get(SHOWN)
    picker = SessionPicker(data, stored=stored)
    if data is not None and not is_search and form.is_valid() and picker.is_valid():
        try:
            if series.pk is None:
                create_series(series=form.instance, weights=picker.weights, by=actor(request))
                messages.success(request, _("The series has been created."))
            else:
                change_series(series=form.instance, weights=picker.weights, by=actor(request))
                messages.success(request, _("The series is changed."))
        except Refused as refusal:
            for problem in picker.add_problems(refusal.problems):
                field = problem.column if problem.column in form.fields else None
                form.add_error(field, translate(problem))
        else:
            return redirect(series)
    is_wrong = data is not None and not is_search
    if not is_search:
        focus(form)
    context = {"series": series, "form": form, "picker": picker, "is_wrong": is_wrong}
    return render(
        request, "events/sessions/series/edit.html", context, status=422 if is_wrong else 200
    )
