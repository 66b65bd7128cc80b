"""The prizes of a tournament as lines."""

from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import decimals, language, translate
from clubscore.web.editing import EditForm
from events.tournaments.prizes.domain.fund import UNITS, Method
from events.tournaments.prizes.domain.lines import read_lines, stored_fund, write_lines

METHODS: Final = (
    (Method.PLACE.value, _("by place")),
    (Method.EQUAL.value, _("equally among those of one score")),
    (Method.HORT.value, _("by Hort: half by place, half equally")),
    (Method.US32B.value, _("by US Chess 32B")),
)
MAX_TEXT = 20_000
EXAMPLE = _("Open: 300 200 100\nUnder 1800: 80 40; rating below 1800\nlimit 100: unrated")


class PrizesForm(EditForm, forms.Form):
    """How prizes are divided, and a line for each category; ``stored`` is the JSON there is."""

    method = forms.ChoiceField(label=_("Divided"), choices=METHODS)
    unit = forms.ChoiceField(
        label=_("Smallest unit"), choices=[(unit, unit) for unit in UNITS], initial="0.01"
    )
    lines = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "placeholder": EXAMPLE}),
        help_text=_(
            "A line for each category, the best paid first. Behind a semicolon who may win it:"
            " rating below 1800, rating from 1600, unrated, born from 2008, born until 1960, women,"
            " federation NED, club Mill Lane, title GM IM; group youth is a prize beside another."
            " limit is the most that somebody gets."
        ),
    )

    def __init__(self, *args: Any, stored: object, **kwargs: Any) -> None:
        fund = stored_fund(stored)
        kwargs["initial"] = {
            "method": fund.method.value if fund else Method.EQUAL.value,
            "unit": "1" if fund and fund.scale == 1 else "0.01",
            "lines": write_lines(fund, language()) if fund else "",
        }
        super().__init__(*args, **kwargs)
        units = [(unit, decimals(unit)) for unit in UNITS]
        cast(forms.ChoiceField, self.fields["unit"]).choices = units

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        cleaned["prizes"] = {}
        if not cleaned["lines"].strip():
            return cleaned
        try:
            cleaned["prizes"] = read_lines(
                cleaned["lines"], method=cleaned["method"], unit=cleaned["unit"]
            )
        except Refused as refusal:
            for problem in refusal.problems:
                told = translate(problem)
                place = _("line %(line)s: %(what)s") % {"line": problem.line, "what": told}
                self.add_error("lines", place if problem.line else told)
        return cleaned
