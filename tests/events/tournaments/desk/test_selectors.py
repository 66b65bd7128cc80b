import pytest

from clubscore.web.visitors import Actor
from events.tournaments.core.services import publish_tournament
from events.tournaments.desk.selectors import tournament_plan
from tests.events.tournaments import cups

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_a_tournament_without_results() -> None:
    plan = tournament_plan(cups.tournament(entries=2))
    assert (plan.name, plan.results) == ("Spring cup", 0)
    assert str(plan.changes[0]) == "It has no results. Its entries and its log go with it."


def test_the_plan_of_a_tournament_says_what_else_changes() -> None:
    made = cups.played()
    publish_tournament(tournament=made, by=Actor())
    plan = tournament_plan(made)
    assert plan.results == 3
    assert [str(change) for change in plan.changes][:2] == [
        "Its results (3), pairings, teams and log go with it.",
        "It is published: everybody can read its results until then.",
    ]
