"""Models with many checks: one query checks them all, not one query for each."""

from collections.abc import Collection
from functools import cache, reduce
from operator import and_

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

Rule = tuple[models.BaseConstraint, frozenset[str]]
"""A constraint, and the columns that its query leaves out."""


class CheckedTogetherModel(models.Model):
    """Validates the same, with the same messages, as any model.

    Django makes a query for every check, which names every column; that takes more time than
    storing the row. Here one query names the columns that matter; only when a check fails does
    Django find out which.
    """

    class Meta:
        abstract = True

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        model = type(self)
        try:
            for rule, left_out in _rules(model, frozenset(exclude or ())):
                rule.validate(model, self, exclude=set(left_out))
        except ValidationError:
            super().validate_constraints(exclude=exclude)


@cache
def _rules(model: type[models.Model], exclude: frozenset[str]) -> tuple[Rule, ...]:
    """The constraints of a model, its checks joined; as in Django, a check on an excluded column
    does not count.
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
    left_out = {field.name for field in model._meta.fields} - _columns(every)
    return (
        (models.CheckConstraint(condition=every, name="every_check"), frozenset(left_out)),
        *others,
    )


def _columns(condition: Q) -> set[str]:
    return set(condition.referenced_base_fields)
