"""Which pages of a tournament have a tab.

All tournaments, page by page: the published ones, and every one for a director.
"""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _, pgettext_lazy
from django.views.decorators.http import require_GET

from clubscore.web.permissions import is_director
from events.common.selectors import tournaments_for
from events.common.views.desk import TabPage, TabPages

TOURNAMENT_TABS: Final = (
    TabPages(
        pgettext_lazy("tabs", "Tournament"),
        (
            TabPage("overview", _("Overview"), "tournament"),
            TabPage("players", _("Players"), "tournament-players", is_public=True),
            TabPage("registration", _("Registration"), "tournament-registration"),
            TabPage("rounds", _("Rounds"), "tournament-rounds", is_public=True),
        ),
    ),
    TabPages(
        pgettext_lazy("tabs", "Results"),
        (
            TabPage("standings", _("Standings"), "tournament-standings", is_public=True),
            TabPage("crosstable", _("Crosstable"), "tournament-crosstable", is_public=True),
            TabPage("teams", _("Teams"), "tournament-teams", is_public=True),
        ),
    ),
    TabPages(
        pgettext_lazy("tabs", "Settings"),
        (
            TabPage("settings", _("Settings"), "tournament-settings"),
            TabPage("log", _("Log"), "tournament-log"),
        ),
    ),
)

BELOW: Final = {
    "find": "standings",
    "keizer": "standings",
    "places": "standings",
    "player": "players",
    "ratings": "standings",
    "team-matches": "teams",
    "tie-break": "standings",
}
"""The tab of a page that has none of its own."""

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
