"""Carry-over of a session: nothing, an earlier session or a series, found by words and date."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubscore.editing.forms import SHOWN, EditForm
from clubscore.numbers import whole_number
from events.models import CarryOver, Series, Session
from events.models.series import MAX_WEIGHT
from events.sessions.forms.series import SearchForm
from events.sessions.selectors.series import find_series, find_sessions

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Choice:
    """A session or a series that is offered."""

    value: str
    earlier: Session | Series
    is_ticked: bool

    @property
    def is_series(self) -> bool:
        return isinstance(self.earlier, Series)


class CarryOverForm(EditForm, forms.Form):
    """The weight and the source; ``source`` is ``nothing``, ``session-12`` or ``series-3``."""

    source = forms.CharField(max_length=30)
    weight = forms.IntegerField(
        label=_("Weight, in %"),
        min_value=1,
        max_value=MAX_WEIGHT,
        help_text=_("This session counts 100 %, and each session carried over counts this much."),
    )

    def __init__(
        self, data: QueryDict | None, *, session: Session, stored: CarryOver | None
    ) -> None:
        self.session = session
        initial = {"weight": stored.weight if stored else 50, "source": value_of(stored)}
        super().__init__(data, initial=initial)
        if data is not None and "find" in data:
            self.shown_before = data.get(SHOWN)
        self.search = SearchForm(data)
        self.ticked = str(self["source"].value() or NOTHING)

    @cached_property
    def choices(self) -> list[Choice]:
        """The ticked source first, then what the search finds; at first the latest."""
        wanted = self.search.cleaned_data if self.search.is_valid() else {}
        dates = {"since": wanted.get("since"), "until": wanted.get("until")}
        words = wanted.get("words", "")
        found: list[Session | Series] = [*find_series(words), *find_sessions(words, **dates)]
        offered = {
            _value(each): each
            for each in found
            if each != self.session and (isinstance(each, Series) or each.date <= self.session.date)
        }
        # The chosen source stays on the page, even if a new search does not find it.
        ticked = offered.pop(self.ticked, None) or read_source(self.ticked)
        first = [] if ticked is None else [Choice(self.ticked, ticked, True)]
        return first + [Choice(value, each, False) for value, each in offered.items()]

    @property
    def is_nothing(self) -> bool:
        return self.ticked == NOTHING

    def clean_source(self) -> Session | Series | None:
        value: str = self.cleaned_data["source"]
        source = read_source(value)
        if source is None and value != NOTHING:
            raise forms.ValidationError(_("Choose a session or a series."))
        return source

    @property
    def asked(self) -> dict[str, Any]:
        """What was chosen, as the service takes it."""
        source = self.cleaned_data["source"]
        return {
            "earlier_session": source if isinstance(source, Session) else None,
            "earlier_series": source if isinstance(source, Series) else None,
            "weight": self.cleaned_data["weight"],
        }


def value_of(stored: CarryOver | None) -> str:
    """The form value of the source of a carry-over."""
    if stored is None:
        return NOTHING
    if stored.earlier_session_id:
        return f"session-{stored.earlier_session_id}"
    return f"series-{stored.earlier_series_id}"


def read_source(value: str) -> Session | Series | None:
    """The session or series of a value; ``None`` for ``nothing`` and for invalid values."""
    kind, _dash, digits = value.partition("-")
    number = whole_number(digits)
    if number is None:
        return None
    if kind == "session":
        return Session.objects.select_related("club").filter(pk=number).first()
    if kind == "series":
        return Series.objects.select_related("club").filter(pk=number).first()
    return None


def _value(source: Session | Series) -> str:
    return f"{'series' if isinstance(source, Series) else 'session'}-{source.pk}"
