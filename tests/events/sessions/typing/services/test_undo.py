from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.models import Contestant, LogEntry, Penalty, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services import saving as lines, seats
from events.sessions.rulings import services as rulings
from events.sessions.setup.services.sections import add_section
from events.sessions.typing.services.undo import NotUndoneError, undo_last
from tests.events import factories

pytestmark = pytest.mark.django_db

GO_PAST = "Undo again for your change before that."
NOTHING_ELSE = "There is nothing else to undo: others have since changed what you changed before."


@pytest.fixture
def session() -> Session:
    return factories.session()


@pytest.fixture
def me() -> Actor:
    return Actor(user=factories.DirectorFactory(username="anna"), device="laptop")


@pytest.fixture
def other() -> Actor:
    return Actor(user=factories.DirectorFactory(username="bert"))


def enter(session: Session, text: str, by: Actor, board: int = 1) -> TravellerLine:
    line = factories.line(session, board=board)
    lines.enter_result(session_id=session.pk, line_id=line.pk, text=text, by=by)
    return line


def undo(session: Session, by: Actor) -> str:
    return str(undo_last(session_id=session.pk, by=by).message)


def refused(session: Session, by: Actor) -> str:
    with pytest.raises(Refused) as refusal:
        undo_last(session_id=session.pk, by=by)
    return str(refusal.value)


def state(line: TravellerLine) -> tuple[int | None, str, int]:
    line.refresh_from_db()
    return line.score_ns, line.adjustment, line.version


@pytest.mark.parametrize(("language", "sides"), [("en", "NS A1 + EW A4"), ("nl", "NZ A1 + OW A4")])
def test_of_several_sections_numbers_are_undone_with_their_letter(
    me: Actor, language: str, sides: str
) -> None:
    session = factories.session(factories.MITCHELL_3)
    section = session.sections.get()
    Contestant.objects.filter(section=section, number__lte=3).update(direction="NS")
    Contestant.objects.filter(section=section, number__gte=4).update(direction="EW")
    values = {"boards_per_round": 1, "first_board": 1, "movement": section.movement}
    add_section(session_id=session.pk, by=me, **values)
    line = section.lines.get(board=1, table=1)
    lines.enter_result(session_id=session.pk, line_id=line.pk, text="420", by=me)
    with translation.override(language):
        told = translate(undo_last(session_id=session.pk, by=me).message)
    assert all(side in told for side in sides.split(" + ")), told


def test_results_are_undone_one_after_the_other(session: Session, me: Actor) -> None:
    line = enter(session, "4sn=", me)
    enter(session, "450", me)
    third = enter(session, "-100", me, board=2)
    place = "Undone on board 1, 1 against 2: "
    assert undo(session, me) == (
        "Undone on board 2, 3 against 1: −100 to North–South is now no result again."
    )
    assert (state(third), state(line)) == ((None, "", 2), (450, "", 2))
    assert undo(session, me) == (f"{place}+450 to North–South is now 4♠N= +420 again.")
    assert undo(session, me) == (f"{place}4♠N= +420 is now no result again.")
    assert state(line) == (None, "", 4)
    assert refused(session, me) == (
        "There is nothing to undo: you have made no changes in this session."
    )


def test_an_undo_is_logged_and_points_to_what_it_undid(session: Session, me: Actor) -> None:
    line = enter(session, "420", me)
    undo(session, me)
    undone, entered = LogEntry.objects.filter(line=line)
    assert (undone.action, undone.undoes, undone.user, undone.device) == (
        "undone",
        entered,
        me.user,
        "laptop",
    )
    assert (undone.before, undone.after) == ({"score_ns": 420}, {})
    assert entered.undone_by == undone


def test_a_cleared_line_and_a_new_change_after_an_undo(session: Session, me: Actor) -> None:
    line = enter(session, "420", me)
    enter(session, "", me)
    undo(session, me)
    assert state(line) == (420, "", 3)
    enter(session, "430", me)
    undo(session, me)
    assert state(line) == (420, "", 5)
    undo(session, me)
    assert state(line) == (None, "", 6)


def test_a_ruling_is_undone_with_law_and_reason(session: Session, me: Actor) -> None:
    line = enter(session, "420", me)
    ruling = {"session_id": session.pk, "line_id": line.pk, "by": me}
    first = {"adjustment": read_adjustment("A6040"), "law": "12C2", "reason": "Noise."}
    rulings.make_ruling(**ruling, **first)
    rulings.make_ruling(**ruling, **(first | {"reason": "Fire."}))
    rulings.take_back_ruling(**ruling)
    for found in (("A6040", "12C2", "Fire."), ("A6040", "12C2", "Noise."), ("", "", "")):
        message = undo(session, me)
        line.refresh_from_db()
        assert (line.adjustment, line.law, line.reason, line.score_ns) == (*found, 420)
        if found[2] == "Noise.":
            assert message == ("Undone on board 1, 1 against 2: law and reason are as before.")


def test_a_penalty_is_undone_both_ways(session: Session, me: Actor) -> None:
    penalty = rulings.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 3).pk,
        kind="percent",
        amount=Decimal("12.5"),
        law="90",
        reason="Late.",
        by=me,
    )
    kept = Penalty.objects.values().get(pk=penalty.pk)
    rulings.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=me)
    assert undo(session, me) == "Undone: the penalty of 3 (Late.) applies again."
    again = Penalty.objects.values().get(pk=kept["id"])
    assert again | {"created_at": None} == kept | {"created_at": None}
    assert undo(session, me) == "Undone: the penalty of 3 (Late.) is cancelled."
    assert Penalty.objects.count() == 0
    assert LogEntry.objects.filter(undoes__isnull=False).count() == 2


def test_marks_of_a_fouled_board_are_undone(session: Session, me: Actor) -> None:
    line = factories.line(session, board=1, table=2)
    rulings.mark_deals(session_id=session.pk, board=1, deals={line.pk: "B"}, by=me)
    undone = undo_last(session_id=session.pk, by=me)
    assert str(undone.message) == ("Undone on board 1: which lines played which deal is as before.")
    line.refresh_from_db()
    assert (undone.boards, line.deal, line.version) == ((1,), "", 2)


def test_what_another_director_changed_since_is_not_undone(
    session: Session, me: Actor, other: Actor
) -> None:
    line = enter(session, "420", me)
    enter(session, "450", other)
    assert refused(session, me) == (
        "Not undone: on board 1, 1 against 2 you left +420 to North–South, and since then bert"
        " made it +450 to North–South. Undo again for your change before that."
    )
    assert state(line) == (450, "", 2)
    undo(session, other)
    undo(session, me)
    assert state(line) == (None, "", 4)


def test_a_deleted_director_is_somebody(session: Session, me: Actor) -> None:
    enter(session, "420", me)
    enter(session, "", Actor())
    refusal = refused(session, me)
    assert refusal.endswith(
        "and since then somebody else made it no result. Undo again for your change before that."
    )


def test_marks_and_penalties_of_others_are_not_undone(
    session: Session, me: Actor, other: Actor
) -> None:
    first, second = (factories.line(session, board=1, table=table) for table in (1, 2))
    rulings.mark_deals(session_id=session.pk, board=1, deals={second.pk: "B"}, by=me)
    rulings.mark_deals(session_id=session.pk, board=1, deals={first.pk: "B"}, by=other)
    assert refused(session, me) == (
        "Not undone: on board 1 you marked the changed deal at table/round 2/1, but now it is "
        "marked at –. Undo again for your change before that."
    )
    penalty = rulings.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 1).pk,
        kind="warning",
        reason="Noise.",
        by=me,
    )
    rulings.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=other)
    assert refused(session, me) == (
        "Not undone: you gave 1 a penalty (Noise.), but bert has since cancelled it."
        " Undo again for your change before that."
    )
    # Both have been said now: what came before them is undone, and they stay as they are.
    shown = list(LogEntry.objects.filter(user=me.user).values_list("pk", flat=True))
    with pytest.raises(Refused) as refusal:
        undo_last(session_id=session.pk, by=me, shown=shown)
    assert str(refusal.value) == NOTHING_ELSE
    assert TravellerLine.objects.filter(deal="B").get() == first


def test_what_was_refused_and_shown_is_passed_over(
    session: Session, me: Actor, other: Actor
) -> None:
    kept, taken = enter(session, "50", me), enter(session, "110", me, board=2)
    enter(session, "140", other, board=2)
    with pytest.raises(NotUndoneError) as refusal:
        undo_last(session_id=session.pk, by=me)
    entry = LogEntry.objects.get(line=taken, user=me.user)
    assert refusal.value.entry == entry.pk
    undone = undo_last(session_id=session.pk, by=me, shown=[entry.pk])
    assert (undone.boards, state(kept), state(taken)) == ((1,), (None, "", 2), (140, "", 2))
    with pytest.raises(Refused) as refusal:
        undo_last(session_id=session.pk, by=me, shown=[entry.pk])
    assert str(refusal.value) == NOTHING_ELSE


def test_earlier_changes_of_a_line_that_others_changed_are_passed_over_with_it(
    session: Session, me: Actor, other: Actor
) -> None:
    first = enter(session, "110", me, board=2)
    line = enter(session, "420", me)
    enter(session, "450", me)
    enter(session, "420", other)
    # The other director's 420 is not my first one, though it looks the same.
    with pytest.raises(NotUndoneError) as refusal:
        undo_last(session_id=session.pk, by=me)
    undo_last(session_id=session.pk, by=me, shown=[refusal.value.entry])
    assert (state(line), state(first)) == ((420, "", 3), (None, "", 2))


def test_seats_that_others_changed_are_passed_over(
    session: Session, me: Actor, other: Actor
) -> None:
    line = enter(session, "420", me)
    for by in (me, other):
        seats.change_seats(session_id=session.pk, line_id=line.pk, text="*", by=by)
    with pytest.raises(NotUndoneError) as refusal:
        undo_last(session_id=session.pk, by=me)
    undo_last(session_id=session.pk, by=me, shown=[refusal.value.entry])
    assert state(line) == (None, "", 4)
    assert LogEntry.objects.filter(action="undone", undoes__action="seated").count() == 0


def test_what_was_refused_is_undone_when_it_is_again_as_it_was_left(
    session: Session, me: Actor, other: Actor
) -> None:
    line = enter(session, "420", me)
    enter(session, "450", other)
    with pytest.raises(NotUndoneError) as refusal:
        undo_last(session_id=session.pk, by=me)
    undo(session, other)
    undo_last(session_id=session.pk, by=me, shown=[refusal.value.entry])
    assert state(line) == (None, "", 4)


def test_a_penalty_of_somebody_who_is_gone_does_not_come_back(session: Session, me: Actor) -> None:
    penalty = rulings.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 1).pk,
        kind="warning",
        reason="Noise.",
        by=me,
    )
    rulings.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=me)
    entry = LogEntry.objects.get(action="pardoned")
    gone = {**entry.before, "contestant": 0}
    LogEntry.objects.create(session=session, user=me.user, action="pardoned", before=gone)
    assert refused(session, me) == (
        "Not undone: you cancelled a penalty of 1 (Noise.), who is no longer in this session."
        " Undo again for your change before that."
    )
    assert Penalty.objects.count() == 0


def test_only_own_changes_of_this_session_are_undone(
    session: Session, me: Actor, other: Actor
) -> None:
    line = enter(session, "420", other)
    elsewhere = enter(factories.session(), "430", me)
    assert refused(session, me).startswith("There is nothing to undo")
    assert refused(session, Actor()).startswith("There is nothing to undo")
    assert (state(line), state(elsewhere)) == ((420, "", 1), (430, "", 1))


def test_settings_and_names_are_not_undone(session: Session, me: Actor) -> None:
    LogEntry.objects.create(session=session, user=me.user, action="published")
    assert refused(session, me).startswith("There is nothing to undo")


def test_a_line_entered_before_rulings_were_kept_is_undone(session: Session, me: Actor) -> None:
    """Old entries of the log know only the columns that existed then."""
    line = factories.line(session, board=1)
    TravellerLine.objects.filter(pk=line.pk).update(adjustment="A6040")
    LogEntry.objects.create(
        session=session,
        line=line,
        user=User.objects.get(pk=me.user.pk),
        action="entered",
        before={"score_ns": 420},
        after={"adjustment": "A6040"},
    )
    undo(session, me)
    assert state(line) == (420, "", 1)


def paste(session: Session, by: Actor, *texts: str) -> list[LogEntry]:
    """Results of boards 1, 2, ... entered together."""
    entries: list[LogEntry] = []
    for board, text in enumerate(texts, start=1):
        line = factories.line(session, board)
        entered = lines.enter_result(
            session_id=session.pk,
            line_id=line.pk,
            text=text,
            by=by,
            together_with=entries[0].pk if entries else None,
        )
        entries.append(entered.entry)
    return entries


def scores(session: Session) -> list[int | None]:
    return [factories.line(session, board).score_ns for board in (1, 2, 3)]


def test_lines_entered_together_are_undone_at_once(session: Session, me: Actor) -> None:
    enter(session, "90", me)
    paste(session, me, "420", "50", "110")
    assert undo(session, me) == "Undone: 3 results are as before, on board 1, 2, 3."
    assert scores(session) == [90, None, None]
    assert undo(session, me).startswith("Undone on board 1, 1 against 2: +90")


def test_of_lines_entered_together_none_is_undone_where_one_has_changed(
    session: Session, me: Actor, other: Actor
) -> None:
    paste(session, me, "420", "50", "110")
    enter(session, "90", other, board=2)
    assert "since then bert made it +90" in refused(session, me)
    assert scores(session) == [420, 90, 110]


def test_nothing_is_together_with_what_is_undone_or_of_another(
    session: Session, me: Actor, other: Actor
) -> None:
    [first, part] = paste(session, me, "420", "50")
    assert part.part_of == first
    undo(session, me)
    for by, entry in ((me, first), (me, part), (other, first)):
        line = factories.line(session, 3)
        entered = lines.enter_result(
            session_id=session.pk,
            line_id=line.pk,
            text=f"{90 + 10 * line.version}",
            by=by,
            together_with=entry.pk,
        )
        assert entered.entry.part_of is None
