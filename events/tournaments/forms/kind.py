"""What kind of tournament it is, as a choice; it decides how forfeits and byes count.

The kind is a text, for files have their own words; one that is none of the usual ones stays a
choice of its tournament.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

SWISS = "Swiss"
MCMAHON = "McMahon"
KEIZER = "Keizer"
DOUBLE_ROUND_ROBIN = "Double round robin"
KINDS = (
    ("", _("as the pairings show")),
    (SWISS, _("Swiss")),
    ("Swiss-System (Dutch)", _("Swiss, FIDE’s Dutch system")),
    (MCMAHON, _("McMahon (go)")),
    ("Round robin", _("round robin")),
    (DOUBLE_ROUND_ROBIN, _("double round robin")),
    ("Knockout", _("knock-out")),
    ("Scheveningen", _("Scheveningen, two teams")),
    (KEIZER, _("Keizer")),
    ("Other", _("another kind")),
)

BY_TABLE = frozenset({"Round robin", DOUBLE_ROUND_ROBIN, "Knockout", "Scheveningen", KEIZER})
"""Kinds of which points make no groups."""


def kind_name(kind: str) -> str:
    """What pages call a kind; the words of a file that are none of the usual ones stay."""
    return str(dict(KINDS).get(kind, kind)) if kind else ""


class KindField(forms.ChoiceField):
    """One of the usual kinds, or the words that a tournament has already.

    Takes the arguments that the model gives to a text field, and ignores those.
    """

    def __init__(
        self, *, max_length: int | None = None, widget: Any = forms.Select, **kwargs: Any
    ) -> None:
        super().__init__(choices=KINDS, widget=forms.Select, **kwargs)

    def offer(self, kind: str) -> None:
        """Offer these words too."""
        known = {value for value, _name in KINDS}
        self.choices = (*KINDS, *(() if kind in known else ((kind, kind),)))
