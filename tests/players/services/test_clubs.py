import pytest
from django.core.exceptions import ValidationError

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Session
from players.forms.club_settings import ClubSettingsForm
from players.models import Club, ClubSettings, Player, RegisterEntry
from players.selectors.clubs import club_settings
from players.services import clubs as services
from players.services.clubs import (
    add_club,
    change_club_settings,
    delete_club,
    find_or_add_club,
    merge_clubs,
    rename_club,
)
from tests.events import factories
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


def test_whatever_the_form_asks_is_stored() -> None:
    answers = {
        "name": "Hollybrook", "plays_bridge": True, "plays_chess": True, "plays_go": False,
        "national_number_label": "EBU", "union_number": "1234", "charge_code": "20",
        "claim_minutes": 120, "facts": ["club"], "sorts_by_particle": True,
    }  # fmt: skip
    assert set(answers) == set(ClubSettingsForm().fields)
    form = ClubSettingsForm(answers, instance=ClubSettings())
    assert form.is_valid()
    change_club_settings(settings=form.instance, by=Actor())
    stored = ClubSettings.objects.get()
    assert {name: getattr(stored, name) for name in answers} == answers


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


def test_a_club_is_found_or_added() -> None:
    added = find_or_add_club(name="Hollybrook")
    assert find_or_add_club(name="HOLLYBROOK") == added
    assert [club.name for club in Club.objects.all()] == ["Hollybrook"]


def test_no_name_is_no_club() -> None:
    assert find_or_add_club(name="") is None


def test_a_club_is_renamed_also_in_case_alone() -> None:
    club = Club.objects.create(name="oxford")
    rename_club(club=club, name="Oxford", by=Actor())
    assert Club.objects.get().name == "Oxford"


def test_a_taken_name_is_refused() -> None:
    club, _other = Club.objects.create(name="Oxford"), Club.objects.create(name="Westmere")
    with pytest.raises(Refused) as refused:
        rename_club(club=club, name="WESTMERE", by=Actor())
    assert str(refused.value) == "There is already a club called “WESTMERE”."


def test_a_renamed_club_is_in_the_log_of_its_players() -> None:
    clara = player("Clara Finch", club="Oxfrod")
    player("Hugo Tarrant", club="Westmere")
    rename_club(club=clara.club, name="Oxford", by=Actor())
    rename_club(club=Club.objects.get(pk=clara.club_id), name="Oxford", by=Actor())
    entry = RegisterEntry.objects.get()
    assert (entry.number, entry.action, entry.before, entry.after) == (
        clara.pk,
        "changed",
        {"club": "Oxfrod"},
        {"club": "Oxford"},
    )


def test_a_club_that_is_gone_is_not_renamed() -> None:
    club = Club.objects.create(name="Oxford")
    Club.objects.all().delete()
    club.pk = 1
    with pytest.raises(Refused) as refused:
        rename_club(club=club, name="Oxfrod", by=Actor())
    assert str(refused.value) == "This club no longer exists."


def test_a_club_is_added_once_whatever_its_case() -> None:
    add_club(club=Club(name="Oxford"))
    with pytest.raises(Refused) as refused:
        add_club(club=Club(name="OXFORD"))
    assert str(refused.value) == "There is already a club called “OXFORD”."
    assert [club.name for club in Club.objects.all()] == ["Oxford"]


def test_a_merged_club_takes_its_players_and_events_along() -> None:
    clara, hugo = player("Clara Finch", club="Oxfrod"), player("Hugo Tarrant", club="Oxford")
    session = factories.session(club=clara.club)
    merge_clubs(kept=hugo.club, merged=clara.club, by=Actor())
    assert {str(each.club) for each in Player.objects.all()} == {"Oxford"}
    assert str(Session.objects.get(pk=session.pk).club) == "Oxford"
    assert [club.name for club in Club.objects.all()] == ["Oxford"]
    entry = RegisterEntry.objects.get()
    assert (entry.number, entry.action, entry.before, entry.after) == (
        clara.pk,
        "changed",
        {"club": "Oxfrod"},
        {"club": "Oxford"},
    )


def test_a_club_is_not_merged_with_itself() -> None:
    club = Club.objects.create(name="Oxford")
    with pytest.raises(Refused, match="These are the same club"):
        merge_clubs(kept=club, merged=club, by=Actor())


def test_a_club_of_nobody_is_deleted() -> None:
    delete_club(club=Club.objects.create(name="Oxford"))
    assert Club.objects.count() == 0


@pytest.mark.parametrize("of", ["player", "session"])
def test_a_club_that_is_named_stays(of: str) -> None:
    club = Club.objects.create(name="Oxford")
    if of == "player":
        player("Clara Finch", club="Oxford")
    else:
        factories.session(club=club)
    with pytest.raises(Refused) as refused:
        delete_club(club=club)
    assert str(refused.value) == (
        "“Oxford” cannot be deleted, because players or events belong to it."
    )
