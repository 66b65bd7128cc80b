"""What refers to a player, or to a club: every such column of every table.

Found in the models themselves, so that this app need not know them, and a column added later is
not forgotten.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    PROTECT,
    RESTRICT,
    Exists,
    ForeignKey,
    ManyToOneRel,
    Model,
    OuterRef,
    Q,
    QuerySet,
    UniqueConstraint,
)

from players.models import Player


@dataclass(frozen=True, slots=True)
class Reference:
    """A column that refers to a row; ``protects`` where that row must not be deleted,
    ``is_single`` where one row at most may refer to it."""

    model: type[Model]
    field: str
    protects: bool
    is_single: bool

    def rows(self, **values: Any) -> QuerySet[Any]:
        """The rows of the table with these values, none hidden by a manager."""
        return self.model._base_manager.filter(**values)

    @property
    def unique_with(self) -> list[tuple[str, ...]]:
        """For each unique constraint with this column: its other columns."""
        meta = self.model._meta
        rules = [rule.fields for rule in meta.constraints if isinstance(rule, UniqueConstraint)]
        rules += [tuple(names) for names in meta.unique_together]
        if self.is_single:
            rules.append((self.field,))
        return [
            tuple(name for name in rule if name != self.field)
            for rule in rules
            if self.field in rule
        ]


def references(model: type[Model] = Player) -> list[Reference]:
    """Every column that refers to ``model``, also of relations without a name of their own."""
    return [
        Reference(
            model=relation.related_model,
            field=relation.field.name,
            protects=relation.on_delete in (PROTECT, RESTRICT),
            is_single=relation.one_to_one is True,
        )
        for relation in model._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel)
    ]


def has_played() -> Q:
    """The condition that a player may not be deleted, for a query of players."""
    # True of nobody; an empty ``Q()`` would be true of everybody.
    played = Q(pk__in=[])
    for reference in references():
        if reference.protects:
            played |= Q(Exists(reference.rows(**{reference.field: OuterRef("pk")})))
    return played


def clashes(one: Model, other: Model) -> Iterator[Model]:
    """What cannot refer to ``one`` instead of ``other``, because it refers to both already.

    What both belong to, such as a session, where there is one; else the row itself.
    """
    for reference in references(type(one)):
        for shared in reference.unique_with:
            rows = reference.rows(**{reference.field: other}).filter(
                Exists(
                    reference.rows(
                        **{reference.field: one},
                        **{name: OuterRef(name) for name in shared},
                    )
                )
            )
            for row in rows:
                yield _owner(row, shared)


def _owner(row: Model, shared: tuple[str, ...]) -> Model:
    for name in shared:
        if isinstance(row._meta.get_field(name), ForeignKey):
            owner: Model = getattr(row, name)
            return owner
    return row
