"""A session comes into a series while it is scored otherwise: one of the two is refused."""

from functools import partial

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Series, Session
from events.sessions.scoring.figures.series import unfit_sessions
from events.sessions.series.services import change_series
from events.sessions.setup.services.sessions import change_settings
from tests.concurrency.threads import at_once
from tests.events.sessions.evenings import evening, series

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize("turn", range(5))
def test_what_does_not_add_up_never_gets_into_a_series(turn: int) -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first)
    wanted = Session.objects.get(pk=second.pk)
    wanted.method = "butler"
    outcomes = at_once(
        partial(change_settings, session=wanted, fields=["method"], by=Actor()),
        partial(change_series, series=made, weights={first.pk: 100, second.pk: 100}, by=Actor()),
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Refused]
    sessions = list(Series.objects.get().sessions.order_by("date"))
    assert unfit_sessions(made, sessions, ()) == {}


@pytest.mark.parametrize("turn", range(5))
def test_two_series_never_carry_each_other(turn: int) -> None:
    one, other = series(name="One"), series(name="Other")
    one.earlier, other.earlier = (Series.objects.get(pk=other.pk), Series.objects.get(pk=one.pk))
    outcomes = at_once(
        *(partial(change_series, series=each, weights={}, by=Actor()) for each in (one, other))
    )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Refused]
    assert Series.objects.filter(earlier__isnull=False).count() == 1
