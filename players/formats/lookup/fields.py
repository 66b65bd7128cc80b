"""The fields of a list, whatever its form: what is no value of a field is left empty."""

import re
from typing import Final

from players.domain.lookup import (
    MAX_FEDERATION,
    MAX_NAME,
    MAX_NUMBER,
    MAX_TITLE,
    Listed,
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
    rating = int(digits)
    return rating if 0 < rating <= MAX_RATING else None


def _gender(text: str) -> str:
    letter = text.strip()[:1].lower()
    return {"m": "m", "f": "w", "w": "w", "v": "w"}.get(letter, "")
