import datetime

import pytest

from clubscore.problems import Refused
from events.common.services.validation import check
from events.models import Tournament

pytestmark = pytest.mark.django_db


def test_what_a_model_refuses_is_reported_with_its_field() -> None:
    tournament = Tournament(
        slug="cup",
        name="",
        start=datetime.date(2026, 3, 6),
        finish=datetime.date(2026, 3, 5),
    )
    with pytest.raises(Refused) as refused:
        check(tournament)
    assert [(problem.column, str(problem)) for problem in refused.value.problems] == [
        ("name", "name: This field cannot be blank."),
        (None, "The tournament starts after its last day."),
    ]


def test_what_is_good_passes() -> None:
    check(Tournament(slug="cup", name="Spring cup"))
