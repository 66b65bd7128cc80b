import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from clubscore.spreadsheets.guard import (
    MAX_CELLS,
    MAX_ROWS,
    escape_formula,
    refuse_bomb,
    unescape_formula,
)
from tests.files import SPREADSHEETS, spreadsheet, with_rows

LEFT_TO_THE_READER = {"cut off", "no archive", "entities"}


@pytest.mark.parametrize("kind", [each for each in SPREADSHEETS if each not in LEFT_TO_THE_READER])
def test_a_bomb_is_refused(kind: str):
    data, sentence = SPREADSHEETS[kind]

    with pytest.raises(Refused) as caught:
        refuse_bomb(data)

    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("kind", sorted(LEFT_TO_THE_READER))
def test_a_damaged_one_is_left_to_its_reader(kind: str):
    assert refuse_bomb(SPREADSHEETS[kind][0]) is None


def test_a_sound_one_passes():
    assert (
        refuse_bomb(spreadsheet(*(("Ada", f"Lark {n}", "7", "Ours") for n in range(500)))) is None
    )


def test_the_limits_themselves_pass():
    assert refuse_bomb(with_rows(b"<row>" + b"<c><v>1</v></c>" * MAX_CELLS + b"</row>")) is None
    assert refuse_bomb(with_rows(b"<row/>" * MAX_ROWS)) is None


def test_prefixes_hide_nothing():
    with pytest.raises(Refused, match="The spreadsheet has 11 cells"):
        refuse_bomb(with_rows(b"<row>" + b"<x:c/>" * 11 + b"</row>"), max_cells=10)
    with pytest.raises(Refused, match="The spreadsheet has 3 rows"):
        refuse_bomb(with_rows(b"<x:row >" * 3), max_rows=2)


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "\ta", "\ra", "'=a", "''-a"])
def test_a_formula_is_escaped(text: str):
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a", "1.5", "a=1", "'a", "''", "|a", "%a", " =a"])
def test_what_is_no_formula_stays(text: str):
    assert escape_formula(text) == unescape_formula(text) == text


@given(st.text(st.sampled_from("'=+-@\t\ra1| ")))
def test_an_escaped_text_is_read_back_and_begins_no_formula(text: str):
    escaped = escape_formula(text)
    assert unescape_formula(escaped) == text
    assert not escaped.startswith(("=", "+", "-", "@", "\t", "\r"))
