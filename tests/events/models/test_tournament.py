import datetime
from fractions import Fraction
from typing import Any

import pytest
from django.db import DataError, IntegrityError, transaction

from clubscore.text.problems import Refused
from events.models import Round, Tournament
from events.tournaments.core.domain.results import PointSystem
from tests.events.tournaments import cups

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_a_tournament_shows_its_name_and_address() -> None:
    made = cups.tournament()
    assert (str(made), made.slug) == ("Spring cup", "spring-cup")


def test_the_point_system_is_the_usual_one_unless_said_otherwise() -> None:
    assert cups.tournament().system == PointSystem()


def test_points_are_exact() -> None:
    made = cups.tournament(win_points="3", draw_points="1,25")
    made.refresh_from_db()
    assert made.system == PointSystem(win=Fraction(3), draw=Fraction(5, 4))


@pytest.mark.parametrize("points", ["one", "1/3", "101", "0.001"])
def test_points_that_are_no_hundredths_are_refused(points: str) -> None:
    with pytest.raises(Refused) as refused:
        cups.tournament(win_points=points)
    assert str(refused.value) == f"win: “{points}” is not a number of points, such as 1, ½ or 0.5."


def test_points_are_typed_and_shown_as_halves() -> None:
    field = Tournament._meta.get_field("draw_points").formfield()
    assert (field.clean("0.5"), field.prepare_value(Fraction(1, 2))) == (Fraction(1, 2), "½")
    assert (field.has_changed(Fraction(1, 2), "1/2"), field.has_changed(Fraction(1), "½")) == (
        False,
        True,
    )


def test_the_latest_tournament_comes_first_and_one_without_a_date_before_it() -> None:
    for name, start in (("a", datetime.date(2026, 3, 5)), ("b", datetime.date(2026, 3, 6))):
        cups.tournament(name=name, start=start)
    cups.tournament(name="c", start=None)
    assert [tournament.name for tournament in Tournament.objects.all()] == ["c", "b", "a"]


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"discipline": "poker"},
        {"state": "paused"},
        {"finish": datetime.date(2026, 3, 5)},
        {"rounds_planned": 1000},
        {"rounds_planned": -1},
    ],
    ids=str,
)
def test_a_tournament_against_the_rules_is_refused_by_the_database(change: dict[str, Any]) -> None:
    made = cups.tournament()
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        Tournament.objects.filter(pk=made.pk).update(**change)


def test_an_address_is_taken_once() -> None:
    made, other = cups.tournament(), cups.tournament(name="Autumn cup")
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=other.pk).update(slug=made.slug)


def test_a_round_is_in_a_tournament_once() -> None:
    made = cups.tournament()
    assert [str(each) for each in made.rounds.all()] == ["round 1", "round 2", "round 3"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(tournament=made, number=3)


@pytest.mark.parametrize("number", [0, 1000])
def test_a_round_out_of_range_is_refused_by_the_database(number: int) -> None:
    made = cups.tournament()
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(tournament=made, number=number)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("deputies", "Ada"),
        ("deputies", [""]),
        ("kept_records", [{"text": "162 x"}]),
        ("kept_records", ["162 x"]),
        ("kept_records", [{"text": "162 x", "after": 12}]),
        ("forbidden", [{"numbers": [1, 2]}]),
        ("forbidden", [{"numbers": [1, "2"], "first": None, "last": None}]),
        ("forbidden", [{"numbers": [1, 2], "first": "1", "last": None}]),
    ],
)
def test_a_list_of_another_form_is_refused(field: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        cups.tournament(**{field: value})
    assert [problem.column for problem in refused.value.problems] == [field]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"mm_bar": "1k", "mm_floor": "1d"}, "floor: The floor is above the bar, 1k."),
        (
            {"absent_points": "-0.5"},
            "round missed: In go a round without a game is worth 0, ½ or 1.",
        ),
        ({"absent_points": "2"}, "round missed: In go a round without a game is worth 0, ½ or 1."),
        (
            {"full_bye_points": "1.25"},
            "full-point bye: In go a round without a game is worth 0, ½ or 1.",
        ),
    ],
)
def test_settings_of_go_that_cannot_be_meant_are_refused(values: dict[str, str], said: str) -> None:
    with pytest.raises(Refused) as refused:
        cups.tournament(discipline="go", **values)
    assert str(refused.value) == said
    assert cups.tournament(**values).pk


def test_floor_and_bar_may_be_the_same() -> None:
    made = cups.tournament(discipline="go", mm_bar="1k", mm_floor="1k", absent_points="1")
    assert made.mistakes_of_go() == {}
