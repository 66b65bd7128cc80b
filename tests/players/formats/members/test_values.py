from datetime import date

import pytest

from clubscore.text.problems import Refused
from players.domain.members.columns import NAMES, PLAYER_FACTS, Fact
from players.formats.members import values as tidying
from players.formats.members.values import CALLED, MAX_HEADER, fact_named, header_key, readers


@pytest.mark.parametrize(
    ("title", "fact"),
    [
        ("NAME", Fact.NAME),
        ("Naam", Fact.NAME),
        ("NAME-GF", Fact.NAME),
        ("NAME-FG", Fact.FAMILY_FIRST),
        ("first name", Fact.GIVEN),
        ("Voornaam", Fact.GIVEN),
        ("Prénom", Fact.GIVEN),
        ("Voorletter(s)", Fact.INITIALS),
        ("Tussenvoegsel", Fact.PARTICLE),
        ("Last_Name", Fact.FAMILY),
        ("ACHTERNAAM", Fact.FAMILY),
        ("Member no.", Fact.CLUB_NUMBER),
        ("Lidnummer", Fact.CLUB_NUMBER),
        ("Number", Fact.CLUB_NUMBER),
        ("Bondsnummer", Fact.NATIONAL_NUMBER),
        ("EBU", Fact.NATIONAL_NUMBER),
        ("NBB-nr", Fact.NATIONAL_NUMBER),
        ("ACBL #", Fact.NATIONAL_NUMBER),
        ("FIDE-ID", Fact.FIDE_NUMBER),
        ("EGD pin", Fact.EGD_PIN),
        ("Elo", Fact.RATING),
        ("Rating 2026", Fact.RATING),
        ("Graad", Fact.GRADE),
        ("Rank", Fact.GRADE),
        ("Titel", Fact.TITLE),
        ("Vereniging", Fact.CLUB),
        ("Land", Fact.COUNTRY),
        ("Fed.", Fact.FEDERATION),
        ("Date of birth", Fact.BORN),
        ("Geb.datum", Fact.BORN),
        ("D.O.B.", Fact.BORN),
        ("Geslacht", Fact.GENDER),
        ("M/V", Fact.GENDER),
        ("E-mail", Fact.EMAIL),
        ("emailadres", Fact.EMAIL),
        ("Phone (home)", Fact.TELEPHONE),
        ("Telefoon 2", Fact.TELEPHONE),
        ("Mobiel", Fact.TELEPHONE),
        ("Tel. privé", Fact.TELEPHONE),
        ("Mob.", Fact.TELEPHONE),
        ("Opmerkingen", Fact.NOTE),
        ("Groep", Fact.GROUP),
        ("REG", Fact.REGISTERED),
        ("Rondes", Fact.ROUNDS),
        ("Handicap", Fact.HANDICAP),
        ("ID", Fact.NOTHING),
        ("Woonplaats", None),
        ("Lid sinds", None),
        ("", None),
        ("(", None),
        ("2026", None),
        ("name" + " " * MAX_HEADER, None),
    ],
)
def test_column_is_known_by_its_name(title: str, fact: Fact | None):
    assert fact_named(title) is fact


@pytest.mark.parametrize("fact", Fact)
def test_a_fact_is_known_by_the_name_of_its_field(fact: Fact):
    names = {Fact.NOTHING: "id", Fact.FAMILY_FIRST: "family name first"}
    assert fact_named(names.get(fact, fact.value)) is fact


def test_no_name_of_a_column_is_that_of_two_facts():
    named = [
        (header_key(name), fact) for fact, called in CALLED.items() for name in called.split(",")
    ]
    assert len(dict(named)) == len(set(named))


def test_facts_of_players_are_those_that_are_neither_names_nor_for_tournaments():
    assert len(PLAYER_FACTS) + len(NAMES) + 6 == len(Fact)


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
def test_values_value(fact: Fact, text: str, value: str):
    assert READ[fact](text) == value


@pytest.mark.parametrize(
    ("fact", "text", "message"),
    [
        (Fact.EMAIL, "ann", '"ann" is not an e-mail address, such as ann@example.org.'),
        (Fact.EMAIL, "a b@c.org", '"a b@c.org" is not an e-mail address, such as ann@example.org.'),
        (Fact.CLUB, "x" * 121, "A club has at most 120 characters, not 121."),
        (Fact.COUNTRY, "a\u200bb", "Leave the character U+200B ZERO WIDTH SPACE out."),
        (Fact.BORN, "31-2-1958", "There is no such date as “31-2-1958”."),
        (Fact.RATING, "12x", "“12x” is not a rating: a whole number of 0 to 4000."),
    ],
)
def test_what_is_no_value_is_refused(fact: Fact, text: str, message: str):
    with pytest.raises(Refused) as refused:
        READ[fact](text)
    assert str(refused.value) == message
