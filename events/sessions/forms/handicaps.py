"""The handicaps of a session: a field for every contestant and for each of its named players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from clubscore.editing.forms import EditForm
from clubscore.sentences import decimals
from events.common.forms.fields import DecimalField
from events.models.contestant import MAX_HANDICAP
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.handicaps import Handicaps

OWN = "own"


class HandicapField(DecimalField):
    """A number with two decimals at most."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            max_digits=5,
            decimal_places=2,
            min_value=-MAX_HANDICAP,
            max_value=MAX_HANDICAP,
            **kwargs,
        )
        self.widget.attrs["class"] = "form-control"


@dataclass(frozen=True, slots=True)
class PlayerField:
    """A named player's field."""

    name: str
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class HandicapRow:
    """A contestant with the fields of its own handicap (an individual has none apart from its
    player's) and of its players'."""

    contestant: ContestantRecord
    own: forms.BoundField | None
    players: list[PlayerField]


class HandicapsForm(EditForm, forms.Form):
    """Handicaps of the contestants; ``last`` are those to offer to players who have none."""

    def __init__(
        self,
        *args: Any,
        contestants: Iterable[ContestantRecord],
        individual: bool,
        last: Mapping[int, Decimal] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.contestants = list(contestants)
        self.individual = individual
        self.players: dict[str, int] = {}
        for contestant in self.contestants:
            if not individual:
                self.fields[f"{contestant.code}-{OWN}"] = HandicapField(
                    label=_("Handicap of contestant %(number)s") % {"number": contestant.label},
                    initial=_shown(contestant.own_handicap),
                )
            for place, (player, name, handicap) in enumerate(_players(contestant), start=1):
                key = f"{contestant.code}-{place}"
                self.players[key] = player
                self.fields[key] = HandicapField(
                    label=_("Handicap of %(name)s") % {"name": name}, initial=_shown(handicap)
                )
                # A proposal only: it is saved with the form.
                if last and handicap is None:
                    self.initial[key] = _shown(last.get(player))

    @cached_property
    def rows(self) -> list[HandicapRow]:
        """The fields in the rows of the template."""
        return [
            HandicapRow(
                contestant,
                None if self.individual else self[f"{contestant.code}-{OWN}"],
                [
                    PlayerField(str(name), self[f"{contestant.code}-{place}"])
                    for place, name in enumerate(contestant.names, start=1)
                ],
            )
            for contestant in self.contestants
        ]

    def stored_value(self, name: str) -> str:
        # Not what is offered instead.
        return str(self.fields[name].initial)

    def about(self, name: str) -> str:
        return str(self.players.get(name, ""))

    @property
    def handicaps(self) -> dict[str, Handicaps]:
        """What was typed, by the contestant's code."""
        data = self.cleaned_data
        return {
            contestant.code: Handicaps(
                # An individual has no field of its own: the stored value stays.
                data.get(f"{contestant.code}-{OWN}", contestant.own_handicap),
                tuple(
                    data[f"{contestant.code}-{place}"]
                    for place in range(1, len(contestant.names) + 1)
                ),
            )
            for contestant in self.contestants
        }


def _players(contestant: ContestantRecord) -> Iterable[tuple[int, object, Decimal | None]]:
    return zip(contestant.player_ids, contestant.names, contestant.player_handicaps, strict=True)


def _shown(handicap: Decimal | None) -> str:
    """Without zeros at the end: 2.5, 10."""
    return "" if handicap is None else decimals(f"{handicap.normalize():f}")
