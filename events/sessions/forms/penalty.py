"""A penalty for a contestant."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.sentences import decimals
from events.common.forms.fields import DecimalField
from events.models import Penalty, Session
from events.sessions.domain.scoring.settings import Method
from events.sessions.forms.ruling import law_field
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.scoring import PENALTY_UNITS

_MAX_PERCENT = Decimal(100)


class PenaltyForm(forms.Form):
    """Who, how much, and why. What it can be counted in follows from the method of scoring."""

    contestant = forms.TypedChoiceField(label=_("Who"), coerce=int)
    kind = forms.ChoiceField(label=_("Deduction"), widget=forms.RadioSelect)
    amount = DecimalField(
        label=_("How much"),
        required=False,
        min_value=Decimal(0),
        max_value=Decimal("9999.99"),
        max_digits=6,
        decimal_places=2,
        help_text=_("A tenth of a top is usual: 10 per cent. Left empty for a warning."),
    )
    law = law_field("90")
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Shown with the results, when they are published."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, session: Session, contestants: Iterable[ContestantRecord], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        who: list[tuple[str, Any]] = [("", _("Choose a contestant"))]
        who += [(str(each.pk), _name(each)) for each in contestants]
        self.fields["contestant"].choices = who  # type: ignore[attr-defined]
        kinds = [*PENALTY_UNITS[Method(session.method)], Penalty.Kind.WARNING]
        field = self.fields["kind"]
        field.choices = [(kind.value, kind.label) for kind in kinds]  # type: ignore[attr-defined]
        field.initial = kinds[0].value

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        kind, amount = cleaned.get("kind"), cleaned.get("amount") or Decimal(0)
        if "amount" in self.errors or not kind:
            return cleaned
        if kind == Penalty.Kind.WARNING:
            if amount:
                nothing = gettext("A warning deducts nothing: leave this empty, or choose a unit.")
                self.add_error("amount", nothing)
        elif not amount:
            self.add_error(
                "amount", gettext("How much is deducted? For nothing, choose a warning.")
            )
        elif kind == Penalty.Kind.PERCENT and amount > _MAX_PERCENT:
            whole = gettext("%(amount)s per cent is more than a whole top; 100 is the most.")
            self.add_error("amount", whole % {"amount": decimals(str(amount))})
        # A warning is stored with 0, not with an empty amount.
        cleaned["amount"] = amount
        return cleaned


def _name(contestant: ContestantRecord) -> str:
    letter = "" if contestant.section == "A" else contestant.section
    return f"{letter}{contestant.label} {contestant.players}".strip()
