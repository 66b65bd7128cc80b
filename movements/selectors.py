"""What the pages and the command read of the movements: the stored rows, and their values.

A movement is *used* when a row that must not lose it refers to it: whatever model has a foreign
key to it with ``on_delete=PROTECT``, so that this app need not know which.
"""

import re
from collections.abc import Iterable
from itertools import count

from django.db.models import (
    PROTECT,
    RESTRICT,
    BooleanField,
    Exists,
    ExpressionWrapper,
    Model,
    OuterRef,
    Q,
    QuerySet,
)

from movements.domain import movement as domain
from movements.models import Movement, MovementCell

MAX_NAME_LENGTH = 100


def movements() -> QuerySet[Movement]:
    """The movements to choose from by name, each with ``used``, in one query."""
    # True of none; an empty ``Q()`` would be true of all.
    used = Q(pk__in=[])
    for model, field in _protecting():
        used |= Q(Exists(model._base_manager.filter(**{field: OuterRef("pk")})))
    return (
        movements_to_choose()
        .annotate(used=ExpressionWrapper(used, output_field=BooleanField()))
        .defer("source")
    )


def movements_to_choose() -> QuerySet[Movement]:
    """All but those that are drawn for one session alone."""
    return Movement.objects.filter(is_drawn=False)


def free_name(name: str) -> str:
    """The name with the first number that is not taken: ``Howell (2)``."""
    stem = re.sub(r" \(\d+\)$", "", name)
    # By its beginning alone, for a long name is cut where the number follows.
    taken = set(Movement.objects.filter(name__startswith=stem[:80]).values_list("name", flat=True))
    numbered = (
        f"{stem[: MAX_NAME_LENGTH - len(end)]}{end}" for end in map(" ({})".format, count(2))
    )
    return next(candidate for candidate in numbered if candidate not in taken)


def is_used(movement: Movement) -> bool:
    """Whether a session refers to the movement, one query for each model that can."""
    return any(
        model._base_manager.filter(**{field: movement.pk}).exists()
        for model, field in _protecting()
    )


def movement_value(movement: Movement) -> domain.Movement:
    """The value of a stored movement, in one query."""
    return movement_values([movement])[movement.pk]


def movement_values(movements: Iterable[Movement]) -> dict[int, domain.Movement]:
    """The values of stored movements by their ids, in one query whatever their number."""
    by_id = {movement.pk: movement for movement in movements}
    rows: dict[int, list[list[domain.Cell]]] = {
        pk: [[] for _ in range(movement.rounds)] for pk, movement in by_id.items()
    }
    cells = MovementCell.objects.filter(movement__in=by_id).order_by("round", "table")
    for pk, round_number, ns, ns_partner, ew, ew_partner, group in cells.values_list(
        "movement", "round", "ns", "ns_partner", "ew", "ew_partner", "group"
    ):
        rows[pk][round_number - 1].append(
            domain.Cell(
                # 0 is stored for nobody.
                ns=tuple(number for number in (ns, ns_partner) if number),
                ew=tuple(number for number in (ew, ew_partner) if number),
                group=group,
            )
        )
    return {
        pk: domain.Movement(
            contestants=movement.contestants,
            groups=movement.groups,
            individual=movement.individual,
            rounds=tuple(tuple(row) for row in rows[pk]),
            comments=tuple(movement.comments),
            numbered_groups=movement.numbered_groups,
        )
        for pk, movement in by_id.items()
    }


def _protecting() -> list[tuple[type[Model], str]]:
    """The models whose rows protect a movement, each with the field that refers to it."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Movement._meta.related_objects
        if relation.on_delete in (PROTECT, RESTRICT)
    ]
