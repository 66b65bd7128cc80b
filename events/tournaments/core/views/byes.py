"""Points and byes as every page of a tournament writes them."""

from fractions import Fraction

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from clubscore.text.sentences import decimals, translate
from events.tournaments.core.domain.results import Code, PointSystem, describe_bye, write_points


def shown_points(value: Fraction) -> str:
    """``6½``, ``0.25`` with the decimals of the page's language."""
    return decimals(write_points(value))


def bye_text(code: Code, system: PointSystem) -> str:
    """``bye, 1 point``; the kind in words where the system says nothing of its points."""
    points = system.points(code)
    if points is None:
        return translate(describe_bye(code))
    # A half is of one point, and none are points.
    count = 1 if 0 < points <= 1 else 2
    text = ngettext("bye, %(points)s point", "bye, %(points)s points", count)
    return text % {"points": shown_points(points)}


def bye_cell(code: Code, system: PointSystem) -> SafeString:
    """The same with the kind of bye in the title."""
    kind = translate(describe_bye(code))
    return format_html('<span title="{}">{}</span>', kind, bye_text(code, system))
