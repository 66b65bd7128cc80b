"""The demo club's chess tournament: five rounds by hand, the last of them half played."""

import datetime
from collections.abc import Sequence

from clubscore.actor import Actor
from events.models import Tournament as StoredTournament
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.services.storing import store_tournament
from events.tournaments.services.tournaments import publish_tournament
from players.domain.names import Name
from players.models import Club
from players.services.names import add_missing_players

NAME = "Hollybrook chess cup"
ROUNDS = 5
TABLE = (
    ("FM", 2067, "6w1 2b0 10w1 3w0 5b*"),
    ("", 2009, "7w1 1w1 3b0 8w= 9b1"),
    ("", 1977, "8w= 4b1 2w1 1b1 6w="),
    ("", 1918, "9w= 3w0 8b- U 7b*"),
    ("", 1885, "10w0 6b0 U 7b1 1w*"),
    ("WCM", 1835, "1b0 5w1 11b= 10w1 3b="),
    ("", 1796, "2b0 U 9b0 5w0 4w*"),
    ("", 1745, "3b= 9w= 4w+ 2b= 11b*"),
    ("", 1695, "4b= 8b= 7w1 11w= 2w0"),
    ("", 1645, "5b1 11w= 1b0 6b0 U"),
    ("", 1607, "U 10b= 6w= 9b= 8w*"),
)
"""A player a row: title, rating, and every round's opponent, colour and result, or a bye."""


def build_tournament(
    *, today: datetime.date, names: Sequence[Name], club: Club, by: Actor
) -> StoredTournament:
    """Make the tournament with the first of these names, its last round on ``today``."""
    names = names[: len(TABLE)]
    players = add_missing_players(names=names)
    week = datetime.timedelta(days=7)
    dates = tuple(today - week * (ROUNDS - number) for number in range(1, ROUNDS + 1))
    value = Tournament(
        name=NAME,
        start=dates[0],
        finish=dates[-1],
        city="Hollybrook",
        kind="Swiss",
        time_control="60 min + 30 s",
        chief_arbiter="Maud Pettifer",
        rounds=ROUNDS,
        round_dates=dates,
        entrants=tuple(
            Entrant(
                number=number,
                family=name.surname,
                given=name.forenames,
                title=title,
                rating=rating,
                results=tuple(_result(text) for text in results.split()),
            )
            for number, (name, (title, rating, results)) in enumerate(
                zip(names, TABLE, strict=True), start=1
            )
        ),
        tie_breaks=("BH/C1", "BH", "SB"),
    )
    stored = store_tournament(
        value=value,
        players={number: players[name.key] for number, name in enumerate(names, start=1)},
        club=club,
        is_demo=True,
        by=by,
    )
    publish_tournament(tournament=stored, by=by)
    return stored


def _result(text: str) -> Result:
    if len(text) == 1:
        return Result(None, None, Code(text))
    return Result(int(text[:-2]), Colour(text[-2]), Code(text[-1]))
