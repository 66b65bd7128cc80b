"""Correcting the result of a game, with the reason that the log keeps."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.domain.outcome import Outcome
from events.domain.outcome_text import read_outcome
from events.forms.refusals import ShowsRefusals


class CorrectionForm(ShowsRefusals, forms.Form):
    """``result`` becomes an outcome by the sides as they are, also when they change."""

    result = forms.CharField(
        label=_("Result"),
        required=False,
        max_length=20,
        help_text=_("As in the round: 1, =, 0, +, -, *; for the players as they stand above."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    swap = forms.BooleanField(label=_("The colours were the other way round"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("For the log, such as: score sheet misread."),
    )

    def clean_result(self) -> Outcome:
        try:
            return read_outcome(self.cleaned_data["result"])
        except Refused as refusal:
            raise ValidationError(translate_refusal(refusal)) from refusal
