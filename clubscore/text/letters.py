"""Seats and directions of a bridge table in the letters of the reader's language."""

from django.utils.translation import gettext

from clubscore.text.problems import gettext_noop

_LETTERS = frozenset(
    (
        gettext_noop("N"),
        gettext_noop("E"),
        gettext_noop("S"),
        gettext_noop("W"),
        gettext_noop("NS"),
        gettext_noop("EW"),
    )
)


def seat_letters(text: str) -> str:
    """``N``, ``E``, ``S``, ``W``, ``NS`` or ``EW`` as the reader knows it; other texts stay."""
    return gettext(text) if text in _LETTERS else text
