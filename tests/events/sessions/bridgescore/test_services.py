import datetime

import pytest
from django.core.exceptions import ValidationError

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Contestant, LogEntry, Penalty, Section, Session, TravellerLine
from events.sessions.bridgescore import formats as bridgescore
from events.sessions.bridgescore.services import create_session_from_file, file_of_session
from tests.events import factories

pytestmark = pytest.mark.django_db

EVENING = "2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n"


def keep(text: str = EVENING, **values: object) -> Session:
    defaults = {
        "file": bridgescore.read(text).file,
        "title": "Old evening",
        "date": datetime.date(1996, 11, 5),
        "neuberg": False,
        "by": Actor(device="laptop"),
    }
    return create_session_from_file(**(defaults | values))


def test_a_kept_file_is_a_finished_session_of_two_lists() -> None:
    session = keep(neuberg=True)
    assert (session.winners, session.neuberg, session.is_finished, session.is_published) == (
        2,
        True,
        True,
        False,
    )
    section = session.sections.get()
    assert (section.movement, section.letter) == (None, "A")
    assert [each.code for each in section.contestants.order_by("-direction", "number")] == [
        "ANS1", "ANS2", "AEW1", "AEW2", "AEW3"
    ]  # fmt: skip


def test_a_kept_file_is_in_the_log_once() -> None:
    session = keep()
    [entry] = LogEntry.objects.filter(session=session)
    assert (entry.action, entry.device, entry.after) == (
        "created",
        "laptop",
        {"title": "Old evening", "results": 4},
    )


def test_a_kept_line_has_its_pairs_and_no_place() -> None:
    line = TravellerLine.objects.get(section__session=keep(), board=2, score_ns=300)
    assert (line.round, line.table, line.contract, line.version) == (None, None, "", 1)
    assert [str(side) for side in line.sides.order_by("-direction")] == ["NS NS 1", "EW EW 3"]


def test_nothing_is_saved_without_a_title() -> None:
    with pytest.raises(ValidationError):
        keep(title="")
    assert (Session.objects.count(), Contestant.objects.count()) == (0, 0)


def test_a_kept_file_comes_out_as_it_went_in() -> None:
    assert bridgescore.write(file_of_session(session=keep())) == EVENING


def test_a_session_comes_out_with_both_sides_numbered_from_1() -> None:
    session = factories.session(factories.MITCHELL_3)
    for board, texts in ((1, ("420", "", "-50")), (2, ("p", "np", "")), (3, ("", "", ""))):
        factories.enter(session, board, *texts)
    assert bridgescore.write(file_of_session(session=session)).split("\n")[:6] == [
        "3", "3", "3", "1 1 1 420", "1 3 2 -50", "2 1 3 0"
    ]  # fmt: skip


def test_a_session_of_one_list_is_refused() -> None:
    with pytest.raises(Refused, match="two lists of winners"):
        file_of_session(session=factories.session(factories.HOWELL_4))


def test_an_individual_is_refused() -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    with pytest.raises(Refused, match="needs pairs"):
        file_of_session(session=session)


def test_two_sections_are_refused() -> None:
    session = keep()
    other = Section.objects.create(session=session, letter="B")
    seats = [
        Contestant.objects.create(section=other, direction=direction, number=1)
        for direction in ("NS", "EW")
    ]
    line = TravellerLine.objects.create(section=other, board=1, score_ns=50)
    for seat in seats:
        line.sides.create(contestant=seat, board=1, direction=seat.direction)
    with pytest.raises(Refused, match="one section"):
        file_of_session(session=session)


def test_an_adjusted_score_is_refused_with_its_board() -> None:
    session = factories.session(factories.MITCHELL_3)
    factories.enter(session, 2, "", "a6040", "")
    with pytest.raises(Refused) as refused:
        file_of_session(session=session)
    assert str(refused.value) == (
        "A BridgeScore file has plain scores only; board 2 has an adjusted score."
    )


def test_an_assigned_score_is_a_plain_one() -> None:
    session = factories.session(factories.MITCHELL_3)
    factories.enter(session, 1, "50", "", "")
    factories.enter(session, 1, "100:420(4SN=)", "", "")
    assert [line.score_ns for line in file_of_session(session=session).lines] == [420]


def test_a_fouled_board_is_refused() -> None:
    session = factories.session(factories.MITCHELL_3)
    TravellerLine.objects.filter(pk=factories.line(session, 2).pk).update(deal="B")
    with pytest.raises(Refused, match="one deal per board; board 2 has more"):
        file_of_session(session=session)


def test_a_penalty_is_refused() -> None:
    session = factories.session(factories.MITCHELL_3)
    contestant = factories.contestant(session, 1)
    Penalty.objects.create(contestant=contestant, kind="percent", amount=10, reason="Late.")
    with pytest.raises(Refused, match="cannot contain penalties"):
        file_of_session(session=session)


def test_a_session_without_results_is_a_file_without_results() -> None:
    session = factories.session(factories.MITCHELL_3)
    assert file_of_session(session=session).lines == ()
