"""One more section of a session: its movement and its boards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from movements.models import Movement
from movements.selectors import movements_to_choose


class SectionForm(forms.Form):
    """What the new section plays; the boards are those of the sections that are there."""

    movement = forms.ModelChoiceField(
        label=_("Movement"),
        queryset=Movement.objects.none(),
        empty_label=_("Choose a movement"),
        widget=forms.Select(attrs={"autofocus": True}),
    )
    boards_per_round = forms.IntegerField(label=_("Boards per round"), min_value=1, max_value=99)
    first_board = forms.IntegerField(label=_("First board"), min_value=1, max_value=999)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["movement"].queryset = movements_to_choose()  # type: ignore[attr-defined]
