"""The facts that a column of a list may hold, and the names by which lists call them.

Names are compared without case, accents, blanks and punctuation: *E-mail*, *e mail* and *EMAIL* are
one. English and Dutch, with what federations and other programs call them.
"""

from enum import StrEnum

from players.domain.folding import search_key


class Fact(StrEnum):
    """What a column holds; most are fields of a player."""

    NAME = "name"
    FAMILY_FIRST = "family_first"
    GIVEN = "given"
    INITIALS = "initials"
    PARTICLE = "particle"
    FAMILY = "family"
    NATIONAL_NUMBER = "national_number"
    CLUB_NUMBER = "club_number"
    FIDE_NUMBER = "fide_number"
    EGD_PIN = "egd_pin"
    RATING = "rating"
    GRADE = "grade"
    TITLE = "title"
    CLUB = "club"
    COUNTRY = "country"
    FEDERATION = "federation"
    BORN = "born"
    GENDER = "gender"
    EMAIL = "email"
    TELEPHONE = "telephone"
    HANDICAP = "handicap"
    NOTE = "note"
    REGISTERED = "registered"
    ROUNDS = "rounds"
    GROUP = "group"
    NOTHING = "nothing"
    """A column that is left out: a counter, or the numbers of another clubscore."""


NAMES = (Fact.NAME, Fact.FAMILY_FIRST, Fact.GIVEN, Fact.INITIALS, Fact.PARTICLE, Fact.FAMILY)
"""The columns of which a name is made."""
FOR_TOURNAMENTS = (Fact.REGISTERED, Fact.ROUNDS, Fact.GROUP)
"""What only a tournament uses."""
PLAYER_FACTS = tuple(fact for fact in Fact if fact not in (*NAMES, *FOR_TOURNAMENTS, Fact.NOTHING))
"""The facts that are fields of a player beside the name."""

CALLED: dict[Fact, str] = {
    Fact.NAME: "name, full name, player, player name, member, member name, name gf, naam, "
    "volledige naam, speler, naam speler, lid, naam lid, spelersnaam, nombre, nom complet",
    Fact.FAMILY_FIRST: "name fg, family name first, sort name, sorted name, sorteernaam",
    Fact.GIVEN: "given, given name, given names, first name, first names, forename, forenames, "
    "christian name, voornaam, voornamen, roepnaam, prenom, vorname",
    Fact.INITIALS: "initials, initial, voorletters, voorletter, initialen, vl",
    Fact.PARTICLE: "particle, particles, prefix, infix, middle, middle name, tussenvoegsel, "
    "tussenvoegsels, tussenv, tv, voorvoegsel, voorvoegsels, tussen",
    Fact.FAMILY: "family, family name, last name, lastname, surname, second name, achternaam, "
    "familienaam, geslachtsnaam, nachname",
    Fact.NATIONAL_NUMBER: "national number, national no, national nr, national id, federation "
    "number, federation no, federation id, bondsnummer, bondsnr, bonds nr, bondslidnummer, "
    "ebu, ebu number, ebu no, ebu id, ebu nr, nbb, nbb nummer, nbb nr, nbb number, acbl, "
    "acbl number, acbl no, wbu, wbu number, sbu, sbu number, cbai, cbai number, "
    "knsb, knsb nummer, knsb nr, knsb id, knsb number, ecf, ecf code, ecf number, ecf ref, ffb, "
    "ffe, dbv, dbv number, vbl, kbbf, abf, abf number, aga, aga id, aga number, bga, bga number, "
    "relatienummer, relatiecode, dsb, pkz, ident number",
    Fact.CLUB_NUMBER: "number, no, nr, member no, member number, member nr, member id, "
    "membership number, membership no, membership id, club number, club no, lidnummer, lidnr, "
    "lid nr, lidmaatschapsnummer, clubnummer, ledennummer, ledennr, nummer",
    Fact.FIDE_NUMBER: "fide, fide id, fide number, fide no, fide nr, fide nummer, fide code, "
    "idfide, fideid, id fide, id number fide",
    Fact.EGD_PIN: "egd, egd pin, egd id, egd number, pin, pin number, egf pin, egf id, pin player",
    Fact.RATING: "rating, elo, elo rating, fide rating, fide elo, national rating, standard "
    "rating, rtg, rat, irtg, nrtg, gor, egd rating, ecf rating, dwz, knsb rating, speelsterkte",
    Fact.GRADE: "grade, rank, graad, kyu, dan, kyu dan, dan kyu, egd grade, go rank, go grade, "
    "sterkte, rang, declared rank",
    Fact.TITLE: "title, titel, fide title, fide titel, chess title, tit",
    Fact.CLUB: "club, club name, clubnaam, vereniging, verenigingsnaam, naam vereniging, "
    "bridgeclub, schaakclub, schaakvereniging, goclub, chess club, bridge club, go club, verein",
    Fact.COUNTRY: "country, land, country name, nationality, nationaliteit, pays, country code",
    Fact.FEDERATION: "federation, fed, federatie, bond, fide federation, association",
    Fact.BORN: "born, birth, birth date, birthdate, birthday, date of birth, dob, d o b, bdate, "
    "b day, year of birth, birth year, birthyear, yob, geboren, geboortedatum, geb datum, geb, "
    "gebdat, gebdatum, geboortejaar, geboorte jaar, geboorte, geb jaar",
    Fact.GENDER: "gender, sex, geslacht, m f, f m, m v, v m, mw dhr, dhr mw",
    Fact.EMAIL: "email, e mail, mail, mail address, email address, e mail address, email 1, "
    "emailadres, mailadres, e mailadres, electronic mail",
    Fact.TELEPHONE: "telephone, telephone number, phone, phone number, phone no, tel, tel no, "
    "tel nr, mobile, mobile number, mobile phone, cell, cell phone, cellphone, home phone, phone 1,"
    "phone 2, telefoon, telefoonnummer, telefoon 1, telefoon 2, telnr, mobiel, mobielnummer, "
    "mobiele telefoon, mobiel nummer, mob, mob nr, tel prive, tel thuis, tel mobiel, tel mob, "
    "tel home, telefoon thuis, telefoon mobiel, telefoon prive, gsm",
    Fact.HANDICAP: "handicap, hcp, hdcp",
    Fact.NOTE: "note, notes, remark, remarks, comment, comments, memo, notitie, notities, "
    "opmerking, opmerkingen, aantekening, aantekeningen, bijzonderheden",
    Fact.REGISTERED: "reg, registered, registration, present, aangemeld, aanwezig, ingeschreven",
    Fact.ROUNDS: "rounds, round, rondes, ronden, ronde, plays in rounds",
    Fact.GROUP: "group, groep, poule, section",
    Fact.NOTHING: "id, clubscore number, player number, spelersnummer, rij, row, regel, line, "
    "volgnummer, volgnr",
}
"""The names of columns of each fact, in any spelling."""


def header_key(text: str) -> str:
    """A column's name as names of columns are compared."""
    return "".join(filter(str.isalnum, search_key(text)))


_FACTS = {header_key(name): fact for fact, called in CALLED.items() for name in called.split(",")}
MAX_HEADER = 40
"""Characters of a column's name, beyond which it is none."""


def fact_named(text: str) -> Fact | None:
    """The fact that a column of this name holds; ``None`` for an unknown one."""
    if len(text) > MAX_HEADER:
        return None
    key = header_key(text)
    # With a mark of the unit or of what is wanted: "Phone (home)", "Name *", "Rating 2026".
    return (
        _FACTS.get(key)
        or _FACTS.get(header_key(text.partition("(")[0]))
        or _FACTS.get(key.rstrip("0123456789"))
    )
