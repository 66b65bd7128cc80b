"""What names, clubs and countries are made of: letters, with single marks between them.

A *letter* is any Unicode letter once the text is NFC; a space is U+0020 and nothing else. Also
how a text is shown in a message, so that invisible characters can be found and fixed.

When two spellings are the same to whoever searches: "soren" finds Søren, "oneill" O'Neill.
"""

import re
import unicodedata

APOSTROPHE = "\u2019"
"""The typographer's apostrophe, which is stored as a plain one."""

MAX_SHOWN_LENGTH = 60
"""How many characters of what was typed a message quotes."""


def contract(text: str) -> str:
    """NFC, without spaces at the ends, every run of spaces made one."""
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    return " ".join(filter(None, composed.split(" ")))


def clean(text: str) -> str:
    """NFC, the typographer's apostrophe made plain, spaces trimmed and contracted to one."""
    return contract(text).replace(APOSTROPHE, "'")


def stranger(text: str, marks: str) -> str | None:
    """The first character that is neither a letter nor one of ``marks``."""
    for mark in marks:
        text = text.replace(mark, "")
    return None if text.isalpha() else next((each for each in text if not each.isalpha()), None)


def is_joined(text: str, marks: str) -> bool:
    """Whether the text is letters, with single ``marks`` between them and none at an end."""
    for mark in marks:
        text = text.replace(mark, " ")
    return all(map(str.isalpha, text.split(" ")))


def shown(text: str) -> str:
    """The text as a message quotes it: not too long, and with nothing invisible in it."""
    cut = text if len(text) <= MAX_SHOWN_LENGTH else text[: MAX_SHOWN_LENGTH - 1] + "…"
    return "".join(each if each.isprintable() else f"[{_code(each)}]" for each in cut)


def described(character: str) -> str:
    """A character for a message: ``"7"``, with its code and Unicode name where it could be taken
    for another, or these alone where it cannot be seen."""
    if character.isascii() and character.isprintable() and character not in ' "':
        return f'"{character}"'
    code = f"{_code(character)} {unicodedata.name(character, '')}".rstrip()
    return f'"{character}" ({code})' if _is_visible(character) else code


def _is_visible(character: str) -> bool:
    """Whether it can be seen on its own, between quotation marks."""
    return (
        character not in ' "' and character.isprintable() and not unicodedata.combining(character)
    )


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


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
