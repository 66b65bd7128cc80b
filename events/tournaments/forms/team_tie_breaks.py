"""The names of the tie-breaks of teams, and what they say (FIDE C.07, articles 12 and 13)."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Named = tuple[Promise, Promise]

_NAMES: Final[dict[str, Named]] = {
    "MPVGP": (
        gettext_lazy("Match points or game points"),
        gettext_lazy("The score that does not decide."),
    ),
    "EDE": (
        gettext_lazy("Extended direct encounter"),
        gettext_lazy(
            "The place among the tied teams by their matches against each other, first by the"
            " score that decides, then by the other one."
        ),
    ),
    "DE": (
        gettext_lazy("Direct encounter"),
        gettext_lazy("The place in a table of the matches that the tied teams had."),
    ),
    "EMMSB": (
        gettext_lazy("Extended Sonneborn-Berger"),
        gettext_lazy("The opponents’ match points, each times the match points taken from them."),
    ),
    "EMGSB": (
        gettext_lazy("Extended Sonneborn-Berger"),
        gettext_lazy("The opponents’ match points, each times the game points taken from them."),
    ),
    "EGMSB": (
        gettext_lazy("Extended Sonneborn-Berger"),
        gettext_lazy("The opponents’ game points, each times the match points taken from them."),
    ),
    "EGGSB": (
        gettext_lazy("Extended Sonneborn-Berger"),
        gettext_lazy("The opponents’ game points, each times the game points taken from them."),
    ),
    "BH": (gettext_lazy("Buchholz"), gettext_lazy("The opponents’ points, added up.")),
    "SB": (
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("The opponents’ points, each times the points taken from them."),
    ),
    "WIN": (gettext_lazy("Wins"), gettext_lazy("The number of matches won.")),
    "PS": (
        gettext_lazy("Progressive scores"),
        gettext_lazy("The team’s points after each round, added up."),
    ),
    "BC": (
        gettext_lazy("Board count"),
        gettext_lazy(
            "The points on each board times its number; the lower sum is better. Only where the"
            " tied teams have equal game points."
        ),
    ),
    "TBR": (
        gettext_lazy("Top board results"),
        gettext_lazy("The place by the points on board 1, then board 2 and so on."),
    ),
    "BBE": (
        gettext_lazy("Bottom board elimination"),
        gettext_lazy("The place by the points without the last board, then without the last two."),
    ),
}
_CUTS: Final[dict[str, Promise]] = {
    "C1": gettext_lazy("without the lowest"),
    "C2": gettext_lazy("without the two lowest"),
    "M1": gettext_lazy("without the lowest and the highest"),
    "M2": gettext_lazy("without the two lowest and the two highest"),
}
_SCORES: Final[dict[str, Promise]] = {
    "MP": gettext_lazy("in match points"),
    "GP": gettext_lazy("in game points"),
}


def name_and_meaning(code: str) -> tuple[str, str]:
    """The name of a tie-break and a sentence about it."""
    bare, _slash, cut = code.partition("/")
    bare, _colon, score = bare.partition(":")
    name, meaning = _NAMES[bare]
    more = [str(_SCORES[score])] if score else []
    more += [str(_CUTS[cut])] if cut else []
    if not more:
        return str(name), str(meaning)
    values = {"name": name, "more": ", ".join(more)}
    return _("%(name)s, %(more)s") % values, str(meaning)
