import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Session
from events.sessions.doubts.services import Fixed, SeenDoubt, board_doubts, fix_doubt
from events.sessions.lines.services.saving import enter_result
from events.sessions.typing.services.undo import NotUndoneError, undo_last
from tests.events import factories
from tests.events.sessions.doubts.test_services import FOUR_TABLES

pytestmark = pytest.mark.django_db

BOARDS = (1, 2)


@pytest.fixture
def me() -> Actor:
    return Actor(user=factories.DirectorFactory(username="anna"), device="laptop")


def session_of(one: str, other: str) -> Session:
    """Two boards of one round, typed table by table."""
    made = factories.session(FOUR_TABLES, boards_per_round=2)
    for board, texts in zip(BOARDS, (one, other), strict=True):
        factories.enter(made, board, *texts.split())
    return made


def wrong_side() -> Session:
    return session_of("4sw= 4sw+1 4se= 4sn=", "50 100 50 100")


def only(session: Session, board: int = 1) -> SeenDoubt:
    [seen] = board_doubts(session, board)
    return seen


def fix(session: Session, seen: SeenDoubt, by: Actor, **other: str) -> Fixed:
    values = {"key": seen.key, "fix_text": seen.fix_text} | other
    return fix_doubt(session=session, board=1, by=by, **values)


def at_table_4(session: Session) -> list[tuple[int | None, str, str, int]]:
    lines = [factories.line(session, board, table=4) for board in BOARDS]
    return [(line.score_ns, line.contract, line.declarer, line.version) for line in lines]


def test_the_side_is_swapped(me: Actor) -> None:
    session = wrong_side()
    done = fix(session, only(session), me)
    assert (str(done.message), done.boards) == (
        "Fixed on board 1, 4 against 8: 4♠N= +420 is now 4♠W= −420.",
        (1,),
    )
    assert at_table_4(session) == [(-420, "4S", "W", 2), (100, "", "", 1)]
    assert board_doubts(session, 1) == ()


def test_the_sign_is_turned(me: Actor) -> None:
    session = session_of("140 140 110 -140", "50 100 50 100")
    fix(session, only(session), me)
    assert at_table_4(session)[0] == (140, "", "", 2)


def test_two_boards_are_exchanged_and_undone_as_one(me: Actor) -> None:
    session = session_of("4hn= 4hn+1 3hs+1 3cw-1", "3cw= 2cw+1 3ce-1 4hn-1")
    before = at_table_4(session)
    done = fix(session, only(session), me)
    assert (str(done.message), done.boards) == ("Fixed: 2 results on boards 1, 2.", BOARDS)
    # On board 2, North–South are vulnerable.
    assert at_table_4(session) == [(-50, "4H", "N", 2), (50, "3C", "W", 2)]
    undone = undo_last(session_id=session.pk, by=me)
    assert (str(undone.message), undone.boards) == (
        "Undone: 2 results are as before, on board 1, 2.",
        BOARDS,
    )
    assert [line[:3] for line in at_table_4(session)] == [line[:3] for line in before]
    with pytest.raises(Refused, match="nothing to undo"):
        undo_last(session_id=session.pk, by=me)


def test_a_whole_round_is_turned_and_undone_as_one(me: Actor) -> None:
    session = session_of("420 450 420 -420", "-110 -140 -110 140")
    seen = only(session)
    assert (seen.fix_text, seen.boards) == ("420 / -140", BOARDS)
    fix(session, seen, me)
    assert [line[0] for line in at_table_4(session)] == [420, -140]
    undo_last(session_id=session.pk, by=me)
    assert [line[0] for line in at_table_4(session)] == [-420, 140]


def test_a_fix_of_one_line_is_undone_like_an_entry(me: Actor) -> None:
    session = wrong_side()
    fix(session, only(session), me)
    undone = undo_last(session_id=session.pk, by=me)
    assert (str(undone.message), undone.boards) == (
        "Undone on board 1, 4 against 8: 4♠W= −420 is now 4♠N= +420 again.",
        (1,),
    )


def test_lines_of_a_fix_are_logged_as_parts_of_the_first(me: Actor) -> None:
    session = session_of("420 450 420 -420", "-110 -140 -110 140")
    fix(session, only(session), me)
    second, first = LogEntry.objects.filter(action="mended")
    assert [(each.line, each.part_of, each.user) for each in (first, second)] == [
        (factories.line(session, 1, table=4), None, me.user),
        (factories.line(session, 2, table=4), first, me.user),
    ]
    assert (first.before, first.after) == ({"score_ns": -420}, {"score_ns": 420})
    undo_last(session_id=session.pk, by=me)
    undone = LogEntry.objects.filter(action="undone").order_by("pk")
    assert [entry.undoes for entry in undone] == [first, second]


def test_nothing_of_a_fix_is_undone_when_one_line_has_changed(me: Actor) -> None:
    session = session_of("420 450 420 -420", "-110 -140 -110 140")
    fix(session, only(session), me)
    other = Actor(user=factories.DirectorFactory(username="bert"))
    line = factories.line(session, 2, table=4)
    enter_result(session_id=session.pk, line_id=line.pk, text="-110", by=other)
    with pytest.raises(NotUndoneError) as refusal:
        undo_last(session_id=session.pk, by=me)
    assert str(refusal.value) == (
        "Not undone: on board 2, 4 against 8 you left −140 to North–South, and since then bert"
        " made it −110 to North–South. Undo again for your change before that."
    )
    with pytest.raises(Refused, match="There is nothing else to undo"):
        undo_last(session_id=session.pk, by=me, shown=[refusal.value.entry])
    assert [line[0] for line in at_table_4(session)] == [420, -110]


def test_a_line_that_changed_meanwhile_is_not_fixed(me: Actor) -> None:
    session = wrong_side()
    seen = only(session)
    factories.enter(session, 1, "4sw=", "4sw+1", "4se=", "4sn-1")
    with pytest.raises(Refused) as refusal:
        fix(session, seen, me)
    assert str(refusal.value).startswith("This doubt no longer exists: results have changed")
    assert at_table_4(session)[0] == (-50, "4S", "N", 2)


def test_a_fix_that_would_be_another_now_is_refused(me: Actor) -> None:
    session = wrong_side()
    seen = only(session)
    factories.enter(session, 1, "4se=", "4se+1", "4se=", "4sn=")
    with pytest.raises(Refused) as refusal:
        fix(session, seen, me)
    assert str(refusal.value) == (
        "Other results of the board have changed, so the fix would be different now. Nothing was "
        "changed; look again."
    )
    assert at_table_4(session)[0] == (420, "4S", "N", 1)


def test_a_doubt_without_a_fix_is_refused(me: Actor) -> None:
    session = session_of("p p p p", "50 100 50 100")
    with pytest.raises(Refused) as refusal:
        fix(session, only(session), me)
    assert str(refusal.value) == (
        "No fix is known for this doubt. Type the right result, or dismiss the doubt."
    )


@pytest.mark.parametrize("key", ["", "x", "\0", "9" * 5000])
def test_a_key_of_no_doubt_is_refused(me: Actor, key: str) -> None:
    session = wrong_side()
    with pytest.raises(Refused, match="This doubt no longer exists"):
        fix(session, only(session), me, key=key)
