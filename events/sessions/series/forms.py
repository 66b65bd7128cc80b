"""A series on one page: what is added up, and which sessions, found by their title and date.

Carry-over of a session: nothing, an earlier session or a series, found by words and date.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem
from clubscore.text.sentences import translate
from clubscore.web.editing import SHOWN, EditForm, Rows, compare_texts, shown_field, shown_texts
from events.common.forms import DATE_PICKER
from events.models import CarryOver, Series, Session
from events.models.series import MAX_WEIGHT
from events.sessions.scoring.selectors.sessions import find_series, find_sessions
from events.sessions.series.selectors import (
    other_series,
    series_by_id,
    session_by_id,
    sessions_in_order,
)
from events.sessions.series.services import FIELDS

FULL_WEIGHT = 100

NO_WEIGHT = "-"
"""What stands for the weight of a chosen session whose field is empty."""

SHOWN_SESSIONS = f"{SHOWN}-sessions"


class SeriesForm(EditForm, forms.ModelForm):
    """The choices of a series."""

    class Meta:
        model = Series
        fields = FIELDS
        widgets: ClassVar = {"adding": forms.RadioSelect, "unit": forms.RadioSelect}
        labels: ClassVar = {
            "adding": _("Adding up"),
            "unit": _("Ranked are"),
            "best": _("Best sessions that count"),
            "minimum": _("Sessions needed for a place"),
            "handicap": _("With handicap"),
            "earlier": _("Carried forward from"),
            "earlier_weight": _("Weight, in %"),
        }
        help_texts: ClassVar = {
            "best": _("How many of everybody’s best sessions count. Empty: all."),
            "minimum": _("Those who played fewer are listed without a place."),
            "handicap": _(
                "A second list, in which everybody’s handicap is added to each session’s result."
            ),
            "earlier": _("The standings of a series before this one, as from a qualifying round."),
            "earlier_weight": _("How much each session carried forward counts."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Radio buttons: the empty choice that Django adds would be a button without a meaning.
        self.fields["adding"].choices = (  # type: ignore[attr-defined]
            (Series.Adding.AVERAGE, _("average of the percentages: every session counts alike")),
            (Series.Adding.MATCHPOINTS, _("matchpoints over tops: every board counts alike")),
            (Series.Adding.TOTAL, _("sum of the IMPs or points: for sessions without percentages")),
        )
        self.fields["unit"].choices = (  # type: ignore[attr-defined]
            (Series.Unit.PAIR, _("pairs: with another partner it is another pair")),
            (Series.Unit.PLAYER, _("players: everybody has the result of the pair")),
        )
        self.fields["club"].empty_label = _("no club")  # type: ignore[attr-defined]
        earlier = other_series(self.instance)
        self.fields["earlier"].queryset = earlier  # type: ignore[attr-defined]
        self.fields["earlier"].empty_label = _("nothing")  # type: ignore[attr-defined]


class SearchForm(forms.Form):
    """Which sessions to look for."""

    words = forms.CharField(label=_("Title or club"), max_length=100, required=False)
    since = forms.DateField(label=_("From"), widget=DATE_PICKER, required=False)
    until = forms.DateField(label=_("To"), widget=DATE_PICKER, required=False)


@dataclass(slots=True)
class Pick:
    """A session that is offered: whether it is chosen, its weight as typed, what is wrong."""

    session: Session
    is_chosen: bool
    weight: str = str(FULL_WEIGHT)
    problem: str = ""


class SessionPicker:
    """The sessions of a series: those that are chosen, and others that were looked for."""

    def __init__(self, data: QueryDict | None, *, stored: Mapping[int, int]) -> None:
        self.data = data
        self.stored = {str(pk): str(weight) for pk, weight in stored.items()}
        self.search = SearchForm(data)
        self.rows = self._compared()
        wanted = {int(pk) for pk, text in self.rows.texts.items() if text} | {
            int(pk) for pk in self.rows.questions
        }
        self.chosen = [self._pick(session) for session in sessions_in_order(wanted)]

    @property
    def shown(self) -> SafeString:
        """The hidden field with the sessions and weights that the page shows as stored."""
        if self.data is not None and "find" in self.data:
            return shown_field(SHOWN_SESSIONS, self.data.get(SHOWN_SESSIONS, ""))
        return shown_texts(SHOWN_SESSIONS, self.stored)

    @cached_property
    def found(self) -> list[Pick]:
        """What the search finds, without what is chosen; at first the latest sessions."""
        wanted = self.search.cleaned_data if self.search.is_valid() else {}
        chosen = {pick.session.pk for pick in self.chosen}
        sessions = find_sessions(
            wanted.get("words", ""), since=wanted.get("since"), until=wanted.get("until")
        )
        return [Pick(session, False) for session in sessions if session.pk not in chosen]

    def is_valid(self) -> bool:
        """Whether every weight is valid; problems are set on the session's pick."""
        for pick in self.chosen:
            if not pick.is_chosen:
                continue
            if not whole_number(pick.weight, most=MAX_WEIGHT):
                message = gettext("A weight is a whole number of percent, from 1 to %(most)s.")
                pick.problem = message % {"most": MAX_WEIGHT}
        return not any(pick.problem for pick in self.chosen)

    @property
    def weights(self) -> dict[int, int]:
        """The weights of the chosen sessions, by their ids; for a valid picker."""
        chosen = (pick for pick in self.chosen if pick.is_chosen)
        return {pick.session.pk: whole_number(pick.weight) or 0 for pick in chosen}

    def add_problems(self, problems: tuple[Problem, ...]) -> list[Problem]:
        """Show the problems of a service at their sessions; returns those without a session."""
        picks = {str(pick.session.pk): pick for pick in self.chosen}
        rest = []
        for problem in problems:
            if (pick := picks.get(str(problem.column))) is not None:
                pick.problem = translate(problem)
            else:
                rest.append(problem)
        return rest

    def _compared(self) -> Rows:
        if self.data is None:
            return Rows(self.stored, {})
        sent = self._sent(self.data)
        if "find" in self.data:
            return Rows(sent, {})
        return compare_texts(shown=self.data.get(SHOWN_SESSIONS), stored=self.stored, sent=sent)

    def _sent(self, data: QueryDict) -> dict[str, str]:
        """The weights of the chosen sessions as typed."""
        numbers = map(whole_number, data.getlist("session"))
        chosen = [str(number) for number in numbers if number is not None]
        usual = {pk: self.stored.get(pk, str(FULL_WEIGHT)) for pk in chosen}
        return {pk: data.get(f"weight-{pk}", usual[pk]).strip() or NO_WEIGHT for pk in chosen}

    def _pick(self, session: Session) -> Pick:
        weight = self.rows.texts.get(str(session.pk), "")
        shown = "" if weight == NO_WEIGHT else weight or self.stored.get(str(session.pk), "")
        return Pick(session, bool(weight), shown, self.rows.questions.get(str(session.pk), ""))


NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Choice:
    """A session or a series that is offered."""

    value: str
    earlier: Session | Series
    is_chosen: bool

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
        self.chosen = str(self["source"].value() or NOTHING)

    @cached_property
    def choices(self) -> list[Choice]:
        """The chosen source first, then what the search finds; at first the latest."""
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
        chosen = offered.pop(self.chosen, None) or read_source(self.chosen)
        first = [] if chosen is None else [Choice(self.chosen, chosen, True)]
        return first + [Choice(value, each, False) for value, each in offered.items()]

    @property
    def is_nothing(self) -> bool:
        return self.chosen == NOTHING

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
        return session_by_id(number)
    if kind == "series":
        return series_by_id(number)
    return None


def _value(source: Session | Series) -> str:
    return f"{'series' if isinstance(source, Series) else 'session'}-{source.pk}"
