"""What a pairing looks at in a player's rounds so far: points, colours, floats, opponents."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from events.tournaments.domain.go.from_tournament import go_event
from events.tournaments.domain.go.scores import Scores
from events.tournaments.domain.results import Code, Result
from events.tournaments.domain.tournament import Entrant, Tournament

DOWN, UP, LEVEL = "↓", "↑", "·"
NO_COLOUR = "–"
ROUNDS_OF_FLOATS = 2
"""So many last rounds does the Dutch system look at."""

Score = Callable[[int, int], Fraction]
"""The score of a starting number after a round."""


@dataclass(frozen=True, slots=True)
class History:
    """A player before a round. ``points`` are the McMahon score where that orders the players,
    ``strength`` is the grade or the rating. ``colours`` has a letter a round, ``W``, ``B`` or
    ``–``; ``floats`` a sign for each of the last two: down, up, neither."""

    number: int
    name: str
    strength: str
    points: Fraction
    colours: str
    floats: str
    opponents: tuple[int, ...]


def histories(tournament: Tournament) -> list[History]:
    """Everybody by points, then by number; all rounds of the tournament count."""
    score = _score_of(tournament)
    found = [_history(tournament, each, score) for each in tournament.entrants]
    return sorted(found, key=lambda each: (-each.points, each.number))


def _score_of(tournament: Tournament) -> Score:
    """The score by which groups are made: points, or the McMahon score."""
    if tournament.go is None or tournament.go.settings.swiss:
        entrants = {each.number: each for each in tournament.entrants}
        return lambda number, through: tournament.points_of(entrants[number], through)
    rounds = max((len(each.results) for each in tournament.entrants), default=0)
    event = go_event(tournament, rounds)
    after = [Scores(event, through) for through in range(rounds + 1)]
    return lambda number, through: Fraction(after[through].mms[number], 2)


def _history(tournament: Tournament, entrant: Entrant, score: Score) -> History:
    results = list(enumerate(entrant.results, start=1))
    return History(
        number=entrant.number,
        name=f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family,
        strength=entrant.grade if tournament.go else str(entrant.rating or ""),
        points=score(entrant.number, len(entrant.results)),
        colours="".join(_colour(result) for _round, result in results),
        floats="".join(
            _float(tournament, entrant.number, round_, result, score)
            for round_, result in results[-ROUNDS_OF_FLOATS:]
        ),
        opponents=tuple(
            result.opponent
            for _round, result in results
            if result and result.opponent is not None and result.code.played
        ),
    )


def _colour(result: Result | None) -> str:
    if result and result.colour and result.code.played:
        return "W" if result.colour.value == "w" else "B"
    return NO_COLOUR


def _float(
    tournament: Tournament,
    number: int,
    round_: int,
    result: Result | None,
    score: Score,
) -> str:
    """Down against somebody with fewer points, and by a point without a game (C.04.3, 1.4)."""
    if result is None:
        return LEVEL
    if result.opponent is None or not result.code.played:
        earned = tournament.system.points(result.code) or 0
        is_down = result.code is Code.PAIRING_BYE or earned > tournament.system.loss
        return DOWN if is_down else LEVEL
    own, other = score(number, round_ - 1), score(result.opponent, round_ - 1)
    if own == other:
        return LEVEL
    return DOWN if own > other else UP
