"""Changing the movement of a section under way: which change, and from which round on."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import MovementChange, Section
from events.models.movement_change import LAST_ROUND
from events.sessions.selectors.play import movements_with_everybody, present_movement
from movements.domain.change import free_number, has_free_seat
from movements.models import Movement
from movements.selectors import movements_to_choose

JOINS, MOVEMENT, LEAVES, LATE = "joins", "movement", "leaves", "late"


class ChangeForm(forms.Form):
    """One change of one section. ``change`` is what it asks for, not stored."""

    section = forms.ModelChoiceField(
        label=_("Section"), queryset=Section.objects.none(), empty_label=None
    )
    kind = forms.ChoiceField(
        label=_("What happens"),
        choices=[
            (JOINS, _("One more pair sits where others sit out")),
            (LATE, _("A contestant arrives late")),
            (LEAVES, _("A contestant leaves")),
            (MOVEMENT, _("Another movement is played")),
        ],
        widget=forms.RadioSelect,
        initial=LATE,
    )
    number = forms.IntegerField(
        label=_("Number of the contestant"), min_value=1, max_value=999, required=False
    )
    movement = forms.ModelChoiceField(
        label=_("Other movement"),
        queryset=Movement.objects.none(),
        required=False,
        help_text=_("Also for a contestant who has no number in this movement."),
    )
    round = forms.IntegerField(
        label=_("From round"),
        min_value=1,
        max_value=200,
        help_text=_("The first round that the contestant plays, or no longer plays."),
    )

    def __init__(self, *args: Any, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["section"]
        field.queryset = Section.objects.filter(pk__in=[s.pk for s in sections])  # type: ignore[attr-defined]
        field.label_from_instance = lambda section: section.letter  # type: ignore[attr-defined]
        field.initial = sections[0].pk
        if len(sections) == 1:
            field.widget = forms.HiddenInput()
        self.fields["movement"].queryset = movements_to_choose()  # type: ignore[attr-defined]
        self._offer_the_free_seat(sections)

    def _offer_the_free_seat(self, sections: Sequence[Section]) -> None:
        """Before all other choices, for nobody loses anything by it; or not at all."""
        kind = self.fields["kind"]
        played = zip(sections, movements_with_everybody(sections), strict=True)
        free = [(section, value) for section, value in played if has_free_seat(value)]
        if not free:
            kind.choices = [each for each in kind.choices if each[0] != JOINS]  # type: ignore[attr-defined]
            kind.initial = MOVEMENT if "number" in self.initial else LATE
            return
        section, value = free[0]
        kind.initial = JOINS
        self.fields["section"].initial = section.pk
        self.fields["number"].initial = free_number(value)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        kind = cleaned.get("kind")
        if kind == MOVEMENT and not cleaned.get("movement"):
            self.add_error("movement", _("Choose the other movement."))
        if kind in (JOINS, LEAVES, LATE) and not cleaned.get("number"):
            self.add_error("number", _("Enter the contestant’s number."))
        if kind == LATE and cleaned.get("round") == 1:
            self.add_error("round", _("A contestant who plays from round 1 is not late."))
        other = cleaned.get("movement")
        if other and self._needs_other(cleaned) and cleaned["number"] > other.contestants:
            no_number = _(
                "There is no contestant %(number)s in “%(movement)s” either. Choose another "
                "movement that has this number."
            )
            values = {"number": cleaned["number"], "movement": other.name}
            self.add_error("movement", forms.ValidationError(no_number, params=values))
        return cleaned

    @staticmethod
    def _needs_other(data: dict[str, Any]) -> bool:
        """Whether somebody comes late who has no number in the movement that is played."""
        if data.get("kind") != LATE or not data.get("number") or not data.get("section"):
            return False
        present = present_movement(data["section"])
        return present is not None and data["number"] > present.contestants

    @property
    def change(self) -> MovementChange:
        data = self.cleaned_data
        change = MovementChange(section=data["section"])
        # A latecomer without a number needs another movement, which then has the number.
        kind = MOVEMENT if data["movement"] and self._needs_other(data) else data["kind"]
        match kind:
            case "movement":
                change.movement, change.first_round = data["movement"], data["round"]
            case "joins":
                change.joins, change.first_round = data["number"], data["round"]
            case "leaves":
                change.absent, change.first_round = data["number"], data["round"]
            case _:
                # Late is absent up to the round before.
                change.absent, change.last_round = data["number"], data["round"] - 1
        change.last_round = change.last_round or LAST_ROUND
        return change
