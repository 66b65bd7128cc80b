import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.spreadsheets.formula_guard import escape_formula, unescape_formula


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
