import datetime

import pytest

from clubscore.actor import Actor
from events.models import Series, Session
from events.sessions.selectors.partners import LastPairs, last_pairs
from events.sessions.services.series import create_series
from events.sessions.services.sessions import enter_names
from players.domain.names import read_name
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 3, 19)


def evening(day: int, *pairs: tuple[str, ...], guests: tuple[str, ...] = ()) -> Session:
    """A session of March 2026 with these pairs."""
    made = factories.session(date=datetime.date(2026, 3, day), title=f"Evening {day}")
    names = {
        f"A{number}": [*map(read_name, pair), None][:2]
        for number, pair in enumerate(pairs, start=1)
    }
    keys = {read_name(name).key for name in guests}
    enter_names(session=made, names=names, guests=keys, by=Actor())
    return made


def pairs_of(**values: object) -> tuple[tuple[str, str], ...]:
    found = last_pairs(date=TODAY, **values)
    return found.pairs if found else ()


def test_the_pairs_are_those_of_the_last_evening_of_the_weekday():
    evening(5, ("Old Finch", "Old Pym"))
    evening(12, ("Ann Finch", "Bo Pym"), ("Cy Wren", "Di Lark"))
    evening(17, ("Other Day", "Wrong Day"))

    assert last_pairs(date=TODAY) == LastPairs(
        datetime.date(2026, 3, 12), (("Ann Finch", "Bo Pym"), ("Cy Wren", "Di Lark"))
    )


def test_a_series_comes_before_the_weekday():
    evening(12, ("Ann Finch", "Bo Pym"))
    before, now = evening(10, ("Cy Wren", "Di Lark")), evening(19)
    create_series(series=Series(name="Spring"), weights={before.pk: 100, now.pk: 100}, by=Actor())

    assert pairs_of(session_id=now.pk) == (("Cy Wren", "Di Lark"),)


def test_the_session_itself_is_not_the_last():
    now = evening(19, ("Ann Finch", "Bo Pym"))

    assert pairs_of(session_id=now.pk) == ()


def test_half_pairs_and_pairs_with_a_guest_are_left_out():
    evening(12, ("Ann Finch",), ("Bo Pym", "Cy Wren"), ("Di Lark", "Ed Crow"), guests=("Cy Wren",))

    assert pairs_of() == (("Di Lark", "Ed Crow"),)


def test_an_evening_without_names_is_passed_over():
    evening(5, ("Ann Finch", "Bo Pym"))
    evening(12)

    assert pairs_of() == (("Ann Finch", "Bo Pym"),)


def test_without_an_evening_there_is_nothing():
    assert last_pairs(date=TODAY) is None


def test_the_queries_do_not_grow_with_the_pairs():
    evening(12, ("Ann Finch", "Bo Pym"))
    few = queries(lambda: last_pairs(date=TODAY))
    evening(12, ("Cy Wren", "Di Lark"), ("Ed Crow", "Flo Dove"), ("Guy Rook", "Hal Jay"))

    assert queries(lambda: last_pairs(date=TODAY)) == few
