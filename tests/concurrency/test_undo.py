"""Several windows at once: undoing and entering on one database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.sessions.typing.services.undo import undo_last
from tests.events import factories

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
]


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Do everything at the same moment, each in a thread of its own; refusals are answers."""
    start = Barrier(len(actions))

    def act(action: Callable[[], object]) -> object:
        start.wait()
        try:
            return action()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(act, actions))


def enter(session: Session, line: TravellerLine, text: str, by: Actor) -> None:
    enter_result(session_id=session.pk, line_id=line.pk, text=text, by=by)


def test_every_change_is_undone_once_by_several_windows_of_a_director() -> None:
    session = factories.session()
    me = Actor(user=factories.DirectorFactory())
    line = factories.line(session, board=1)
    for score in (400, 420, 430, 450):
        enter(session, line, str(score), me)

    answers = at_once(*[lambda: undo_last(session_id=session.pk, by=me)] * 6)

    assert sum(isinstance(answer, Refused) for answer in answers) == 2
    undone = LogEntry.objects.filter(action="undone").order_by("pk")
    assert [entry.after for entry in undone] == [
        {"score_ns": 430},
        {"score_ns": 420},
        {"score_ns": 400},
        {},
    ]
    line.refresh_from_db()
    assert (line.is_empty, line.version) == (True, 8)


def test_an_undo_and_another_directors_entry_come_one_after_the_other() -> None:
    session = factories.session()
    me, other = (Actor(user=factories.DirectorFactory()) for _ in range(2))
    line = factories.line(session, board=1)
    for _ in range(5):
        enter(session, line, "420", me)

        undone, _ = at_once(
            lambda: undo_last(session_id=session.pk, by=me),
            lambda: enter(session, line, "450", other),
        )

        # Whoever came first: the other director's result stands, and nothing is lost unseen.
        line.refresh_from_db()
        assert line.score_ns == 450
        last = LogEntry.objects.filter(line=line).order_by("-pk")[:2]
        expected = ["entered", "entered" if isinstance(undone, Refused) else "undone"]
        assert [entry.action for entry in last] == expected
        enter(session, line, "", me)
