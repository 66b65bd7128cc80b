"""Which sessions of a season give club points."""

from django.db.models import Count, Min, QuerySet

from events.common.domain import Season
from events.models import PointsRule, Session


def rules() -> QuerySet[PointsRule]:
    """All rules by name."""
    return PointsRule.objects.order_by("name")


def rules_with_use() -> QuerySet[PointsRule]:
    """All rules by name, with ``used``: by how many sessions."""
    return rules().annotate(used=Count("sessions"))


def sessions_with_points(season: Season, *, director: bool) -> list[Session]:
    """The sessions of a season that give points, the first first; a visitor has the published
    ones alone."""
    sessions = Session.objects.select_related("points_rule").filter(
        points_rule__isnull=False, date__range=(season.start, season.end)
    )
    if not director:
        sessions = sessions.filter(published_at__isnull=False)
    found = list(sessions.order_by("date", "pk"))
    for session in found:
        session.reader_is_director = director
    return found


def first_season() -> Season | None:
    """The season of the first session that gives points."""
    first = Session.objects.filter(points_rule__isnull=False).aggregate(day=Min("date"))["day"]
    return None if first is None else Season.of(first)
