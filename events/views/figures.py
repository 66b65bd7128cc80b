"""Numbers, contracts and scores as a page shows them: ready strings for large tables."""

from fractions import Fraction
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from events.domain.adjustments import NOT_PLAYED
from events.domain.contract import PASS, Strain, read_contract
from events.domain.lineresult import LineResult
from events.domain.rounding import at_most_two_decimals, round_quotient, two_decimals

MINUS = "−"

_SUIT_CLASSES = {
    Strain.CLUBS: "clubs",
    Strain.DIAMONDS: "diamonds",
    Strain.HEARTS: "hearts",
    Strain.SPADES: "spades",
}


def points(value: Fraction | None) -> str:
    """Points with two decimals at most, halves up; empty where there are none."""
    return "" if value is None else at_most_two_decimals(value).replace("-", MINUS)


def percentage(value: Fraction | None) -> str:
    """A percentage with its two decimals; empty where there is none."""
    return "" if value is None else two_decimals(value).replace("-", MINUS)


def share(value: Fraction | None, top: Fraction | None) -> str:
    """Points as a whole-number percentage of the top; empty without a top."""
    if value is None or not top:
        return ""
    part = 100 * value / top
    return str(round_quotient(part.numerator, part.denominator))


def score_columns(score_ns: int | None) -> tuple[str, str]:
    """A score in the columns NS + and EW +: a passed-out board is 0 on the left."""
    if score_ns is None:
        return "", ""
    return ("", str(-score_ns)) if score_ns < 0 else (str(score_ns), "")


def signed(score: int) -> str:
    """A score with its sign: ``+420``, ``−50``, ``0``."""
    if score == 0:
        return "0"
    return f"+{score}" if score > 0 else f"{MINUS}{-score}"


def contract(result: LineResult) -> SafeString | str:
    """The contract with its suit's symbol in colour and in words; else the adjustment."""
    if result.adjustment:
        return adjustment(result.adjustment)
    return _contract(result.contract) if result.contract else ""


def adjustment(text: str) -> str:
    """An adjustment in the usual notation."""
    return _("not played") if text == str(NOT_PLAYED) else text


@lru_cache(maxsize=256)
def _contract(text: str) -> SafeString | str:
    value = read_contract(text)
    if value is PASS:
        return _("Pass")
    suit = _SUIT_CLASSES.get(value.strain)
    if suit is None:
        return f"{value.level}NT{value.doubling}"
    names = {
        "clubs": _("clubs"),
        "diamonds": _("diamonds"),
        "hearts": _("hearts"),
        "spades": _("spades"),
    }
    return format_html(
        '{}<span class="suit {}" role="img" aria-label="{}">{}</span>{}',
        value.level,
        suit,
        names[suit],
        value.strain.symbol,
        mark_safe(value.doubling),  # noqa: S308 - one of "", "x" and "xx"
    )
