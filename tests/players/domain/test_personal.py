from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from clubscore.text.problems import Refused
from players.domain.personal import (
    FACTS,
    Game,
    in_order,
    read_born,
    read_club_number,
    read_egd_pin,
    read_federation,
    read_fide_number,
    read_gender,
    read_handicap,
    read_national_number,
    read_rating,
    read_telephone,
    read_title,
    usual_facts,
)

ALWAYS = {"club_number", "club", "born", "email", "telephone", "note"}


@pytest.mark.parametrize(
    ("games", "facts"),
    [
        ([Game.BRIDGE], {"national_number", "handicap"}),
        ([Game.CHESS], {"national_number", "fide_number", "title", "rating", "rapid",
                        "blitz", "federation", "gender"}),
        ([Game.GO], {"grade", "egd_pin", "country"}),
        ([Game.BRIDGE, Game.GO], {"national_number", "handicap", "grade", "egd_pin", "country"}),
    ],
)  # fmt: skip
def test_facts_follow_from_what_is_played(games: list[Game], facts: set[str]) -> None:
    assert set(usual_facts(games)) == ALWAYS | facts


def test_a_club_that_plays_everything_uses_every_fact_in_order() -> None:
    assert usual_facts(list(Game)) == FACTS


def test_facts_come_in_one_order() -> None:
    assert in_order(["note", "club_number", "nonsense"]) == ("club_number", "note")


TODAY = date(2026, 3, 5)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("", ""),
        ("  ", ""),
        ("1958", "1958"),
        (" 1958-03-21 ", "1958-03-21"),
        ("1958/3/1", "1958-03-01"),
        ("1958.12.31", "1958-12-31"),
        ("2024-02-29", "2024-02-29"),
        ("2026-03-05", "2026-03-05"),
        ("2026", "2026"),
        ("1850", "1850"),
    ],
)
def test_born_is_stored_in_one_way(text: str, stored: str) -> None:
    assert read_born(text, today=TODAY) == stored
    assert read_born(stored, today=TODAY) == stored


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "21 March 1958",
            "“21 March 1958” is not a date of birth. Write the year, or year, month and day:"
            " 1958 or 1958-03-21.",
        ),
        ("2023-02-29", "There is no such date as “2023-02-29”."),
        ("1958-00-00", "There is no such date as “1958-00-00”."),
        ("0000", "There is no such date as “0000”."),
        ("2026-03-06", "A date of birth is between 1850 and today, not 2026-03-06."),
        ("1849", "A date of birth is between 1850 and today, not 1849."),
    ],
)
def test_born_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_born(text, today=TODAY)
    [problem] = refused.value.problems
    assert (str(problem), problem.column, problem.value) == (sentence, "born", text)


@pytest.mark.parametrize("text", ["58", "19580321", "١٩٥٨", "1958-3", "1958-03-21-04", "x"])
def test_born_refuses_another_form(text: str) -> None:
    with pytest.raises(Refused, match="is not a date of birth"):
        read_born(text, today=TODAY)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("", ""),
        ("  +44 20  7946 0018 ", "+44 20 7946 0018"),
        ("(020) 7946-0018", "(020) 7946-0018"),
    ],
)
def test_telephone_is_stored_in_one_way(text: str, stored: str) -> None:
    assert read_telephone(text) == stored


@pytest.mark.parametrize("text", ["12", "1" * 41, "ring me", "44+20", "=1+1", "٠٢٠٧٩"])
def test_telephone_says_what_is_wrong(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_telephone(text)
    assert str(refused.value) == (
        f"“{text}” is not a telephone number. Write digits, with + in front for another country."
    )


@pytest.mark.parametrize(("text", "stored"), [("", ""), (" 1234567 ", "1234567")])
def test_fide_number_is_stored_in_one_way(text: str, stored: str) -> None:
    assert read_fide_number(text) == stored


@pytest.mark.parametrize("text", ["0123", "12 34", "1" * 12, "IRL1", "²"])
def test_fide_number_says_what_is_wrong(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_fide_number(text)
    assert str(refused.value) == f"“{text}” is not a FIDE number: digits only, at most 11."


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (read_national_number, " o 123-45/6.7 ", "O123-45/6.7"),
        (read_national_number, "", ""),
        (read_national_number, "0012", "0012"),
        (read_club_number, "a7", "A7"),
        (read_egd_pin, " 01234567 ", "01234567"),
        (read_egd_pin, "", ""),
        (read_rating, " 2000 ", 2000),
        (read_rating, "0", 0),
        (read_rating, "4000", 4000),
        (read_rating, " ", None),
        (read_title, " fm", "FM"),
        (read_title, "Bronze  Life Master", "Bronze Life Master"),
        (read_title, "", ""),
        (read_federation, " ned ", "NED"),
        (read_federation, "", ""),
        (read_gender, "M", "m"),
        (read_gender, "vrouw", "w"),
        (read_gender, "f", "w"),
        (read_gender, "Dhr.", "m"),
        (read_gender, "x", "x"),
        (read_gender, " ", ""),
        (read_handicap, "12,5", Decimal("12.5")),
        (read_handicap, "-999.99", Decimal("-999.99")),
        (read_handicap, "", None),
    ],
)
def test_facts_are_stored_in_one_way(
    read: Callable[[str], object], text: str, value: object
) -> None:
    assert read(text) == value


_MEMBER = "“%s” is not a member number: letters, digits and - . / only, at most 20."

_RATING = "“%s” is not a rating: a whole number of 0 to 4000."

_HANDICAP = "“%s” is not a handicap: a number of at most 999.99, with two decimals at most."


@pytest.mark.parametrize(
    ("read", "text", "message", "column"),
    [
        (read_national_number, "12_3", _MEMBER % "12_3", "national_number"),
        (read_national_number, "-1", _MEMBER % "-1", "national_number"),
        (read_club_number, "1" * 21, _MEMBER % ("1" * 21), "club_number"),
        (read_club_number, "\u0662", _MEMBER % "\u0662", "club_number"),
        (read_egd_pin, "12a", "“12a” is not an EGD pin: digits only, at most 10.", "egd_pin"),
        (read_rating, "4001", _RATING % "4001", "rating"),
        (read_rating, "20.5", _RATING % "20.5", "rating"),
        (read_rating, "\u0662", _RATING % "\u0662", "rating"),
        (read_title, "x" * 21, f"“{'x' * 21}” is not a title: at most 20 letters.", "title"),
        (read_title, "a\0", "“a\0” is not a title: at most 20 letters.", "title"),
        (read_federation, "NL", "“NL” is not a federation: three letters, such as NED.",
         "federation"),
        (read_gender, "q", "“q” is not a gender. Write m, w or x.", "gender"),
        (read_handicap, "1000", _HANDICAP % "1000", "handicap"),
        (read_handicap, "1.234", _HANDICAP % "1.234", "handicap"),
        (read_handicap, "NaN", _HANDICAP % "NaN", "handicap"),
    ],
)  # fmt: skip
def test_what_is_no_fact_is_refused(
    read: Callable[[str], object], text: str, message: str, column: str
) -> None:
    with pytest.raises(Refused) as refused:
        read(text)
    assert [
        (str(problem), problem.column, problem.value) for problem in refused.value.problems
    ] == [(message, column, text)]
