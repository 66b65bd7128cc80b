"""Points and tie-break values as pages show them: short, with the exact value where it is not."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from clubscore.sentences import decimals
from events.common.views import figures
from events.common.views.figures import MINUS
from events.tournaments.domain.points import write_points

NOTHING = "–"


def tie_value(value: Fraction | None) -> SafeString:
    """``6½``; ``6.17`` with the exact ``37/6`` in the title; a dash where there is none."""
    if value is None:
        return mark_safe(NOTHING)  # noqa: S308 - our own
    if (value * 100).denominator == 1:
        return mark_safe(shown_points(value).replace("-", MINUS))  # noqa: S308 - a number
    return format_html('<span title="{}">{}</span>', str(value), figures.percentage(value))


def tie_column(values: Sequence[Fraction | None]) -> list[SafeString]:
    """The values of one column in one form: halves where halves will do, else two decimals."""
    if all(value is None or (value * 2).denominator == 1 for value in values):
        return [tie_value(value) for value in values]
    return [_two_decimals(value) for value in values]


def tie_rows(rows: Sequence[Sequence[Fraction | None]]) -> list[tuple[SafeString, ...]]:
    """The values of all rows, each column in one form."""
    columns = [tie_column(column) for column in zip(*rows, strict=True)]
    return list(zip(*columns, strict=True)) if columns else [() for _row in rows]


def _two_decimals(value: Fraction | None) -> SafeString:
    if value is None or (value * 100).denominator != 1:
        return tie_value(value)
    return mark_safe(figures.percentage(value))  # noqa: S308 - a number


def shown_points(value: Fraction) -> str:
    """``6½``, ``0.25`` with the decimals of the page's language."""
    return decimals(write_points(value))
