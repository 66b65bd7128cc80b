import pytest

from players.formats.members.facts import (
    CALLED,
    MAX_HEADER,
    NAMES,
    PLAYER_FACTS,
    Fact,
    fact_named,
    header_key,
)


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
    assert len(PLAYER_FACTS) + len(NAMES) + 4 == len(Fact)
