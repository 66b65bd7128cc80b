"""Players for the tests."""

import datetime
from typing import Any

from clubscore.web.visitors import Actor
from events.models import Contestant, Entry, Session, Tournament
from events.sessions.setup.services import sessions
from players.domain.names import read_name
from players.models import Club, Player
from players.models.player import name_fields
from tests.events import factories

PRIVATE = {
    "born": "1958-03-21",
    "email": "secret@example.org",
    "telephone": "+44 20 7946 0018",
    "note": "sits by the door",
}


def player(name: str = "Clara Finch", *, club: str = "", **values: Any) -> Player:
    """A player of this name, in a club of this name."""
    read = read_name(name)
    belongs = Club.objects.get_or_create(name=club)[0] if club else None
    return Player.objects.create(**name_fields(read), club=belongs, **values)


def play(*names: str, title: str = "Club evening", day: int = 5, **values: Any) -> Session:
    """A session of four pairs in which these are contestant 1, in March 2026."""
    made = factories.session(title=title, date=datetime.date(2026, 3, day), **values)
    pair = [read_name(name) for name in names]
    sessions.enter_names(session=made, names={"A1": (*pair, None)[:2]}, by=Actor())
    return made


def enter(player: Player, tournament: Tournament, number: int = 1) -> Entry:
    """The entry of this number, as the player's."""
    entry = Entry.objects.get(tournament=tournament, number=number)
    entry.player, entry.family, entry.given = player, player.family, player.given
    entry.save()
    return entry


def contestants_of(player: Player) -> list[int]:
    """The contestants that a player is part of, in the order of their sessions."""
    own_contestants = Contestant.objects.filter(memberships__player=player).order_by(
        "section__session"
    )
    return list(own_contestants.values_list("pk", flat=True))
