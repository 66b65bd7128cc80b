"""The forms' and the admin's validators of the facts of players: each the reader of its domain.

Rules of the database about players.
"""

from collections.abc import Callable
from typing import Any

from django.db import models
from django.utils import timezone

from clubscore.web.refusals import refusals_invalid
from players.domain import grades, names as places, personal


def validate_grade(text: str) -> None:
    """A grade of go."""
    _validate(grades.read_grade, text)


def validate_club(text: str) -> None:
    """A name of a club."""
    _validate(places.read_club, text)


def validate_country(text: str) -> None:
    """A country."""
    _validate(places.read_country, text)


def validate_note(text: str) -> None:
    """A note of one line."""
    _validate(places.read_note, text)


def validate_born(text: str) -> None:
    """A date of birth, or the year."""
    _validate(read_born, text)


def validate_telephone(text: str) -> None:
    """A telephone number."""
    _validate(personal.read_telephone, text)


def validate_fide_number(text: str) -> None:
    """A FIDE number."""
    _validate(personal.read_fide_number, text)


def validate_national_number(text: str) -> None:
    """A number of the national federation."""
    _validate(personal.read_national_number, text)


def validate_club_number(text: str) -> None:
    """A member's number in the club."""
    _validate(personal.read_club_number, text)


def validate_egd_pin(text: str) -> None:
    """A pin of the European Go Database."""
    _validate(personal.read_egd_pin, text)


def validate_title(text: str) -> None:
    """A title."""
    _validate(personal.read_title, text)


def validate_federation(text: str) -> None:
    """A federation's code."""
    _validate(personal.read_federation, text)


def read_born(text: str) -> str:
    """A date or year of birth that is not in the future."""
    return personal.read_born(text, today=timezone.localdate())


def _validate(read: Callable[[str], Any], text: str) -> None:
    with refusals_invalid():
        read(text)


def once_where_given(field: str, message: Any) -> models.UniqueConstraint:
    """The constraint that no two players have the same value, where they have one; whoever is
    deleted has none."""
    return models.UniqueConstraint(
        fields=(field,),
        condition=~models.Q(**{field: ""}) & models.Q(deleted_at=None),
        name=f"player_{field}_once",
        violation_error_message=message,
    )
