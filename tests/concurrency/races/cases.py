"""What a race is run with: every service that writes, with something for it to do.

A *plan* reads what its service is given, as a page does before it is sent, and gives the call. The
plans are in ``*_cases.py``; they stand in the small club of ``world.py``. What a plan needs beyond
that club, its *preparation* stores, before either of the two begins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from events.models import Entry, Game, Session, Tournament
from players.models import Player

Call = Callable[[], object]
Plan = Callable[[], Call]


@dataclass(frozen=True)
class Case:
    """A service with a plan, and the rows that it touches: two cases that share one compete."""

    service: Callable[..., object]
    plan: Plan
    rows: frozenset[str]
    prepare: Call | None = None


def session(title: str) -> Session:
    """Of two of this title that which the club had first."""
    return Session.objects.filter(title=title).earliest("pk")


def cup(name: str) -> Tournament:
    return Tournament.objects.get(name=name)


def entry(name: str, number: int) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament__name=name, number=number)


def game(name: str, board: int = 1) -> Game:
    return Game.objects.get(round__tournament__name=name, round__number=1, board_number=board)


def player(letter: str) -> Player:
    return Player.objects.get(family=f"Player-{letter}")


CASES: dict[str, Case] = {}

CONTROL = "a careless change"
"""What is wrong on purpose: it writes what it made of what it read before."""


def case(name: str, service: Callable[..., object], *rows: str) -> Callable[[Any], Any]:
    """Add a plan that gives the service's arguments."""

    def add(arguments: Callable[[], dict[str, object]]) -> Callable[[], dict[str, object]]:
        CASES[name] = Case(service, lambda: partial(service, **arguments()), frozenset(rows))
        return arguments

    return add


def of_session(
    name: str,
    service: Callable[..., object],
    arguments: Callable[[str], dict[str, object]],
    *rows: str,
    titles: Sequence[str] = ("Main", "Empty"),
    prepared: Callable[[str], object] | None = None,
) -> None:
    """Add a plan, and its preparation, for each of the sessions named."""
    for title in titles:
        touched = {title, *(row.format(title) for row in rows)}
        CASES[f"{name}, {title}"] = Case(
            service,
            partial(_planned, service, arguments, title),
            frozenset(touched),
            partial(prepared, title) if prepared else None,
        )


of_tournament = partial(of_session, titles=("Cup", "Open"))


def _planned(
    service: Callable[..., object], arguments: Callable[[str], dict[str, object]], title: str
) -> Call:
    return partial(service, **arguments(title))
