"""How the rounds of a Swiss event are drawn: the practices that a club may add to the rule."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.editing.forms import EditForm
from events.models import MatchPlay


class DrawSettingsForm(EditForm, forms.ModelForm):
    """The practices of the draw; tables are at home for teams only."""

    class Meta:
        model = MatchPlay
        fields = ("in_arrears", "danish_rounds", "accelerated", "home_tables")
        labels: ClassVar = {
            "in_arrears": _("One round in arrears"),
            "danish_rounds": _("Danish rounds at the end"),
            "accelerated": _("Accelerated"),
            "home_tables": _("Every team has a home table"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.is_pairs:
            del self.fields["home_tables"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("accelerated") and self.instance.scored_by != MatchPlay.ScoredBy.VP:
            needed = gettext("An accelerated draw needs victory points.")
            self.add_error("accelerated", needed)
        danish = cleaned.get("danish_rounds") or 0
        if danish > self.instance.rounds:
            most = gettext("At most the %(rounds)s rounds that are planned.")
            self.add_error("danish_rounds", most % {"rounds": self.instance.rounds})
        return cleaned
