import gettext as gnu

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import trans_real

from clubscore.text.problems import Problem, Refused, sentence
from clubscore.text.sentences import translate, translate_refusal


@pytest.fixture
def upside_down(monkeypatch: pytest.MonkeyPatch):
    """A language in which everything is said backwards, place holders apart."""

    class Backwards(gnu.NullTranslations):
        def gettext(self, message: str) -> str:
            return {"Table %(table)s": "%(table)s elbaT", "seven": "neves"}.get(message, message)

    monkeypatch.setattr(trans_real, "translation", lambda language: Backwards())
    # Deactivated at the end: what was active would be activated again, backwards.
    with translation.override("xx", deactivate=True):
        yield


def test_translate_fills_in_values():
    assert translate(sentence("Table %(table)s", table=3)) == "Table 3"


@pytest.mark.usefixtures("upside_down")
def test_translate_speaks_the_active_language():
    assert translate(sentence("Table %(table)s", table=3)) == "3 elbaT"


@pytest.mark.usefixtures("upside_down")
def test_translate_translates_a_value_that_is_a_sentence():
    inner = Problem(sentence("seven"))

    assert translate(sentence("Table %(table)s", table=inner)) == "neves elbaT"


def test_translate_refusal_keeps_the_order():
    refusal = Refused(sentence("One."), Problem(sentence("Two."), line=2))

    assert translate_refusal(refusal) == ["One.", "Two."]


def test_filter_translates_and_escapes():
    template = Template("{% load sentences %}{{ problem|translated }}")
    problem = Problem(sentence("“%(text)s” is not a result.", text="<b>"))

    assert template.render(Context({"problem": problem})) == "“&lt;b&gt;” is not a result."
