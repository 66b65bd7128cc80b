"""Whatever is typed or sent in a file: what it costs to read grows with its length."""

import re
from collections.abc import Callable

import pytest

from clubscore.intake.decoding import decode
from clubscore.spreadsheets.reading import csv_rows
from tests.fuzz.fields import FIELDS
from tests.fuzz.readers import READERS
from tests.growth import SHAPES, Read, Shape, worse_than_linear

FIELD_LENGTH = 20_000
"""As much as a field brings before it is refused."""
FILE_LENGTH = 16_000
LARGE_FILE_LENGTH = 1_024_000
FEW = tuple(shape for shape in SHAPES if not shape.before and shape.after)
"""Enough for the readers of files, whose lines begin in their own way."""


def of_bytes(read: Callable[[bytes], object]) -> Read:
    return lambda text: read(text.encode())


FILES: dict[str, Read] = {
    **{
        name: of_bytes(reader.read)
        for name, reader in READERS.items()
        if not reader.is_spreadsheet and name != "typed result"
    },
    "bytes": of_bytes(decode),
    "CSV": lambda text: list(csv_rows(text)),
    "CSV, line by line": lambda text: list(csv_rows(text, line_by_line=True)),
    **{
        f"{name}, after a good beginning": of_bytes(
            lambda data, reader=READERS[name]: reader.read(reader.seeds[0] + data)  # type: ignore[misc]
        )
        for name in (
            *("movement", "players", "players as CSV", "members", "tournament", "BridgeScore"),
        )
    },
}


def all_worse(
    read: Read, shapes: tuple[Shape, ...], most: int, *, thorough: bool = False
) -> list[str]:
    found = (worse_than_linear(read, shape, most=most, thorough=thorough) for shape in shapes)
    return [each for each in found if each]


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_takes_as_long_as_it_is(name: str):
    assert all_worse(FIELDS[name], SHAPES, FIELD_LENGTH) == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_takes_as_long_as_it_is(name: str):
    assert all_worse(FILES[name], FEW, FILE_LENGTH) == []


@pytest.mark.large
@pytest.mark.parametrize("name", FILES)
def test_a_large_file_takes_as_long_as_it_is(name: str):
    assert all_worse(FILES[name], SHAPES, LARGE_FILE_LENGTH, thorough=True) == []


@pytest.mark.large
@pytest.mark.parametrize("name", FIELDS)
def test_a_large_field_takes_as_long_as_it_is(name: str):
    assert all_worse(FIELDS[name], SHAPES, 8 * FIELD_LENGTH, thorough=True) == []


@pytest.mark.parametrize(
    "read",
    [
        re.compile(r"\s*\s*x").match,
        lambda text: [text[:end] for end in range(len(text))],
        lambda text: re.sub(r"[a-z ]+@", "", text),
    ],
)
def test_what_grows_faster_is_seen(read: Read):
    assert worse_than_linear(read, Shape(" "), most=256_000).startswith("'( )*': ")


def test_what_grows_with_the_length_is_not():
    assert worse_than_linear(lambda text: sum(map(ord, text)), Shape(" "), most=2_000_000) == ""
