"""Correcting the result of a game, with the reason for the log; and a bye."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubscore.web.refusals import refusals_invalid
from events.common.forms import ShowsRefusals
from events.models import Game, RoundResult
from events.tournaments.core.domain.results import Outcome, read_bye, read_outcome, write_outcome


class CorrectionForm(ShowsRefusals, forms.Form):
    """``result`` becomes an outcome by the sides as they are, also when they change."""

    result = forms.CharField(
        label=pgettext_lazy("rounds", "Result"),
        required=False,
        max_length=20,
        help_text=_("As in the round: 1, =, 0, +, -, *; for the players as they stand above."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    swap = forms.BooleanField(label=_("The colours were the other way round"), required=False)
    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("For the log, e.g. score sheet misread.")
    )

    def clean_result(self) -> Outcome:
        with refusals_invalid():
            return read_outcome(self.cleaned_data["result"])


class GameForm(CorrectionForm, forms.ModelForm):
    """The same for the admin, which wants a form of the model."""

    class Meta:
        model = Game
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["result"].initial = write_outcome(Outcome(self.instance.outcome))
        # The page saved as it is corrects nothing.
        self.fields["reason"].required = self.is_bound and self.has_changed()


class ByeForm(forms.ModelForm):
    """A bye as its letter."""

    letter = forms.CharField(label=_("Bye"), max_length=1, help_text=_("u, h, f or z"))

    class Meta:
        model = RoundResult
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["letter"].initial = self.instance.bye.lower()

    def clean_letter(self) -> str:
        letter: str = self.cleaned_data["letter"]
        with refusals_invalid():
            read_bye(letter)
        return letter
