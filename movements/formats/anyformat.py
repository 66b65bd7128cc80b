"""The text of a movement in whichever format: each is known by its first lines."""

from movements.formats import asc, ebuscore


def read(text: str) -> asc.Reading:
    """Read a movement. Raises :class:`clubscore.problems.Refused` as its format's reader does."""
    return ebuscore.read(text) if ebuscore.is_ebuscore(text) else asc.read(text)
