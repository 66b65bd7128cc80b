"""Every form that changes what is stored, with changes of it: the table of ``test_forms.py``.

A row is ``pattern of the address: Edit(…)``; what two directors do with it is made from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from clubscore.web.visitors import Actor
from events.models import Contestant, Session, Tournament
from events.sessions.series.services import set_carry_over
from events.tournaments.prizes.domain.lines import read_lines
from movements.services import store_movement
from players.models import Player
from players.services.players import add_player
from tests.events.sessions import evenings
from tests.movements.factories import FOUR_PAIRS
from tests.site.visits import Values, club

Change = Mapping[str, str | list[str] | None]


@dataclass(frozen=True, slots=True)
class Edit:
    """Changes of a form: ``mine`` and ``theirs`` of one field, and ``other`` of another field.

    Without ``theirs`` a field cannot be changed by two in two ways, for it is a box; without
    ``other`` there is but one field. ``page`` is where the form stands, if not at its own address,
    and ``button`` what is sent with it.
    """

    mine: Change
    theirs: Change | None = None
    other: Change | None = None
    page: str = ""
    button: Mapping[str, str] = field(default_factory=dict)


def _name(key: str, name: str) -> dict[str, str]:
    return {key: name, f"{key}-new": "on"}


# No value stands here twice, so that all may be tried one after the other.
EDITED: dict[str, Edit] = {
    "players/clubs/<int:club_id>/": Edit({"name": "Northern"}, {"name": "Southern"}),
    "players/settings/": Edit(
        {"name": "North club"}, {"name": "South club"}, {"national_number_label": "NBB"}
    ),
    "players/<int:number>/edit/": Edit({"grade": "3d"}, {"grade": "2d"}, {"note": "Left-handed"}),
    "site/settings/": Edit(
        {"contact": "Nora North"},
        {"contact": "Sam South"},
        {"address": "https://club.example/"},
        page="site/",
    ),
    "movements/<int:movement_id>/edit/": Edit(
        {"c1-1": "2-1 A"}, {"c1-1": "1-2 B"}, {"c1-2": "4-3 A"}, button={"action": "save"}
    ),
    "movements/<int:movement_id>/rename/": Edit({"name": "One"}, {"name": "Another"}),
    "sessions/<int:session_id>/names/": Edit(
        _name("A1-1", "Nora North"), _name("A1-1", "Sam South"), _name("A2-1", "Wes West")
    ),
    "sessions/<int:session_id>/handicaps/": Edit({"A1-own": "2"}, {"A1-own": "3"}, {"A2-1": "4"}),
    "sessions/<int:session_id>/strata/": Edit({"A1": "B"}, {"A1": "C"}, {"A2": "B"}),
    "sessions/<int:session_id>/settings/": Edit(
        {"title": "North Hall"}, {"title": "South Hall"}, {"minimum_part": "40"}
    ),
    "sessions/<int:session_id>/tables/settings/": Edit(
        {"evening_word": "4711"}, {"evening_word": "4712"}, {"hide_last": "1"}
    ),
    "tournaments/<slug:slug>/hall/": Edit(
        {"half_byes": "2"}, {"half_byes": "3"}, {"last_bye_round": "1"}
    ),
    "club-points/rules/<int:rule_id>/": Edit(
        {"name": "Winter rule"}, {"name": "Summer rule"}, {"part": "40"}
    ),
    "sessions/<int:session_id>/teams/": Edit(
        {"name-1": "Reds"}, {"name-1": "Blues"}, {"name-2": "Greens"}
    ),
    "sessions/<int:session_id>/teams/settings/": Edit(
        {"bye_points": "11.50"}, {"bye_points": "13.50"}, {"rounds": "3"}
    ),
    "sessions/<int:session_id>/draw/settings/": Edit(
        {"danish_rounds": "1"}, {"danish_rounds": "2"}, {"in_arrears": "on"}
    ),
    "sessions/<int:session_id>/carry-over/": Edit({"weight": "60"}, {"weight": "70"}),
    "series/<int:series_id>/edit/": Edit({"name": "Winter"}, {"name": "Summer"}, {"best": "2"}),
    "tournaments/<slug:slug>/settings/": Edit(
        {"city": "Delft"}, {"city": "Leiden"}, {"time_control": "60 minutes"}
    ),
    "tournaments/<slug:slug>/prizes/edit/": Edit(
        {"rows-0-prizes": "30 20"}, {"rows-0-prizes": "40 10"}, {"method": "hort"}
    ),
    "tournaments/<slug:slug>/teams/matches/": Edit(
        {"colours": "WBWB"}, {"colours": "BWBW"}, {"colours": "WBWB", "win": "3"}
    ),
    "tournaments/<slug:slug>/entries/<int:entry_id>/": Edit(
        {"club": "Northern"}, {"club": "Southern"}, {"team_name": "Reds"}
    ),
    "tournaments/<slug:slug>/registration/<int:entry_id>/": Edit(
        {"group": "A*"}, {"group": "B*"}, {"rounds": ["1", "2"]}
    ),
    "tournaments/<slug:slug>/rounds/dates/": Edit(
        {"round-1": "2026-03-16"}, {"round-1": "2026-03-17"}, {"round-2": "2026-03-18"}
    ),
    "tournaments/<slug:slug>/rounds/<int:number>/pairings/": Edit(
        {"date": "2026-03-07"}, {"date": "2026-03-08"}, {"second#1": "z"}
    ),
    "admin/auth/user/<path:object_id>/change/": Edit(
        {"first_name": "Nora"}, {"first_name": "Sam"}, {"last_name": "West"}
    ),
    "admin/events/entry/<path:object_id>/change/": Edit(
        {"club": "Eastern"}, {"club": "Western"}, {"rating": "1900"}
    ),
    "admin/events/game/<path:object_id>/change/": Edit(
        {"result": "0", "reason": "Misread"}, {"result": "=", "reason": "Misheard"}
    ),
    "admin/events/round/<path:object_id>/change/": Edit(
        {"date": "2026-03-07"}, {"date": "2026-03-08"}
    ),
    "admin/events/roundresult/<path:object_id>/change/": Edit({"letter": "f"}, {"letter": "h"}),
    "admin/events/session/<path:object_id>/change/": Edit(
        {"title": "East Hall"}, {"title": "West Hall"}, {"minimum_part": "30"}
    ),
    "admin/events/tournament/<path:object_id>/change/": Edit(
        {"city": "Breda"}, {"city": "Zwolle"}, {"time_control": "90 minutes"}
    ),
    "admin/events/travellerline/<path:object_id>/change/": Edit({"typed": "50"}, {"typed": "90"}),
    "admin/movements/movement/<path:object_id>/change/": Edit({"name": "Two"}, {"name": "Second"}),
    "admin/players/club/<path:object_id>/change/": Edit({"name": "Eastern"}, {"name": "Western"}),
    "admin/players/player/<path:object_id>/change/": Edit(
        {"grade": "5d"}, {"grade": "4d"}, {"note": "Tall"}
    ),
}

RIGHTS = "accounts/<int:user_id>/rights/"
"""Buttons with boxes that nobody sees: they have a test of their own."""

NOT_EDITED: dict[str, str] = {
    "accounts/own-password/": "nobody else knows it",
    "tournaments/import/": "reads a file, and stores nothing",
    "sessions/<int:session_id>/movement/": "carries what its preview promised, and refuses when it"
    " is no longer so",
    "sessions/<int:session_id>/boards/<int:board>/deals/": "carries what it showed, and refuses",
    "sessions/<int:session_id>/lines/<int:line_id>/ruling/": "carries the version of the line",
    "sessions/<int:session_id>/lines/<int:line_id>/history/": "carries the version of the line",
    "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/correct/": (
        "carries the version of the game"
    ),
    "tournaments/<slug:slug>/rounds/<int:number>/proposal/": "names a system, and stores no pairs",
    "sessions/<int:session_id>/club-points/rule/": "one choice, of which the last one counts",
    "sessions/<int:session_id>/draw/": "names its round, and is refused when that is drawn",
    "sessions/<int:session_id>/matches/<int:match_id>/award/": "a decision, whatever it was before",
    "sessions/<int:session_id>/tables/": "one choice of three, of which the last one counts",
    "tournaments/<slug:slug>/hall/": "one choice of three beside the switches",
    "sessions/<int:session_id>/clock/": "the clock is turned by buttons, and its times go with it",
    "players/<int:number>/erase/": "says how much is erased, of whatever is stored",
    "site/account/": "one place with its password, of which the last one counts",
    "players/lookup/": "loads a file in place of the one before it",
    "players/<int:number>/join/": "says who the guest is",
    "players/<int:number>/merge/": "says whose values stay, not which",
    "tournaments/<slug:slug>/entries/<int:entry_id>/withdraw/": "says after which round, once",
    "admin/auth/user/<id>/password/": "a new password, whatever the old one is",
}
"""Forms with fields that are filled in already, as long as there is something to fill in, and need
no comparison: why."""


def everything() -> Values:
    """What :func:`club` makes, and for every form something that may be changed."""
    values = club()
    session = Session.objects.get(pk=values["sessions/"]["session_id"])
    earlier = evenings.evening(day=2)
    Contestant.objects.filter(section__session=session, number=5).update(handicap=None)
    set_carry_over(session=session, earlier_session=earlier, weight=50, by=Actor())
    free = store_movement(name="Nobody’s", text=FOUR_PAIRS)
    # How nothing is divided is not stored.
    prizes = read_lines("Open: 20", method="equal", unit="0.01")
    Tournament.objects.filter(slug=values["tournaments/"]["slug"]).update(prizes=prizes)
    values |= {
        "movements/<int:movement_id>/edit/": {"movement_id": free.pk},
        "tournaments/<slug:slug>/rounds/<int:number>/pairings/": {"number": 2},
        "admin/auth/user/": {"object_id": User.objects.get(username="somebody").pk},
        "admin/movements/movement/": {"object_id": free.pk},
        # Of a session that is played.
        "admin/events/travellerline/": {"object_id": values["sessions/"]["line_id"]},
    }
    bye = values["tournaments/"]["result_id"]
    values["admin/events/roundresult/"] = {"object_id": bye}
    add_player(player=Player(given="Bea", family="Wren"), by=Actor())
    return values
