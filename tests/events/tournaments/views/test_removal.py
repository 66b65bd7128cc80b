import pytest
from django.test import Client

from events.models import Tournament
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

ADDRESS = "/tournaments/spring-cup/delete/"


def test_a_tournament_with_results_is_deleted_by_typing_its_name(
    director_client: Client, deletion_backups: list[str]
) -> None:
    cups.played()
    seen = director_client.get(ADDRESS).context["plan"].seen
    answer = director_client.post(ADDRESS, {"name": "Spring cup", "seen": seen}, follow=True)
    assert "“Spring cup” is deleted." in answer.text
    assert (Tournament.objects.count(), deletion_backups) == (0, ["deletion"])
