"""Which pages of a session have a tab."""

from typing import Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from events.common.views.desk import TabPage, TabPages

SESSION_TABS: Final = (
    TabPages(
        pgettext_lazy("tabs", "Evening"),
        (
            TabPage("overview", _("Overview"), "session"),
            TabPage("draw", _("Draw"), "draw"),
            TabPage("monitor", _("Monitor"), "monitor"),
            TabPage("tables", _("Tables"), "tables"),
            TabPage("doubts", _("Doubts"), "doubts"),
            TabPage("rulings", _("Rulings"), "rulings"),
            TabPage("hands", _("Hands"), "hands"),
        ),
    ),
    TabPages(
        pgettext_lazy("tabs", "Results"),
        (
            TabPage("ranking", _("Ranking"), "ranking", is_public=True),
            TabPage("matches", _("Matches"), "matches", is_public=True),
            TabPage("travellers", _("Travellers"), "travellers", is_public=True),
            TabPage("frequencies", _("Frequencies"), "frequencies", is_public=True),
            TabPage("grid", _("Grid"), "grid", is_public=True),
            TabPage("cards", _("Personal cards"), "cards", is_public=True),
        ),
    ),
    TabPages(
        pgettext_lazy("tabs", "Settings"),
        (
            TabPage("teams", _("Teams"), "teams"),
            TabPage("pairs", _("Pairs"), "teams"),
            TabPage("names", _("Names"), "names"),
            TabPage("settings", _("Settings"), "settings"),
        ),
    ),
)
BELOW: Final = {
    "board": "travellers",
    "find": "ranking",
    "typing": "overview",
    "match": "matches",
    "club-points": "ranking",
}
"""The tab of a page that has none of its own."""

OF_MATCHES: Final = ("draw", "matches", "teams", "pairs")
"""The pages of sessions that are played in matches."""
