"""The system that a round is to be paired by."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.models import Job
from events.models import Tournament
from events.tournaments.core.domain.tournament import round_robin_named
from events.tournaments.core.forms import KEIZER, SWISS
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
    "team": Choice(System.TEAM, kind="Swiss"),
    "team-baku": Choice(System.TEAM, accelerated=True, kind="Swiss"),
    "team-round-robin": Choice(System.TEAM_ROUND_ROBIN, kind="Round robin"),
    "dutch": Choice(System.DUTCH, kind="Swiss", game=CHESS),
    "dutch-baku": Choice(System.DUTCH, accelerated=True, kind="Swiss", game=CHESS),
    "mcmahon": Choice(System.MCMAHON, kind="McMahon", game=GO),
    "go-swiss": Choice(System.GO_SWISS, kind="Swiss", game=GO),
    "round-robin": Choice(System.ROUND_ROBIN, kind="Round robin"),
    "double-round-robin": Choice(System.DOUBLE_ROUND_ROBIN, kind="Double round robin"),
    "knockout": Choice(System.KNOCKOUT, kind="Knockout"),
    "scheveningen": Choice(System.SCHEVENINGEN, kind="Scheveningen"),
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

KNOWN = frozenset(choice.kind for choice in CHOICES.values())
"""The kinds that name a system; every other kind, such as the words of a file, is a Swiss."""


def _is_same(one: Choice, other: Choice) -> bool:
    return (one.system, one.accelerated) == (other.system, other.accelerated)


class ProposalForm(forms.Form):
    """The systems of a tournament; the one of its kind is chosen at first, and after a proposal its
    own."""

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
        field: Any = self.fields["system"]
        field.choices = [(name, NAMES[name]) for name in offered]
        words = tournament.kind or tournament.team_type_code
        kind = words if words in KNOWN else round_robin_named(words) or SWISS
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
