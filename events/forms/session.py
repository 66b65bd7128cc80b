"""Setting a session up: what is played, and how it is scored."""

from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from events.models import Session
from movements.models import Movement

SCORING_FIELDS = (
    "method",
    "scale",
    "winners",
    "neuberg",
    "rounding",
    "butler_drop",
    "session_average",
    "one_field",
)

DATE_PICKER = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
"""The browser's own; it speaks ISO dates whatever it shows."""


class SessionForm(forms.Form):
    """A new session. ``winners`` is left empty for what the movement says."""

    title = forms.CharField(
        label=_("Title"), max_length=120, widget=forms.TextInput(attrs={"autofocus": True})
    )
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
    movement = forms.ModelChoiceField(
        label=_("Movement"), queryset=Movement.objects.none(), empty_label=_("Choose a movement")
    )
    boards_per_round = forms.IntegerField(
        label=_("Boards a round"), min_value=1, max_value=99, initial=3
    )
    first_board = forms.IntegerField(label=_("First board"), min_value=1, max_value=999, initial=1)
    method = forms.ChoiceField(
        label=_("Method"), choices=Session.Method, initial=Session.Method.MATCHPOINTS
    )
    scale = forms.TypedChoiceField(
        label=_("Matchpoint scale"), choices=Session.Scale, coerce=int, initial=Session.Scale.TWO
    )
    winners = forms.TypedChoiceField(
        label=_("Ranking lists"),
        choices=[("", _("as the movement says")), *Session.Winners.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["movement"].queryset = Movement.objects.all()  # type: ignore[attr-defined]
        self.fields["date"].initial = timezone.localdate


class SettingsForm(forms.ModelForm):
    """The title, the date and the scoring settings of a session that exists."""

    class Meta:
        model = Session
        fields = ("title", "date", *SCORING_FIELDS)
        widgets: ClassVar = {"date": DATE_PICKER}
        labels: ClassVar = {
            "scale": _("Matchpoint scale"),
            "winners": _("Ranking lists"),
            "neuberg": _("Neuberg’s formula"),
        }
