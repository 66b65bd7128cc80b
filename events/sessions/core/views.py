"""Which pages of a session the tabs of its header open."""

from typing import Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from events.common.views.header import Tab, TabPage

SESSION_TABS: Final = (
    Tab(_("Overview"), (TabPage("overview", _("Overview"), "session"),)),
    Tab(
        pgettext_lazy("tab", "Scores"),
        (
            TabPage("boards", _("Boards"), "boards"),
            TabPage("slips", _("Slips"), "slips"),
            TabPage("missing", _("Missing"), "missing"),
            TabPage("doubts", _("Doubts"), "doubts"),
            TabPage("rulings", _("Rulings"), "rulings"),
        ),
    ),
    Tab(
        _("Tables"),
        (
            TabPage("draw", _("Draw"), "draw"),
            TabPage("tables", _("Phones"), "tables"),
            TabPage("monitor", _("Progress"), "monitor"),
            TabPage("movement", _("Movement"), "movement"),
            TabPage("hands", _("Hands"), "hands"),
        ),
    ),
    Tab(
        _("Results"),
        (
            TabPage("ranking", _("Ranking"), "ranking", is_public=True),
            TabPage("cards", _("Personal cards"), "cards", is_public=True),
            TabPage("matches", _("Matches"), "matches", is_public=True),
            TabPage("travellers", _("Travellers"), "travellers", is_public=True),
            TabPage("frequencies", _("Frequencies"), "frequencies", is_public=True),
            TabPage("grid", _("Grid"), "grid", is_public=True),
        ),
    ),
    Tab(
        _("Paper"),
        (
            TabPage("papers", _("To print"), "papers"),
            TabPage("paper-guide-cards", _("Guide cards"), "paper", ("guide-cards",)),
            TabPage("paper-slips", _("Contestants’ slips"), "paper", ("slips",)),
            TabPage("paper-travellers", _("Blank travellers"), "paper", ("travellers",)),
            TabPage("paper-seating", _("Seating list"), "paper", ("seating",)),
            TabPage("paper-score-slips", _("Score slips"), "paper", ("score-slips",)),
            TabPage("paper-name-cards", _("Name cards"), "paper", ("name-cards",)),
            TabPage("paper-table-results", _("Results of each table"), "paper", ("table-results",)),
        ),
    ),
    Tab(
        _("Settings"),
        (
            TabPage("settings", _("Rules"), "settings"),
            TabPage("teams", _("Teams"), "teams"),
            TabPage("pairs", _("Pairs"), "teams"),
            TabPage("names", _("Names"), "names"),
            TabPage("handicaps", _("Handicaps"), "handicaps"),
            TabPage("strata", _("Strata"), "strata"),
            TabPage("carry-over", _("Carry-over"), "carry-over"),
        ),
    ),
)
OF_MATCHES: Final = ("draw", "matches", "teams", "pairs")
"""The pages of sessions that are played in matches."""

PAPER: Final = tuple(page for tab in SESSION_TABS for page in tab.pages if page.view == "paper")
"""What there is to print of a movement, by the last part of its address."""

OF_MOVEMENTS: Final = ("movement", "papers", *(page.name for page in PAPER))
"""The pages of sessions that have a movement."""

PRINT_TONIGHT: Final = tuple(
    page for page in PAPER if page.args[0] in ("guide-cards", "seating", "score-slips")
)
"""What most evenings need of it."""
