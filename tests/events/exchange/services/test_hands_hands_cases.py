"""The hands of a session: dealt here or taken from a file, opened, removed."""

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.exchange.figures.plan_builder import set_of_boards
from events.exchange.services.hands import (
    attach_hands,
    deal_hands,
    numbers_text,
    open_hands,
    remove_hands,
)
from events.models import HandSet, LogEntry, Session, TravellerLine
from events.sessions.hands.domain import Makeable, deal_of_number, deals_of_seed, digest_of
from events.sessions.hands.selectors import all_hands, set_state, shown_hands
from events.sessions.setup.services.sessions import finish, reopen
from tests.events import factories

pytestmark = pytest.mark.django_db

BY = Actor()


@pytest.fixture
def session() -> Session:
    """Four pairs, boards 1 to 9."""
    return factories.session(boards_per_round=3)


def dealt(*boards: int):
    return [(board, deal_of_number(board), None) for board in boards]


def log(session: Session, action: str) -> LogEntry:
    return LogEntry.objects.get(session=session, action=action)


def test_hands_dealt_here_follow_from_a_seed_that_is_kept_until_the_end(session):
    deal_hands(session=session, by=BY)
    seed = HandSet.objects.get().seed
    state = set_state(session)
    assert state is not None
    assert (state.boards, state.is_sealed, state.seed) == (tuple(range(1, 10)), True, "")
    assert state.digest == digest_of(seed) == log(session, "dealt").after["digest"]
    assert seed not in str(log(session, "dealt").after)
    fill(session)
    finish(session=session, by=BY)
    shown = set_state(session)
    assert shown is not None
    assert shown.seed == seed
    hands = shown_hands(session, director=False)
    assert [(hand.board, hand.deal) for hand in hands.values()] == deals_of_seed(seed, range(1, 10))


def test_boards_that_were_played_are_not_dealt(session):
    factories.enter(session, 2, "4sn=", "4sn=")
    deal_hands(session=session, by=BY)
    assert 2 not in all_hands(session)
    assert len(all_hands(session)) == 8


def test_where_every_board_was_played_nothing_is_dealt(session):
    fill(session)
    with pytest.raises(Refused, match="played with other cards"):
        deal_hands(session=session, by=BY)


def test_nobody_sees_sealed_hands(session):
    deal_hands(session=session, by=BY)
    assert shown_hands(session, director=True) == shown_hands(session, director=False) == {}
    assert len(all_hands(session)) == 9


def test_opened_hands_are_the_director_s_until_the_session_is_finished(session):
    deal_hands(session=session, by=BY)
    open_hands(session=session, reason="a card was found on the floor", by=BY)
    assert log(session, "unsealed").reason == "a card was found on the floor"
    assert len(shown_hands(session, director=True)) == 9
    assert shown_hands(session, director=False) == {}
    assert list(shown_hands(session, director=True, boards=[3])) == [3]
    with pytest.raises(Refused, match="open already"):
        open_hands(session=session, reason="again", by=BY)


def test_hands_that_everybody_has_seen_stay_open(session):
    deal_hands(session=session, by=BY)
    fill(session)
    finish(session=session, by=BY)
    reopen(session=session, by=BY)
    TravellerLine.objects.update(score_ns=None, contract="", adjustment="")
    assert len(shown_hands(session, director=False)) == 9


def test_to_finish_opens_no_hands_of_boards_that_are_still_to_be_played(session):
    deal_hands(session=session, by=BY)
    finish(session=session, by=BY)
    assert shown_hands(session, director=True) == shown_hands(session, director=False) == {}
    open_hands(session=session, reason="the last table went home", by=BY)
    assert len(shown_hands(session, director=False)) == 9
    assert log(session, "unsealed").reason == "the last table went home"


def fill(session: Session) -> None:
    TravellerLine.objects.filter(section__session=session).update(adjustment="NP")


@pytest.mark.parametrize("change", [open_hands, remove_hands])
def test_opening_and_removing_want_a_reason_and_hands(session, change):
    with pytest.raises(Refused, match="Say why"):
        change(session=session, reason=" ", by=BY)
    with pytest.raises(Refused, match="no hands any more"):
        change(session=session, reason="wrong file", by=BY)


def test_hands_of_a_file_are_those_of_the_boards_that_are_played(session):
    done = attach_hands(session=session, hands=dealt(12, 3, 1, 2, 11), file_name="set.pbn", by=BY)
    assert (done.stored, done.missing, done.others) == (
        (1, 2, 3), (4, 5, 6, 7, 8, 9), (11, 12),
    )  # fmt: skip
    assert done.played_before is None
    assert log(session, "dealt").after == {"boards": "1–3", "file": "set.pbn"}
    assert all_hands(session)[3].deal == deal_of_number(3)


def test_a_set_that_was_played_before_is_recognised(session):
    attach_hands(session=session, hands=dealt(1, 2), file_name="set.pbn", by=BY)
    other = factories.session(title="The week after")
    again = attach_hands(session=other, hands=dealt(1, 2), file_name="set.pbn", by=BY)
    assert again.played_before == session


def test_hands_of_other_boards_are_refused_and_nothing_is_stored(session):
    with pytest.raises(Refused, match="none of the boards of this session, which are 1–9"):
        attach_hands(session=session, hands=dealt(20, 21), file_name="set.pbn", by=BY)
    assert not HandSet.objects.exists()


def test_two_deals_for_one_board_are_refused(session):
    two = [*dealt(1, 2), (2, deal_of_number(7), None), (1, deal_of_number(9), None)]
    with pytest.raises(Refused) as refusal:
        attach_hands(session=session, hands=two, file_name="set.pbn", by=BY)
    assert [str(problem) for problem in refusal.value.problems] == [
        "The file has two different deals for board 2.",
        "The file has two different deals for board 1.",
    ]
    assert set_of_boards([*dealt(2), *dealt(1, 2)]) == dealt(1, 2)


def test_hands_are_replaced_only_after_they_were_removed(session):
    deal_hands(session=session, by=BY)
    seed = HandSet.objects.get().seed
    with pytest.raises(Refused, match="has its hands already"):
        attach_hands(session=session, hands=dealt(1), file_name="set.pbn", by=BY)
    remove_hands(session=session, reason="the machine has its own", by=BY)
    entry = log(session, "undealt")
    assert (entry.before, entry.reason) == (
        {"boards": "1–9", "opened": False, "seed": seed},
        "the machine has its own",
    )
    attach_hands(session=session, hands=dealt(1), file_name="set.pbn", by=BY)
    assert list(all_hands(session)) == [1]


def test_the_tricks_of_a_file_are_kept(session):
    tricks = Makeable((7, 5, 12, 6, 7) * 4)
    hands = [(1, deal_of_number(5), tricks), *dealt(2)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=BY)
    assert [hand.makeable for hand in all_hands(session).values()] == [tricks, None]
    state = set_state(session)
    assert state is not None
    assert (state.solved, state.waiting, state.unsolved) == (1, 1, 0)


def test_numbers_in_short():
    assert numbers_text([1, 2, 3, 7, 9, 10]) == "1–3, 7, 9–10"
