"""The single switches of the phones of a tournament, beyond the presets."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.web.editing import EditForm
from events.models import HallClock, HallSettings

MAX_MINUTES = 999


class SwitchesForm(EditForm, forms.ModelForm):
    """Each switch by itself; a preset sets most of them."""

    class Meta:
        model = HallSettings
        fields = (
            "reports",
            "calls",
            "tablets",
            "same_device",
            "requests",
            "standings",
            "shows_missing",
            "asks_word",
            "half_byes",
            "last_bye_round",
            "decision",
        )


class ClockForm(EditForm, forms.ModelForm):
    """What the round clock counts by."""

    length = forms.IntegerField(
        label=_("Minutes of a round"),
        min_value=1,
        max_value=MAX_MINUTES,
        required=False,
        help_text=_("Empty: the clock counts up. Counted from the next start."),
    )
    default_minutes = forms.IntegerField(
        label=_("Default time in minutes"),
        min_value=0,
        max_value=MAX_MINUTES,
        required=False,
        help_text=_("Whoever arrives later has lost (Laws of Chess 6.7). Empty: it is not shown."),
    )

    class Meta:
        model = HallClock
        fields = ("length", "default_minutes", "text")

    def clean_default_minutes(self) -> Any:
        return self.cleaned_data["default_minutes"] or 0
