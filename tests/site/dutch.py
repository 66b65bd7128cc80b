"""Which texts of a page in Dutch are English: those of messages whose Dutch is another.

What is marked as another language, and what scripts and keys say, is left out.
"""

import re
from functools import cache
from html.parser import HTMLParser

from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib import admin

from tools.messages import PO, strings_of

UNTRANSLATED = {"Search", "director", "Club evening"}
"""Django's own for the picture of a magnifier; there is no Dutch of it to be had. And the name that
the tests log in with, and the title of their sessions."""
READ_ALOUD = {"title", "aria-label", "placeholder", "alt", "data-label", "aria-description"}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]")
MAX_LETTERS = 2
MIN_LETTERS = 12
"""Of what a message says beside its values: "%(number)s rounds" would be found in names."""


class Texts(HTMLParser):
    """What is read in a page but for what is marked as another language."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0
        self.open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        is_silent = tag in {"script", "style", "pre", "kbd"} or values.get("lang") not in {
            None,
            "nl",
        }
        if tag not in {"input", "br", "img", "link", "meta", "hr", "wbr", "col", "area"}:
            self.open.append(is_silent)
            self.silent += is_silent
        if not self.silent:
            self.texts += [
                text
                for name, text in attrs
                if text
                and (
                    name in READ_ALOUD
                    or (name == "value" and tag == "input" and _is_button(values))
                )
            ]

    def handle_endtag(self, tag: str) -> None:
        if self.open:
            self.silent -= self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.texts.append(" ".join(data.split()))


def _is_button(values: dict[str, str | None]) -> bool:
    return values.get("type") in {"submit", "button", "reset"}


def texts_of(page: str) -> list[str]:
    reader = Texts()
    reader.feed(page)
    return reader.texts


@cache
def catalogue() -> tuple[frozenset[str], re.Pattern[str]]:
    """English that has another Dutch: whole messages, and a pattern of those with values."""
    with PO.open("rb") as file:
        pairs = [(each.id, strings_of(each)) for each in read_po(file, locale="nl") if each.id]
    folder = settings.BASE_DIR / admin.__path__[0] / "locale" / "nl" / "LC_MESSAGES"
    with (folder / "django.mo").open("rb") as file:
        pairs += [(each.id, strings_of(each)) for each in read_mo(file) if each.id]
    dutch = {text for _, texts in pairs for text in texts}
    english = {
        text
        for sources, _ in pairs
        for text in ([sources] if isinstance(sources, str) else sources)
        if text not in dutch and " ".join(text.split()) not in dutch
    }
    whole = {" ".join(text.split()) for text in english if not PLACEHOLDER.search(text)}
    patterns = [
        ".+?".join(re.escape(part.replace("%%", "%")) for part in PLACEHOLDER.split(text)[::2])
        for text in english - whole
        if len(re.sub(r"\W", "", PLACEHOLDER.sub("", text))) >= MIN_LETTERS
    ]
    return frozenset(whole), re.compile("|".join(patterns))


def english_in(page: str) -> set[str]:
    whole, pattern = catalogue()
    # The admin puts a colon behind every name of a field.
    texts = [" ".join(text.split()).removesuffix(":") for text in texts_of(page)]
    return {
        text
        for text in set(texts) - UNTRANSLATED
        # A letter may be a group of boards as well as a seat.
        if len(text) > MAX_LETTERS and (text in whole or pattern.fullmatch(text))
    }
