from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.tournaments.domain.results import PointSystem
from events.tournaments.formats.krause.lines import split_lines
from events.tournaments.formats.krause.points import (
    points_from,
    points_text,
    read_system,
    write_162,
    write_bb,
    write_xxs,
)

points = st.integers(0, 1000).map(lambda hundredths: Fraction(hundredths, 100))
systems = st.builds(PointSystem, *[points] * len(fields(PointSystem)))
simple = st.builds(
    lambda win, draw, loss, absence, bye: PointSystem(
        win, draw, loss, win, absence, bye, draw, win, absence
    ),
    *[st.integers(0, 99).map(lambda tenths: Fraction(tenths, 10))] * 5,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.0"),
        (Fraction(15, 2), "7.5"),
        (Fraction(10), "10.0"),
        (Fraction(1, 4), "0.25"),
        (Fraction(1, 3), "0.33"),
    ],
)
def test_points_as_text(value: Fraction, text: str) -> None:
    assert points_text(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", Fraction(3, 2)), ("1,5", Fraction(3, 2)), ("1½", Fraction(3, 2)), ("1.", 1),
        (".5", Fraction(1, 2)), (",5", Fraction(1, 2)), (" 10.0 ", 10), ("", None), (".", None),
        ("one", None), ("1.5.", Fraction(3, 2)), ("1 5", None),
    ],
)  # fmt: skip
def test_points_as_programs_write_them(text: str, value: Fraction | None) -> None:
    assert points_from(text) == value


def said(*texts: str) -> PointSystem:
    """The system that lines say."""
    found: dict[str, Fraction] = {}
    for line in split_lines("\n".join(texts)):
        assert read_system(line, found) == []
    return replace(PointSystem(), **found)


@given(systems)
def test_every_system_is_read_back_from_javafo_s_line(system: PointSystem) -> None:
    assert said(write_xxs(system)) == system


@given(simple)
def test_a_simple_system_is_read_back_from_the_records(system: PointSystem) -> None:
    assert said(write_162(system) or "") == system
    assert said(*write_bb(system)) == system


@given(systems)
def test_a_record_that_says_a_system_says_all_of_it(system: PointSystem) -> None:
    record, lines = write_162(system), write_bb(system)

    assert record is None or said(record) == system
    assert lines == [] or said(*lines) == system


def test_a_system_that_the_letters_cannot_say() -> None:
    system = replace(PointSystem(), forfeit_win=Fraction(1, 2))

    assert (write_162(system), write_bb(system)) == (None, [])
