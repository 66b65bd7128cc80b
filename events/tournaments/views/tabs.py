"""Which pages of a tournament have a tab."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from events.common.views.tabs import TabPage, TabPages

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
