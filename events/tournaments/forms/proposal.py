"""The system that a round is to be paired by."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Tournament
from events.tournaments.domain.pairing.proposal import System


@dataclass(frozen=True, slots=True)
class Choice:
    """A system as the page offers it; ``kind`` is the kind of tournament that it fits."""

    system: System
    accelerated: bool = False
    kind: str = ""


CHOICES = {
    "dutch": Choice(System.DUTCH, kind="Swiss"),
    "dutch-baku": Choice(System.DUTCH, accelerated=True),
    "round-robin": Choice(System.ROUND_ROBIN, kind="Round robin"),
    "double-round-robin": Choice(System.DOUBLE_ROUND_ROBIN, kind="Double round robin"),
    "knockout": Choice(System.KNOCKOUT, kind="Knockout"),
    "scheveningen": Choice(System.SCHEVENINGEN),
}
NAMES = {
    "dutch": _("Swiss, FIDE’s Dutch system"),
    "dutch-baku": _("Swiss (Dutch) with Baku acceleration"),
    "round-robin": _("round robin"),
    "double-round-robin": _("double round robin"),
    "knockout": _("knock-out"),
    "scheveningen": _("Scheveningen, two teams"),
}
CHESS_ALONE = frozenset({"dutch", "dutch-baku"})


class ProposalForm(forms.Form):
    """The systems of a tournament, the one of its kind first chosen."""

    system = forms.ChoiceField(
        label=_("System"), widget=forms.Select(attrs={"class": "form-select"})
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [
            (name, title)
            for name, title in NAMES.items()
            if name not in CHESS_ALONE or tournament.discipline == Tournament.Discipline.CHESS
        ]
        field: Any = self.fields["system"]
        field.choices = offered
        kinds = {choice.kind: name for name, choice in CHOICES.items() if choice.kind}
        field.initial = kinds.get(tournament.kind, offered[0][0])

    @property
    def choice(self) -> Choice:
        return CHOICES[self.cleaned_data["system"]]
