"""The system that a round is to be paired by."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.models import Job
from events.models import Tournament
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    KEIZER,
    KNOCKOUT,
    MCMAHON,
    ROUND_ROBIN,
    SCHEVENINGEN,
    SWISS,
    kind_of,
)
from events.tournaments.pairing.domain.proposal import TEAM_SYSTEMS, System

CHESS, GO = Tournament.Discipline.CHESS.value, Tournament.Discipline.GO.value


@dataclass(frozen=True, slots=True)
class Choice:
    """A system as the page offers it; ``kind`` is the kind of tournament that it fits, ``game``
    the only game that it is for, if it is not for every one."""

    system: System
    accelerated: bool = False
    kind: str = ""
    game: str = ""


CHOICES = {
    "team": Choice(System.TEAM, kind=SWISS),
    "team-baku": Choice(System.TEAM, accelerated=True, kind=SWISS),
    "team-round-robin": Choice(System.TEAM_ROUND_ROBIN, kind=ROUND_ROBIN),
    "dutch": Choice(System.DUTCH, kind=SWISS, game=CHESS),
    "dutch-baku": Choice(System.DUTCH, accelerated=True, kind=SWISS, game=CHESS),
    "mcmahon": Choice(System.MCMAHON, kind=MCMAHON, game=GO),
    "go-swiss": Choice(System.GO_SWISS, kind=SWISS, game=GO),
    "round-robin": Choice(System.ROUND_ROBIN, kind=ROUND_ROBIN),
    "double-round-robin": Choice(System.DOUBLE_ROUND_ROBIN, kind=DOUBLE_ROUND_ROBIN),
    "knockout": Choice(System.KNOCKOUT, kind=KNOCKOUT),
    "scheveningen": Choice(System.SCHEVENINGEN, kind=SCHEVENINGEN),
    "keizer": Choice(System.KEIZER, kind=KEIZER),
}
NAMES = {
    "team": _("Swiss for teams, FIDE’s system"),
    "team-baku": _("Swiss for teams with Baku acceleration"),
    "team-round-robin": _("round robin of teams"),
    "dutch": _("Swiss, FIDE’s Dutch system"),
    "dutch-baku": _("Swiss (Dutch) with Baku acceleration"),
    "mcmahon": _("McMahon"),
    "go-swiss": _("Swiss, with go’s weights"),
    "round-robin": _("round robin"),
    "double-round-robin": _("double round robin"),
    "knockout": _("knock-out"),
    "scheveningen": _("Scheveningen, two teams"),
    "keizer": _("Keizer"),
}


def _is_same(one: Choice, other: Choice) -> bool:
    return (one.system, one.accelerated) == (other.system, other.accelerated)


class ProposalForm(forms.Form):
    """The systems of a tournament; the one of its kind is chosen at first, and after a proposal its
    own. In FIDE mode there is that one alone."""

    system = forms.ChoiceField(
        label=_("System"), widget=forms.Select(attrs={"class": "form-select"})
    )

    def __init__(
        self, *args: Any, tournament: Tournament, chosen: Job | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offered = {
            name: choice
            for name, choice in CHOICES.items()
            if choice.game in ("", tournament.discipline)
            and (tournament.teams_meet or choice.system not in TEAM_SYSTEMS)
        }
        kind = kind_of(tournament.kind or tournament.team_type_code)
        if tournament.fide_mode:
            # Another system, or another acceleration, is no choice there.
            offered = {
                name: choice
                for name, choice in offered.items()
                if (choice.kind, choice.accelerated) == (kind, tournament.accelerated)
                and (choice.system in TEAM_SYSTEMS) is tournament.teams_meet
            } or offered
        field: Any = self.fields["system"]
        field.choices = [(name, NAMES[name]) for name in offered]
        fitting = [
            name
            for name, choice in offered.items()
            if choice.kind == kind and choice.accelerated == tournament.accelerated
        ]
        # Where teams meet, their systems stand before those of players.
        field.initial = (fitting or list(offered))[0]
        if chosen:
            last = Choice(System(chosen.arguments["system"]), chosen.arguments["is_accelerated"])
            field.initial = next(
                (name for name, each in offered.items() if _is_same(each, last)), field.initial
            )

    @property
    def choice(self) -> Choice:
        return CHOICES[self.cleaned_data["system"]]
