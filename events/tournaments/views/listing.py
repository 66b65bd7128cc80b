"""All tournaments: the published ones, and every one for a director."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from events.common.selectors.calendar import tournaments_for


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    context = {"tournaments": tournaments_for(director=is_director(request))}
    return render(request, "events/tournaments/index.html", context)
