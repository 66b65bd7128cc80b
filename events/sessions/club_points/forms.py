"""Club points: a rule, and which one a session has."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.web.editing import EditForm
from events.common.forms import DecimalField
from events.models import PointsRule
from events.sessions.club_points.selectors import rules


class RuleForm(EditForm, forms.ModelForm):
    """A rule of a union, or the club's own."""

    class Meta:
        model = PointsRule
        fields = ("name", "preset", "weight", "part", "step", "least", "most", "ties")
        widgets: ClassVar = {"preset": forms.RadioSelect, "ties": forms.RadioSelect}
        field_classes: ClassVar = {
            "weight": DecimalField,
            "step": DecimalField,
            "least": DecimalField,
            "most": DecimalField,
        }


class ChosenRuleForm(forms.Form):
    """The rule of a session; empty for none. The rules of unions are offered before the club has
    made any."""

    rule = forms.ChoiceField(label=_("Club points by"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        made = list(rules())
        known = {rule.preset for rule in made}
        self.fields["rule"].choices = [  # type: ignore[attr-defined]
            ("", _("no club points")),
            *((str(rule.pk), rule.name) for rule in made),
            *(
                (preset.value, preset.label)
                for preset in PointsRule.Preset
                if preset is not PointsRule.Preset.OWN and preset.value not in known
            ),
        ]

    @property
    def chosen(self) -> int | PointsRule.Preset | None:
        """The key of a rule, or a union whose rule is to be made."""
        value: str = self.cleaned_data["rule"]
        if not value:
            return None
        return int(value) if value.isdecimal() else PointsRule.Preset(value)
