"""The door's side of :mod:`clubscore.problems`: sentences in the reader's language."""

from django.http import Http404
from django.utils.translation import gettext

from clubscore.problems import Problem, Refused, Sentence


class NothingHereError(Http404):
    """What an address names does not exist; the text, translated, is said on the 404 page."""


def translate(sentence: Sentence | Problem) -> str:
    """The sentence, in the active language, with its values filled in.

    A value that is itself a sentence is translated too.
    """
    if isinstance(sentence, Problem):
        sentence = sentence.message
    values = {
        name: translate(value) if isinstance(value, Sentence | Problem) else value
        for name, value in sentence.values
    }
    return gettext(sentence.template) % values


def translate_refusal(refusal: Refused) -> list[str]:
    """Every problem of a refusal, translated, in order."""
    return [translate(problem) for problem in refusal.problems]
