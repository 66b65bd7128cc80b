"""The prizes of a tournament: a row for each category, one for each limit; or all of it as lines.

What is typed in a row is a :class:`Row`, the texts of its fields; a row without any is none.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clubscore.text.problems import Problem, Refused, Sentence
from clubscore.text.sentences import decimals, translate
from clubscore.web.editing import SHOWN, EditForm, compare, overwrites
from events.tournaments.prizes.domain.fund import (
    MAX_CATEGORIES,
    MAX_TEXT,
    UNITS,
    Fund,
    Method,
    Who,
    read_fund,
)
from events.tournaments.prizes.domain.lines import read_lines, stored_fund

METHODS: Final = (
    (Method.PLACE.value, _("by place")),
    (Method.EQUAL.value, _("equally among those of one score")),
    (Method.HORT.value, _("by Hort: half by place, half equally")),
    (Method.US32B.value, _("by US Chess 32B")),
)
SEXES: Final = (("", _("everybody")), ("w", _("women")), ("m", _("men")))
RATED: Final = (("", _("rated or not")), ("no", _("unrated")), ("yes", _("rated")))
MAX_LINES_TEXT = 20_000
EXAMPLE = _("Open: 300 200 100\nUnder 1800: 80 40; rating below 1800\nlimit 100: unrated")
BLANK_ROWS = 3
"""How many rows are offered behind those that are filled."""


class Row(dict[str, str]):
    """The texts of a row by the names of their fields, those alone that are not empty."""

    def __str__(self) -> str:
        # What it is and what there is to win, before who may win it.
        first = ("name", "most", "prizes")
        names = [*filter(self.__contains__, first), *(name for name in self if name not in first)]
        return " ".join(self[name] for name in names)


class RowsWidget(forms.Widget):
    """Reads the rows of a page, ``rows-0-name``."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self.names = tuple(names)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[Row]:
        # Only what was sent: a page has few of the rows that there may be.
        sent = (re.fullmatch(rf"{name}-([0-9]{{1,4}})-\w+", key) for key in data)
        places = sorted({int(match[1]) for match in sent if match})
        rows = [
            {each: data.get(f"{name}-{place}-{each}", "") for each in self.names}
            for place in places[: 2 * MAX_CATEGORIES]
        ]
        return [row for row in map(self._row, rows) if row]

    def _row(self, texts: Mapping[str, str]) -> Row:
        stripped = ((name, texts.get(name, "").strip()) for name in self.names)
        return Row((name, text) for name, text in stripped if text)


class WhoForm(forms.Form):
    """Whom something is for: everything given has to hold."""

    main: ClassVar[tuple[str, ...]] = ("rating_below", "sex")
    """What stands in the row itself; the other fields are folded below it."""

    rating_below = forms.IntegerField(
        label=_("Rating below"), required=False, min_value=0, max_value=9999
    )
    sex = forms.ChoiceField(label=_("Sex"), required=False, choices=SEXES)
    rating_from = forms.IntegerField(
        label=_("Rating from"), required=False, min_value=0, max_value=9999
    )
    rated = forms.ChoiceField(label=_("Rated"), required=False, choices=RATED)
    born_from = forms.IntegerField(
        label=_("Born from"), required=False, min_value=1000, max_value=9999
    )
    born_until = forms.IntegerField(
        label=_("Born until"), required=False, min_value=1000, max_value=9999
    )
    federation = forms.CharField(label=_("Federation"), required=False, max_length=MAX_TEXT)
    club = forms.CharField(label=_("Club"), required=False, max_length=MAX_TEXT)
    title = forms.CharField(
        label=_("Titles"), required=False, max_length=MAX_TEXT, help_text=_("Such as GM IM.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # A row may stay empty.
        kwargs["use_required_attribute"] = False
        super().__init__(*args, **kwargs)
        sex = self["sex"].value() or ""
        if sex and sex not in dict(SEXES):
            # As a line said it.
            cast(forms.ChoiceField, self.fields["sex"]).choices = [*SEXES, (sex, sex)]

    @property
    def main_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.main]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that are folded."""
        return [field for field in self if field.name not in self.main]

    @property
    def has_more(self) -> bool:
        """Whether something stands in the fields that are folded."""
        return any(field.value() for field in self.more_fields)

    @property
    def who(self) -> dict[str, Any]:
        """Whom it is for, as it is stored."""
        known: dict[str, Any] = {
            name: str(self.cleaned_data[name])
            for name in Who.__dataclass_fields__
            if self.cleaned_data.get(name) not in (None, "")
        }
        if rated := self.cleaned_data["rated"]:
            known["unrated"] = rated == "no"
        if "title" in known:
            known["title"] = known["title"].replace(",", " ").split()
        return known


class CategoryForm(WhoForm):
    """A category: its name, its prizes, and who may win them."""

    main = ("name", "prizes", "rating_below", "sex")

    name = forms.CharField(label=_("Category"), max_length=MAX_TEXT)
    prizes = forms.CharField(label=_("Amounts"), max_length=MAX_TEXT * 10)
    group = forms.CharField(
        label=_("Group"),
        required=False,
        max_length=MAX_TEXT,
        help_text=_("One prize a player of each group."),
    )

    @property
    def stored(self) -> dict[str, Any]:
        """The category as it is stored."""
        group = self.cleaned_data["group"]
        return {
            "name": self.cleaned_data["name"],
            "prizes": self.cleaned_data["prizes"].split(),
            "who": self.who,
        } | ({"group": group} if group else {})


class LimitForm(WhoForm):
    """The most that somebody gets."""

    main = ("most", "rating_below", "sex")

    most = forms.CharField(label=_("At most"), max_length=MAX_TEXT)

    @property
    def stored(self) -> dict[str, Any]:
        """The limit as it is stored."""
        return {"who": self.who, "most": self.cleaned_data["most"]}


RowForm = CategoryForm | LimitForm


class RowsField(forms.Field):
    """The rows as they were typed; :class:`PrizesForm` reads them by a form each."""

    def __init__(self, form: type[RowForm]) -> None:
        self.form = form
        super().__init__(required=False, widget=RowsWidget(form.base_fields))


class PrizesForm(EditForm, forms.Form):
    """How prizes are divided, and the rows; ``stored`` is the JSON there is.

    ``typed`` is what a page sent that only wants more rows: it is shown again as it was, with
    ``blank`` empty rows.
    """

    not_stored = frozenset({"lines"})

    method = forms.ChoiceField(label=_("Divided"), choices=METHODS)
    unit = forms.ChoiceField(
        label=_("Smallest unit"), choices=[(unit, unit) for unit in UNITS], initial="0.01"
    )
    rows = RowsField(CategoryForm)
    limits = RowsField(LimitForm)
    lines = forms.CharField(
        label=_("Lines"),
        required=False,
        max_length=MAX_LINES_TEXT,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "placeholder": EXAMPLE}),
        help_text=_(
            "They take the place of all rows. A line for each category, the best paid first;"
            " behind a semicolon who may win it:"
            " rating below 1800, rating from 1600, unrated, born from 2008, born until 1960, women,"
            " federation NED, club Mill Lane, title GM IM; group youth is a prize beside another."
            " limit is the most that somebody gets."
        ),
    )

    def __init__(
        self,
        *args: Any,
        stored: object,
        typed: Mapping[str, Any] | None = None,
        blank: int = BLANK_ROWS,
        **kwargs: Any,
    ) -> None:
        self.blank = blank
        kwargs["initial"] = _shown(stored_fund(stored))
        super().__init__(*args, **kwargs)
        if typed is not None:
            self.shown_before = typed.get("shown", "")
            self.initial = {
                name: field.widget.value_from_datadict(typed, {}, name)
                for name, field in self.fields.items()
            }
        units = [(unit, decimals(unit)) for unit in UNITS]
        cast(forms.ChoiceField, self.fields["unit"]).choices = units

    @property
    def more(self) -> int:
        """How many empty rows there are after the button that adds some."""
        return self.blank + BLANK_ROWS

    @cached_property
    def categories(self) -> list[RowForm]:
        """The forms of the rows."""
        return self._forms("rows")

    @cached_property
    def limited(self) -> list[RowForm]:
        """The forms of the limits."""
        return self._forms("limits")

    @property
    def has_limits(self) -> bool:
        return bool(self["limits"].value() or self["limits"].errors)

    @property
    def offered_categories(self) -> list[RowForm]:
        """The forms of the rows, and empty ones."""
        return [*self.categories, *self._blank("rows", self.blank)]

    @property
    def offered_limits(self) -> list[RowForm]:
        """The forms of the limits, and an empty one."""
        return [*self.limited, *self._blank("limits", 1)]

    def _forms(self, name: str) -> list[RowForm]:
        form = cast(RowsField, self.fields[name]).form
        found = []
        for place, row in enumerate(self[name].value() or ()):
            prefix = f"{name}-{place}"
            texts = {f"{prefix}-{field}": text for field, text in row.items()}
            values: Any = {"data": texts} if self.is_bound else {"initial": row}
            found.append(form(prefix=prefix, **values))
        return found

    def _blank(self, name: str, count: int) -> list[RowForm]:
        form = cast(RowsField, self.fields[name]).form
        first = len(self[name].value() or ())
        return [form(prefix=f"{name}-{place}") for place in range(first, first + count)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        cleaned["prizes"] = {}
        if cleaned["lines"].strip():
            self._read_lines(cleaned)
        elif cleaned["rows"] or cleaned["limits"]:
            self._read_rows(cleaned)
        return cleaned

    def _take_over(self) -> dict[str, str]:
        """As every form, but row by row: a row that somebody else has changed or added stays, and
        of one that both have changed it is said what is stored."""
        questions = {}
        before, now, sent = (
            self._read(QueryDict(self.data[SHOWN])),
            self._read(QueryDict(self.shown_text)),
            self._read(self.data),
        )
        for name in ("rows", "limits"):
            rows, told = merged_rows(shown=before[name], stored=now[name], sent=sent[name])
            if rows != sent[name]:
                self._hold(name, rows)
            if told:
                questions[name] = " ".join(told)
        return super()._take_over() | questions

    def _same(self, name: str, one: Any, other: Any) -> bool:
        # Rows are compared one by one.
        return isinstance(self.fields[name], RowsField) or super()._same(name, one, other)

    def _hold(self, name: str, rows: Iterable[Row]) -> None:
        self.data = self.data.copy()  # type: ignore[attr-defined]
        for key in self._keys(name):
            self.data.pop(key, None)  # type: ignore[attr-defined]
        for place, row in enumerate(rows):
            for field, text in row.items():
                self.data[f"{name}-{place}-{field}"] = text  # type: ignore[index]

    def _changed_rows(self) -> str | None:
        """What the rows became that somebody else has changed since the page was made; ``None``
        where nobody has."""
        if SHOWN not in self.data:
            return None
        shown, stored = (
            self._read(QueryDict(text)) for text in (self.data[SHOWN], self.shown_text)
        )
        if all(shown[name] == stored[name] for name in ("rows", "limits")):
            return None
        return in_words([*stored["rows"], *stored["limits"]])

    def _stored_pairs(self, name: str) -> list[tuple[str, str]]:
        if not isinstance(self.fields[name], RowsField):
            return super()._stored_pairs(name)
        return [
            (f"{name}-{place}-{field}", text)
            for place, row in enumerate(self.stored_value(name) or ())
            for field, text in row.items()
        ]

    def _keys(self, name: str) -> list[str]:
        if not isinstance(self.fields[name], RowsField):
            return super()._keys(name)
        return [
            key for key in {*self.data, *QueryDict(self.shown_text)} if key.startswith(f"{name}-")
        ]

    def _read_lines(self, cleaned: dict[str, Any]) -> None:
        changed = self._changed_rows()
        if changed is not None:
            self.add_error("lines", overwrites(changed))
            return
        try:
            cleaned["prizes"] = read_lines(
                cleaned["lines"], method=cleaned["method"], unit=cleaned["unit"]
            )
        except Refused as refusal:
            for problem in refusal.problems:
                told = translate(problem)
                place = _("line %(line)s: %(what)s") % {"line": problem.line, "what": told}
                self.add_error("lines", place if problem.line else told)

    def _read_rows(self, cleaned: dict[str, Any]) -> None:
        kind = {"method": cleaned["method"], "unit": cleaned["unit"]}
        names: set[str] = set()
        for row in (*self.categories, *self.limited):
            if not row.is_valid():
                continue
            is_limit = isinstance(row, LimitForm)
            alone = {("limits" if is_limit else "categories"): [row.stored]}
            field = "most" if is_limit else "prizes"
            try:
                read_fund({"categories": []} | kind | alone)
            except Refused as refusal:
                where = row.cleaned_data.get("name") or translate(_AT_MOST)
                row.add_error(field, [_told(problem, where) for problem in refusal.problems])
            name = str(row.cleaned_data.get("name", "")).casefold()
            if name in names and not is_limit:
                row.add_error("name", _("This category is there already."))
            names.add(name)
        if any(row.errors for row in (*self.categories, *self.limited)):
            self.add_error(None, _("Not stored: look at the rows that are marked."))
            return
        prizes = kind | {
            "categories": [row.stored for row in self.categories],
            "limits": [row.stored for row in self.limited],
        }
        try:
            read_fund(prizes)
        except Refused as refusal:
            self.add_error(None, [translate(problem) for problem in refusal.problems])
        cleaned["prizes"] = prizes


def merged_rows(
    *, shown: list[Row], stored: list[Row], sent: list[Row]
) -> tuple[list[Row], list[str]]:
    """The rows to go on with, and the question about each that somebody else has changed too.

    A category is known by its name, a limit by whom it is for; where two are alike all rows are
    one thing. Rows that others added come last, unless the order was left as it was.
    """
    before, now, mine = ({_key(row): row for row in rows} for rows in (shown, stored, sent))
    if (len(before), len(now), len(mine)) != (len(shown), len(stored), len(sent)):
        if sent == shown:
            return stored, []
        return sent, ([] if stored in (shown, sent) else [overwrites(in_words(stored))])
    first, then = (now, mine) if list(mine) == list(before) else (mine, now)
    keys = [*first, *(key for key in then if key not in first)]
    nothing = Row()
    comparison = compare(
        shown={key: before.get(key, nothing) for key in keys},
        stored={key: now.get(key, nothing) for key in keys},
        sent={key: mine.get(key, nothing) for key in keys},
    )
    told = [
        f"{(row or mine[key]).get('name') or translate(_AT_MOST)}: {overwrites(str(row))}"
        for key, row in comparison.conflicts.items()
    ]
    return [row for key in keys if (row := comparison.values[key])], told


def _key(row: Row) -> str:
    if "name" in row:
        return row["name"].casefold()
    return "; ".join(f"{name} {text}" for name, text in row.items() if name != "most")


def in_words(rows: Iterable[Row]) -> str:
    return "; ".join(map(str, rows))


_AT_MOST = Sentence("At most")


def _told(problem: Problem, where: str) -> str:
    """What is wrong in a row, with its name for its place in the JSON."""
    message = problem.message
    values = tuple((key, where if key == "where" else value) for key, value in message.values)
    return translate(Sentence(message.template, values))


def _shown(fund: Fund | None) -> dict[str, Any]:
    """What the form shows of a fund."""
    if fund is None:
        return {"method": Method.EQUAL.value, "unit": "0.01", "rows": [], "limits": []}
    return {
        "method": fund.method.value,
        "unit": "1" if fund.scale == 1 else "0.01",
        "rows": [
            _row(
                CategoryForm,
                category.who,
                name=category.name,
                prizes=" ".join(map(fund.shortest, category.prizes)),
                group=category.group,
            )
            for category in fund.categories
        ],
        "limits": [
            _row(LimitForm, limit.who, most=fund.shortest(limit.most)) for limit in fund.limits
        ],
    }


def _row(form: type[RowForm], who: Who, **texts: str) -> Row:
    for name in Who.__dataclass_fields__:
        value = getattr(who, name)
        if name == "unrated":
            texts["rated"] = {True: "no", False: "yes", None: ""}[value]
        else:
            texts[name] = " ".join(value) if name == "title" else _text(value)
    return Row((name, texts[name]) for name in form.base_fields if texts[name])


def _text(value: object) -> str:
    return "" if value is None else str(value)
