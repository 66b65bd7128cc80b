"""Tournaments in which one player may make a norm."""

from dataclasses import replace

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament

NINE = (
    "BEL GM 2550 1", "NED GM 2520 1", "GER GM 2500 =", "BEL IM 2420 1", "NED IM 2400 1",
    "FRA FM 2350 =", "ENG - 2300 1", "ENG - 2300 =", "BEL - 2300 =",
)  # fmt: skip
"""Opponents of an English player: federation, title, rating and result; a norm of GM by 7 of 9."""
SIDES = {
    "1": "0", "=": "=", "0": "1", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+", "*": "*",
}  # fmt: skip


def event(*rounds: str, kind: str = "Swiss", planned: int = 0, **own: object) -> Tournament:
    """A tournament of player 1, who meets 2, 3, … in turn; a round of one letter is a bye."""
    facts = {"federation": "ENG", "title": "FM", "rating": 2400, "sex": "m"} | own
    results: list[Result | None] = []
    others = []
    for number, text in enumerate(rounds, start=2):
        if len(text) == 1:
            results.append(Result(None, None, Code(text)))
            others.append(Entrant(number, f"P{number}"))
            continue
        federation, title, rating, code = text.split()
        own_colour = Colour.WHITE if number % 2 else Colour.BLACK
        theirs = Result(1, own_colour.other, Code(SIDES[code]))
        results.append(Result(number, own_colour, Code(code)))
        others.append(
            Entrant(
                number,
                f"P{number}",
                federation=federation.strip("-"),
                title=title.strip("-"),
                rating=int(rating) or None,
                results=(*[None] * (number - 2), theirs),
            )
        )
    first = Entrant(1, "Hopeful", results=tuple(results), **facts)  # type: ignore[arg-type]
    return Tournament(
        "T", kind=kind, federation="ENG", rounds=planned or len(rounds), entrants=(first, *others)
    )


def changed(*changes: tuple[int, str], rounds: tuple[str, ...] = NINE) -> tuple[str, ...]:
    """The rounds with others in their places, counted from 1."""
    found = list(rounds)
    for number, text in changes:
        found[number - 1] = text
    return tuple(found)


def with_players(tournament: Tournament, *more: Entrant) -> Tournament:
    """With players who meet nobody here but were there in every round."""
    first = len(tournament.entrants) + 1
    there = tuple(Result(1, None, Code.UNRATED_DRAW) for _ in range(tournament.rounds))
    added = (
        replace(each, number=first + place, family=f"Q{place}", results=each.results or there)
        for place, each in enumerate(more)
    )
    return replace(tournament, entrants=(*tournament.entrants, *added))
