"""Checks that are asked about together refuse what Django refuses, in the same words."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from events.models import Section, Session
from tests.events import factories

pytestmark = pytest.mark.django_db


def made(**values: Any) -> Session:
    return Session(**({"title": "Evening", "date": datetime.date(2026, 3, 5)} | values))


def said(validate: Callable[..., None], exclude: set[str] | None) -> dict[str, list[str]]:
    try:
        validate(exclude=exclude)
    except ValidationError as error:
        return error.message_dict
    return {}


def assert_said_as_django_says(instance: models.Model, exclude: set[str] | None) -> dict:
    answer = said(instance.validate_constraints, exclude)
    assert answer == said(
        lambda **given: models.Model.validate_constraints(instance, **given), exclude
    )
    return answer


BROKEN: list[dict[str, Any]] = [
    {"title": ""},
    {"method": "bam"},
    {"scale": 3},
    {"winners": 0},
    {"butler_drop": 3},
    {"expected": 0},
    {"expected": 10_000},
    {"minimum_part": 101},
    {"state": "lost"},
    {"scale": 0, "expected": 0},
    {"scale": None, "winners": 3},
]


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_what_breaks_a_check_is_refused_as_django_refuses_it(change: dict[str, Any]) -> None:
    broken = sum(value is not None for value in change.values())
    answer = assert_said_as_django_says(made(**change), None)
    assert [len(messages) for messages in answer.values()] == [broken]


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_a_check_of_a_column_that_is_not_looked_at_does_not_count(change: dict[str, Any]) -> None:
    assert assert_said_as_django_says(made(**change), set(change)) == {}


@pytest.mark.parametrize("values", [{}, {"expected": 9}, {"scale": None}, {"title": None}], ids=str)
def test_what_breaks_no_check_is_let_through(values: dict[str, Any]) -> None:
    """A check that is neither kept nor broken, of a column without a value, refuses nothing."""
    assert assert_said_as_django_says(made(**values), None) == {}


def test_checks_and_what_must_be_unique_are_refused_together() -> None:
    stored = factories.session().sections.get()
    twice = Section(session=stored.session, letter="A", first_board=0)
    answer = assert_said_as_django_says(twice, None)
    assert [len(messages) for messages in answer.values()] == [2]


def test_many_checks_take_one_query() -> None:
    with CaptureQueriesContext(connection) as captured:
        made().validate_constraints()
    asked = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
    assert len(asked) == 1
