import pytest
from django.db import IntegrityError, transaction

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Contestant, LogEntry, MovementChange, Session, TravellerLine
from events.sessions.core.domain.movement import ChangePlan
from events.sessions.desk.services import movement_change
from events.sessions.desk.services.bin import erase
from events.sessions.lines.services import saving as lines
from events.sessions.scoring.selectors.sessions import section_movement
from events.sessions.setup.services import sessions
from movements.selectors import is_used, movement_value
from tests.events import factories

pytestmark = pytest.mark.django_db

THREE_PAIRS = """ 3  2  3  3 0
 1- 2 A  3- 0 A
 3- 1 B  0- 2 B
 1- 0 C  2- 3 C
"""
EIGHT_PAIRS = """ 8  4  4  4 0
 1- 5 A  2- 6 B  3- 7 C  4- 8 D
 1- 8 B  2- 5 C  3- 6 D  4- 7 A
 1- 7 C  2- 8 D  3- 5 A  4- 6 B
 1- 6 D  2- 7 A  3- 8 B  4- 5 C
"""

ROUND_AGAIN = """ 4  2  2  2 0
 1- 2 A  3- 4 A
 1- 3 B  2- 4 B
"""


def change(session: Session, **values) -> MovementChange:
    return MovementChange(section=session.sections.get(), **values)


def apply(asked: MovementChange) -> ChangePlan:
    seen = movement_change.fingerprint(movement_change.preview(change=asked))
    return movement_change.change_movement(change=asked, seen=seen, by=Actor())


def existing(session: Session) -> list[tuple]:
    """Round, table, board and the numbers of every line."""
    return [
        (
            line.round,
            line.table,
            line.board,
            *(side.contestant.number for side in line.sides.order_by("-direction")),
        )
        for line in TravellerLine.objects.filter(section__session=session).order_by(
            "round", "table", "board"
        )
    ]


def test_pair_that_leaves_keeps_what_it_played() -> None:
    session = factories.session()
    factories.enter(session, 1, "4sn=", "4sn=")
    done = apply(change(session, absent=4, first_round=2))
    assert (len(done.removed), done.added, done.conflicts) == (2, (), ())
    assert existing(session) == [(1, 1, 1, 1, 2), (1, 2, 1, 3, 4), (2, 1, 2, 3, 1), (3, 2, 3, 2, 3)]


def test_pair_that_comes_late_missed_the_rounds_before() -> None:
    session = factories.session()
    apply(change(session, absent=4, last_round=2))
    assert existing(session) == [(1, 1, 1, 1, 2), (2, 1, 2, 3, 1), (3, 1, 3, 1, 4), (3, 2, 3, 2, 3)]
    assert str(MovementChange.objects.get()) == "4 came for round 3"


def test_other_movement_brings_a_pair_that_was_not_there() -> None:
    session = factories.session(THREE_PAIRS)
    factories.enter(session, 1, "4sn=")
    other = factories.movement()
    done = apply(change(session, movement=other, first_round=2))
    assert [line.round for line in done.removed] == []
    assert Contestant.objects.filter(section__session=session).count() == 4
    assert existing(session) == [
        (1, 1, 1, 1, 2),
        (2, 1, 2, 3, 1),
        (2, 2, 2, 4, 2),
        (3, 1, 3, 1, 4),
        (3, 2, 3, 2, 3),
    ]


def test_play_is_told_by_movement_and_changes() -> None:
    session = factories.session(THREE_PAIRS)
    other = factories.movement()
    apply(change(session, movement=other, first_round=2))
    apply(change(session, absent=1, first_round=3))
    value = section_movement(session.sections.get())
    assert value.rounds[0] == movement_value(session.sections.get().movement).rounds[0]
    assert value.rounds[1] == movement_value(other).rounds[1]
    assert [cell.ns + cell.ew for cell in value.rounds[2]] == [(4,), (2, 3)]


def test_results_stay_and_are_told_before() -> None:
    session = factories.session()
    line = factories.line(session, 2, table=2)
    lines.enter_result(session_id=session.pk, line_id=line.pk, text="4sn=", by=Actor())
    asked = change(session, absent=4, first_round=2)
    [conflict] = movement_change.preview(change=asked).conflicts
    assert str(conflict).startswith("Round 2: Table 2, boards 2: 4 against 2 has been entered")
    apply(asked)
    line.refresh_from_db()
    assert line.score_ns == 620
    assert (2, 2, 2, 4, 2) in existing(session)


def test_boards_played_are_not_played_again() -> None:
    session = factories.session(factories.MITCHELL_3)
    other = factories.movement(EIGHT_PAIRS, name="Eight pairs")
    done = apply(change(session, movement=other, first_round=2))
    assert len(done.conflicts) == 4
    assert list(map(str, done.warnings)) == [
        "Opponents meet a second time: 2–5, 3–6.",
        str(movement_change.SEPARATE_LISTS),
    ]
    assert str(done.conflicts[0]).startswith("Round 2: Table 4, boards 1: 4 and 7 cannot play")
    everything = existing(session)
    played = [(number, row[2]) for row in everything for number in row[3:]]
    assert len(played) == len(set(played))


def test_two_lists_that_no_longer_fit_are_shown() -> None:
    session = factories.session(factories.MITCHELL_3)
    switched = factories.MITCHELL_3.replace(" 1- 5 C", " 5- 1 C")
    other = factories.movement(switched, name="Last round switched")
    [described] = movement_change.preview(
        change=change(session, movement=other, first_round=3)
    ).warnings
    assert described == movement_change.SEPARATE_LISTS


def test_who_has_left_stays_away_in_a_later_movement_and_it_is_shown() -> None:
    session = factories.session(THREE_PAIRS)
    apply(change(session, absent=3, first_round=2))
    done = apply(change(session, movement=factories.movement(), first_round=2))
    assert [str(described) for described in done.warnings] == [
        "3 has left: from round 2 on, its opponents sit out. If it comes back, record that after "
        "this change."
    ]
    assert existing(session) == [(1, 1, 1, 1, 2), (2, 2, 2, 4, 2), (3, 1, 3, 1, 4)]


def test_who_has_left_plays_again_once_recorded_as_coming() -> None:
    session = factories.session(THREE_PAIRS)
    apply(change(session, absent=3, first_round=2))
    apply(change(session, movement=factories.movement(), first_round=2))
    done = apply(change(session, absent=3, last_round=2))
    assert (done.removed, done.warnings) == ((), ())
    assert existing(session)[2:] == [(3, 1, 3, 1, 4), (3, 2, 3, 2, 3)]


def test_movement_by_which_nobody_would_play_is_told_first() -> None:
    session = factories.session(ROUND_AGAIN)
    factories.enter(session, 1, "4sn=", "4sn=")
    again = ROUND_AGAIN.translate(str.maketrans("AB", "BA"))
    asked = change(session, movement=factories.movement(again, name="Again"), first_round=2)
    done = movement_change.preview(change=asked)
    assert (len(done.removed), done.added) == (2, ())
    assert str(done.warnings[0]) == (
        "From round 2 on nobody would play: this movement does not fit what has been played."
    )
    assert [conflict.round for conflict in done.conflicts] == [2, 2]


def test_changed_session_can_be_deleted() -> None:
    session = factories.session()
    apply(change(session, absent=4, first_round=2))
    erase(sessions=[session], by=Actor())
    assert (Session.objects.count(), MovementChange.objects.count()) == (0, 0)


def test_line_that_was_cleared_keeps_its_log() -> None:
    session = factories.session()
    line = factories.line(session, 2, table=2)
    for text in ("4sn=", ""):
        lines.enter_result(session_id=session.pk, line_id=line.pk, text=text, by=Actor())
    apply(change(session, absent=4, first_round=2))
    assert TravellerLine.objects.filter(pk=line.pk).exists()


def test_preview_changes_nothing() -> None:
    session = factories.session()
    before = existing(session)
    movement_change.preview(change=change(session, absent=4, first_round=2))
    assert existing(session) == before
    assert (MovementChange.objects.count(), LogEntry.objects.filter(action="moved").count()) == (
        0,
        0,
    )


def test_change_after_something_was_entered_is_refused() -> None:
    session = factories.session()
    asked = change(session, absent=4, first_round=2)
    seen = movement_change.fingerprint(movement_change.preview(change=asked))
    factories.enter(session, 2, "4sn=", "4sn=")
    before = existing(session)
    with pytest.raises(Refused) as refused:
        movement_change.change_movement(change=asked, seen=seen, by=Actor())
    assert str(refused.value) == ("What would change is no longer what you saw; look again.")
    assert (existing(session), MovementChange.objects.count()) == (before, 0)


def test_change_is_logged_with_its_lines() -> None:
    session = factories.session()
    apply(change(session, absent=4, first_round=3))
    entry = LogEntry.objects.get(action="moved")
    assert entry.before == {"lines": [[3, 1, 3, [1], [4]]]}
    assert entry.after == {
        "section": "A",
        "change": "4 left before round 3",
        "lines": [],
        "conflicts": [],
    }


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"absent": 5, "first_round": 2}, "There is no contestant 5 in this movement."),
        ({"absent": 4, "first_round": 4}, "There are only 3 rounds."),
        ({"absent": 4, "last_round": 3}, "There are only 3 rounds."),
    ],
)
def test_impossible_absence_is_refused(values, sentence) -> None:
    with pytest.raises(Refused) as refused:
        movement_change.preview(change=change(factories.session(), **values))
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "first_round", "sentence"),
    [
        (factories.INDIVIDUAL_4, 2, "A movement for pairs cannot follow one for individuals"),
        (factories.MITCHELL_3, 4, "“Other” has only 3 rounds."),
    ],
)
def test_impossible_movement_is_refused(text, first_round, sentence) -> None:
    other = factories.movement(text, name="Other")
    asked = change(factories.session(), movement=other, first_round=first_round)
    with pytest.raises(Refused) as refused:
        movement_change.preview(change=asked)
    assert str(refused.value).startswith(sentence)


def test_boards_past_the_highest_are_refused() -> None:
    session = factories.session(first_board=997)
    other = factories.movement(EIGHT_PAIRS, name="Eight pairs")
    with pytest.raises(Refused) as refused:
        movement_change.preview(change=change(session, movement=other, first_round=2))
    assert str(refused.value) == "The last board would be 1000; 999 is the highest."


def test_movement_of_a_change_is_in_use() -> None:
    session = factories.session(THREE_PAIRS)
    other = factories.movement()
    assert not is_used(other)
    apply(change(session, movement=other, first_round=2))
    assert is_used(other)


def test_a_session_with_changes_can_still_be_scored_and_finished() -> None:
    session = factories.session()
    apply(change(session, absent=4, first_round=2))
    factories.enter(session, 1, "4sn=", "4sn-1")
    sessions.finish(session=session, by=Actor())
    assert session.is_finished


@pytest.mark.parametrize(
    "values",
    [{}, {"absent": 1, "first_round": 0}, {"absent": 1, "first_round": 3, "last_round": 2}],
)
def test_the_database_refuses_what_is_no_change(values) -> None:
    session = factories.session()
    with pytest.raises(IntegrityError), transaction.atomic():
        change(session, **values).save()


def test_a_late_pair_sits_where_others_sit_out() -> None:
    session = factories.session(THREE_PAIRS)
    factories.enter(session, 1, "4sn=")
    done = apply(change(session, joins=4, first_round=2))
    assert (done.removed, done.conflicts, done.warnings) == ((), (), ())
    assert existing(session) == [
        (1, 1, 1, 1, 2),
        (2, 1, 2, 3, 1),
        (2, 2, 2, 4, 2),
        (3, 1, 3, 1, 4),
        (3, 2, 3, 2, 3),
    ]
    assert str(MovementChange.objects.get()) == "4 sits where others sat out, from round 2"


def test_who_joined_can_leave_and_come_back() -> None:
    session = factories.session(THREE_PAIRS)
    apply(change(session, joins=4, first_round=1))
    apply(change(session, absent=4, first_round=2))
    assert [row for row in existing(session) if 4 in row[3:]] == [(1, 2, 1, 3, 4)]
    apply(change(session, absent=4, last_round=2))
    assert [row[0] for row in existing(session) if 4 in row[3:]] == [1, 3]


@pytest.mark.parametrize(
    ("text", "joins", "first_round", "message"),
    [
        (factories.HOWELL_4, 5, 2, "there is no place where one more pair could sit"),
        (THREE_PAIRS, 3, 2, "3 plays already."),
        (THREE_PAIRS, 4, 4, "There are only 3 rounds."),
    ],
)
def test_a_seat_that_is_not_free_is_refused(
    text: str, joins: int, first_round: int, message: str
) -> None:
    session = factories.session(text)
    with pytest.raises(Refused) as refusal:
        movement_change.preview(change=change(session, joins=joins, first_round=first_round))
    assert message in str(refusal.value)


def test_the_seat_of_a_pair_that_left_is_not_free() -> None:
    session = factories.session()
    apply(change(session, absent=4, first_round=2))
    with pytest.raises(Refused):
        movement_change.preview(change=change(session, joins=5, first_round=2))


def test_the_preview_says_who_meets_again_and_who_plays_less() -> None:
    session = factories.session()
    again = factories.movement(ROUND_AGAIN, name="Again")
    plan = movement_change.preview(change=change(session, movement=again, first_round=2))
    assert list(map(str, plan.warnings))[-1:] == [
        "Fewer rounds are played by 1 (−1), 2 (−1), 3 (−1), 4 (−1)."
    ]
    twice = factories.movement(
        factories.HOWELL_4.replace(" 3- 1 B  4- 2 B", " 1- 2 B  3- 4 B"), name="Twice"
    )
    plan = movement_change.preview(change=change(session, movement=twice, first_round=2))
    assert "Opponents meet a second time: 1–2, 3–4." in list(map(str, plan.warnings))
