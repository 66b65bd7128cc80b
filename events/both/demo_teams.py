"""The demo club's evening of teams: six teams of four, all against all."""

import datetime
from collections.abc import Sequence
from decimal import Decimal

from clubscore.actor import Actor
from events.models import Session
from events.sessions.services.match_setup import MatchWish, create_match_session
from events.sessions.services.match_teams import TeamEntry, change_teams
from events.sessions.services.sessions import enter_names
from players.domain.names import Name
from players.models import Club

TITLE = "Teams of four"
TEAMS = ("Alders", "Birches", "Cedars", "Damsons", "Elms", "Firs")
BOARDS_PER_MATCH = 4


def set_up_teams(*, date: datetime.date, names: Sequence[Name], club: Club, by: Actor) -> Session:
    """The session without results; ``names`` are four for each team."""
    wish = MatchWish(
        title=TITLE,
        date=date,
        kind=Session.Matches.TEAMS,
        contestants=len(TEAMS),
        boards=BOARDS_PER_MATCH,
        club=club,
    )
    session = create_match_session(wish=wish, by=by, is_demo=True)
    entries = {
        number: TeamEntry(name=name, added=Decimal(0), reason="", last_round=None)
        for number, name in enumerate(TEAMS, start=1)
    }
    change_teams(session_id=session.pk, entries=entries, by=by)
    pairs = zip(names[::2], names[1::2], strict=True)
    enter_names(
        session=session,
        names={f"A{number}": list(pair) for number, pair in enumerate(pairs, start=1)},
        by=by,
    )
    return session
