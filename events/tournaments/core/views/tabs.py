"""Which pages of a tournament the tabs of its header open."""

from typing import Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from events.common.views.header import Tab, TabPage
from events.models import Tournament
from events.tournaments.core.domain.fide_mode import is_of_fide

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


def has_fide_page(tournament: Tournament) -> bool:
    """Whether FIDE mode means something for a tournament."""
    return tournament.fide_mode is not None or (
        tournament.discipline == Tournament.Discipline.CHESS and is_of_fide(tournament.kind)
    )
