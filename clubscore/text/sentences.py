"""The door's side of :mod:`clubscore.text.problems`: sentences in the reader's language."""

from django.http import Http404
from django.utils.translation import get_language, gettext

from clubscore.text.problems import Localized, Problem, Refused, Sentence, with_decimals


class NothingHereError(Http404):
    """What an address names does not exist; the 404 page shows the text, translated."""


class NotPublishedError(NothingHereError):
    """What is asked for is not published, or not there: everybody is told both in one sentence."""


def translate(sentence: Sentence | Problem) -> str:
    """The sentence, in the active language, with its values filled in.

    A value that is itself a sentence is translated too, and numbers are written as is usual.
    """
    if isinstance(sentence, Problem):
        sentence = sentence.message
    values = {name: _in_language(value) for name, value in sentence.values}
    return gettext(sentence.template) % values


def _in_language(value: object) -> object:
    if isinstance(value, Sentence | Problem):
        return translate(value)
    return value.in_language(language()) if isinstance(value, Localized) else value


def language() -> str:
    """The active language without its country: ``en``, ``nl``."""
    return (get_language() or "en").partition("-")[0]


def decimals(text: str) -> str:
    """Numbers with a decimal point as the active language writes them: ``62,50``."""
    # Most points are whole: they need not know the language.
    return with_decimals(text, language()) if "." in text else text


def translate_refusal(refusal: Refused) -> list[str]:
    """Every problem of a refusal, translated, in order."""
    return [translate(problem) for problem in refusal.problems]


def refusal_text(refusal: Refused) -> str:
    """All of a refusal as one text, translated."""
    return " ".join(translate_refusal(refusal))
