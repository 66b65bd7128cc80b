import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services import saving as lines
from events.sessions.lines.services.restoring import NotAsShown, restore_line
from events.sessions.rulings import services as rulings
from events.sessions.typing.services.undo import undo_last
from tests.events import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return factories.session()


@pytest.fixture
def me() -> Actor:
    return Actor(user=factories.DirectorFactory(username="anna"), device="Firefox on Linux")


def enter(session: Session, by: Actor, *texts: str) -> TravellerLine:
    line = factories.line(session, board=1)
    for text in texts:
        lines.enter_result(session_id=session.pk, line_id=line.pk, text=text, by=by)
    line.refresh_from_db()
    return line


def entries(line: TravellerLine) -> list[LogEntry]:
    """From the first to the last."""
    return list(LogEntry.objects.filter(line=line).order_by("pk"))


def restore(line: TravellerLine, entry: LogEntry, by: Actor, **options: object) -> bool:
    """Whether it changed the line."""
    values = {"version": line.version, "session_id": line.section.session_id} | options
    before = TravellerLine.objects.get(pk=line.pk).version
    return restore_line(line_id=line.pk, entry_id=entry.pk, by=by, **values).version > before


def test_every_state_is_brought_back_whole_and_logged(session: Session, me: Actor) -> None:
    line = enter(session, me, "4sn=", "3nxw-2", "")
    for position, typed in ((0, (420, "4S", "N", 10)), (1, (300, "3NTx", "W", 7))):
        entry = entries(line)[position]
        before = entries(line)[-1].after
        assert restore(line, entry, me)
        line.refresh_from_db()
        assert (line.score_ns, line.contract, line.declarer, line.tricks) == typed
        last = entries(line)[-1]
        assert (last.action, last.user, last.device) == ("restored", me.user, "Firefox on Linux")
        assert (last.before, last.after) == (before, entry.after)
    assert (line.version, line.updated_by) == (5, me.user)


def test_the_beginning_is_brought_back(session: Session, me: Actor) -> None:
    line = enter(session, me, "4sn=", "450")
    restore(line, entries(line)[0], me, is_before=True)
    line.refresh_from_db()
    assert (line.is_empty, line.contract, line.version) == (True, "", 3)


def test_a_ruling_is_brought_back_with_law_and_reason(session: Session, me: Actor) -> None:
    line = enter(session, me, "420")
    where = {"session_id": session.pk, "line_id": line.pk, "by": me}
    ruling = {"adjustment": read_adjustment("A6040"), "law": "12C2", "reason": "Noise."}
    rulings.make_ruling(**where, **ruling)
    rulings.take_back_ruling(**where)
    line.refresh_from_db()
    restore(line, entries(line)[1], me)
    line.refresh_from_db()
    assert (line.adjustment, line.law, line.reason, line.score_ns) == (
        "A6040",
        "12C2",
        "Noise.",
        420,
    )
    assert entries(line)[-1].reason == "Noise."


def test_the_deal_stays_as_it_is_told_for_the_board(session: Session, me: Actor) -> None:
    line = enter(session, me, "420", "430")
    rulings.mark_deals(session_id=session.pk, board=1, deals={line.pk: "B"}, by=me)
    line.refresh_from_db()
    restore(line, entries(line)[0], me)
    line.refresh_from_db()
    assert (line.score_ns, line.deal) == (420, "B")


def test_a_line_changed_meanwhile_is_refused_with_both_values(session: Session, me: Actor) -> None:
    shown = enter(session, me, "420", "430")
    bert = Actor(user=factories.DirectorFactory(username="bert"))
    enter(session, bert, "450")
    with pytest.raises(NotAsShown) as refusal:
        restore(shown, entries(shown)[0], me)
    assert str(refusal.value) == (
        "Not restored: you chose +420 to North–South, but since you opened this page bert has "
        "changed the line to +450 to North–South. Look at the history below and choose again."
    )
    shown.refresh_from_db()
    assert (shown.score_ns, shown.version, len(entries(shown))) == (450, 3, 3)


def test_what_the_line_is_already_changes_nothing(session: Session, me: Actor) -> None:
    line = enter(session, me, "420", "430", "420")
    assert restore(line, entries(line)[0], me) is False
    assert restore(line, entries(line)[0], me, version=1) is False
    assert len(entries(line)) == 3


def test_only_entries_of_the_line_are_brought_back(session: Session, me: Actor) -> None:
    line = enter(session, me, "420")
    factories.enter(session, 2, "100", "110")
    other = factories.line(session, 2)
    made = LogEntry.objects.get(action="created")
    for entry in (entries(other)[0], made, LogEntry(pk=-1)):
        with pytest.raises(Refused) as refusal:
            restore(line, entry, me)
        assert str(refusal.value) == "The history of this line has no such entry."
    elsewhere = factories.session()
    with pytest.raises(TravellerLine.DoesNotExist):
        restore(line, entries(line)[0], me, session_id=elsewhere.pk)


def test_bringing_back_is_undone(session: Session, me: Actor) -> None:
    line = enter(session, me, "420", "430")
    restore(line, entries(line)[0], me)
    undone = undo_last(session_id=session.pk, by=me)
    line.refresh_from_db()
    assert str(undone.message) == (
        "Undone on board 1, 1 against 2: +420 to North–South is now +430 to North–South again."
    )
    assert (line.score_ns, line.version) == (430, 4)


def test_entries_of_before_rulings_were_kept_are_brought_back(session: Session, me: Actor) -> None:
    line = enter(session, me, "420")
    old = LogEntry.objects.create(
        session=session, line=line, action="entered", before={}, after={"score_ns": 400}
    )
    restore(line, old, me)
    line.refresh_from_db()
    assert (line.score_ns, line.law, line.reason) == (400, "", "")
