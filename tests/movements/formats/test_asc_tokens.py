import pytest

from movements.formats.asc import read
from tests.movements.formats.reading import CELLS, FOUR_PAIRS, HEADER, outcome


@pytest.mark.parametrize(
    "cells",
    [
        "1 2 A 3 4 A\n1 3 B 2 4 B\n1 4 C 2 3 C\n",
        "1,2:A;3\t4-A\n 1--3 ,B 2 : 4;;B\n1-4C2-3C-\n",
        "1-2 1 3-4 1\n1-3 2 2-4 2\n1-4 3 2-3 3\n",
        "01-02 A 003-4 A\n\n1-3 B 2-4 B # second\n- , ;\n1-4 C 2-3 C\n",
    ],
    ids=["blanks", "mixed separators", "numbers", "leading zeros, empty lines"],
)
def test_read_separators(cells):
    reading = read(HEADER + cells)
    assert (reading.movement.rounds, reading.notices) == (FOUR_PAIRS.rounds, ())


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("/", "“/”"),
        (".", "“.”"),
        ("|", "“|”"),
        ("+", "“+”"),
        ("é", "“é”"),
        ("１", "“１”"),  # noqa: RUF001
        ("\xa0", "U+00A0"),
        ("\x1a", "U+001A"),
    ],
)
def test_read_other_character_is_refused(character, shown):
    text = HEADER + CELLS.replace("1-3", f"1{character}3")
    message = (
        f"The character {shown} cannot be read. Separate the numbers with blanks, tabs or one of "
        "- , : ; and begin a comment with #."
    )
    assert outcome(text) == [(3, 2, message)]
