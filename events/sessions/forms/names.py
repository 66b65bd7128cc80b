"""The names of a session: a field for every player, resolved against the register.

A *seat* is a contestant with the number of its players. What is typed is a full name or a
player's number; a name that the register does not have is taken when the box beside it says that
the player is new.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from clubscore.editing.forms import EditForm
from clubscore.problems import Problem, Refused
from clubscore.sentences import translate
from events.common.forms.register_names import players_by_number, unknown_name
from events.sessions.services.sessions import named_twice
from players.domain.names import Name, read_name
from players.selectors.search import players_by_key

NEW = "-new"
"""How the name of a box ends."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A contestant as the form asks for it: code ``A5``, label ``5``, one or two players."""

    code: str
    label: str
    players: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameField:
    """A player's name, the box that says the player is new, and whether the box is called for."""

    name: forms.BoundField
    new: forms.BoundField
    is_unknown: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat with the fields of its players."""

    seat: Seat
    fields: list[NameField]


class NamesForm(EditForm, forms.Form):
    """One name and one "new player" box for every player of every seat."""

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        self.names: dict[str, list[Name | None]] = {}
        self.unknown: set[str] = set()
        for seat in self.seats:
            for place in range(1, seat.players + 1):
                self._add_fields(seat, place)
        self.not_stored = frozenset(name for name in self.fields if name.endswith(NEW))

    @cached_property
    def rows(self) -> list[SeatRow]:
        """The fields in the rows of the template."""
        return [
            SeatRow(seat, [self._name_field(seat, place) for place in range(1, seat.players + 1)])
            for seat in self.seats
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        typed = {
            key: text for key, text in cleaned.items() if isinstance(text, str) and text.strip()
        }
        by_number = players_by_number(typed.values())
        read: dict[str, Name] = {}
        for key, text in typed.items():
            if text.strip() in by_number:
                read[key] = by_number[text.strip()].whole_name
                continue
            if text.strip().isdecimal():
                self.add_error(key, _("No player has the number %(number)s.") % {"number": text})
                continue
            try:
                read[key] = read_name(text)
            except Refused as refusal:
                self.add_error(key, [translate(problem) for problem in refusal.problems])
        known = players_by_key(name.key for name in read.values())
        for key, name in read.items():
            if name.key not in known:
                self.unknown.add(key)
                if not cleaned.get(f"{key}{NEW}"):
                    self.add_error(key, unknown_name(name))
        self.names = {
            seat.code: [read.get(f"{seat.code}-{place}") for place in range(1, seat.players + 1)]
            for seat in self.seats
        }
        labels = {seat.code: seat.label for seat in self.seats}
        # The service checks it as well, but here the mistake is shown with all others at once.
        self.add_problems(named_twice(self.names, labels))
        return cleaned

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show what a service refused, each at its field where it has one."""
        for problem in problems:
            field = problem.column if problem.column in self.fields else None
            self.add_error(field, translate(problem))

    def _name_field(self, seat: Seat, place: int) -> NameField:
        key = f"{seat.code}-{place}"
        return NameField(self[key], self[f"{key}{NEW}"], key in self.unknown)

    def _add_fields(self, seat: Seat, place: int) -> None:
        key = f"{seat.code}-{place}"
        label = _("Contestant %(number)s, player %(place)s") % {
            "number": seat.label,
            "place": place,
        }
        self.fields[key] = forms.CharField(
            label=label,
            required=False,
            max_length=250,
            initial=seat.names[place - 1] if len(seat.names) >= place else "",
            widget=forms.TextInput(
                attrs={
                    "class": "form-control",
                    "autocomplete": "off",
                    "list": "register-names",
                    "data-register-name": "",
                }
            ),
        )
        self.fields[f"{key}{NEW}"] = forms.BooleanField(
            label=_("Add to the register"),
            required=False,
            widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
        )
