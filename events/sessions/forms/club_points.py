"""Club points: a rule, and which one a session has."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.editing.forms import EditForm
from events.common.forms.fields import DecimalField
from events.models import PointsRule
from events.sessions.selectors.club_points import rules


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
    """The rule of a session; empty for none."""

    rule = forms.ModelChoiceField(
        label=_("Club points by"),
        queryset=PointsRule.objects.none(),
        required=False,
        empty_label=_("no club points"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rule"].queryset = rules()  # type: ignore[attr-defined]
