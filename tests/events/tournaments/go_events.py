"""Go tournaments of invented players for tests, as values and as OpenGotha files."""

import random

from events.tournaments.core.domain.go_settings import GoSettings
from events.tournaments.go.domain.event import GoEvent, GoGame, GoPlayer, GoResult

WHITE, BLACK, JIGO = GoResult.WHITE_WINS, GoResult.BLACK_WINS, GoResult.JIGO


def rank_as_text(rank: int) -> str:
    """``4D``, ``12K``."""
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"


def players(*ranks, **changes):
    """Players of these ranks, named in their order."""
    return tuple(
        GoPlayer(number, f"Name{number:02}", "First", rank, rating=2100 + 100 * rank, **changes)
        for number, rank in enumerate(ranks, start=1)
    )


def game(round_, white, black, result=WHITE, **changes):
    return GoGame(round_, white, black, result, **changes)


def event(*ranks, games=(), byes=(), settings=None, **changes):
    values = settings if isinstance(settings, GoSettings) else GoSettings(**(settings or {}))
    return GoEvent("T", players(*ranks), tuple(games), frozenset(byes), values, **changes)


def field(count, seed=1):
    """So many players with ranks, clubs and countries by chance."""
    chance = random.Random(seed)
    return tuple(
        GoPlayer(
            number,
            f"Name{number:03}",
            "First",
            rank := chance.randint(-20, 5),
            rating=2100 + 100 * rank,
            club=chance.choice(("Utre", "Arnh", "Leid", "Gent")),
            country=chance.choice(("NL", "BE")),
        )
        for number in range(1, count + 1)
    )


def xml(event_, parameters=""):
    """The event as OpenGotha writes it."""
    names = {
        player.number: f"{player.name}{player.first_name}".upper() for player in event_.players
    }
    rows = [
        f'<Player name="{player.name}" firstName="{player.first_name}" '
        f'rank="{rank_as_text(player.rank)}" rating="{player.rating}" club="{player.club}" '
        f'country="{player.country}" registeringStatus="FIN" smmsCorrection="{player.correction}" '
        f'participating="{"".join("01"[r not in player.absent] for r in range(1, 21))}"/>'
        for player in event_.players
    ]
    games = [
        f'<Game roundNumber="{each.round}" tableNumber="{table}" handicap="{each.handicap}" '
        f'knownColor="true" whitePlayer="{names[each.white]}" blackPlayer="{names[each.black]}" '
        f'result="{each.result.value}"/>'
        for table, each in enumerate(event_.games, start=1)
    ]
    byes = [
        f'<ByePlayer player="{names[number]}" roundNumber="{round_}"/>'
        for round_, number in sorted(event_.byes)
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
            "<Tournament>",
            "<Players>", *rows, "</Players>",
            "<Games>", *games, "</Games>",
            "<ByePlayers>", *byes, "</ByePlayers>",
            f"<TournamentParameterSet>{parameters}</TournamentParameterSet>",
            "</Tournament>",
        ]
    )  # fmt: skip
