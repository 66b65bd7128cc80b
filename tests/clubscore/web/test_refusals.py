import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from clubscore.text.problems import Problem, Refused, sentence
from clubscore.web.refusals import refusals_at_fields, refusals_in, refusals_invalid, refusals_told

REFUSAL = Refused(
    Problem(sentence("No %(what)s.", what="name"), column="name"), Problem(sentence("Late."))
)


class NameForm(forms.Form):
    name = forms.CharField()


@pytest.fixture
def form() -> NameForm:
    form = NameForm({"name": "Ann"})
    assert form.is_valid()
    return form


def test_what_is_refused_is_told_and_ends_the_block() -> None:
    request = HttpRequest()
    request.session = {}  # type: ignore[assignment]
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    done = []
    with refusals_told(request):
        done.append(1)
    with refusals_told(request):
        raise REFUSAL
    assert [str(message) for message in get_messages(request)] == ["No name. Late."]
    assert done == [1]


def test_what_is_refused_stands_in_the_form_or_at_one_field(form: NameForm) -> None:
    with refusals_in(form):
        raise REFUSAL
    with refusals_in(form, "name"):
        raise REFUSAL
    assert form.errors == {"__all__": ["No name.", "Late."], "name": ["No name.", "Late."]}


def test_each_problem_stands_at_its_field_where_it_has_one(form: NameForm) -> None:
    with refusals_at_fields(form):
        raise REFUSAL
    assert form.errors == {"name": ["No name."], "__all__": ["Late."]}


def test_what_is_refused_is_invalid() -> None:
    with pytest.raises(ValidationError) as caught, refusals_invalid():
        raise REFUSAL
    assert caught.value.messages == ["No name.", "Late."]


def test_what_we_did_wrong_goes_on(form: NameForm) -> None:
    with pytest.raises(KeyError), refusals_in(form):
        raise KeyError
