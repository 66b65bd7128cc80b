import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import CarryOver, Deletion, LogEntry, Series, Session
from events.sessions.selectors.deletion import series_plan
from events.sessions.services import series as services
from events.sessions.services.carry_over import set_carry_over
from events.sessions.services.series_removal import delete_series
from tests.events.sessions.evenings import evening, series

pytestmark = pytest.mark.django_db


def test_a_series_goes_with_its_log_and_its_sessions_stay() -> None:
    session = evening()
    delete_series(series=series(session), backup="before", by=Actor())
    assert (Series.objects.count(), Session.objects.count()) == (0, 1)
    assert not LogEntry.objects.filter(series__isnull=False).exists()
    assert LogEntry.objects.filter(session=session).exists()
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.title, entry.date, entry.results, entry.backup) == (
        "series",
        "Spring",
        None,
        0,
        "before",
    )


def test_what_carried_a_series_forward_no_longer_does_and_logs_it() -> None:
    made, session = series(name="Heat"), evening()
    final = series(name="Final", earlier=made)
    set_carry_over(session=session, earlier_series=made, by=Actor())
    delete_series(series=made, by=Actor())
    final.refresh_from_db()
    assert (final.earlier, CarryOver.objects.count(), Series.objects.count()) == (None, 0, 1)
    assert [
        (entry.before, entry.after)
        for entry in (
            LogEntry.objects.filter(series=final).first(),
            LogEntry.objects.filter(session=session).first(),
        )
    ] == [
        ({"earlier": made.pk}, {"earlier": None}),
        ({"carry-over": {"series": made.pk, "session": None, "weight": 50}}, {"carry-over": {}}),
    ]


def test_a_published_series_can_be_deleted() -> None:
    made = series()
    services.publish_series(series=made, by=Actor())
    delete_series(series=made, by=Actor())
    assert Series.objects.count() == 0


def test_a_series_that_changed_since_the_page_stays() -> None:
    made = series(evening())
    seen = series_plan(made).seen
    services.publish_series(series=made, by=Actor())
    with pytest.raises(Refused, match="This was changed in the meantime"):
        delete_series(series=made, seen=seen, by=Actor())
    assert (Series.objects.count(), Deletion.objects.count()) == (1, 0)
