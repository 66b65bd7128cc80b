"""Rows of texts that change what is stored, on pages that have no form of Django's for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from clubscore.editing.comparison import compare
from clubscore.editing.forms import overwrites, shown_field

Texts = Mapping[str, str]
"""The texts of the fields by their names; an empty field may be left out."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The texts to go on with, and the question about each that somebody else has changed too."""

    texts: dict[str, str]
    questions: dict[str, str]


def shown_texts(name: str, stored: Texts) -> SafeString:
    """The hidden field with the texts that a page shows."""
    return _shown_pairs(name, tuple((key, text) for key, text in stored.items() if text))


@lru_cache(maxsize=64)
def _shown_pairs(name: str, pairs: tuple[tuple[str, str], ...]) -> SafeString:
    """Kept for the desk, most of whose hundreds of rows show the same."""
    return shown_field(name, urlencode(pairs))


def compare_texts(*, shown: str | None, stored: Texts, sent: Texts) -> Rows:
    """Compare the texts that were sent, as a form does; without ``shown`` they are taken as they
    are."""
    if shown is None:
        return Rows(dict(sent), {})
    before = QueryDict(shown)
    names = [*sent, *(name for name in stored if name not in sent)]
    comparison = compare(
        shown={name: before.get(name, "") for name in names},
        stored={name: stored.get(name, "") for name in names},
        sent={name: sent.get(name, "") for name in names},
        same=lambda _name, one, other: one.strip() == other.strip(),
    )
    questions = {name: overwrites(now) for name, now in comparison.conflicts.items()}
    return Rows(comparison.values, questions)
