import pytest
from django.utils import translation

from events.models import Section
from events.sessions.selectors.sessions import (
    is_individual,
    letters_of_last_session,
    session_sections,
)
from tests.events import factories

pytestmark = pytest.mark.django_db


def test_sections_stand_by_letter() -> None:
    session = factories.session()
    factories.session()
    for letter in ("C", "B"):
        Section.objects.create(session=session, letter=letter)
    assert [section.letter for section in session_sections(session.pk)] == ["A", "B", "C"]


@pytest.mark.parametrize("more", [0, 2])
def test_sections_and_movements_take_two_queries(django_assert_num_queries, more: int) -> None:
    session = factories.session()
    movement = session.sections.get().movement
    for letter in "BC"[:more]:
        Section.objects.create(session=session, letter=letter, movement=movement)
    with django_assert_num_queries(2):
        assert {str(each.movement) for each in session_sections(session.pk)} == {str(movement)}


@pytest.mark.parametrize(
    ("text", "individual"), [(factories.HOWELL_4, False), (factories.INDIVIDUAL_4, True)]
)
def test_an_individual_is_told_from_pairs(text: str, individual: bool) -> None:
    assert is_individual(factories.session(text).pk) is individual


def test_a_session_without_movement_is_one_of_pairs() -> None:
    session = factories.session()
    Section.objects.filter(session=session).update(movement=None)
    assert is_individual(session.pk) is False


@pytest.mark.parametrize(("language", "letters"), [("en", "en"), ("nl", "nl"), ("fi", "en")])
def test_first_session_is_typed_in_the_letters_of_the_reader(language: str, letters: str) -> None:
    session = factories.session()
    session.is_demo = True
    session.save(update_fields=["is_demo"])
    with translation.override(language):
        assert letters_of_last_session() == letters


def test_next_session_is_typed_in_the_letters_of_the_last() -> None:
    for letters in ("de", "fr"):
        session = factories.session()
        session.letters = letters
        session.save(update_fields=["letters"])
    with translation.override("nl"):
        assert letters_of_last_session() == "fr"
