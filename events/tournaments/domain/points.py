"""Points as text: ``1``, ``½``, ``1½``, ``0.5``, ``0,5``, ``1/2`` are read; written with ``½``."""

import re
from fractions import Fraction

from events.tournaments.domain.results import HALF

_DECIMAL = re.compile(r"-?[0-9]{1,6}(?:[.,][0-9]{1,6})?", re.ASCII)
_RATIO = re.compile(r"(-?[0-9]{1,6})/([1-9][0-9]{0,5})", re.ASCII)


def read_points(text: str) -> Fraction | None:
    """The points that a text means, or ``None`` when it means none."""
    text = text.strip().replace("−", "-")
    if text.endswith("½"):
        whole = text[:-1]
        if whole in ("", "-"):
            return -HALF if whole else HALF
        if not re.fullmatch(r"-?[0-9]{1,6}", whole, re.ASCII):
            return None
        # The sign is read from the text: that of "-0½" is lost in the number 0.
        return Fraction(whole) + (-HALF if whole.startswith("-") else HALF)
    ratio = _RATIO.fullmatch(text)
    if ratio:
        return Fraction(int(ratio[1]), int(ratio[2]))
    if _DECIMAL.fullmatch(text):
        return Fraction(text.replace(",", "."))
    return None


def write_points(points: Fraction) -> str:
    """The points in the shortest exact text: ``7``, ``6½``, ``0.25``, else ``1/3``."""
    sign, size = ("-" if points < 0 else ""), abs(points)
    if size.denominator == 1:
        return f"{sign}{size.numerator}"
    if size.denominator == 2:
        return f"{sign}{size.numerator // 2 or ''}½"
    hundredths = size * 100
    if hundredths.denominator == 1:
        whole, rest = divmod(int(hundredths), 100)
        return f"{sign}{whole}.{rest:02d}".rstrip("0")
    return f"{sign}{size.numerator}/{size.denominator}"
