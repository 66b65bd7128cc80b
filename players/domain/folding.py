"""When two spellings are the same to whoever searches: "soren" finds Søren, "oneill" O'Neill."""

import re
import unicodedata

from players.domain.characters import clean

_MARKS = re.compile(r"[\s'\u2018\u2019\u02bc\u00b4`\u2010-\u2015\u2212-]")
_COMBINING = re.compile(r"[\u0300-\u036f]")
_PLAIN = str.maketrans(
    {
        "'": "",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",  # noqa: RUF001 - the Turkish one
        "ŋ": "n",
        "ŧ": "t",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
    }
)
"""Replacements of letters that Unicode does not decompose; an apostrophe may be left out."""


def search_key(text: str) -> str:
    """A text as it is searched: without case, accents and apostrophes, all white space
    contracted."""
    # Decomposed, so that the accents are characters of their own and can be dropped.
    decomposed = unicodedata.normalize("NFKD", " ".join(clean(text).split()))
    return _COMBINING.sub("", decomposed).casefold().translate(_PLAIN)


def match_key(text: str) -> str:
    """A text without case, accents, blanks, hyphens and apostrophes: equal for spellings of one
    name."""
    return search_key(_MARKS.sub("", text)).replace(" ", "")
