import pytest
from hypothesis import given, strategies as st

from players.domain.characters import (
    contract,
    described,
    is_joined,
    match_key,
    search_key,
    shown,
    stranger,
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Élodie  Ångström", "elodie angstrom"),
        ("Søren Østergaard", "soren ostergaard"),
        ("Łukasz Đorđe", "lukasz dorde"),
        ("Yılmaz Weiß", "yilmaz weiss"),  # noqa: RUF001
        ("Þór Ðæfœ", "thor daefoe"),
        ("O’Neill o'hara", "oneill ohara"),
    ],
)
def test_search_key_ignores_accents_case_and_apostrophes(text: str, key: str) -> None:
    assert search_key(text) == key


@pytest.mark.parametrize(
    "text",
    ["Anne-Marie O'Hare", "anne marie ohare", "Anne\u2010Marie O\u2019Hare", "Annemarie O`Háre",
     "Anne\u2013Marie Ó Hare"],
)  # fmt: skip
def test_match_key_ignores_blanks_hyphens_and_every_apostrophe(text: str) -> None:
    assert match_key(text) == "annemarieohare"


def test_match_key_tells_other_names_apart() -> None:
    assert match_key("J. Smith") != match_key("J Smith")


@pytest.mark.parametrize(
    ("text", "contracted"),
    [("", ""), ("  ", ""), (" a  b ", "a b"), ("e\u0301", "\u00e9"), ("\u00a0a\t", "\u00a0a\t")],
)
def test_contract_knows_one_space(text: str, contracted: str) -> None:
    assert contract(text) == contracted


@pytest.mark.parametrize(("text", "found"), [("ab-c", None), ("ab'c", "'"), ("a\u0301", "\u0301")])
def test_stranger(text: str, found: str | None) -> None:
    assert stranger(text, "-") == found


@pytest.mark.parametrize(
    ("text", "joined"),
    [("a", True), ("a-b c", True), ("", False), ("-a", False), ("a- b", False), ("a--b", False)],
)
def test_is_joined(text: str, joined: bool) -> None:
    assert is_joined(text, "- ") is joined


def test_shown_is_short_and_hides_nothing() -> None:
    assert shown("x" * 60) == "x" * 60
    assert shown("x" * 61) == "x" * 59 + "…"
    assert shown("a\tb\u202ec d") == "a[U+0009]b[U+202E]c d"


@pytest.mark.parametrize(
    ("character", "description"),
    [
        ("7", '"7"'),
        ("'", '"\'"'),
        ('"', "U+0022 QUOTATION MARK"),
        (" ", "U+0020 SPACE"),
        ("\u00a0", "U+00A0 NO-BREAK SPACE"),
        ("\x07", "U+0007"),
        ("\u00b2", '"\u00b2" (U+00B2 SUPERSCRIPT TWO)'),
        ("\u0301", "U+0301 COMBINING ACUTE ACCENT"),
    ],
)
def test_described(character: str, description: str) -> None:
    assert described(character) == description


@given(st.text())
def test_shown_is_always_printable(text: str) -> None:
    assert shown(text).isprintable()
