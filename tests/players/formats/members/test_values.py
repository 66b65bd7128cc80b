from datetime import date

import pytest

from clubscore.problems import Refused
from players.formats.members.facts import PLAYER_FACTS, Fact
from players.formats.members.values import readers

READ = readers(date(2026, 11, 22))


def test_every_fact_of_a_player_has_a_reader():
    assert set(READ) == set(PLAYER_FACTS)


@pytest.mark.parametrize(
    ("fact", "text", "value"),
    [
        (Fact.NATIONAL_NUMBER, "123456.0", "123456"),
        (Fact.NATIONAL_NUMBER, "a-12", "A-12"),
        (Fact.CLUB_NUMBER, " 12 ", "12"),
        (Fact.FIDE_NUMBER, "1000123", "1000123"),
        (Fact.FIDE_NUMBER, "0", ""),
        (Fact.EGD_PIN, "12345678", "12345678"),
        (Fact.RATING, "1834.0", "1834"),
        (Fact.RATING, "0", ""),
        (Fact.GRADE, "3 Dan", "3d"),
        (Fact.TITLE, "fm", "FM"),
        (Fact.CLUB, "B.C. '75  (Ede)", "B.C. '75 (Ede)"),
        (Fact.COUNTRY, "Côte d'Ivoire", "Côte d'Ivoire"),
        (Fact.FEDERATION, "ned", "NED"),
        (Fact.BORN, "21-3-58", "1958-03-21"),
        (Fact.BORN, "1958", "1958"),
        (Fact.GENDER, "Mevr.", "w"),
        (Fact.EMAIL, "Ann.Lee+x@mail.example.org", "Ann.Lee+x@mail.example.org"),
        (Fact.TELEPHONE, "+31 (0)30 123.45.67", "+31 (0)30 123.45.67"),
        (Fact.HANDICAP, "12,50", "12.5"),
        (Fact.HANDICAP, "-3", "-3"),
        (Fact.HANDICAP, "100", "100"),
        (Fact.NOTE, "  one\ntwo ", "one two"),
    ],
)
def test_value(fact: Fact, text: str, value: str):
    assert READ[fact](text) == value


@pytest.mark.parametrize(
    ("fact", "text", "message"),
    [
        (Fact.EMAIL, "ann", '"ann" is not an e-mail address, such as ann@example.org.'),
        (Fact.EMAIL, "a b@c.org", '"a b@c.org" is not an e-mail address, such as ann@example.org.'),
        (Fact.CLUB, "x" * 121, "A club has at most 120 characters, not 121."),
        (
            Fact.COUNTRY,
            "a\u200bb",
            "Leave the character U+200B ZERO WIDTH SPACE out.",
        ),
        (Fact.BORN, "31-2-1958", "There is no such date as “31-2-1958”."),
        (Fact.RATING, "12x", "“12x” is not a rating: a whole number of 0 to 4000."),
    ],
)
def test_what_is_no_value_is_refused(fact: Fact, text: str, message: str):
    with pytest.raises(Refused) as refused:
        READ[fact](text)
    assert str(refused.value) == message
