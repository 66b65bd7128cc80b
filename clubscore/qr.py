"""QR codes as SVG, by segno; and whether the address in one leads anywhere from a phone."""

import re
from typing import Final

import segno
from django.utils.safestring import SafeString, mark_safe

BORDER = 4
"""The quiet zone that the standard asks for, in modules."""

_ONLY_HERE: Final = ("127.0.0.1", "localhost", "[::1]")


def is_only_here(host: str) -> bool:
    """Whether a host, with or without a port, is this computer by a name that no other knows.

    >>> is_only_here("localhost:8000")
    True
    """
    return re.sub(r":\d+\Z", "", host) in _ONLY_HERE


def qr_svg(text: str, *, label: str) -> SafeString:
    """A QR code that leads to a text; ``label`` is what a screen reader says."""
    code = segno.make(text, error="m", micro=False)
    # Black on white also in a dark page: not every phone reads it the other way round.
    drawn = code.svg_inline(
        border=BORDER, omitsize=True, dark="#000", light="#fff", title=label, svgclass="qr"
    )
    return mark_safe(drawn)  # noqa: S308 - segno escapes the title; all else are numbers


def card_qr(text: str, *, label: str) -> SafeString:
    """A QR code for paper on a table: a quarter of it may be stained (level Q)."""
    code = segno.make(text, error="q", micro=False, boost_error=False)
    drawn = code.svg_inline(
        border=BORDER, omitsize=True, dark="#000", light="#fff", title=label, svgclass="qr"
    )
    return mark_safe(drawn)  # noqa: S308 - segno escapes the title; all else are numbers


def wifi_text(name: str, key: str) -> str:
    r"""What a phone's camera joins a Wi-Fi by; without a key an open one.

    >>> wifi_text("Hall; 2", "a:b")
    'WIFI:T:WPA;S:Hall\\; 2;P:a\\:b;;'
    """
    kind = "WPA" if key else "nopass"
    password = f"P:{_escaped(key)};" if key else ""
    return f"WIFI:T:{kind};S:{_escaped(name)};{password};"


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)
