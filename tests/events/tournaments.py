"""Tournaments for the tests."""

import datetime
from typing import Any

from events.models import Entry, Tournament
from events.services.log import Actor
from events.services.tournaments import create_tournament

NAMES = (
    ("Finch", "Clara"), ("Tarrant", "Hugo"), ("Lamb", "Edith"), ("Moss", "Quentin"),
    ("Dale", "Kirsten"), ("Ekman", "Ulf"), ("Pym", "Walter"), ("Kovar", "Xenia"),
)  # fmt: skip


def tournament(entries: int = 0, **values: Any) -> Tournament:
    """A tournament of three rounds, with so many registered entries numbered from 1."""
    defaults = {
        "name": "Spring cup",
        "rounds": 3,
        "start": datetime.date(2026, 3, 6),
        "by": Actor(),
    }
    made = create_tournament(**(defaults | values))
    Entry.objects.bulk_create(
        Entry(
            tournament=made,
            number=number,
            family=NAMES[(number - 1) % len(NAMES)][0],
            given=NAMES[(number - 1) % len(NAMES)][1],
            rating=2000 - 10 * number,
            registered=True,
        )
        for number in range(1, entries + 1)
    )
    return made


def entry(tournament: Tournament, number: int) -> Entry:
    return Entry.objects.get(tournament=tournament, number=number)
