import json

import pytest
from django.contrib.admin.models import CHANGE, LogEntry as AdminEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.utils import timezone

from clubscore.database.models import AppendOnlyError
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry
from players.domain.names import erased_name, read_name
from players.models import Player, PrivateLink, RegisterEntry
from players.selectors.references import names_of, numbers_of
from players.selectors.register import player_of_token, private_link_of
from players.services.erasure import erase_player, erase_private
from players.services.merging import merge_players
from players.services.players import change_player, delete_players, empty_bin_of_players
from players.services.private_links import make_private_link, withdraw_private_link
from tests.events.factories import DirectorFactory
from tests.players.people import PRIVATE, contestants_of, play, player

pytestmark = pytest.mark.django_db


def actions() -> list[str]:
    return list(RegisterEntry.objects.order_by("pk").values_list("action", flat=True))


def test_a_link_leads_to_its_player_and_only_its_hash_is_stored() -> None:
    clara = player("Clara Finch")
    director = User.objects.create_user("ragna")
    token = make_private_link(number=clara.pk, by=Actor(user=director))
    assert player_of_token(token) == clara
    assert private_link_of(clara).created_by == director
    assert len(token) == 32
    assert token not in str(PrivateLink.objects.values())
    assert token not in str(RegisterEntry.objects.values())
    assert actions() == ["linked"]


@pytest.mark.parametrize("wrong", ["", "x", "A" * 32])
def test_no_other_text_leads_anywhere(wrong: str) -> None:
    make_private_link(number=player("Clara Finch").pk, by=Actor())
    assert player_of_token(wrong) is None


def test_a_renewed_link_replaces_the_one_before() -> None:
    clara = player("Clara Finch")
    before, after = (make_private_link(number=clara.pk, by=Actor()) for _time in range(2))
    assert (player_of_token(before), player_of_token(after)) == (None, clara)


def test_a_withdrawn_link_no_longer_works_and_is_logged_once() -> None:
    clara = player("Clara Finch")
    token = make_private_link(number=clara.pk, by=Actor())
    for _time in range(2):
        withdraw_private_link(number=clara.pk, by=Actor())
    assert (player_of_token(token), private_link_of(clara)) == (None, None)
    assert actions() == ["linked", "unlinked"]


def test_erasing_a_player_kills_the_link_and_allows_no_other() -> None:
    clara = player("Clara Finch")
    token = make_private_link(number=clara.pk, by=Actor())
    erase_player(number=clara.pk, by=Actor())
    assert player_of_token(token) is None
    with pytest.raises(Refused, match="The data of this player is erased"):
        make_private_link(number=clara.pk, by=Actor())


def test_links_of_two_merged_records_lead_to_the_one_that_stays() -> None:
    kept, gone = player("Clara Finch"), player("Klara Finch")
    tokens = [make_private_link(number=each.pk, by=Actor()) for each in (kept, gone)]
    merge_players(kept=kept.pk, merged=gone.pk, take=[], by=Actor())
    assert [player_of_token(token) for token in tokens] == [kept, kept]


def test_nobody_is_refused() -> None:
    for service in (make_private_link, withdraw_private_link):
        with pytest.raises(Refused, match="This player is no longer in the register"):
            service(number=4711, by=Actor())
    assert Player.objects.count() == 0


def stored() -> str:
    """Everything that the database holds of the register, its logs and the events' log."""
    tables = (Player, RegisterEntry, LogEntry, AdminEntry)
    rows = [row for table in tables for row in table._base_manager.all()]
    return json.dumps(json.loads(serializers.serialize("json", rows)), ensure_ascii=False)


def found(*texts: str) -> list[str]:
    held = stored().casefold()
    return [text for text in texts if text.casefold() in held]


@pytest.fixture
def clara() -> Player:
    """A player who was renamed, took another record in, has played, and was seen in the admin."""
    made = player("Clara Finch", club="Hollybrook", grade="3d", fide_number="4567", **PRIVATE)
    play("Clara Finch", "Hugo Tarrant")
    made.set_name(read_name("Clara Quill"))
    made.note = "sits by the window"
    change_player(player=made, club="Westmere", by=Actor())
    double = player("Clarissa Fynch", email="double@example.org")
    play("Clarissa Fynch", "Hugo Tarrant", day=6)
    merge_players(kept=made.pk, merged=double.pk, take=(), by=Actor())
    made.refresh_from_db()
    AdminEntry.objects.create(
        user=DirectorFactory(),
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(made.pk),
        object_repr="Clara Quill",
        action_flag=CHANGE,
    )
    return made


def test_every_name_ever_borne_is_known(clara: Player) -> None:
    names = {str(name) for name in names_of(numbers_of(clara.pk))}
    assert names == {"Clara Finch", "Clara Quill", "Clarissa Fynch"}


def test_nothing_personal_is_left(clara: Player) -> None:
    said = ("Clara", "Clarissa", "Finch", "Fynch", "Quill", "4567", "Hollybrook", "Westmere",
            "window", "double@", *PRIVATE.values())  # fmt: skip
    assert found(*said) == list(said)
    erase_player(number=clara.pk, by=Actor())
    assert found(*said) == []


def test_the_results_and_the_others_stay(clara: Player) -> None:
    contestants = contestants_of(clara)
    erase_player(number=clara.pk, by=Actor())
    erased = Player.objects.get(pk=clara.pk)
    assert contestants_of(erased) == contestants
    assert len(contestants) == 2
    assert found("Hugo Tarrant") == ["Hugo Tarrant"]


def test_the_name_says_that_it_was_erased(clara: Player) -> None:
    erase_player(number=clara.pk, by=Actor())
    erased = Player.objects.get(pk=clara.pk)
    name = str(erased_name(clara.pk))
    assert (str(erased), erased.search_text) == (name, name.casefold())
    assert erased.erased_at is not None
    named = LogEntry.objects.filter(action="named").values_list("after", flat=True)
    assert {after["A1"][0] for after in named} == {name}
    erased.full_clean()


def test_the_log_keeps_who_did_what_and_when(clara: Player) -> None:
    kept = ("pk", "number", "other", "at", "user", "device", "action")
    before = list(RegisterEntry.objects.values_list(*kept))
    director = DirectorFactory()
    erase_player(number=clara.pk, by=Actor(director, "Phone"))
    latest, *others = RegisterEntry.objects.values_list(*kept)
    assert others == before
    assert (latest[1], latest[4], latest[6]) == (clara.pk, director.pk, "erased")
    values = [
        value
        for entry in RegisterEntry.objects.all()
        for value in (*entry.before.values(), *entry.after.values())
    ]
    assert set(values) == {None}


def test_the_private_facts_alone_can_be_erased(clara: Player) -> None:
    erase_private(number=clara.pk, by=Actor())
    gone = ("window", "double@", *PRIVATE.values())
    assert found(*gone) == []
    left = ("Clara", "Clarissa", "Fynch", "Finch", "4567", "Hollybrook", "Westmere")
    assert found(*left) == list(left)
    entry = RegisterEntry.objects.latest("pk")
    erased = dict.fromkeys(("born", "email", "telephone", "note"))
    assert (entry.action, entry.before) == ("erased", erased)
    assert Player.objects.get(pk=clara.pk).erased_at is None


def test_another_of_the_same_family_name_stays(clara: Player) -> None:
    other = player("Anna Quill", **PRIVATE)
    play("Anna Quill", "Hugo Tarrant", day=7)
    erase_player(number=clara.pk, by=Actor())
    other.refresh_from_db()
    assert (str(other), other.note) == ("Anna Quill", PRIVATE["note"])
    assert found("Anna Quill") == ["Anna Quill"]


def test_whose_name_is_taken_is_refused(clara: Player) -> None:
    erase_player(number=clara.pk, by=Actor())
    name = Player.objects.get(pk=clara.pk).family
    Player.objects.filter(pk=clara.pk).update(
        name="Quill", given="", family="Quill", name_key="quill"
    )
    player(name)
    with pytest.raises(Refused) as refused:
        erase_player(number=clara.pk, by=Actor())
    assert str(refused.value) == f"Another player is called {name}; rename that one first."


@pytest.mark.parametrize("erase", [erase_player, erase_private])
def test_who_is_gone_is_refused(erase) -> None:
    with pytest.raises(Refused, match="no longer in the register"):
        erase(number=1, by=Actor())


def test_the_log_of_a_deleted_player_can_be_erased() -> None:
    clara = player("Clara Finch", **PRIVATE)
    number = clara.pk
    delete_players(numbers=[number], by=Actor())
    assert found("Clara", *PRIVATE.values()) == ["Clara", *PRIVATE.values()]
    empty_bin_of_players(before=timezone.now(), by=Actor())
    assert found("Clara", "Finch", *PRIVATE.values()) == []
    actions = RegisterEntry.objects.order_by("pk").values_list("number", "action")
    assert list(actions) == [(number, "deleted"), (number, "erased")]


def test_the_log_is_append_only_still(clara: Player) -> None:
    erase_player(number=clara.pk, by=Actor())
    with pytest.raises(AppendOnlyError):
        RegisterEntry.objects.update(before={})
