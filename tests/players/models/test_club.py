import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.domain.personal import FACTS, Game, usual_facts
from players.models import ClubSettings

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_at_first_everything_is_played_and_used() -> None:
    settings = ClubSettings()
    assert (settings.games, settings.facts_in_use) == (tuple(Game), FACTS)
    assert settings.sorts_by_particle is False


def test_facts_follow_the_games_until_they_are_chosen() -> None:
    settings = ClubSettings(plays_chess=False, plays_go=False)
    assert settings.facts_in_use == usual_facts([Game.BRIDGE])
    settings.facts = ["note", "grade"]
    assert settings.facts_in_use == ("grade", "note")
    settings.facts = []
    assert settings.facts_in_use == ()


def test_a_club_plays_something() -> None:
    nothing = ClubSettings(plays_bridge=False, plays_chess=False, plays_go=False)
    with pytest.raises(ValidationError, match="Choose at least one game"):
        nothing.full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        nothing.save()


def test_there_is_one_row() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubSettings.objects.create(pk=2)


@pytest.mark.parametrize(("name", "text"), [("", "Settings of the club"), ("Holly", "Holly")])
def test_the_settings_are_called_as_the_club(name: str, text: str) -> None:
    assert str(ClubSettings(name=name)) == text
