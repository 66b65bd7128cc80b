"""Series: which there are, their standings, and making them. Public once published."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.actor import actor
from clubscore.permissions import director_required, is_director
from clubscore.sentences import NothingHereError, translate
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import common_stamp
from events.common.views.fragments import cached_fragment, fragment_age
from events.models import Series
from events.sessions.selectors.guests import guests_of_sessions
from events.sessions.selectors.series import Link, all_series, chain
from events.sessions.services import series as services
from events.sessions.services.series_scoring import score_chain
from events.sessions.views.results.rules import series_rules
from events.sessions.views.series import series_rows

PER_PAGE = 30


@for_visitors
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The series, the latest first, page by page."""
    series = all_series(director=is_director(request))
    page = Paginator(series, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "all_series": page.object_list,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    return render(request, "events/sessions/series/index.html", context)


@for_visitors
@require_safe
def standings(request: HttpRequest, series_id: int) -> HttpResponse:
    """The standings of a series, as far as the reader may see its sessions."""
    director = is_director(request)
    series = Series.objects.select_related("club").filter(pk=series_id).first()
    if series is None or not (series.is_published or director):
        raise NothingHereError(_("There is no such series, or it is not published."))
    links = chain(series, director=director)
    sessions = [each.session for link in links for each in link.sessions]
    context = {
        "series": series,
        "hidden": sum(not session.is_published for session in sessions),
        "standings": _standings(series, links, director=director),
        "guests": guests_of_sessions(session.pk for session in sessions) if director else (),
    }
    return render(request, "events/sessions/series/series.html", context)


def _standings(series: Series, links: list[Link], *, director: bool) -> SafeString:
    """The lists, cached until something changes in one of the sessions or series."""
    reader = "director" if director else "public"

    def stamp() -> str:
        return common_stamp(
            session_ids=[each.session_id for link in links for each in link.sessions],
            series_ids=[link.series.pk for link in links],
        )

    def make() -> str:
        # Settings may have changed between reading them and reading the stamp.
        score = score_chain(chain(series, director=director), full_names=director)
        columns = series_rows.columns(score)
        context = {
            "series": score.series,
            "columns": columns,
            "tables": series_rows.tables(score),
            "evenings": score.evenings,
            "is_wide": len(columns) > WIDE,
            "is_many": len(columns) > MANY,
            "notices": [translate(notice) for notice in score.notices],
            "rules": series_rules(score),
        }
        return render_to_string("events/sessions/series/_series.html", context)

    return cached_fragment(
        f"series:{series.pk}:{reader}:{get_language()}",
        stamp=stamp,
        make=make,
        max_age=fragment_age(director=director),
    )


WIDE = 6
"""With more sessions than this, the standings are printed in landscape."""
MANY = 14
"""With more, no paper is wide enough for a column each: results are printed below the names."""


@require_POST
@director_required
def change_state(request: HttpRequest, series_id: int) -> HttpResponse:
    """Publish or unpublish."""
    series = get_object_or_404(Series, pk=series_id)
    match request.POST.get("action"):
        case "publish":
            services.publish_series(series=series, by=actor(request))
            messages.success(request, _("The standings are published: everybody can read them."))
        case "withdraw":
            services.withdraw_series(series=series, by=actor(request))
            messages.success(request, _("The standings are unpublished: only directors see them."))
        case _:
            return HttpResponseBadRequest(_("There is no such action."))
    return redirect(series)
