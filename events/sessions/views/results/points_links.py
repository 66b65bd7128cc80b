"""Points that lead to their explanation: a link for every cell."""

from fractions import Fraction

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from events.common.views import figures
from events.sessions.domain.contract import Side


class PointsLinks:
    """The links of one session's points."""

    def __init__(self, session_id: int) -> None:
        end = "0/points/ns/"
        # One reverse() for a page of hundreds of links.
        self._start = reverse("events:points", args=[session_id, 0, "ns"]).removesuffix(end)

    def __call__(
        self, line_id: int, side: Side, points: Fraction | None, of: Fraction | None = None
    ) -> SafeString:
        """A cell with the points of a side, or with their percentage ``of`` a top; empty where it
        has none."""
        if points is None:
            return mark_safe("")
        address = f"{self._start}{line_id}/points/{side.lower()}/"
        text = figures.share(points, of) if of else figures.points(points)
        return mark_safe(f'<a class="points" href="{address}">{text}</a>')  # noqa: S308 - numbers
