"""The text of a movement in whichever format: each is known by its first lines."""

from clubscore.text.problems import Refused
from movements.domain.movement import Reading
from movements.formats import asc, ebuscore

MAX_PLACES = 4_000
"""Tables times rounds: more than any event has, and as many as one page shows in a second."""


def read(text: str) -> Reading:
    """Read a movement. Raises :class:`.Refused` as its format's reader does, and
    for more than :data:`MAX_PLACES`."""
    reading = ebuscore.read(text) if ebuscore.looks_like_ebuscore(text) else asc.read(text)
    tables, rounds = reading.movement.tables, len(reading.movement.rounds)
    if tables * rounds > MAX_PLACES:
        raise Refused.because(
            "The movement has %(tables)s tables and %(rounds)s rounds. Tables times rounds "
            "may be"
            " %(most)s at most.",
            tables=tables,
            rounds=rounds,
            most=f"{MAX_PLACES:,}",
        )
    return reading
