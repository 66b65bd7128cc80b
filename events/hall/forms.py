"""The single switches of the phones of a tournament, beyond the presets."""

from django import forms

from clubscore.web.editing import EditForm
from events.models import HallSettings


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
