"""A ruling on a line: its kind, and the fields of that kind. ``adjustment`` is the outcome.

A penalty for a contestant.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import decimals, translate
from events.common.domain import at_most_two_decimals
from events.common.forms import DecimalField
from events.models import Penalty, Session
from events.sessions.core.domain.adjustment import (
    MAX_COMPONENTS,
    NOT_PLAYED,
    Adjustment,
    Artificial,
    Average,
    Award,
    NotPlayed,
    Outcome,
    Split,
    Weighted,
)
from events.sessions.core.domain.letters import ENGLISH, Letters
from events.sessions.core.domain.line_result import LineResult, result_of, write_result
from events.sessions.rulings.domain import read_percentage, read_scores
from events.sessions.scoring.domain.settings import Method
from events.sessions.scoring.figures.scoring import PENALTY_UNITS
from events.sessions.scoring.selectors.contestants import ContestantRecord

ARTIFICIAL, ASSIGNED, WEIGHTED, SPLIT, CANCELLED = KINDS = (
    "artificial",
    "assigned",
    "weighted",
    "split",
    "not-played",
)

PERCENT: Final = "percent"

SCORES: Final = "scores"
"""The outcome of a side that has a score, or several by their weights."""

MAX_ROWS = 20
"""More rows are not shown again, whatever a browser sends."""

_AWARDS = [
    (Average.PLUS.value, _("average plus (60 %)")),
    (Average.EQUAL.value, _("average (50 %)")),
    (Average.MINUS.value, _("average minus (40 %)")),
    (PERCENT, _("a percentage")),
]

_AWARDS_IN_IMPS = [
    (Average.PLUS.value, _("average plus (3 IMPs)")),
    (Average.EQUAL.value, _("average (0 IMPs)")),
    (Average.MINUS.value, _("average minus (−3 IMPs)")),
    (PERCENT, _("a percentage (10 more or less are 3 IMPs)")),
]

_AWARDS_FOR_EACH = [
    (Average.PLUS.value, _("average plus (3 IMPs for each comparison)")),
    (Average.EQUAL.value, _("average (0 IMPs)")),
    (Average.MINUS.value, _("average minus (−3 IMPs for each comparison)")),
    (PERCENT, _("a percentage (10 more or less are 3 IMPs for each comparison)")),
]


def law_field(initial: str = "") -> forms.CharField:
    """A law by its number, or any text; the page offers the usual ones."""
    widget = forms.TextInput(attrs={"list": "laws", "autocomplete": "off"})
    return forms.CharField(
        label=_("Law"), max_length=60, required=False, initial=initial, widget=widget
    )


class RulingForm(forms.Form):
    """One line's ruling. The fields of other kinds than the chosen one do not matter."""

    kind = forms.ChoiceField(
        label=_("Kind of ruling"),
        choices=[
            (ARTIFICIAL, _("Artificial: averages or percentages, because there is no result")),
            (ASSIGNED, _("Assigned: another score instead of the table’s")),
            (WEIGHTED, _("Weighted: several scores, each with its weight")),
            (SPLIT, _("Split: a score for one side; another, an average or nothing for the other")),
            (CANCELLED, _("Not played: the board does not count for either side")),
        ],
        widget=forms.RadioSelect,
        initial=ARTIFICIAL,
    )
    # Each of these is needed for one kind only: a request for another kind may leave them out.
    ns_award = forms.ChoiceField(label=_("North–South"), initial="=", required=False)
    ns_percent = forms.CharField(label=_("Per cent to North–South"), required=False)
    ew_award = forms.ChoiceField(label=_("East–West"), initial="=", required=False)
    ew_percent = forms.CharField(label=_("Per cent to East–West"), required=False)
    ns_outcome = forms.ChoiceField(label=_("For North–South"), initial=SCORES, required=False)
    ns_outcome_percent = forms.CharField(label=_("Per cent to North–South"), required=False)
    ew_outcome = forms.ChoiceField(label=_("For East–West"), initial=SCORES, required=False)
    ew_outcome_percent = forms.CharField(label=_("Per cent to East–West"), required=False)
    assigned = forms.CharField(label=_("The score"), required=False)
    law = law_field()
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Shown with the results, when they are published."),
    )
    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        board: int,
        in_imps: bool = False,
        for_each: bool = False,
        letters: Letters = ENGLISH,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.board, self.letters = board, letters
        self.adjustment: Adjustment | None = None
        awards = _AWARDS_FOR_EACH if for_each else _AWARDS_IN_IMPS if in_imps else _AWARDS
        outcomes = [
            (SCORES, _("a score, or several by their weights")),
            *awards,
            (CANCELLED, _("not played")),
        ]
        for side in ("ns", "ew"):
            for name, choices in ((f"{side}_award", awards), (f"{side}_outcome", outcomes)):
                award = self.fields[name]
                assert isinstance(award, forms.ChoiceField)  # noqa: S101 - as it is declared
                award.choices = choices
        self.groups = {prefix: self._add_rows(prefix) for prefix in ("weighted", "ns", "ew")}
        for name, field in self.fields.items():
            if isinstance(field.widget, forms.TextInput):
                attributes = {"class": "form-control", "autocomplete": "off"}
                if name not in ("law", "reason"):
                    attributes |= {"spellcheck": "false", "autocapitalize": "off"}
                field.widget.attrs.update(attributes)
            elif isinstance(field.widget, forms.Select):
                field.widget.attrs["class"] = "form-select"

    def _add_rows(self, prefix: str) -> int:
        """Add the fields of the rows of weights and scores; returns the number of rows."""
        pattern = re.compile(rf"{prefix}_(?:weight|result)_([1-9]\d?)", re.ASCII)
        sent = [int(match[1]) for key in self.data if (match := pattern.fullmatch(key))]
        # The rows that were sent are shown again, so that one too many can be corrected.
        count = max(MAX_COMPONENTS, min(max(sent, default=0), MAX_ROWS))
        for number in range(1, count + 1):
            values = {"number": number}
            self.fields[f"{prefix}_weight_{number}"] = forms.CharField(
                label=gettext("Weight %(number)s, per cent") % values, required=False
            )
            self.fields[f"{prefix}_result_{number}"] = forms.CharField(
                label=gettext("Score %(number)s") % values, required=False
            )
        return count

    def rows(self, prefix: str) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of a group's rows: weight and score."""
        return [
            (self[f"{prefix}_weight_{number}"], self[f"{prefix}_result_{number}"])
            for number in range(1, self.groups[prefix] + 1)
        ]

    @property
    def weighted_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return self.rows("weighted")

    @property
    def ns_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return self.rows("ns")

    @property
    def ew_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return self.rows("ew")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        match cleaned.get("kind"):
            case "artificial":
                ns, ew = (
                    self._award("ns_award", "ns_percent"),
                    self._award("ew_award", "ew_percent"),
                )
                if ns is not None and ew is not None:
                    self.adjustment = Artificial(ns, ew)
            case "assigned":
                row = ("", cleaned.get("assigned", ""))
                self.adjustment = self._scores([row], {"rows": "assigned", "result_1": "assigned"})
            case "weighted":
                self.adjustment = self._group("weighted")
            case "split":
                self.adjustment = self._split()
            case "not-played":
                self.adjustment = NOT_PLAYED
        return cleaned

    def _award(self, name: str, percent: str) -> Award | None:
        chosen = self.cleaned_data.get(name) or Average.EQUAL.value
        if chosen != PERCENT:
            return Average(chosen)
        try:
            return read_percentage(self.cleaned_data.get(percent, ""))
        except Refused as refusal:
            self._add_problems(refusal, {"percent": percent})
            return None

    def _split(self) -> Adjustment | None:
        ns, ew = self._outcome("ns"), self._outcome("ew")
        if ns is None or ew is None:
            return None
        if isinstance(ns, Weighted) or isinstance(ew, Weighted):
            return Split(ns, ew)
        if isinstance(ns, NotPlayed) or isinstance(ew, NotPlayed):
            if ns == ew:
                return NOT_PLAYED
            alone = gettext("One side needs a score where the board does not count for the other.")
            self.add_error("ns_outcome", alone)
            return None
        return Artificial(ns, ew)

    def _outcome(self, side: str) -> Outcome | None:
        match self.cleaned_data.get(f"{side}_outcome") or SCORES:
            case "scores":
                return self._group(side)
            case "not-played":
                return NOT_PLAYED
        return self._award(f"{side}_outcome", f"{side}_outcome_percent")

    def _group(self, prefix: str) -> Weighted | None:
        rows = [
            (
                self.cleaned_data.get(f"{prefix}_weight_{number}", ""),
                self.cleaned_data.get(f"{prefix}_result_{number}", ""),
            )
            for number in range(1, self.groups[prefix] + 1)
        ]
        columns = {
            f"{column}_{number}": f"{prefix}_{column}_{number}"
            for number in range(1, self.groups[prefix] + 1)
            for column in ("weight", "result")
        }
        return self._scores(rows, columns | {"rows": f"{prefix}_result_1"})

    def _scores(
        self, rows: Sequence[tuple[str, str]], columns: Mapping[str, str]
    ) -> Weighted | None:
        try:
            return read_scores(rows, board=self.board, letters=self.letters)
        except Refused as refusal:
            self._add_problems(refusal, columns)
            return None

    def _add_problems(self, refusal: Refused, columns: Mapping[str, str]) -> None:
        for problem in refusal.problems:
            self.add_error(columns.get(str(problem.column)), translate(problem))


def initial_of(result: LineResult, letters: Letters = ENGLISH) -> dict[str, str]:
    """The fields that would make the ruling of a line; where it has none, the table's result is
    what a split score begins with."""
    at_the_table = write_result(replace(result.at_the_table, lead=None), letters)
    match adjustment := result.adjustment:
        case None:
            return dict.fromkeys(("ns_result_1", "ew_result_1"), at_the_table)
        case Artificial(ns, ew):
            fields = _award_fields("ns_award", "ns_percent", ns)
            return {"kind": ARTIFICIAL} | fields | _award_fields("ew_award", "ew_percent", ew)
        case Weighted() if adjustment.assigned:
            return {"kind": ASSIGNED, "assigned": _result_text(adjustment, 0, letters)}
        case Weighted():
            return {"kind": WEIGHTED} | _row_fields("weighted", adjustment, letters)
        case Split(ns_outcome, ew_outcome):
            fields = _outcome_fields("ns", ns_outcome, letters)
            return {"kind": SPLIT} | fields | _outcome_fields("ew", ew_outcome, letters)
    return {"kind": CANCELLED}


def _outcome_fields(side: str, outcome: Outcome, letters: Letters) -> dict[str, str]:
    match outcome:
        case Weighted():
            return _row_fields(side, outcome, letters)
        case NotPlayed():
            return {f"{side}_outcome": CANCELLED}
    return _award_fields(f"{side}_outcome", f"{side}_outcome_percent", outcome)


def _award_fields(name: str, percent: str, award: Award) -> dict[str, str]:
    if isinstance(award, Average):
        return {name: award.value}
    return {name: PERCENT, percent: decimals(at_most_two_decimals(award))}


def _row_fields(prefix: str, weighted: Weighted, letters: Letters) -> dict[str, str]:
    fields: dict[str, str] = {}
    for place, component in enumerate(weighted.components):
        share = decimals(at_most_two_decimals(100 * component.weight))
        fields[f"{prefix}_weight_{place + 1}"] = share
        fields[f"{prefix}_result_{place + 1}"] = _result_text(weighted, place, letters)
    return fields


def _result_text(weighted: Weighted, place: int, letters: Letters) -> str:
    """A score as it would be typed: the contract where it is known."""
    return write_result(result_of(weighted.components[place]), letters)


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
        who += [
            (str(contestant_record.pk), _name(contestant_record))
            for contestant_record in contestants
        ]
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
    return f"{contestant.label} {contestant.players}".strip()
