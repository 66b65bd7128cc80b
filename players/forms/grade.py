"""A grade of go, as people write it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Refused
from clubscore.sentences import translate
from players.domain.grades import read_event_grade, read_typed_grade

MAX_LENGTH = 12
"""Longer than any grade: what a field cuts off nobody sees."""


class GradeField(forms.CharField):
    """``3 dan`` is 3d; empty where there is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Grade"), required=False, max_length=MAX_LENGTH, **kwargs)

    def read(self, text: str) -> str:
        """The grade that a text means."""
        return read_typed_grade(text)

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return self.read(text) if text else ""
        except Refused as refusal:
            raise ValidationError([translate(each) for each in refusal.problems]) from refusal


class EventGradeField(GradeField):
    """A grade in a tournament of go, which may be 8d or 9d."""

    def read(self, text: str) -> str:
        return read_event_grade(text)
