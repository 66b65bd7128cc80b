import pytest

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.desk.selectors import session_plan
from events.sessions.series.selectors import series_plan
from events.sessions.series.services import publish_series, set_carry_over
from tests.events import factories
from tests.events.sessions.evenings import evening, series

pytestmark = pytest.mark.django_db


def texts(plan) -> list[str]:
    return [str(change) for change in plan.changes]


def test_a_session_without_anything_changes_nothing_else() -> None:
    plan = session_plan(factories.session(title="Empty"))
    assert (plan.name, plan.results) == ("Empty", 0)
    assert texts(plan) == ["It has no results. Its log goes with it."]


def test_the_plan_of_a_session_says_what_else_changes() -> None:
    session, later = evening(day=1), evening(day=2)
    series(session, later, name="Spring")
    set_carry_over(session=later, earlier_session=session, by=Actor())
    plan = session_plan(session)
    assert (plan.name, plan.results) == ("Evening 1", 3)
    assert texts(plan) == [
        "Its results (3), rulings, penalties and log go with it.",
        "It is published: everybody can read its results until then.",
        "It disappears from the pages of its players (12). The players stay in the register, and "
        "the movement stays.",
        "The series “Spring” loses 1 of its sessions; its standings change, and so do those that "
        "carry it forward.",
        "“Evening 2 (2026-03-02)” loses what it carried over; its ranking changes.",
    ]


def test_the_plan_of_a_series_says_what_else_changes() -> None:
    made = series(evening(), name="Heat")
    publish_series(series=made, by=Actor())
    series(name="Final", earlier=made)
    set_carry_over(session=evening(day=3), earlier_series=made, by=Actor())
    plan = series_plan(made)
    assert plan.name == "Heat"
    assert texts(plan) == [
        "Its standings and its log go with it. Its sessions stay (1).",
        "It is published: everybody can read its standings until then.",
        "The series “Final” loses what it carried forward; its standings change.",
        "“Evening 3 (2026-03-03)” loses what it carried over; its ranking changes.",
    ]
    assert Session.objects.count() == 2
