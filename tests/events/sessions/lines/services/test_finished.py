"""A finished session: nothing that stands changes without a reason, which is logged."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Penalty, Session
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services.restoring import restore_line
from events.sessions.lines.services.saving import enter_result
from events.sessions.lines.services.seats import change_seats, change_slip_seats
from events.sessions.rulings import services as rulings
from events.sessions.setup.services.sessions import finish
from events.sessions.typing.services.undo import undo_last
from tests.events import factories

pytestmark = pytest.mark.django_db

Change = Callable[[Session, Actor, str], object]


def typed(text: str) -> Change:
    def change(session: Session, by: Actor, reason: str) -> object:
        line = factories.line(session, board=1)
        whole = f"{text}! {reason}" if reason else text
        return enter_result(session_id=session.pk, line_id=line.pk, text=whole, by=by)

    return change


def turned(session: Session, by: Actor, reason: str) -> object:
    line = factories.line(session, board=1)
    text = f"*! {reason}" if reason else "*"
    return change_seats(session_id=session.pk, line_id=line.pk, text=text, by=by)


def turned_slip(session: Session, by: Actor, reason: str) -> object:
    line = factories.line(session, board=1)
    place = {"letter": "A", "round_number": line.round, "table": line.table}
    text = f"*! {reason}" if reason else "*"
    return change_slip_seats(session_id=session.pk, **place, text=text, by=by)


def restored(session: Session, by: Actor, reason: str) -> object:
    line = factories.line(session, board=1)
    first = LogEntry.objects.filter(line=line).earliest("pk")
    return restore_line(
        session_id=session.pk, line_id=line.pk, entry_id=first.pk, by=by, version=line.version,
        is_before=True, reason=reason,
    )  # fmt: skip


def ruled(session: Session, by: Actor, reason: str) -> object:
    line, average = factories.line(session, board=1), read_adjustment("A+-")
    return rulings.make_ruling(
        session_id=session.pk, line_id=line.pk, adjustment=average, by=by, reason=reason
    )


def fouled(session: Session, by: Actor, reason: str) -> object:
    line = factories.line(session, board=1)
    deals = {line.pk: "B"}
    return rulings.mark_deals(session_id=session.pk, board=1, deals=deals, by=by, reason=reason)


def pardoned(session: Session, by: Actor, reason: str) -> object:
    penalty = Penalty.objects.get()
    return rulings.take_back_penalty(
        session_id=session.pk, penalty_id=penalty.pk, by=by, reason=reason
    )


def undone(session: Session, by: Actor, reason: str) -> object:
    return undo_last(session_id=session.pk, by=by, reason=reason)


@pytest.mark.parametrize(
    "change",
    [typed("50"), typed(""), turned, turned_slip, restored, ruled, fouled, pardoned, undone],
)
def test_what_stands_changes_for_a_reason(change: Change) -> None:
    session, by = factories.session(), Actor(user=factories.DirectorFactory(username="anna"))
    rulings.give_penalty(
        session_id=session.pk, contestant_id=factories.contestant(session, 1).pk, kind="percent",
        amount=Decimal(5), reason="late", by=by,
    )  # fmt: skip
    typed("420")(session, by, "")
    finish(session=session, by=by)
    count = LogEntry.objects.count()
    with pytest.raises(Refused, match="The session is finished: "):
        change(session, by, "")
    assert LogEntry.objects.count() == count

    change(session, by, "slip misread")
    assert LogEntry.objects.latest("pk").reason == "slip misread"


def test_what_is_missing_may_come_in() -> None:
    session, by = factories.session(), Actor()
    finish(session=session, by=by)
    typed("420")(session, by, "")
    assert factories.line(session, board=1).score_ns == 420
