import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Contestant, LogEntry, Section, Session, TravellerLine
from events.sessions.services import penalties, sections
from events.sessions.services.board_scoring import score_one_board
from events.sessions.services.scoring import score_session
from tests.events import factories

pytestmark = pytest.mark.django_db

BY = Actor()


def add(session: Session, text: str = factories.MITCHELL_3, first: int = 1) -> Section:
    movement = factories.movement(text, name=f"Another of {len(text)} letters")
    return sections.add_section(
        session_id=session.pk, movement=movement, boards_per_round=1, first_board=first, by=BY
    )


def test_a_section_is_created_under_the_next_letter() -> None:
    session = factories.session(factories.MITCHELL_3)
    one, other = add(session), add(session)
    assert (one.letter, other.letter) == ("B", "C")
    lines = TravellerLine.objects.filter(section__session=session)
    assert [lines.filter(section__letter=letter).count() for letter in "ABC"] == [9, 9, 9]
    entry = LogEntry.objects.filter(session=session).latest("pk")
    assert (entry.action, entry.after) == ("section", {"section": "C"})


def test_sections_are_compared_in_one_field() -> None:
    session = factories.session(factories.MITCHELL_3)
    section = add(session)
    factories.enter_in(session, "A", 1, "420", "50", "p")
    factories.enter_in(session, "B", 1, "-50", "", "")
    assert section.lines.filter(board=1).count() == 3
    [board] = score_session(session).field.boards
    assert len(board.lines) == 4


def test_a_board_alone_is_scored_as_the_fields_are() -> None:
    session = factories.session(factories.MITCHELL_3)
    add(session)
    factories.enter_in(session, "A", 1, "420", "50", "p")
    factories.enter_in(session, "B", 1, "-50", "", "")
    factories.enter_in(session, "B", 2, "110", "90", "")
    for one_field in (True, False):
        Session.objects.filter(pk=session.pk).update(one_field=one_field)
        session.refresh_from_db()
        whole, alone = score_session(session), score_one_board(session, 1)
        here = [line.pk for line in alone.lines if not line.is_empty]
        assert len(here) == 4
        assert alone.points == {pk: whole.points[pk] for pk in here}
        assert [each.section for each in alone.scores] == ([""] if one_field else ["A", "B"])


def test_a_letter_taken_away_is_given_again() -> None:
    session = factories.session(factories.MITCHELL_3)
    add(session)
    assert sections.remove_section(session_id=session.pk, section_id=add(session).pk, by=BY) == "C"
    assert add(session).letter == "C"
    removed = LogEntry.objects.get(session=session, action="unsection")
    assert removed.before == {"section": "C"}


def test_players_do_not_sit_among_pairs() -> None:
    session = factories.session(factories.HOWELL_4)
    with pytest.raises(Refused, match="Pairs and individuals"):
        add(session, factories.INDIVIDUAL_4)
    assert session.sections.count() == 1


def test_two_lists_need_movements_of_two_lists() -> None:
    session = factories.session(factories.MITCHELL_3)
    with pytest.raises(Refused, match="two ranking lists"):
        add(session, factories.HOWELL_4)


def test_boards_beyond_the_highest_are_refused() -> None:
    session = factories.session(factories.MITCHELL_3)
    with pytest.raises(Refused, match="999 is the highest"):
        add(session, first=998)
    assert session.sections.count() == 1


def test_the_only_section_stays() -> None:
    session = factories.session()
    with pytest.raises(Refused, match="A session needs at least one section"):
        sections.remove_section(session_id=session.pk, section_id=session.sections.get().pk, by=BY)


def test_a_section_with_a_result_stays_even_when_it_is_cleared() -> None:
    session = factories.session(factories.MITCHELL_3)
    section = add(session)
    factories.enter_in(session, "B", 1, "420", "", "")
    factories.enter_in(session, "B", 1, "", "", "")
    with pytest.raises(Refused, match="Section B has results"):
        sections.remove_section(session_id=session.pk, section_id=section.pk, by=BY)


def test_a_section_with_a_penalty_stays() -> None:
    session = factories.session(factories.MITCHELL_3)
    section = add(session)
    who = Contestant.objects.filter(section=section).first()
    penalties.give_penalty(
        session_id=session.pk, contestant_id=who.pk, kind="warning", reason="Late", by=BY
    )
    with pytest.raises(Refused, match="has a penalty"):
        sections.remove_section(session_id=session.pk, section_id=section.pk, by=BY)


def test_a_section_of_another_session_is_not_found() -> None:
    section = add(factories.session(factories.MITCHELL_3))
    with pytest.raises(Section.DoesNotExist):
        sections.remove_section(session_id=factories.session().pk, section_id=section.pk, by=BY)


def test_letters_go_on_after_z() -> None:
    session = factories.session(factories.ONE_TABLE)
    Section.objects.bulk_create(
        Section(session=session, letter=letter) for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    assert add(session, factories.ONE_TABLE).letter == "AA"
