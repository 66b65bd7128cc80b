"""Which players the list shows."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.selectors.clubs import clubs
from players.selectors.register import NONE, Wanted, grades_in_use


class WantedForm(forms.Form):
    """The search and the filters; ``wanted`` is their value, ``None`` when they are not valid."""

    q = forms.CharField(
        label=_("Name or number"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    club = forms.ChoiceField(label=_("Club"), required=False)
    grade = forms.ChoiceField(label=_("Grade"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer(
            "club",
            [("", _("every club")), (NONE, _("no club"))],
            [(str(club.pk), club.name) for club in clubs()],
        )
        self._offer(
            "grade",
            [("", pgettext_lazy("filter", "every grade")), (NONE, _("no grade"))],
            [(grade, grade) for grade in grades_in_use()],
        )

    @property
    def wanted(self) -> Wanted | None:
        if not self.is_valid():
            return None
        return Wanted(
            text=self.cleaned_data["q"],
            club=self.cleaned_data["club"],
            grade=self.cleaned_data["grade"],
        )

    def _offer(self, name: str, *choices: list[tuple[str, Any]]) -> None:
        self.fields[name].choices = [  # type: ignore[attr-defined]
            choice for part in choices for choice in part
        ]
