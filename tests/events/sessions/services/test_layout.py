import pytest

from clubscore.problems import Refused
from events.models import Contestant, LineContestant, Section, TravellerLine
from events.sessions.services import layout
from movements.domain import plans
from movements.domain.winners import ranking_lists
from movements.formats import asc
from tests.events import factories
from tests.queries import queries

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
        layout.set_up_section(section=section, movement=movement)
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
                lambda each=section, value=movement: layout.set_up_section(
                    section=each, movement=value
                )
            )
        )
    assert counts[0] == counts[1]


def test_everybody_with_a_line_is_in_a_ranking_list() -> None:
    for contestants in range(3, 23):
        for plan in plans.plans(contestants):
            movement = plans.build(plan)
            lines = list(layout.seatings(movement, first=1, boards_per_round=1))
            lists = ranking_lists(movement)
            ns = {number for line in lines for number in line.ns}
            ew = {number for line in lines for number in line.ew}
            assert lists == ((ns, ew) if plan.winners == 2 else (ns | ew,)), plan
