from datetime import date

import pytest

from clubscore.problems import Refused
from players.domain.personal import read_born, read_fide_number, read_telephone

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
