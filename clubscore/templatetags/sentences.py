"""``{{ problem|translated }}``: a sentence or problem in the reader's language."""

from django import template

from clubscore.text import sentences
from clubscore.text.problems import Problem, Sentence

register = template.Library()


@register.filter
def translated(value: Sentence | Problem) -> str:
    return sentences.translate(value)
