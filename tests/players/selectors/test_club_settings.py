import pytest

from players.models import ClubSettings
from players.selectors.club_settings import club_settings

pytestmark = pytest.mark.django_db


def test_without_a_row_there_are_the_usual_settings() -> None:
    assert club_settings().name == ""
    ClubSettings.objects.create(name="Hollybrook")
    assert club_settings().name == "Hollybrook"
