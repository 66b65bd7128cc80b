"""Movements as texts, for pages and forms: read in every format, written as .ASC, and as the fields
of a grid. Nothing is stored here."""

from clubscore.files.reader_process import read_apart
from movements.domain.movement import Movement, Reading
from movements.formats import anyformat, asc, grid


def read_movement(text: str) -> Reading:
    """The movement of a text in any format. Raises :class:`.Refused` with what is wrong."""
    return read_apart(anyformat.read, text)


def movement_text(movement: Movement) -> str:
    """The movement in the format .ASC."""
    return asc.write(movement)


def read_grid(
    texts: grid.Texts, *, individual: bool, comments: tuple[str, ...] = (), contestants: int = 0
) -> Reading:
    """The movement of the fields of a grid, round by round. Raises :class:`.Refused` with every
    problem of every field."""
    return grid.read(texts, individual=individual, comments=comments, contestants=contestants)


def grid_texts(movement: Movement) -> list[list[str]]:
    """The texts of the fields of a grid, round by round and table by table."""
    return grid.write(movement)
