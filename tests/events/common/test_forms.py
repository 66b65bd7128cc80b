from decimal import Decimal

import pytest
from django import forms
from django.core.exceptions import ValidationError

from events.common.forms import DecimalField, focus


class Form(forms.Form):
    hidden = forms.CharField(widget=forms.HiddenInput)
    first = DecimalField()
    second = DecimalField()


def focused(form: forms.Form) -> list[str]:
    focus(form)
    return [name for name, field in form.fields.items() if "autofocus" in field.widget.attrs]


@pytest.mark.parametrize("typed", ["-12.5", "-12,5", "−12,5", " -12.50 "])
def test_a_comma_is_as_good_as_a_point(typed: str) -> None:
    assert DecimalField().clean(typed) == Decimal("-12.5")


@pytest.mark.parametrize("typed", ["1,2,3", "1.000,5", "x", "NaN", "9" * 400])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        DecimalField(max_digits=6).clean(typed)


def test_a_form_begins_in_its_first_field() -> None:
    assert focused(Form()) == ["first"]


def test_a_refused_form_begins_where_it_is_wrong() -> None:
    assert focused(Form({"hidden": "x", "first": "1", "second": "y"})) == ["second"]
