import pytest
from django.core.exceptions import ValidationError

from clubscore.actor import Actor
from players.models import ClubSettings, Player, RegisterEntry
from players.selectors.club_settings import club_settings
from players.services import club_settings as services
from players.services.club_settings import change_club_settings
from tests.events.factories import DirectorFactory
from tests.players.people import player

pytestmark = pytest.mark.django_db


def test_settings_are_stored_and_logged() -> None:
    director = DirectorFactory()
    settings = ClubSettings(name="Hollybrook", plays_go=False, facts=["club"])
    change_club_settings(settings=settings, by=Actor(director))
    assert club_settings().name == "Hollybrook"
    entry = RegisterEntry.objects.get()
    assert (entry.number, entry.action, entry.user) == (0, "settings", director)
    assert entry.before == {"name": "", "plays_go": True, "facts": None}
    assert entry.after == {"name": "Hollybrook", "plays_go": False, "facts": ["club"]}


def test_no_change_is_not_logged() -> None:
    change_club_settings(settings=ClubSettings(), by=Actor())
    assert (ClubSettings.objects.count(), RegisterEntry.objects.count()) == (1, 0)


def test_what_is_not_valid_is_not_stored() -> None:
    nothing = ClubSettings(plays_bridge=False, plays_chess=False, plays_go=False)
    with pytest.raises(ValidationError):
        change_club_settings(settings=nothing, by=Actor())
    assert ClubSettings.objects.count() == 0


def test_the_register_is_sorted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BATCH_SIZE", 2)
    for name in ("Jan van der Berg", "Ann Vos", "Clara Finch", "Bo van Ek", "Cy de Moor"):
        player(name)
    apart = ["Jan van der Berg", "Bo van Ek", "Clara Finch", "Cy de Moor", "Ann Vos"]
    assert [str(each) for each in Player.objects.all()] == apart
    change_club_settings(settings=ClubSettings(sorts_by_particle=True), by=Actor())
    assert [str(each) for each in Player.objects.all()] == [
        "Cy de Moor", "Clara Finch", "Jan van der Berg", "Bo van Ek", "Ann Vos",
    ]  # fmt: skip
    change_club_settings(settings=ClubSettings(), by=Actor())
    assert [str(each) for each in Player.objects.all()] == apart


def test_who_is_added_later_is_sorted_likewise() -> None:
    change_club_settings(settings=ClubSettings(sorts_by_particle=True), by=Actor())
    assert player("Jan van der Berg").sort_key == "van der berg jan"
