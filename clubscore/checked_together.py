"""Models with many checks: the database is asked once whether all hold, not once for each."""

from collections.abc import Collection
from functools import cache, reduce
from operator import and_

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

Rule = tuple[models.BaseConstraint, frozenset[str]]
"""A constraint, and the columns that it need not be told."""


class CheckedTogetherModel(models.Model):
    """What is validated, and what is said of it, is as with any model.

    Django asks about every check by a query of its own that names every column, which takes more
    time than storing the row. Here one query asks about the columns that matter; only when the
    answer is no does Django ask which check it is.
    """

    class Meta:
        abstract = True

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        model = type(self)
        try:
            for rule, untold in _rules(model, frozenset(exclude or ())):
                rule.validate(model, self, exclude=set(untold))
        except ValidationError:
            super().validate_constraints(exclude=exclude)


@cache
def _rules(model: type[models.Model], exclude: frozenset[str]) -> tuple[Rule, ...]:
    """The constraints of a model, its checks joined; as in Django, a check does not count when it
    is about a column that is not looked at.
    """
    others: list[Rule] = []
    conditions = []
    for rule in model._meta.constraints:
        if not isinstance(rule, models.CheckConstraint):
            others.append((rule, exclude))
        elif not _columns(Q(rule.condition)) & exclude:
            conditions.append(Q(rule.condition))
    if not conditions:
        return tuple(others)
    every = reduce(and_, conditions)
    untold = {field.name for field in model._meta.fields} - _columns(every)
    return (
        (models.CheckConstraint(condition=every, name="every_check"), frozenset(untold)),
        *others,
    )


def _columns(condition: Q) -> set[str]:
    return set(condition.referenced_base_fields)
