import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from events.models import CarryOver, LogEntry, Series, SeriesSession
from tests.events import factories

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.mark.parametrize(
    "values",
    [
        {"name": ""},
        {"adding": "sum"},
        {"unit": "team"},
        {"best": 0},
        {"minimum": 0},
        {"earlier_weight": 0},
        {"earlier_weight": 1000},
    ],
)
def test_a_series_that_cannot_be_is_refused_by_the_database(values: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Series.objects.create(**{"name": "Spring", **values})


def test_a_series_does_not_follow_itself() -> None:
    series = Series.objects.create(name="Spring")
    series.earlier = series
    with pytest.raises(IntegrityError), transaction.atomic():
        series.save()


def test_a_session_stands_in_a_series_once() -> None:
    series, session = Series.objects.create(name="Spring"), factories.session()
    entry = SeriesSession.objects.create(series=series, session=session)
    assert (str(entry), entry.weight) == ("Spring: Club evening (2026-03-05)", 100)
    with pytest.raises(IntegrityError), transaction.atomic():
        SeriesSession.objects.create(series=series, session=session)


@pytest.mark.parametrize("weight", [0, 1000])
def test_a_weight_of_a_session_is_in_its_limits(weight: int) -> None:
    series, session = Series.objects.create(name="Spring"), factories.session()
    with pytest.raises(IntegrityError), transaction.atomic():
        SeriesSession.objects.create(series=series, session=session, weight=weight)


def test_a_session_of_a_series_is_protected() -> None:
    series, session = Series.objects.create(name="Spring"), factories.session()
    SeriesSession.objects.create(series=series, session=session)
    with pytest.raises(ProtectedError):
        session.delete()


def test_a_carry_over_comes_from_a_session_or_from_a_series() -> None:
    session, earlier = factories.session(), factories.session(title="Before")
    series = Series.objects.create(name="Spring")
    for values in ({}, {"earlier_session": earlier, "earlier_series": series}):
        with pytest.raises(IntegrityError), transaction.atomic():
            CarryOver.objects.create(session=session, **values)
    carry_over = CarryOver.objects.create(session=session, earlier_session=earlier, weight=25)
    assert str(carry_over) == "Before (2026-03-05) (25 %)"


@pytest.mark.parametrize("weight", [0, 1000])
def test_a_weight_of_a_carry_over_is_in_its_limits(weight: int) -> None:
    session, earlier = factories.session(), factories.session()
    with pytest.raises(IntegrityError), transaction.atomic():
        CarryOver.objects.create(session=session, earlier_session=earlier, weight=weight)


def test_a_session_carries_nothing_over_from_itself() -> None:
    session = factories.session()
    with pytest.raises(IntegrityError), transaction.atomic():
        CarryOver.objects.create(session=session, earlier_session=session)


def test_an_entry_of_the_log_is_of_one_thing() -> None:
    series, session = Series.objects.create(name="Spring"), factories.session()
    for values in ({}, {"series": series, "session": session}):
        with pytest.raises(IntegrityError), transaction.atomic():
            LogEntry.objects.create(action=LogEntry.Action.CHANGED, **values)
    LogEntry.objects.create(action=LogEntry.Action.CHANGED, series=series)
    assert series.log.count() == 1


def test_a_series_in_the_log_is_protected() -> None:
    series = Series.objects.create(name="Spring")
    LogEntry.objects.create(action=LogEntry.Action.CHANGED, series=series)
    with pytest.raises(ProtectedError):
        series.delete()
