"""A list with named columns: separated by tabs, semicolons or commas, in any order.

Columns are known by many names in English and Dutch; others are left out.

The fields of a list, whatever its form: what is no value of a field is left empty.
"""

import csv
import re
from collections.abc import Iterator
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, sentence
from players.domain.lookup import (
    MAX_FEDERATION,
    MAX_NAME,
    MAX_NUMBER,
    MAX_TITLE,
    Listed,
    NumberKind,
)

_NAMES: Final[dict[str, str]] = {
    "number": "number no nr id idnumber memberno membernumber member lidnummer lidnr nummer code"
    " licence license",
    "fide": "fide fideid fideno fidenumber fidenummer fidenr",
    "egd": "egd egdpin pin egfpin",
    "national": "national nationalnumber nationalid bondsnummer bondsnr ebu ebuno ebunumber nbb"
    " nbbnr nbbnummer acbl acblno acblnumber ffb dbv wbu sbu bbo knsb knsbnummer relatienummer",
    "name": "name naam playername player speler fullname",
    "family": "family familyname lastname surname achternaam",
    "given": "given givenname givennames firstname firstnames forename forenames voornaam"
    " voornamen roepnaam",
    "particle": "particle prefix tussenvoegsel tussenvoegsels voorvoegsel",
    "title": "title tit titel",
    "rating": "rating elo elorating standardrating std srtng stdrating gor strength",
    "federation": "federation fed country land nation federatie",
    "born": "born birthyear birthdate birth birthday dateofbirth yearofbirth bday geboren"
    " geboortejaar geboortedatum year jaar",
    "grade": "grade graad rank dan",
    "gender": "gender sex geslacht",
    "rapid": "rapid rapidrating rrtng rapidelo",
    "blitz": "blitz blitzrating brtng blitzelo",
    "k": "k sk kfactor standardk",
    "rapid_k": "rk rapidk",
    "blitz_k": "bk blitzk",
}

_OTHERS: Final = ("rapid", "blitz", "k", "rapid_k", "blitz_k")

_COLUMN: Final = {name: field for field, names in _NAMES.items() for name in names.split()}

_KINDS: Final = {
    "fide": NumberKind.FIDE,
    "egd": NumberKind.EGD,
    "national": NumberKind.NATIONAL,
    "number": NumberKind.NATIONAL,
}

SHOWN: Final = 12
"""How many columns of a file a refusal names."""

_DAY: Final = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", re.ASCII)


class Table:
    """A list with its first line read. Raises :class:`Refused` where that does not name a number
    and a name."""

    def __init__(self, lines: Iterator[str]) -> None:
        header = next(lines)
        delimiter = max("\t;,", key=header.count)
        # In text with tabs a quote may be anywhere: it counts only round a whole field.
        if delimiter == "\t":
            self._rows = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
        else:
            self._rows = csv.reader(lines, delimiter=delimiter, strict=True)
        self._last_line = 1
        names = _unquoted(header.split(delimiter))
        self._places: dict[str, int] = {}
        for place, name in enumerate(names):
            field = _COLUMN.get(re.sub(r"[\W_]", "", name).lower())
            if field:
                self._places.setdefault(field, place)
        numbers = [field for field in _KINDS if field in self._places]
        if not numbers or not self._places.keys() & {"name", "family"}:
            raise _wrong_columns(names)
        self._number = numbers[0]
        self.kind = _KINDS[self._number]

    def read(self) -> Iterator[tuple[int, Listed | None]]:
        """Each line that is not empty, by its number, with its player; ``None`` where it has
        none."""
        try:
            for row in self._rows:
                self._last_line = self._rows.line_num + 1
                if any(map(str.strip, row)):
                    yield self._last_line, self._player(_unquoted(row))
        except csv.Error as error:
            line = self._last_line + 1
            raise Refused(
                Problem(
                    sentence("Line %(line)s cannot be read: its quotes do not match.", line=line),
                    line=line,
                )
            ) from error

    def _player(self, row: list[str]) -> Listed | None:
        fields = {
            field: row[place] if place < len(row) else "" for field, place in self._places.items()
        }
        return listed(
            number=fields[self._number],
            name=_name_of_row(fields),
            title=fields.get("title", ""),
            rating=fields.get("rating", ""),
            federation=fields.get("federation", ""),
            born=_DAY.sub(_iso, fields.get("born", "").strip()),
            grade=fields.get("grade", ""),
            gender=fields.get("gender", ""),
            **{name: fields.get(name, "") for name in _OTHERS},
        )


def _unquoted(row: list[str]) -> list[str]:
    return [
        text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
        for text in map(str.strip, row)
    ]


def _name_of_row(fields: dict[str, str]) -> str:
    """The family name first, as lists have it."""
    if "family" not in fields:
        return fields["name"]
    family = fields["family"].strip()
    given = " ".join([fields.get("given", ""), fields.get("particle", "")]).strip()
    return f"{family}, {given}" if given else family


def _iso(found: re.Match[str]) -> str:
    day, month, year = found.groups()
    return f"{year}-{integer_of(month):02}-{integer_of(day):02}"


def _wrong_columns(names: list[str]) -> Refused:
    there = ", ".join(f"“{name.strip()[:40]}”" for name in names[:SHOWN])
    return Refused(
        Problem(
            sentence(
                "The first line has to name the columns, among them a number and a name: “number” "
                "or "
                "“FIDE id”, “name” or “family name”; also known are given name, title, rating, "
                "federation, "
                "born and grade. This one has: %(columns)s.",
                columns=there,
            ),
            line=1,
        )
    )


MAX_RATING: Final = 4000

_BORN: Final = re.compile(r"(?:18|19|20)\d\d(?:-\d\d-\d\d)?", re.ASCII)

_GRADE: Final = re.compile(r"[1-9][0-9]?[kdp]", re.ASCII | re.IGNORECASE)

_NUMBER: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z./-]*", re.ASCII)

_LETTER: Final = re.compile(r"[^\W_]")


def listed(
    *,
    number: str,
    name: str,
    title: str = "",
    rating: str = "",
    federation: str = "",
    born: str = "",
    grade: str = "",
    gender: str = "",
    rapid: str = "",
    blitz: str = "",
    k: str = "",
    rapid_k: str = "",
    blitz_k: str = "",
) -> Listed | None:
    """A player of these texts, or ``None`` where the number or the name is not one."""
    number, name = number.strip(), _name(name)
    if not (_NUMBER.fullmatch(number) and _LETTER.search(name)):
        return None
    if len(number) > MAX_NUMBER or len(name) > MAX_NAME:
        return None
    return Listed(
        number=number,
        name=name,
        title=title.strip()[:MAX_TITLE],
        rating=_rating(rating),
        federation=federation.strip()[:MAX_FEDERATION],
        born=born.strip() if _BORN.fullmatch(born.strip()) else "",
        grade=grade.strip().lower() if _GRADE.fullmatch(grade.strip()) else "",
        gender=_gender(gender),
        rapid=_rating(rapid),
        blitz=_rating(blitz),
        k=_factor(k),
        rapid_k=_factor(rapid_k),
        blitz_k=_factor(blitz_k),
    )


def _name(text: str) -> str:
    # Nothing that is not printed: a list may hold any byte.
    text = "".join(each if each.isprintable() else " " for each in text)
    family, comma, given = (" ".join(part.split()) for part in text.partition(","))
    return f"{family}, {given}" if comma and given and family else family or given


def _rating(text: str) -> int | None:
    """A rating; 0 is that of a player who has none."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4):
        return None
    rating = integer_of(digits)
    return rating if 0 < rating <= MAX_RATING else None


def _factor(text: str) -> int | None:
    """A K; 0 is that of a player who has no rating."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 2):
        return None
    return integer_of(digits) or None


def _gender(text: str) -> str:
    letter = text.strip()[:1].lower()
    return {"m": "m", "f": "w", "w": "w", "v": "w"}.get(letter, "")
