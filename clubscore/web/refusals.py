"""What is refused in a view, told where the user will read it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate, translate_refusal


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """What is refused inside is told at the top of the next page, and ends the block."""
    try:
        yield
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))


@contextmanager
def refusals_in(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """What is refused inside stands at a field of the form or above all, and ends the block."""
    try:
        yield
    except Refused as refusal:
        form.add_error(field, translate_refusal(refusal))


@contextmanager
def refusals_at_fields(form: BaseForm) -> Iterator[None]:
    """Each problem of what is refused inside stands at the field that it is about, or above all."""
    try:
        yield
    except Refused as refusal:
        for problem in refusal.problems:
            field = str(problem.column)
            form.add_error(field if field in form.fields else None, translate(problem))


@contextmanager
def refusals_invalid() -> Iterator[None]:
    """What is refused inside is what Django’s forms and models call invalid."""
    try:
        yield
    except Refused as refusal:
        raise ValidationError(translate_refusal(refusal)) from refusal
