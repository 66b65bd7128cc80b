"""Tournaments for the tests."""

import datetime
from typing import Any

from clubscore.web.visitors import Actor
from events.models import Entry, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.services import create_tournament, publish_tournament
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result

NAMES = (
    ("Finch", "Clara"), ("Tarrant", "Hugo"), ("Lamb", "Edith"), ("Moss", "Quentin"),
    ("Dale", "Kirsten"), ("Ekman", "Ulf"), ("Pym", "Walter"), ("Kovar", "Xenia"),
)  # fmt: skip


def tournament(entries: int = 0, **values: Any) -> Tournament:
    """A tournament of three rounds, with so many registered entries numbered from 1; it is not in
    FIDE mode unless that is said."""
    defaults = {
        "name": "Spring cup",
        "rounds": 3,
        "start": datetime.date(2026, 3, 6),
        "by": Actor(),
        "fide_mode": None,
    }
    made = create_tournament(**(defaults | values))
    Entry.objects.bulk_create(
        Entry(
            tournament=made,
            number=number,
            family=NAMES[(number - 1) % len(NAMES)][0],
            given=NAMES[(number - 1) % len(NAMES)][1],
            rating=2000 - 10 * number,
            registered=True,
        )
        for number in range(1, entries + 1)
    )
    return made


def for_fun(tournament: Tournament) -> Tournament:
    """The tournament, which is none for FIDE."""
    Tournament.objects.filter(pk=tournament.pk).update(fide_mode=None)
    tournament.refresh_from_db()
    return tournament


def entry(tournament: Tournament, number: int) -> Entry:
    return Entry.objects.get(tournament=tournament, number=number)


def play(tournament: Tournament, number: int, *games: tuple[int, int, str]) -> None:
    """Pair a round and type its results: first side, second side, what is typed."""
    here = tournament.rounds.get(number=number)
    pairings = Pairings(tuple((first, second) for first, second, _ in games))
    set_pairings(round=here, pairings=pairings, by=Actor())
    for board_number, (_, _, text) in enumerate(games, start=1):
        game = here.games.get(board_number=board_number)
        enter_result(tournament=tournament, game_id=game.pk, text=text, by=Actor())


def played(**values: Any) -> Tournament:
    """Four players, two of three rounds; the second has a game to be played."""
    made = tournament(entries=4, tie_breaks=["BH", "SB"], **values)
    play(made, 1, (1, 3, "1"), (4, 2, "="))
    play(made, 2, (2, 1, "0"), (3, 4, ""))
    return made


def published(**values: Any) -> Tournament:
    made = played(**values)
    publish_tournament(tournament=made, by=Actor())
    return made
