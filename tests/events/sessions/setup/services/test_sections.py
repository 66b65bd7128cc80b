import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Contestant, LineContestant, LogEntry, Section, Session, TravellerLine
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.rulings import services as penalties
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.setup.services import sections
from movements.domain import plans
from movements.domain.winners import ranking_lists
from movements.formats import asc
from tests.events import factories
from tests.queries import queries

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
        assert [score.section for score in alone.scores] == ([""] if one_field else ["A", "B"])


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


pytestmark = pytest.mark.django_db


def boards(text: str = factories.HOWELL_4, **values: int) -> list[tuple[int, int, list[int]]]:
    """Round, table and their boards."""
    session = factories.session(text, **values)
    found: dict[tuple[int, int], list[int]] = {}
    for line in TravellerLine.objects.filter(section__session=session).order_by(
        "round", "table", "board"
    ):
        found.setdefault((line.round, line.table), []).append(line.board)
    return [(*place, numbers) for place, numbers in found.items()]


def test_a_group_is_as_many_boards_as_are_played_in_a_round() -> None:
    assert boards(factories.MITCHELL_3, boards_per_round=2)[:4] == [
        (1, 1, [1, 2]),
        (1, 2, [3, 4]),
        (1, 3, [5, 6]),
        (2, 1, [3, 4]),
    ]


def test_the_first_board_shifts_all_others() -> None:
    assert boards(boards_per_round=3, first_board=28)[::2] == [
        (1, 1, [28, 29, 30]),
        (2, 1, [31, 32, 33]),
        (3, 1, [34, 35, 36]),
    ]


def test_the_highest_board_is_999() -> None:
    assert boards(first_board=997)[-1] == (3, 2, [999])


def test_boards_past_the_highest_are_refused_before_anything_is_stored() -> None:
    session = factories.session()
    section = Section.objects.create(session=session, letter="B", first_board=998)
    movement = asc.read(factories.HOWELL_4).movement
    before = TravellerLine.objects.count()
    with pytest.raises(Refused) as refused:
        sections.set_up_section(section=section, movement=movement)
    assert str(refused.value) == "The last board would be 1006; 999 is the highest."
    assert (TravellerLine.objects.count(), section.contestants.count()) == (before, 0)


def test_contestants_are_those_who_meet_somebody() -> None:
    session = factories.session(" 4  2  1  2 0\n 1- 2 A  3- 0 B\n")
    assert list(Contestant.objects.values_list("number", flat=True)) == [1, 2]
    assert TravellerLine.objects.filter(section__session=session).count() == 1


def test_every_side_carries_the_board_of_its_line() -> None:
    factories.session(factories.MITCHELL_3, boards_per_round=2)
    assert [
        side
        for side in LineContestant.objects.select_related("line")
        if side.board != side.line.board
    ] == []
    assert LineContestant.objects.count() == 36


def test_queries_do_not_grow_with_the_movement() -> None:
    counts = []
    for letter, text in (("B", factories.ONE_TABLE), ("C", factories.MITCHELL_3)):
        section = Section.objects.create(session=factories.session(), letter=letter)
        movement = asc.read(text).movement
        counts.append(
            queries(
                lambda each=section, value=movement: sections.set_up_section(
                    section=each, movement=value
                )
            )
        )
    assert counts[0] == counts[1]


def test_everybody_with_a_line_is_in_a_ranking_list() -> None:
    for contestants in range(3, 23):
        for plan in plans.plans(contestants):
            movement = plans.build(plan)
            lines = list(sections.seatings(movement, first=1, boards_per_round=1))
            lists = ranking_lists(movement)
            ns = {number for line in lines for number in line.ns}
            ew = {number for line in lines for number in line.ew}
            assert lists == ((ns, ew) if plan.winners == 2 else (ns | ew,)), plan
