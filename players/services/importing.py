"""Adding everybody of a file of players to the register, or nobody.

Two directors may import at once: on both databases the second waits until the first is done, and
then looks at the register again.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from django.db import transaction

from clubscore.actor import Actor
from players.formats.register_fields import RegisterRow
from players.formats.register_rows import Reading, refuse_taken, unwatched
from players.models import Club, Player
from players.models.player import name_fields
from players.selectors.club_settings import club_settings
from players.selectors.clubs import clubs_by_name
from players.selectors.search import numbers_by_key
from players.services.log import record_added
from players.services.version import change_register

T = TypeVar("T")

BATCH_SIZE = 500
"""How many players are stored by one statement."""


def import_players(
    *, reading: Reading, by: Actor, watch: Callable[[int], object] = unwatched
) -> list[Player]:
    """Add the players of a file that was checked; each gets the next number, in its order.

    ``watch`` is called with the number stored so far. Raises
    :class:`~players.formats.register_mistakes.Faulty` when somebody is in the register by now.
    """
    return exhausted(import_in_steps(reading=reading, by=by), watch)


def import_in_steps(*, reading: Reading, by: Actor) -> Generator[int, None, list[Player]]:
    """Like :func:`import_players`; yields the number stored so far after each step.

    All steps are one transaction: a caller who stops before the end adds nobody.
    """
    with transaction.atomic():
        # Two files at once could otherwise each add half of what the other adds.
        change_register()
        # Again, under the lock: the file was checked some time ago.
        refuse_taken(reading, numbers_by_key)
        clubs = _clubs(reading.rows)
        by_particle = club_settings().sorts_by_particle
        players: list[Player] = []
        for start in range(0, len(reading.rows), BATCH_SIZE):
            rows = reading.rows[start : start + BATCH_SIZE]
            added = Player.objects.bulk_create(_player(row, clubs, by_particle) for row in rows)
            record_added(players=added, by=by)
            players += added
            yield len(players)
        return players


def exhausted(steps: Generator[int, None, T], watch: Callable[[int], object]) -> T:
    """What a generator returns in the end; ``watch`` is called with each value it yields."""
    try:
        while True:
            watch(next(steps))
    except StopIteration as finished:
        outcome: T = finished.value
        return outcome


def _clubs(rows: Sequence[RegisterRow]) -> dict[str, Club]:
    """The clubs of these players by name; who is missing is added, in the order of the file."""
    names = dict.fromkeys(row.club for row in rows)
    clubs = clubs_by_name(names)
    missing = [Club(name=name) for name in names if name not in clubs]
    return clubs | {club.name: club for club in Club.objects.bulk_create(missing)}


def _player(row: RegisterRow, clubs: dict[str, Club], by_particle: bool) -> Player:
    player = Player(
        **name_fields(row.name.as_name()),
        grade=row.grade,
        club=clubs[row.club],
        country=row.country,
        note=row.note,
    )
    # bulk_create does not call ``save``, which sets them.
    player.set_keys(by_particle=by_particle)
    return player
