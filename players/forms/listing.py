"""Which players the list shows."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.selectors.club_settings import facts_in_use
from players.selectors.clubs import clubs
from players.selectors.register import NONE, Wanted, grades_in_use


class WantedForm(forms.Form):
    """The search and the filters by facts in use; ``wanted`` is their value, ``None`` when they are
    not valid."""

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
        used = facts_in_use()
        if "club" in used:
            self._offer(
                "club",
                [("", _("every club")), (NONE, _("no club"))],
                [(str(club.pk), club.name) for club in clubs()],
            )
        if "grade" in used:
            self._offer(
                "grade",
                [("", pgettext_lazy("filter", "every grade")), (NONE, _("no grade"))],
                [(grade, grade) for grade in grades_in_use()],
            )
        for fact in {"club", "grade"} - set(used):
            del self.fields[fact]

    @property
    def wanted(self) -> Wanted | None:
        if not self.is_valid():
            return None
        return Wanted(
            text=self.cleaned_data["q"],
            club=self.cleaned_data.get("club", ""),
            grade=self.cleaned_data.get("grade", ""),
        )

    def _offer(self, name: str, *choices: list[tuple[str, Any]]) -> None:
        self.fields[name].choices = [  # type: ignore[attr-defined]
            choice for part in choices for choice in part
        ]
