"""Plans for the services of the register and of the accounts."""

from django.contrib.auth.models import User

from accounts import services as logins
from events.club import views as own_club
from players.domain.lookup import Listed
from players.domain.members.choices import Choice, Choices
from players.domain.members.matching import Action
from players.domain.names import read_name
from players.domain.registration import Registration
from players.models import Club, ClubSettings, LookupList, LookupPart, LookupUpload, Player
from players.services import (
    clubs as club_settings,
    erasure,
    importing as members,
    lookup,
    merging,
    players,
    private_links,
    ratings as register_ratings,
    uploads,
)
from tests.concurrency.races.cases import CONTROL, case, player
from tests.concurrency.races.lists import read_list
from tests.concurrency.races.world import actor

# --- the register ---------------------------------------------------------------------------------


def _added(name: str) -> Player:
    return Player(name=name)


def _changed(letter: str, **values: object) -> Player:
    own = player(letter)
    for field, value in values.items():
        setattr(own, field, value)
    return own


EVERYWHERE = ("register", "clubs", "Main", "Empty", "Cup", "Open")
case("add a player", players.add_player, "register", "clubs")(
    lambda: {"player": _added("Brand New"), "club": "East", "by": actor()}
)
case("change a player", players.change_player, *EVERYWHERE)(
    lambda: {
        "player": _changed("A", note="left-handed"),
        "club": "South",
        "fields": ["note", "club"],
        "by": actor(),
    }
)
case("delete a player", players.delete_players, "register", "Cup", "Open", "Main")(
    lambda: {"numbers": [player("F").pk], "by": actor()}
)
case("delete a player with results", players.delete_player, *EVERYWHERE)(
    lambda: {"number": player("A").pk, "by": actor()}
)
case("delete a player without results", players.delete_player, "register", "Cup", "Open", "Main")(
    lambda: {"number": player("F").pk, "by": actor()}
)
case("make a private link", private_links.make_private_link, *EVERYWHERE)(
    lambda: {"number": player("A").pk, "by": actor()}
)
case("withdraw a private link", private_links.withdraw_private_link, *EVERYWHERE)(
    lambda: {"number": player("A").pk, "by": actor()}
)
case("mark players of the demo", players.mark_demo_players, "register")(
    lambda: {"numbers": [player("F").pk, player("A").pk]}
)
case("start one's own club", own_club.start_own_club, *EVERYWHERE, "movements", "Main series")(
    lambda: {"by": actor()}
)
case("merge two players", merging.merge_players, *EVERYWHERE)(
    lambda: {
        "kept": player("A").pk,
        "merged": Player.objects.get(family="Played").pk,
        "take": ["fide_number"],
        "by": actor(),
    }
)
case("merge the other way", merging.merge_players, *EVERYWHERE)(
    lambda: {
        "kept": Player.objects.get(family="Played").pk,
        "merged": player("A").pk,
        "take": [],
        "by": actor(),
    }
)
case("erase private data", erasure.erase_private, *EVERYWHERE)(
    lambda: {"number": player("A").pk, "by": actor()}
)
case("erase a player", erasure.erase_player, *EVERYWHERE)(
    lambda: {"number": player("A").pk, "by": actor()}
)
case("erase a log", erasure.erase_log, "register")(
    lambda: {"number": player("A").pk, "by": actor()}
)
case("add missing players", players.add_missing_players, "register")(
    lambda: {"names": [read_name("Ada Player-A"), read_name("Brand New")]}
)
case("add players of a file", players.add_players, "register", "clubs")(
    lambda: {"players": [_added("Brand New")], "by": actor()}
)
case("change the settings of the club", club_settings.change_club_settings, *EVERYWHERE)(
    lambda: {"settings": ClubSettings(name="Hollybrook", sorts_by_particle=True), "by": actor()}
)
case("import a list of members", members.import_members, "register", "clubs", "Main", "Cup")(
    lambda: {
        "members": read_list(Registration()),
        "by": actor(),
        "choices": Choices(kinds={Action.ASK: Choice.UPDATE}),
    }
)
case("find or add a club", club_settings.find_or_add_club, "clubs")(lambda: {"name": "East"})
case("add a club", club_settings.add_club, "clubs")(lambda: {"club": Club(name="East")})
case("rename a club", club_settings.rename_club, "clubs", "register")(
    lambda: {"club": Club.objects.get(name="North"), "name": "East", "by": actor()}
)
case("merge two clubs", club_settings.merge_clubs, "clubs", "register")(
    lambda: {
        "kept": Club.objects.get(name="North"),
        "merged": Club.objects.get(name="South"),
        "by": actor(),
    }
)
case("merge them the other way", club_settings.merge_clubs, "clubs", "register")(
    lambda: {
        "kept": Club.objects.get(name="South"),
        "merged": Club.objects.get(name="North"),
        "by": actor(),
    }
)
case("delete a club", club_settings.delete_club, "clubs")(
    lambda: {"club": Club.objects.get(name="South")}
)


def _guest() -> Player:
    return Player.everybody.get(name="Guest Main")


case("add guests", players.add_guests, "register")(lambda: {"names": [read_name("Guest New")]})
case("drop unused guests", players.drop_unused_guests, "register", "Main")(
    lambda: {"numbers": [_guest().pk]}
)
case("take a guest into the register", players.take_into_register, *EVERYWHERE)(
    lambda: {"number": _guest().pk, "by": actor()}
)
case("join a guest", merging.merge_players, *EVERYWHERE)(
    lambda: {
        "kept": Player.objects.get(name="Nobody van Played").pk,
        "merged": _guest().pk,
        "take": [],
        "by": actor(),
    }
)

# --- lists of federations -------------------------------------------------------------------------


def _listing(name: str) -> LookupList:
    return LookupList.objects.get(name=name)


def _file() -> LookupUpload:
    """A file of four bytes of which all have come, in the first place."""
    made, _new = LookupUpload.objects.get_or_create(name="Old file", size=4)
    LookupPart.objects.get_or_create(upload=made, number=0, defaults={"data": b"list"})
    return made


case("begin a list", lookup.begin_list, "lookup")(
    lambda: {"name": "FIDE", "kind": "fide_number", "by": actor()}
)
case("add to a list", lookup.add_to_list, "lookup")(
    lambda: {"loaded": _listing("New list"), "players": [Listed("9", "Wren, Cy")]}
)
case("publish a list", lookup.publish_list, "lookup")(lambda: {"loaded": _listing("New list")})


@case("ratings of the register", register_ratings.update_ratings, "lookup", "player A")
def _ratings() -> dict[str, object]:
    return {"listing": _listing("Old list"), "numbers": [player("A").pk], "by": actor()}


case("begin a file", uploads.begin_upload, "lookup")(
    lambda: {"name": "FIDE", "federations": (), "size": 4, "by": actor()}
)
case("add a piece", uploads.add_part, "lookup")(
    lambda: {"upload_id": _file().pk, "number": 0, "data": b"list"}
)
case("load a file", uploads.load_upload, "lookup")(lambda: {"upload_id": _file().pk, "by": actor()})
case("withdraw a list", lookup.withdraw_list, "lookup")(lambda: {"pk": _listing("Old list").pk})
case("drop players of a list", lookup.drop_players, "lookup")(
    lambda: {"pk": _listing("New list").pk}
)


def _write(player: Player, note: str) -> None:
    player.note = note
    player.save(update_fields=["note"])


@case(CONTROL, _write)
def _careless() -> dict[str, object]:
    own = player("A")
    return {"player": own, "note": f"{own.note}!"}


# --- accounts -------------------------------------------------------------------------------------


def _user(name: str) -> User:
    return User.objects.get(username=name)


ATTEMPT = logins.Attempt("director", "192.0.2.1")
case("add an account", logins.add_account, "accounts")(
    lambda: {"name": "new", "administrator": True, "password": "x", "by": _user("director")}
)
case("give a password", logins.give_password, "accounts")(
    lambda: {"user": _user("helper"), "by": _user("director")}
)
case("take rights", logins.change_rights, "accounts")(
    lambda: {
        "user": _user("helper"),
        "active": True,
        "administrator": False,
        "by": _user("director"),
    }
)
case("take rights from the other", logins.change_rights, "accounts")(
    lambda: {
        "user": _user("director"),
        "active": True,
        "administrator": False,
        "by": _user("helper"),
    }
)
case("begin a login", logins.begin_login, "logins")(lambda: {"attempt": ATTEMPT})
case("end a login", logins.end_login, "logins")(lambda: {"attempt": ATTEMPT})
case("lift waits", logins.lift_waits, "logins")(lambda: {"user": _user("director")})
