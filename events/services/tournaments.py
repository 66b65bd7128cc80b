"""Tournaments: making one, changing its facts."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from events.models import LogEntry, Round, Tournament
from events.services.log import Actor, record


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

    Raises ``ValidationError`` for facts that the model refuses.
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
    tournament.full_clean()
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
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
