"""The mixin with fields of every kind; the forms that have it are in ``tests/site``."""

import datetime
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.utils import timezone

from clubscore.web.editing import Comparison, EditForm, Rows, compare, compare_texts, shown_texts

HERE = timezone.get_current_timezone()

CHANGED = "Somebody else has changed this to “{}” meanwhile. Save again to overwrite with yours."

SHOWN = (
    "text=one&box=on&choice=1&several=1&several=2&day=2026-03-05&at_0=2026-03-05&at_1=19%3A30%3A00"
)


class EveryForm(EditForm, forms.Form):
    text = forms.CharField(required=False)
    box = forms.BooleanField(required=False)
    choice = forms.ChoiceField(choices=[("1", "first"), ("2", "second"), ("3", "third")])
    several = forms.MultipleChoiceField(choices=[("1", "a"), ("2", "b"), ("3", "c")])
    day = forms.DateField(widget=forms.DateInput(format="%Y-%m-%d"))
    at = forms.SplitDateTimeField(widget=forms.SplitDateTimeWidget(date_format="%Y-%m-%d"))
    reason = forms.CharField(required=False)
    fixed = forms.CharField(disabled=True, required=False)

    not_stored = frozenset({"reason"})


STORED: dict[str, Any] = {
    "text": "one",
    "box": True,
    "choice": "1",
    "several": ["1", "2"],
    "day": datetime.date(2026, 3, 5),
    "at": datetime.datetime(2026, 3, 5, 19, 30, tzinfo=HERE),
    "fixed": "as it is",
}


def form(sent: str, **stored: Any) -> EveryForm:
    data = QueryDict(sent, mutable=True)
    data["shown"] = SHOWN
    return EveryForm(data, initial=STORED | stored)


def test_a_page_shows_what_a_browser_sends():
    made = EveryForm(initial=STORED)

    assert made.shown_text == SHOWN
    assert f'name="shown" value="{SHOWN.replace("&", "&amp;")}"' in made.shown


def test_a_field_that_only_somebody_else_changed_becomes_theirs():
    made = form(
        SHOWN.replace("text=one", "text=mine"),
        box=False,
        choice="2",
        several=["3"],
        day=datetime.date(2026, 3, 6),
        at=datetime.datetime(2026, 3, 6, 20, 0, tzinfo=HERE),
    )

    assert made.is_valid()
    assert made.cleaned_data == {
        "text": "mine",
        "box": False,
        "choice": "2",
        "several": ["3"],
        "day": datetime.date(2026, 3, 6),
        "at": datetime.datetime(2026, 3, 6, 20, 0, tzinfo=HERE),
        "reason": "",
        "fixed": "as it is",
    }
    assert made.changed_data == ["text"]


@pytest.mark.parametrize(
    ("name", "sent", "stored", "said"),
    [
        ("text", "text=mine", "theirs", "theirs"),
        ("choice", "choice=2", "3", "third"),
        ("several", "several=3", ["1"], "a"),
        ("day", "day=2026-03-07", datetime.date(2026, 3, 6), "6 March 2026"),
    ],
)
def test_a_field_that_both_changed_is_asked_about(name: str, sent: str, stored: Any, said: str):
    others = "&".join(pair for pair in SHOWN.split("&") if not pair.startswith(name))
    made = form(f"{others}&{sent}", **{name: stored})

    assert made.errors == {name: [CHANGED.format(said)]}
    assert made[name].value() in (sent.partition("=")[2], [sent.partition("=")[2]])
    # The next time it is overwritten.
    again = QueryDict(f"{others}&{sent}", mutable=True)
    again["shown"] = made.shown_text
    assert EveryForm(again, initial=STORED | {name: stored}).is_valid()


def test_what_both_changed_alike_is_not_asked_about():
    assert form(SHOWN.replace("one", "two"), text="two").is_valid()


def test_what_somebody_else_emptied_is_said():
    made = form(SHOWN.replace("one", "two"), text="")

    emptied = "Somebody else has emptied this meanwhile. Save again to overwrite with yours."
    assert made.errors == {"text": [emptied]}


def test_lines_end_as_a_browser_sends_them():
    made = EveryForm(QueryDict("shown=text%3Da%250Ab&text=a%0D%0Ab"), initial={"text": "theirs"})
    made.full_clean()

    assert made.cleaned_data["text"] == "theirs"


@pytest.mark.parametrize("shown", ["", "nonsense", "text=%FF", "a=1&a=2", "=&=", "\0"])
def test_a_page_that_says_nonsense_never_stops_the_form(shown: str):
    data = QueryDict(SHOWN, mutable=True)
    data["shown"] = shown

    assert isinstance(EveryForm(data, initial=STORED).is_valid(), bool)


def test_without_what_it_showed_a_form_is_taken_as_it_is():
    made = EveryForm(QueryDict(SHOWN), initial=STORED | {"text": "theirs"})

    assert made.is_valid()
    assert made.cleaned_data["text"] == "one"


@pytest.mark.parametrize(
    ("shown", "stored", "sent", "expected"),
    [
        ("a", "a", "a", Comparison({"x": "a"}, {})),
        ("a", "a", "b", Comparison({"x": "b"}, {})),
        ("a", "b", "a", Comparison({"x": "b"}, {})),
        ("a", "b", "b", Comparison({"x": "b"}, {})),
        ("a", "b", "c", Comparison({"x": "c"}, {"x": "b"})),
    ],
)
def test_a_value_is_whose_it_was_changed_by(shown, stored, sent, expected):
    assert compare(shown={"x": shown}, stored={"x": stored}, sent={"x": sent}) == expected


@pytest.mark.parametrize("shown", [{}, {"y": "a"}])
def test_what_was_not_shown_is_taken_as_it_is(shown):
    assert compare(shown=shown, stored={"x": "b"}, sent={"x": "c"}) == Comparison({"x": "c"}, {})


def test_what_is_not_stored_any_more_is_taken_as_it_is():
    assert compare(shown={"x": "a"}, stored={}, sent={"x": "c"}) == Comparison({"x": "c"}, {})


def test_values_that_mean_the_same_are_no_change():
    found = compare(
        shown={"x": "2.5"},
        stored={"x": "3"},
        sent={"x": "2.50"},
        same=lambda _name, one, other: float(one) == float(other),
    )

    assert found == Comparison({"x": "3"}, {})


ASKED = "Somebody else has changed this to “{}” meanwhile. Save again to overwrite with yours."


def test_texts_that_were_sent_without_what_the_page_showed_are_taken():
    assert compare_texts(shown=None, stored={"a": "1"}, sent={"a": "2"}) == Rows({"a": "2"}, {})


def test_an_empty_field_is_one_that_is_left_out():
    rows = compare_texts(shown="", stored={"a": "", "b": "2"}, sent={"a": "1"})

    assert rows == Rows({"a": "1", "b": "2"}, {})


def test_a_text_that_two_changed_is_asked_about():
    rows = compare_texts(shown="a=1&b=2", stored={"a": "3", "b": "2"}, sent={"a": "4", "b": "5"})

    assert rows == Rows({"a": "4", "b": "5"}, {"a": ASKED.format(3)})


def test_a_text_that_one_emptied_and_another_changed_is_asked_about():
    rows = compare_texts(shown="a=1", stored={}, sent={"a": "4"})

    emptied = "Somebody else has emptied this meanwhile. Save again to overwrite with yours."
    assert rows == Rows({"a": "4"}, {"a": emptied})


def test_blanks_around_a_text_are_no_change():
    assert compare_texts(shown="a=1", stored={"a": "3"}, sent={"a": " 1 "}) == Rows({"a": "3"}, {})


def test_the_field_holds_what_there_is():
    field = shown_texts("shown", {"a": "x & y", "b": ""})

    assert field == '<input type="hidden" name="shown" value="a=x+%26+y" autocomplete="off">'
