"""Which pages of a tournament the tabs of its header open.

All tournaments, page by page: the published ones, and every one for a director.

Points and byes as every page of a tournament writes them.
"""

from fractions import Fraction
from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, ngettext, pgettext_lazy
from django.views.decorators.http import require_GET

from clubscore.text.sentences import decimals, translate
from clubscore.web.permissions import is_director
from events.common.selectors import tournaments_for
from events.common.views.header import Tab, TabPage
from events.models import Tournament
from events.tournaments.core.domain.fide_mode import is_of_fide
from events.tournaments.core.domain.results import Code, PointSystem, describe_bye, write_points

TOURNAMENT_TABS: Final = (
    Tab(_("Overview"), (TabPage("overview", _("Overview"), "tournament"),)),
    Tab(
        _("Players"),
        (
            TabPage("players", _("Start list"), "tournament-players", is_public=True),
            TabPage("registration", _("Registration"), "tournament-registration"),
        ),
    ),
    Tab(
        _("Rounds"),
        (
            TabPage("rounds", _("Rounds"), "tournament-rounds", is_public=True),
            TabPage("dates", _("Dates"), "tournament-dates"),
            TabPage("hall", _("Phones"), "hall-desk"),
        ),
    ),
    Tab(
        _("Results"),
        (
            TabPage("standings", _("Standings"), "tournament-standings", is_public=True),
            TabPage("crosstable", _("Crosstable"), "tournament-crosstable", is_public=True),
            TabPage("teams", _("Teams"), "tournament-teams", is_public=True),
            TabPage("prizes", _("Prizes"), "tournament-prizes", is_public=True),
        ),
    ),
    Tab(
        pgettext_lazy("tab", "FIDE"),
        (
            TabPage("fide", _("FIDE mode"), "tournament-fide"),
            TabPage("report", _("Report"), "tournament-report"),
            TabPage("norms", _("Norms"), "tournament-norms"),
        ),
    ),
    Tab(
        _("Paper"),
        (
            TabPage("paper", _("To print"), "tournament-paper"),
            TabPage("files", _("Files"), "tournament-trf"),
        ),
    ),
    Tab(
        _("Settings"),
        (
            TabPage("settings", _("Rules"), "tournament-settings"),
            TabPage("log", _("Log"), "tournament-log"),
        ),
    ),
)

OF_FIDE: Final = ("fide", "report", "norms")
"""The pages of tournaments by FIDE's systems."""

PER_PAGE = 30


def has_fide_page(tournament: Tournament) -> bool:
    """Whether FIDE mode means something for a tournament."""
    return tournament.fide_mode is not None or (
        tournament.discipline == Tournament.Discipline.CHESS and is_of_fide(tournament.kind)
    )


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


def shown_points(value: Fraction) -> str:
    """``6½``, ``0.25`` with the decimals of the page's language."""
    return decimals(write_points(value))


def bye_text(code: Code, system: PointSystem) -> str:
    """``bye, 1 point``; the kind in words where the system says nothing of its points."""
    points = system.points(code)
    if points is None:
        return translate(describe_bye(code))
    # A half is of one point, and none are points.
    count = 1 if 0 < points <= 1 else 2
    text = ngettext("bye, %(points)s point", "bye, %(points)s points", count)
    return text % {"points": shown_points(points)}


def bye_cell(code: Code, system: PointSystem) -> SafeString:
    """The same with the kind of bye in the title."""
    kind = translate(describe_bye(code))
    return format_html('<span title="{}">{}</span>', kind, bye_text(code, system))
