import pytest

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.lines.domain import Correction
from events.sessions.lines.selectors import entries_of_line, session_corrections
from events.sessions.rulings import services as fouled_boards
from events.sessions.setup.services import sessions
from events.sessions.typing.services.undo import undo_last
from tests.events import factories
from tests.queries import queries

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

BY = Actor()


@pytest.fixture
def session() -> Session:
    return factories.session()


def at_line(line: TravellerLine) -> LogEntry:
    return LogEntry.objects.filter(line=line).first()


def found(session: Session) -> dict[int, tuple[dict, dict]]:
    return {
        pk: (correction.was, correction.now)
        for pk, correction in session_corrections(session.pk).items()
    }


def test_nothing_is_corrected_before_it_is_published(session: Session) -> None:
    factories.enter(session, 1, "420", "50")
    factories.enter(session, 1, "450", "50")
    assert session_corrections(session.pk) == {}
    sessions.publish(session=session, by=BY)
    assert session_corrections(session.pk) == {}


def test_a_changed_result_is_corrected_with_time_and_what_it_was(session: Session) -> None:
    factories.enter(session, 1, "420", "50")
    sessions.publish(session=session, by=BY)
    factories.enter(session, 1, "4sn+1", "50")
    line = factories.line(session, 1)
    now = {"score_ns": 450, "contract": "4S", "declarer": "N", "tricks": 11}
    assert session_corrections(session.pk) == {
        line.pk: Correction(line.pk, at_line(line).at, {"score_ns": 420}, now)
    }


def test_corrections_of_some_lines_leave_the_others_out(session: Session) -> None:
    factories.enter(session, 1, "420", "50")
    sessions.publish(session=session, by=BY)
    factories.enter(session, 1, "450", "100")
    line, other = factories.line(session, 1), factories.line(session, 1, 2)

    assert set(session_corrections(session.pk)) == {line.pk, other.pk}
    assert set(session_corrections(session.pk, [other.pk])) == {other.pk}
    assert session_corrections(session.pk, []) == {}


def test_results_that_come_in_after_the_publication_are_not_corrected(session: Session) -> None:
    factories.enter(session, 1, "420", "")
    sessions.publish(session=session, by=BY)
    factories.enter(session, 1, "420", "50")
    factories.enter(session, 2, "100", "110")
    assert found(session) == {}
    factories.enter(session, 2, "100", "120")
    line = factories.line(session, 2, 2)
    assert found(session) == {line.pk: ({"score_ns": 110}, {"score_ns": 120})}


def test_what_was_changed_while_taken_back_is_corrected(session: Session) -> None:
    factories.enter(session, 1, "420", "50")
    sessions.publish(session=session, by=BY)
    sessions.withdraw(session=session, by=BY)
    factories.enter(session, 1, "", "50")
    factories.enter(session, 2, "100", "110")
    factories.enter(session, 2, "200", "110")
    sessions.publish(session=session, by=BY)
    assert found(session) == {factories.line(session, 1).pk: ({"score_ns": 420}, {})}


def test_of_another_session_nothing_is_shown(session: Session) -> None:
    other = factories.session()
    for each in (session, other):
        factories.enter(each, 1, "420", "50")
        sessions.publish(session=each, by=BY)
    factories.enter(other, 1, "430", "50")
    assert (len(found(session)), len(found(other))) == (0, 1)


def test_the_history_of_a_line_is_its_own_and_that_of_its_deal(session: Session) -> None:
    me = Actor(user=factories.DirectorFactory())
    factories.enter(session, 1, "420", "50")
    line, other = (factories.line(session, 1, table) for table in (1, 2))
    fouled_boards.mark_deals(session_id=session.pk, board=1, deals={line.pk: "B"}, by=me)
    undo_last(session_id=session.pk, by=me)
    factories.enter(session, 1, "430", "50")
    described = {
        each: [entry.action for entry in entries_of_line(session_id=session.pk, line_id=each.pk)]
        for each in (line, other)
    }
    assert described == {line: ["entered", "undone", "fouled", "entered"], other: ["entered"]}


def test_queries_do_not_grow_with_the_corrections(session: Session) -> None:
    factories.enter(session, 1, "420", "50")
    sessions.publish(session=session, by=BY)
    line = factories.line(session, 1)
    counts = []
    for typed in (("430", "50"), ("450", "-50"), ("460", "-100")):
        factories.enter(session, 1, *typed)
        counts.append(
            (
                queries(lambda: session_corrections(session.pk)),
                queries(lambda: entries_of_line(session_id=session.pk, line_id=line.pk)),
            )
        )
    assert counts == [(1, 1)] * 3
