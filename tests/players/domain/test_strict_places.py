import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from players.domain.strict_places import read_strict_club, read_strict_country

CLUB = (
    '"%s" is not a club: %s is not a letter. Clubs have letters only, with single hyphens or spaces'
    " between them."
)
HYPHENS = '"%s" is not a club: a hyphen must be between two letters.'
NUMBERS = "Leave a number out, or write it as a word."


@pytest.mark.parametrize(
    ("text", "club"),
    [
        ("Hollybrook", "Hollybrook"),
        ("hollybrook", "hollybrook"),
        ("  North   Hollybrook ", "North Hollybrook"),
        ("Holly-on-Brook", "Holly-on-Brook"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("\u4e16\u4e17", "\u4e16\u4e17"),
        ("x" * 120, "x" * 120),
    ],
)
def test_read_club(text: str, club: str) -> None:
    assert read_strict_club(text) == club


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The club is missing; every player needs one."),
        (" ", "The club is missing; every player needs one."),
        ("Hollybrook 2", f"{CLUB} {NUMBERS}" % ("Hollybrook 2", '"2"')),
        ("2", f"{CLUB} {NUMBERS}" % ("2", '"2"')),
        ("Queen's Holly", f'{CLUB} Write "Queens Holly".' % ("Queen's Holly", '"\'"')),
        (
            "Queen\u2019s Holly",
            f'{CLUB} Write "Queens Holly".'
            % ("Queen\u2019s Holly", '"\u2019" (U+2019 RIGHT SINGLE QUOTATION MARK)'),
        ),
        ("St. Holly", f'{CLUB} Write "St Holly".' % ("St. Holly", '"."')),
        ("Holly/Brook", f'{CLUB} Write "Holly Brook".' % ("Holly/Brook", '"/"')),
        ("Holly (Old)", f'{CLUB} Write "Holly Old".' % ("Holly (Old)", '"("')),
        ("_", CLUB % ("_", '"_"')),
        ("-Holly", f'{HYPHENS} Write "Holly".' % "-Holly"),
        ("Holly - Brook", f'{HYPHENS} Write "Holly Brook".' % "Holly - Brook"),
        ("Holly--Brook", f'{HYPHENS} Write "Holly-Brook".' % "Holly--Brook"),
        ("-", HYPHENS % "-"),
        ("x" * 121, "A club has at most 120 characters, not 121."),
    ],
)
def test_read_club_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_strict_club(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (message, "club")


@pytest.mark.parametrize(
    ("text", "country"),
    [("", "UK"), ("  ", "UK"), ("New  Zealand", "New Zealand"), ("france", "france")],
)
def test_read_country(text: str, country: str) -> None:
    assert read_strict_country(text) == country


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "FR1",
            '"FR1" is not a country: "1" is not a letter. Countries have letters only, with single'
            f" hyphens or spaces between them. {NUMBERS}",
        ),
        (
            "U.K.",
            '"U.K." is not a country: "." is not a letter. Countries have letters only, with single'
            ' hyphens or spaces between them. Write "UK".',
        ),
        (
            "France-",
            '"France-" is not a country: a hyphen must be between two letters. Write "France".',
        ),
        ("x" * 61, "A country has at most 60 characters, not 61."),
    ],
)
def test_read_country_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_strict_country(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (message, "country")


@given(st.text(max_size=30))
def test_any_text_is_a_club_or_refused(text: str) -> None:
    try:
        club = read_strict_club(text)
    except Refused as refusal:
        assert [problem.column for problem in refusal.problems] == ["club"]
    else:
        assert read_strict_club(club) == read_strict_country(club) == club
