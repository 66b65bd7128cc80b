"""The names of a session: a field for every player, resolved against the register.

A *seat* is a contestant with the number of its players. What is typed is a full name or a
player's number; a name that the register does not have is taken when a box beside it says that
the player is new, or a guest; a ``+`` or a ``*`` behind the name says the same.

The handicaps of a session: a field for every contestant and for each of its named players.

The strata of a session: its limits, and the stratum of each contestant, or of each team.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import decimals, translate
from clubscore.web.editing import EditForm
from clubscore.web.refusals import refusals_invalid
from events.common.forms import (
    GUEST_MARK,
    NEW_MARK,
    DecimalField,
    players_by_number,
    unknown_name,
    without_mark,
)
from events.models import Session
from events.models.session import MAX_HANDICAP
from events.sessions.desk.services.handicaps import Handicaps
from events.sessions.scoring.domain.strata import STRATA, StrataBy, StrataRule
from events.sessions.scoring.selectors.contestants import ContestantRecord, LastPairs
from events.sessions.setup.services.sessions import named_twice
from players.domain.names import Name, read_name
from players.selectors.register import players_by_key, similar_names

NEW, GUEST = "-new", "-guest"
"""How the names of the boxes end."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A contestant as the form asks for it: code ``A5``, label ``5``, one or two players, and
    those of their names that are guests'; ``is_late`` is nobody yet, and would have no seat;
    ``heading`` stands above the first of a team, or of a section."""

    code: str
    label: str
    players: int
    names: tuple[str, ...] = ()
    guests: frozenset[str] = frozenset()
    is_late: bool = False
    heading: str = ""


@dataclass(frozen=True, slots=True)
class NameField:
    """A player's name, the boxes that say the player is new or a guest, whether they are called
    for, and the names of the register that may be meant."""

    name: forms.BoundField
    new: forms.BoundField
    guest: forms.BoundField
    is_unknown: bool
    near: tuple[str, ...] = ()

    @property
    def is_guest(self) -> bool:
        return bool(self.guest.value())


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat with the fields of its players."""

    seat: Seat
    fields: list[NameField]


class NamesForm(EditForm, forms.Form):
    """One name and a box each for "new player" and "guest" for every player of every seat.

    ``guests`` are the keys of the names that are guests'; ``last`` are the pairs of the session
    before, which are offered.
    """

    def __init__(
        self, *args: Any, seats: Iterable[Seat], last: LastPairs | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.last = last
        self.seats = list(seats)
        self.names: dict[str, list[Name | None]] = {}
        self.guests: set[str] = set()
        self.unknown: dict[str, tuple[str, ...]] = {}
        for seat in self.seats:
            for place in range(1, seat.players + 1):
                self._add_fields(seat, place)
        self.not_stored = frozenset(name for name in self.fields if name.endswith((NEW, GUEST)))

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
                read[key] = read_name(without_mark(text))
            except Refused as refusal:
                self.add_error(key, [translate(problem) for problem in refusal.problems])
        known = players_by_key(name.key for name in read.values())
        for key, name in read.items():
            if self._is_guest(key, typed[key], is_known=name.key in known):
                self.guests.add(name.key)
            elif name.key not in known:
                near = similar_names(name)
                self.unknown[key] = tuple(near)
                is_new = cleaned.get(f"{key}{NEW}") or typed[key].strip().endswith(NEW_MARK)
                if not is_new:
                    self.add_error(key, unknown_name(name, near))
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

    def _is_guest(self, key: str, typed: str, *, is_known: bool) -> bool:
        """Whether a name is a guest's: marked so, or said so of one that the register does not
        have, or a guest's before."""
        if typed.strip().endswith(GUEST_MARK):
            return True
        is_said = bool(self.cleaned_data.get(f"{key}{GUEST}"))
        return is_said and not (is_known and typed.strip() != self.fields[key].initial)

    def _name_field(self, seat: Seat, place: int) -> NameField:
        key = f"{seat.code}-{place}"
        return NameField(
            self[key],
            self[f"{key}{NEW}"],
            self[f"{key}{GUEST}"],
            key in self.unknown,
            self.unknown.get(key, ()),
        )

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
        self.fields[f"{key}{GUEST}"] = forms.BooleanField(
            label=_("Guest"),
            required=False,
            initial=self.fields[key].initial in seat.guests,
            widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
        )
        self.fields[f"{key}{NEW}"] = forms.BooleanField(
            label=_("Add to the register"),
            required=False,
            widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
        )


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
    """The handicap without zeros at the end: 2.5, 10."""
    return "" if handicap is None else decimals(f"{handicap.normalize():f}")


class LimitField(DecimalField):
    """A limit of a stratum, with two decimals at most."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_digits=6, decimal_places=2, **kwargs)


@dataclass(frozen=True, slots=True)
class StratumRow:
    """Who has a stratum of its own: a contestant, or the pairs of a team."""

    label: str
    names: str
    contestants: tuple[ContestantRecord, ...]

    @property
    def code(self) -> str:
        """The name of its field."""
        return self.contestants[0].code

    @property
    def stratum(self) -> str:
        return self.contestants[0].stratum


class StrataForm(EditForm, forms.Form):
    """The limits, and the stratum of everybody by hand."""

    strata_by = forms.ChoiceField(
        label=gettext_lazy("By what"),
        choices=Session.StrataBy,
        required=False,
        help_text=gettext_lazy("Who has no rating, or none that is known, is in stratum A."),
    )
    strata_mean = forms.BooleanField(
        label=gettext_lazy("The mean of the players"),
        required=False,
        help_text=gettext_lazy("Of ratings; otherwise that of the stronger player counts."),
    )
    strata_b = LimitField(
        label=gettext_lazy("Limit of stratum B"),
        help_text=gettext_lazy("In B are ratings below it, or handicaps of at least so much."),
    )
    strata_c = LimitField(
        label=gettext_lazy("Limit of stratum C"),
        help_text=gettext_lazy("Empty where there are two strata."),
    )

    def __init__(self, *args: Any, strata: Iterable[StratumRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.strata = list(strata)
        for row in self.strata:
            self.fields[row.code] = forms.ChoiceField(
                label=_("Stratum of %(name)s") % {"name": f"{row.label} {row.names}".strip()},
                choices=[("", "–"), *((letter, letter) for letter in STRATA)],
                required=False,
                initial=row.stratum,
                widget=forms.Select(attrs={"class": "form-select w-auto"}),
            )

    @property
    def limits(self) -> list[forms.BoundField]:
        return [self[name] for name in ("strata_by", "strata_b", "strata_c", "strata_mean")]

    @property
    def rows(self) -> list[tuple[StratumRow, forms.BoundField]]:
        return [(row, self[row.code]) for row in self.strata]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            with refusals_invalid():
                self.rule = StrataRule(
                    StrataBy(cleaned["strata_by"]),
                    cleaned["strata_mean"],
                    cleaned["strata_b"],
                    cleaned["strata_c"],
                )
        return cleaned

    def by_limits(self, ratings: Mapping[int, int]) -> dict[str, str]:
        """The stratum of every row by the limits that were typed; by hand, what was chosen."""
        if self.rule.by is StrataBy.HAND:
            return {row.code: self.cleaned_data[row.code] for row in self.strata}
        return {row.code: self._by_limits(row, ratings) for row in self.strata}

    def _by_limits(self, row: StratumRow, ratings: Mapping[int, int]) -> str:
        if self.rule.by is StrataBy.HANDICAP:
            return min(self.rule.of_handicap(each.handicap) for each in row.contestants)
        players = [player for each in row.contestants for player in each.player_ids]
        return self.rule.of_ratings([ratings.get(player) for player in players])

    @property
    def chosen(self) -> dict[str, str]:
        """The stratum of every contestant by its code."""
        return {
            contestant.code: self.cleaned_data[row.code]
            for row in self.strata
            for contestant in row.contestants
        }
