"""What kind of tournament it is, as a choice; it decides how forfeits and byes count.

The kind is a text, for files have their own words; one that is none of the usual ones stays a
choice of its tournament.

Form fields of columns that hold a list.

A round: the day on which it is played.
"""

import datetime
from collections.abc import Callable, Collection, Mapping
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.text.numbers import integer_of, whole_number
from clubscore.web.editing import EditForm
from clubscore.web.refusals import refusals_invalid
from events.common.forms import DATE_PICKER
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    KEIZER,
    KNOCKOUT,
    MCMAHON,
    ROUND_ROBIN,
    SCHEVENINGEN,
    SWISS,
    read_missed_rounds,
    write_missed_rounds,
)
from events.tournaments.core.domain.wishes import as_text, read_forbidden, read_wishes

KINDS = (
    ("", _("as the pairings show")),
    (SWISS, _("Swiss")),
    ("Swiss-System (Dutch)", _("Swiss, FIDE’s Dutch system")),
    (MCMAHON, _("McMahon (go)")),
    (ROUND_ROBIN, _("round robin")),
    (DOUBLE_ROUND_ROBIN, _("double round robin")),
    (KNOCKOUT, _("knock-out")),
    (SCHEVENINGEN, _("Scheveningen, two teams")),
    (KEIZER, _("Keizer")),
    ("Other", _("another kind")),
)


def kind_name(kind: str) -> str:
    """What pages call a kind; the words of a file that are none of the usual ones stay."""
    return str(dict(KINDS).get(kind, kind)) if kind else ""


class KindSelect(forms.Select):
    """Kinds, of which those that are refused cannot be chosen."""

    refused: frozenset[str] = frozenset()

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        if option["value"] in self.refused:
            option["attrs"]["disabled"] = True
        return option


def lock_fields(form: forms.BaseForm, reasons: Mapping[str, str]) -> None:
    """Show fields as such that cannot be changed, with the reason. Whoever sends a value for one
    all the same is refused by the model."""
    for name, reason in reasons.items():
        field = form.fields[name]
        field.widget.attrs["disabled"] = True
        field.help_text = reason
        # What a browser leaves out stays; a disabled field would swallow what is sent.
        field.disabled = not form.is_bound or form.add_prefix(name) not in form.data


class KindField(forms.ChoiceField):
    """One of the usual kinds, or the words that a tournament has already.

    Takes the arguments that the model gives to a text field, and ignores those.
    """

    def __init__(
        self, *, max_length: int | None = None, widget: Any = forms.Select, **kwargs: Any
    ) -> None:
        super().__init__(choices=KINDS, widget=KindSelect, **kwargs)

    def offer(self, kind: str, *, without: Collection[str] = ()) -> None:
        """Offer these words too, and the usual ones ``without`` some."""
        usual = tuple(each for each in KINDS if each[0] == kind or each[0] not in without)
        known = {value for value, _name in usual}
        self.choices = (*usual, *(() if kind in known else ((kind, kind),)))

    def refuse(self, kinds: Collection[str]) -> None:
        """Show these as such that cannot be chosen."""
        # Of a class of its own, so that other forms offer them.
        cast(KindSelect, self.widget).refused = frozenset(kinds)


class OfList(forms.Field):
    """The form field of a JSON column that is typed as something else than JSON."""

    def __init__(self, *, encoder: Any = None, decoder: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # With a callable default Django would add a hidden field with the initial value.
        self.show_hidden_initial = False


class LinesField(OfList, forms.CharField):
    """A list of texts, one a line."""

    widget = forms.Textarea(attrs={"rows": 2})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (value or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((initial or []) != self.to_python(data))


class MissedRoundsField(OfList, forms.CharField):
    """Rounds not attended, and byes asked for in them: ``2 5h``."""

    def prepare_value(self, value: Any) -> Any:
        return write_missed_rounds(value) if isinstance(value, dict) else value

    def to_python(self, value: Any) -> Any:
        with refusals_invalid():
            return read_missed_rounds(value or "")

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool((initial or {}) != self.to_python(data))
        # Changed, if only to something wrong: validation reports it.
        except ValidationError:
            return True


class LaterRatingsField(OfList, forms.CharField):
    """Ratings by the round from which they are known: ``5: 2010, 9: 2030``."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return ", ".join(f"{round_}: {rating}" for round_, rating in value.items())

    def to_python(self, value: Any) -> Any:
        found: dict[str, int] = {}
        for text in (value or "").replace(";", ",").split(","):
            if not text.strip():
                continue
            round_, _colon, rating = text.partition(":")
            number, points = whole_number(round_), whole_number(rating, most=3999)
            if not number or not points:
                message = _("“%(text)s” is no round with its rating, such as 5: 2010.")
                raise ValidationError(message, params={"text": text.strip()})
            found[str(number)] = points
        return dict(sorted(found.items(), key=lambda each: integer_of(each[0])))

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool((initial or {}) != self.to_python(data))
        # Changed, if only to something wrong: validation reports it.
        except ValidationError:
            return True


class PairsField(OfList, forms.CharField):
    """Pairs of starting numbers, one a line."""

    widget = forms.Textarea(attrs={"rows": 3})
    read: Callable[[str], list[dict[str, Any]]]

    def prepare_value(self, value: Any) -> Any:
        return as_text(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        with refusals_invalid():
            return type(self).read(value or "")

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool((initial or []) != self.to_python(data))
        # Changed, if only to something wrong: validation reports it.
        except ValidationError:
            return True


class ForbiddenField(PairsField):
    """Who is not to meet."""

    read = staticmethod(read_forbidden)


class WishesField(PairsField):
    """Who is to meet if possible, or rather not."""

    read = staticmethod(read_wishes)


class RoundDateForm(EditForm, forms.Form):
    date = forms.DateField(label=_("Date"), required=False, widget=DATE_PICKER)


class RoundDatesForm(EditForm, forms.Form):
    """The day of every round; ``rounds`` are those that are stored."""

    def __init__(
        self, *args: Any, rounds: Mapping[int, datetime.date | None], **kwargs: Any
    ) -> None:
        self.numbers = tuple(rounds)
        kwargs["initial"] = {f"round-{number}": date for number, date in rounds.items()}
        super().__init__(*args, **kwargs)
        for number in rounds:
            self.fields[f"round-{number}"] = forms.DateField(
                label=_("Round %(number)s") % {"number": number}, required=False, widget=DATE_PICKER
            )

    @property
    def dates(self) -> dict[int, datetime.date | None]:
        """The days by the round."""
        return {number: self.cleaned_data[f"round-{number}"] for number in self.numbers}


class FillDatesForm(forms.Form):
    """The days of the rounds from one on, at an equal distance; nothing of it is stored."""

    first = forms.TypedChoiceField(label=_("From round"), coerce=int)
    start = forms.DateField(label=_("Its date"), widget=DATE_PICKER)
    every = forms.IntegerField(
        label=_("Days from round to round"), min_value=1, max_value=366, initial=7,
        help_text=_("7: weekly, 14: every other week."),
    )  # fmt: skip

    def __init__(
        self, *args: Any, rounds: Mapping[int, datetime.date | None], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        self.fields["first"].choices = [(number, str(number)) for number in rounds]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """With the days of all rounds, those before the first one as they were."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        first, start, every = (cleaned[name] for name in ("first", "start", "every"))
        try:
            cleaned["dates"] = {
                number: start + datetime.timedelta(days=every * (number - first))
                if number >= first
                else date
                for number, date in self.rounds.items()
            }
        except OverflowError:
            self.add_error("start", _("The calendar ends before the last round."))
        return cleaned
