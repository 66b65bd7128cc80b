from datetime import date

import pytest

from clubscore.problems import Refused
from players.formats.members import tidying

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("1958-03-21", "1958-03-21"),
        ("1958/3/21", "1958-03-21"),
        ("1958-03-21 00:00:00", "1958-03-21"),
        ("1958-03-21T10:00", "1958-03-21"),
        ("21/3/1958", "1958-03-21"),
        ("21-03-1958", "1958-03-21"),
        ("21.3.1958", "1958-03-21"),
        ("21. 3. 1958", "1958-03-21"),
        ("21 3 1958", "1958-03-21"),
        ("21-3-58", "1958-03-21"),
        ("21 maart 1958", "1958-03-21"),
        ("21 Mar 1958", "1958-03-21"),
        ("3 mei 1958", "1958-05-03"),
        ("3 foo 1958", "3 foo 1958"),
        ("1958", "1958"),
        ("1958.0", "1958"),
        ("21265", "1958-03-21"),
        ("21265.0", "1958-03-21"),
        ("soon", "soon"),
        ("", ""),
    ],
)
def test_date(text: str, tidied: str):
    assert tidying.tidy_date(text, today=TODAY) == tidied


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "3/21/1958",
            '"3/21/1958" has no month 21: the day comes first, as in 21-3-1958, or write'
            " 1958-03-21.",
        ),
        ("1-2-26", '"1-2-26": write the year with four digits.'),
        ("1-2-05", '"1-2-05": write the year with four digits.'),
    ],
)
def test_date_that_may_be_another_is_refused(text: str, message: str):
    with pytest.raises(Refused) as refused:
        tidying.tidy_date(text, today=TODAY)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("tidy", "text", "tidied"),
    [
        (tidying.tidy_number, " 12 345 ", "12345"),
        (tidying.tidy_number, "12345.0", "12345"),
        (tidying.tidy_number, "A-12.5", "A-12.5"),
        (tidying.tidy_rating, "1834.0", "1834"),
        (tidying.tidy_rating, "1834,00", "1834"),
        (tidying.tidy_rating, "0", ""),
        (tidying.tidy_rating, "Unrated", ""),
        (tidying.tidy_rating, "18x", "18x"),
        (tidying.tidy_grade, "3 dan", "3d"),
        (tidying.tidy_grade, "03D", "3d"),
        (tidying.tidy_grade, "12e kyu", "12k"),
        (tidying.tidy_grade, "0k", "0k"),
        (tidying.tidy_grade, "shodan", "shodan"),
        (tidying.tidy_gender, "Vrouw", "w"),
        (tidying.tidy_gender, "Dhr.", "m"),
        (tidying.tidy_gender, "F", "w"),
        (tidying.tidy_gender, "?", "?"),
        (tidying.tidy_email, "mailto:ann@example.org", "ann@example.org"),
        (tidying.tidy_email, "<ann@example.org>;", "ann@example.org"),
        (tidying.tidy_telephone, "612345678.0", "612345678"),
        (tidying.tidy_telephone, "06\u201112345678", "06-12345678"),
    ],
)
def test_value(tidy: object, text: str, tidied: str):
    assert callable(tidy)
    assert tidy(text) == tidied


@pytest.mark.parametrize("text", ["", "-", "?", "N/A", "onbekend", "n.v.t."])
def test_nothing(text: str):
    assert tidying.is_nothing(text)


def test_something():
    assert not tidying.is_nothing("0")
