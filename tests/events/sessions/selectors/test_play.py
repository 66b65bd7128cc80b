import pytest

from events.models import MovementChange, Section
from events.sessions.selectors.play import section_movement, section_plays
from movements.domain.movement import Cell
from movements.selectors import movement_value
from tests.events import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("more", [0, 2])
def test_plays_take_three_queries(django_assert_num_queries, more: int) -> None:
    session = factories.session()
    other = factories.movement(factories.MITCHELL_3, name="Six pairs")
    for letter in "BC"[:more]:
        section = Section.objects.create(session=session, letter=letter, movement=other)
        MovementChange.objects.create(section=section, movement=factories.movement(), first_round=2)
    with django_assert_num_queries(3):
        plays = section_plays(session.pk)
    assert [play.section.letter for play in plays] == ["A", "B", "C"][: 1 + more]


def test_section_of_a_file_is_left_out() -> None:
    session = factories.session()
    Section.objects.create(session=session, letter="B")
    assert [play.section.letter for play in section_plays(session.pk)] == ["A"]
    with pytest.raises(ValueError, match="no movement"):
        section_movement(session.sections.get(letter="B"))


def test_changes_are_made_in_their_order() -> None:
    session = factories.session()
    section = session.sections.get()
    other = factories.movement(factories.MITCHELL_3, name="Six pairs")
    MovementChange.objects.create(section=section, absent=2, first_round=1, last_round=1)
    MovementChange.objects.create(section=section, movement=other, first_round=2)
    MovementChange.objects.create(section=section, absent=6, first_round=3)
    value = section_movement(section)
    assert value.rounds[0] == (Cell((1,), (), 1), Cell((3,), (4,), 1), Cell())
    assert value.rounds[1] == movement_value(other).rounds[1]
    assert value.rounds[2] == (Cell((1,), (5,), 3), Cell((2,), (), 1), Cell((3,), (4,), 2))
