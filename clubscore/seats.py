"""Seats and directions of a bridge table in the letters of the reader's language."""

from django.utils.translation import gettext, pgettext


def seat_letters(text: str) -> str:
    """``N``, ``E``, ``S``, ``W``, ``NS`` or ``EW`` as the reader knows it; other texts stay."""
    match text:
        case "N":
            return pgettext("seat", "N")
        case "E":
            return pgettext("seat", "E")
        case "S":
            return pgettext("seat", "S")
        case "W":
            return pgettext("seat", "W")
        case "NS":
            return gettext("NS")
        case "EW":
            return gettext("EW")
    return text
