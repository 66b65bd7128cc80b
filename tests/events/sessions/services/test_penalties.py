from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Contestant, LogEntry, Penalty, Session
from events.sessions.services import penalties
from tests.events import factories

pytestmark = pytest.mark.django_db


def give(session: Session, number: int, **options: object) -> Penalty:
    defaults = {"kind": "percent", "amount": Decimal(10), "reason": "Slow play."}
    return penalties.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, number).pk,
        by=Actor(),
        **(defaults | options),
    )


def test_a_penalty_is_given_logged_and_taken_back() -> None:
    session = factories.session()
    penalty = give(session, 2, law="90")
    values = {
        "penalty": penalty.pk,
        "contestant": penalty.contestant_id,
        "name": "2",
        "kind": "percent",
        "amount": "10",
        "law": "90",
        "reason": "Slow play.",
    }
    penalties.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=Actor())
    assert Penalty.objects.count() == 0
    log = LogEntry.objects.filter(session=session).order_by("pk")[1:]
    assert [(entry.action, entry.before, entry.after, entry.reason) for entry in log] == [
        ("penalised", {}, values, "Slow play."),
        ("pardoned", values | {"amount": "10.00"}, {}, "Slow play."),
    ]


def test_a_warning_takes_nothing_off() -> None:
    penalty = give(factories.session(), 1, kind="warning", amount=Decimal(0))
    assert (penalty.kind, penalty.amount) == ("warning", 0)


@pytest.mark.parametrize(
    "change",
    [{"amount": Decimal(0)}, {"amount": Decimal("100.01")}, {"kind": "warning"}, {"reason": ""}],
)
def test_a_penalty_that_is_none_is_our_mistake(change: dict) -> None:
    with pytest.raises(ValidationError):
        give(factories.session(), 1, **change)
    assert Penalty.objects.count() == 0


def test_a_contestant_of_another_session_is_not_found() -> None:
    session, other = factories.session(), factories.session()
    with pytest.raises(Contestant.DoesNotExist):
        penalties.give_penalty(
            session_id=other.pk,
            contestant_id=factories.contestant(session, 1).pk,
            kind="warning",
            reason="Late.",
            by=Actor(),
        )


def test_a_penalty_is_taken_back_once_and_in_its_session() -> None:
    session = factories.session()
    penalty = give(session, 1)
    with pytest.raises(Refused, match="There is no such penalty"):
        penalties.take_back_penalty(
            session_id=factories.session().pk, penalty_id=penalty.pk, by=Actor()
        )
    penalties.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=Actor())
    with pytest.raises(Refused, match="There is no such penalty"):
        penalties.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk or 1, by=Actor())
