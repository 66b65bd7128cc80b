"""Tournaments: making one, changing its facts."""

import datetime
from dataclasses import fields
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from events.domain.results import PointSystem
from events.models import LogEntry, Round, Tournament
from events.services.log import Actor, record
from events.services.validation import check

POINT_FIELDS = {field.name: f"{field.name}_points" for field in fields(PointSystem)}
"""The columns of the point system, by the name of the field of its value."""

RESERVED = {"import", "new"}
"""Addresses that belong to other pages."""


@transaction.atomic
def create_tournament(
    *,
    name: str,
    by: Actor,
    rounds: int = 5,
    start: datetime.date | None = None,
    finish: datetime.date | None = None,
    **facts: Any,
) -> Tournament:
    """Make a tournament without players; ``facts`` are further fields of the model.

    Raises :class:`Refused` for facts that the model refuses.
    """
    tournament = Tournament(
        slug=free_slug(name),
        name=name,
        rounds_planned=rounds,
        start=start,
        finish=finish,
        created_by=by.user,
        **facts,
    )
    check(tournament)
    tournament.save(force_insert=True)
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number) for number in range(1, rounds + 1)
    )
    record(tournament_id=tournament.pk, action=LogEntry.Action.CREATED, by=by, after={"name": name})
    return tournament


def free_slug(name: str) -> str:
    """An address for a tournament of this name that no other has: ``spring-cup``,
    ``spring-cup-2``."""
    stem = slugify(name)[:70].strip("-") or "tournament"
    others = Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    taken = RESERVED.union(others)
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
