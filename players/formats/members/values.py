"""The value of each fact from a cell: tidied, and read by the register's own readers.

The facts that a column of a list may hold, and the names by which lists call them.

Names are compared without case, accents, blanks and punctuation: *E-mail*, *e mail* and *EMAIL* are
one. English and Dutch, with what federations and other programs call them.

Values as lists write them, as the register's readers take them.

A date is day, month and year or the other way round, a rating has decimals, a grade is *3 dan*, a
gender a word. Nothing is checked here: what is not recognised stays as it is, and the reader says
what is wrong with it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, sentence
from players.domain import grades, names as places, personal
from players.domain.characters import search_key, shown
from players.domain.members.columns import Fact

Reader = Callable[[str], str]
"""The text of a cell as the player's field holds it. Raises :class:`Refused`."""

MAX_EMAIL_LENGTH = 254

_EMAIL = re.compile(r"[^\s@,;<>()\"]{1,64}@(?:[\w-]{1,63}\.)+[^\W_]{2,63}")


def readers(today: date) -> Mapping[Fact, Reader]:
    """The readers of the facts of a player beside the name."""
    return {
        Fact.NATIONAL_NUMBER: _tidied(tidy_number, personal.read_national_number),
        Fact.CLUB_NUMBER: _tidied(tidy_number, personal.read_club_number),
        Fact.FIDE_NUMBER: _tidied(_tidy_fide_number, personal.read_fide_number),
        Fact.EGD_PIN: _tidied(tidy_number, personal.read_egd_pin),
        Fact.RATING: _tidied(tidy_rating, _read_rating),
        Fact.RAPID: _tidied(tidy_rating, partial(_read_rating, field="rapid")),
        Fact.BLITZ: _tidied(tidy_rating, partial(_read_rating, field="blitz")),
        Fact.GRADE: _tidied(tidy_grade, grades.read_grade),
        Fact.TITLE: personal.read_title,
        Fact.CLUB: places.read_club,
        Fact.COUNTRY: places.read_country,
        Fact.FEDERATION: personal.read_federation,
        Fact.BORN: partial(_read_born, today=today),
        Fact.GENDER: _tidied(tidy_gender, personal.read_gender),
        Fact.EMAIL: _tidied(tidy_email, read_email),
        Fact.TELEPHONE: _tidied(tidy_telephone, personal.read_telephone),
        Fact.HANDICAP: _read_handicap,
        Fact.NOTE: places.read_note,
    }


def read_email(text: str) -> str:
    """An e-mail address; Raises :class:`Refused` for anything else."""
    if text and (not _EMAIL.fullmatch(text) or len(text) > MAX_EMAIL_LENGTH):
        raise Refused(
            Problem(
                sentence(
                    '"%(text)s" is not an e-mail address, such as ann@example.org.',
                    text=shown(text),
                ),
                column="email",
                value=text,
            )
        )
    return text


def _tidied(tidy: Reader, read: Reader) -> Reader:
    return lambda text: read(tidy(text))


def _tidy_fide_number(text: str) -> str:
    """The number, without the 0 that lists of federations have for nobody's."""
    return tidy_number(text).lstrip("0")


def _read_rating(text: str, field: str = "rating") -> str:
    rating = personal.read_rating(text, field)
    return str(rating) if rating else ""


def _read_handicap(text: str) -> str:
    handicap = personal.read_handicap(text.strip())
    # Without zeros at the end, which the database adds.
    return "" if handicap is None else f"{handicap.normalize():f}"


def _read_born(text: str, *, today: date) -> str:
    tidy = tidy_date(text, today=today)
    try:
        return personal.read_born(tidy, today=today)
    except Refused as refusal:
        # As it was typed: “31-2-1958”, and not what it was taken for.
        raise Refused(*(_as_typed(problem, text) for problem in refusal.problems)) from refusal


def _as_typed(problem: Problem, text: str) -> Problem:
    values = dict(problem.message.values) | {"text": shown(text)}
    return replace(problem, message=sentence(problem.message.template, **values), value=text)


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
    Fact.RAPID: "rapid, rapid rating, fide rapid, rapid elo, rrtng",
    Fact.BLITZ: "blitz, blitz rating, fide blitz, blitz elo, brtng",
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
    Fact.TEAM: "team, team name, teamnaam, naam team, mannschaft, equipe",
    Fact.TEAM_PLACE: "board, board number, board no, team board, place in team, place in the team, "
    "team place, bord, bordnummer, bordnr, plaats in team, plaats in het team, teamplaats, brett",
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
    exact = _FACTS.get(key) or _FACTS.get(header_key(text.partition("(")[0]))
    numbered = _FACTS.get(key.rstrip("0123456789"))
    # "Team 2" is somebody's team, in a list without names of columns.
    return exact or (None if numbered in (Fact.TEAM, Fact.TEAM_PLACE) else numbered)


_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?", re.ASCII)

_DAY_FIRST = re.compile(r"(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(?: \d.*)?", re.ASCII)

_NAMED_MONTH = re.compile(
    r"(\d{1,2})[-. ]*([a-z]{3})[a-z]*[-., ]*(\d{4})", re.ASCII | re.IGNORECASE
)

_SERIAL = re.compile(r"\d{5}(?:\.0+)?", re.ASCII)

_DECIMALS = re.compile(r"([+-]?\d+)[.,]0+", re.ASCII)

_GRADE = re.compile(r"(\d{1,2}) ?-?(?:e|th|st|nd|rd)? ?-?(k|d|p)(?:yu|yū|an|ro)?\.?", re.IGNORECASE)

_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan",
            "feb",
            "mar mrt maa",
            "apr",
            "may mei",
            "jun",
            "jul",
            "aug",
            "sep",
            "oct okt",
            "nov",
            "dec",
        ],
        start=1,
    )
    for name in names.split()
}

_FIRST_SERIAL = date(1899, 12, 30)
"""Day 0 of spreadsheets."""

_GENDERS = {
    "m": "m male man mannelijk boy jongen heer dhr mr h",
    "w": "f v w female vrouw vrouwelijk woman girl meisje dame mw mevr mevrouw mrs ms",
    "x": "x other anders overig nonbinary divers d",
}

_GENDER_OF = {word: code for code, words in _GENDERS.items() for word in words.split()}

_NOTHING = frozenset({"-", "--", "—", "–", "?", "n/a", "n.v.t.", "nvt", "null", "none", "onbekend"})


def is_nothing(text: str) -> bool:
    """Whether a cell stands for a value that is not known."""
    return not text or text.casefold() in _NOTHING


def tidy_date(text: str, *, today: date) -> str:
    """A date as ``yyyy-mm-dd``, a year as ``yyyy``; the day comes first.

    A number of five digits is the day of a spreadsheet. Raises :class:`Refused` for a date with
    two digits for the year that could be of two centuries, and with the month first.
    """
    text = " ".join(text.split())
    if match := _ISO.fullmatch(text):
        return _iso(*match.groups())
    if _SERIAL.fullmatch(text):
        return (_FIRST_SERIAL + timedelta(days=integer_of(text[:5]))).isoformat()
    if match := _NAMED_MONTH.fullmatch(text):
        day, month, year = match.groups()
        number = _MONTHS.get(month.casefold())
        return _iso(year, str(number), day) if number else text
    if match := _DAY_FIRST.fullmatch(text):
        day, month, year = match.groups()
        return _day_first(text, day, month, year, today)
    return _without_decimals(text)


def _day_first(text: str, day: str, month: str, year: str, today: date) -> str:
    if integer_of(month) > 12 >= integer_of(day):
        raise Refused(
            Problem(
                sentence(
                    '"%(text)s" has no month %(month)s: the day comes first, as in 21-3-1958, or '
                    "write"
                    " 1958-03-21.",
                    text=shown(text),
                    month=month,
                ),
                value=text,
            )
        )
    if len(year) == 2:
        if integer_of(year) <= today.year % 100:
            raise Refused(
                Problem(
                    sentence('"%(text)s": write the year with four digits.', text=shown(text)),
                    value=text,
                )
            )
        year = f"{today.year // 100 - 1}{year}"
    return _iso(year, month, day)


def _iso(year: str, month: str, day: str) -> str:
    return f"{year}-{integer_of(month):02}-{integer_of(day):02}"


def tidy_number(text: str) -> str:
    """A number that identifies somebody, without blanks and the decimals of a spreadsheet."""
    return _without_decimals("".join(text.split()))


def tidy_rating(text: str) -> str:
    """A rating without decimals that are zero; 0 and "unrated" are none."""
    rating = _without_decimals(text.strip())
    return (
        "" if rating.casefold() in {"0", "00", "000", "0000", "unr", "unr.", "unrated"} else rating
    )


def tidy_grade(text: str) -> str:
    """A grade as the register writes it: ``3d`` for *3 dan*."""
    match = _GRADE.fullmatch(text.strip())
    return f"{match[1].lstrip('0') or '0'}{match[2].lower()}" if match else text.strip()


def tidy_gender(text: str) -> str:
    """``m``, ``w`` or ``x`` for the words of English and Dutch lists."""
    return _GENDER_OF.get(text.strip().casefold().rstrip("."), text.strip())


def tidy_email(text: str) -> str:
    """An e-mail address without what programs write around it."""
    return text.strip().removeprefix("mailto:").strip("<>; ")


def tidy_telephone(text: str) -> str:
    """A telephone number with plain marks, and without a spreadsheet's decimals."""
    plain = _without_decimals(" ".join(text.split()))
    return plain.replace("\u2013", "-").replace("\u2011", "-").replace("\u2010", "-")


def _without_decimals(text: str) -> str:
    match = _DECIMALS.fullmatch(text)
    return match[1] if match else text
