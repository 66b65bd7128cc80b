"""All tournaments, page by page: the published ones, and every one for a director."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.web.permissions import is_director
from events.common.selectors import tournaments_for

PER_PAGE = 30


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    tournaments = tournaments_for(director=is_director(request))
    page = Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournaments": page.object_list,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    return render(request, "events/tournaments/core/index.html", context)
