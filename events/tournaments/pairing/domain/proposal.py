"""The seam of the pairing systems: what a system is given, and what it answers.

A *task* is a tournament before a round: its results are those of the rounds before, and who takes
part is listed apart. A *proposal* is the round: pairs in the order of the boards, each with its
reason, and who has a bye. A system that finds no pairing raises
:class:`clubscore.text.problems.Refused` with the reason.

What a pairing looks at in a player's rounds so far: points, colours, floats, opponents.

The order of the players for the pairing: a late entry stands where the strength says.

Starting numbers stay as they are; the order is the pairing's alone. Source: FIDE handbook, C.04.2,
articles 2.2 to 2.5.

The order of the boards, and the colour of number 1 as round 1 shows it.

Source: FIDE handbook, C.04.2, article 3.6, C.04.7, article 1.5, and C.04.3, article 5.2.5.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament, VirtualPoints
from events.tournaments.go.domain.event import go_event
from events.tournaments.go.domain.scores import Scores as GoScores


class System(StrEnum):
    """The pairing systems, by the words of the command line."""

    DUTCH = "dutch"
    TEAM = "team"
    TEAM_ROUND_ROBIN = "team-round-robin"
    MCMAHON = "mcmahon"
    GO_SWISS = "go-swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCKOUT = "knockout"
    SCHEVENINGEN = "scheveningen"
    KEIZER = "keizer"


GO_SYSTEMS = frozenset({System.MCMAHON, System.GO_SWISS})
"""The systems of go, which go's own scores and weights decide."""

BY_LOT = frozenset({System.DUTCH, System.TEAM, System.KNOCKOUT})
"""The systems of which the lot gives the first colours."""

TEAM_SYSTEMS = frozenset({System.TEAM, System.TEAM_ROUND_ROBIN})
"""The systems of teams that meet each other; their pairs are teams."""


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points of these starting numbers in the rounds ``first_round`` to ``last_round``,
    both included."""

    points: Fraction
    first_round: int
    last_round: int
    numbers: frozenset[int]

    def applies(self, number: int, round_: int) -> bool:
        """Whether a player has them while this round is paired."""
        return self.first_round <= round_ <= self.last_round and number in self.numbers


def accelerations(tournament: Tournament) -> tuple[Acceleration, ...]:
    """The virtual points that are stored, of players."""
    return tuple(_acceleration(point, point.game) for point in tournament.virtual_points)


def accelerations_of_teams(tournament: Tournament) -> tuple[Acceleration, ...]:
    """The virtual points that are stored, of teams: match points, by their numbers."""
    return tuple(_acceleration(point, point.match) for point in tournament.virtual_points)


def _acceleration(virtual: VirtualPoints, points: Fraction) -> Acceleration:
    numbers = frozenset(range(virtual.first, virtual.last + 1))
    return Acceleration(points, virtual.first_round, virtual.last_round, numbers)


@dataclass(frozen=True, slots=True)
class Task:
    """A round to pair. ``present`` are the starting numbers of those who take part.

    ``initial`` is the colour of number 1 in round 1, which the lot decides.
    """

    system: System
    tournament: Tournament
    round: int
    present: frozenset[int]
    initial: Colour = Colour.WHITE
    accelerations: tuple[Acceleration, ...] = ()

    @property
    def taking_part(self) -> list[Entrant]:
        """Who takes part, by starting number."""
        return [entrant for entrant in self.tournament.entrants if entrant.number in self.present]

    def pairing_score(self, entrant: Entrant) -> Fraction:
        """Points so far, with those of the last acceleration that applies."""
        virtual = [
            acceleration.points
            for acceleration in self.accelerations
            if acceleration.applies(entrant.number, self.round)
        ]
        points = self.tournament.points_of(entrant, self.round - 1)
        return points + (virtual[-1] if virtual else 0)


@dataclass(frozen=True, slots=True)
class Pair:
    """A game; ``why`` explains it. ``handicap`` are Black's stones in go."""

    white: int
    black: int
    why: Sentence
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pairs in the order of the boards, and who has a bye; ``bye_why`` explains the byes.

    Of those with a bye, ``free`` have the free round that everybody has once, and no points, and
    ``unopposed`` lack an opponent of the other team, and have won by default.
    """

    pairs: tuple[Pair, ...] = ()
    byes: tuple[int, ...] = ()
    bye_why: Sentence | None = None
    free: tuple[int, ...] = ()
    unopposed: tuple[int, ...] = ()

    def bye_of(self, number: int) -> Code:
        """The bye of somebody who has one."""
        if number in self.free:
            return Code.ZERO_BYE
        return Code.FULL_BYE if number in self.unopposed else Code.PAIRING_BYE


NOBODY = gettext_noop(
    "Nobody takes part in round %(round)s. Whoever does is registered, has a starting number, and"
    " has neither a bye nor an absence in it."
)

NO_OPPONENT = gettext_noop("The table has no opponent in this round, or one who does not play.")

NO_SUCH_ROUND = gettext_noop(
    "The last round of this system is round %(rounds)s; there is no round %(round)s."
)


def no_such_round(round_: int, rounds: int) -> Sentence:
    """The refusal of a round beyond the last one of a system."""
    return sentence(NO_SUCH_ROUND, round=round_, rounds=rounds)


def before_round(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it stood before a round: later results are left out, and a missing
    result of a game counts as a draw for the pairing (FIDE C.04.2, article 3.1)."""
    entrants = tuple(
        replace(
            entrant, results=tuple(_decided(result) for result in entrant.results[: number - 1])
        )
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


def _decided(result: Result | None) -> Result | None:
    if result and result.code is Code.PENDING:
        return replace(result, code=Code.DRAW)
    return result


def players_of_round(tournament: Tournament, number: int) -> frozenset[int]:
    """Who takes part in a round according to its results: those with an opponent or the bye of
    the pairing; everybody without a bye where the round is not paired yet."""
    results = {entrant.number: _result(entrant, number) for entrant in tournament.entrants}
    if is_paired(tournament, number):
        return frozenset(player for player, result in results.items() if _is_by_pairing(result))
    return frozenset(player for player, result in results.items() if result is None)


def is_paired(tournament: Tournament, number: int) -> bool:
    """Whether a round has games; the pairing's bye may be chosen before it."""
    results = (_result(entrant, number) for entrant in tournament.entrants)
    return any(result and result.opponent is not None for result in results)


def byes_chosen_before(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Who has the pairing's bye in a round that has no games yet."""
    if is_paired(tournament, number):
        return ()
    results = {entrant.number: _result(entrant, number) for entrant in tournament.entrants}
    return tuple(player for player, result in results.items() if _is_by_pairing(result))


def _result(entrant: Entrant, number: int) -> Result | None:
    return entrant.results[number - 1] if number <= len(entrant.results) else None


def _is_by_pairing(result: Result | None) -> bool:
    return result is not None and (result.opponent is not None or result.code is Code.PAIRING_BYE)


DOWN, UP, LEVEL = "↓", "↑", "·"

NO_COLOUR = "–"

ROUNDS_OF_FLOATS = 2
"""How many of the last rounds the Dutch system looks at."""

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
    found = [_history(tournament, entrant, score) for entrant in tournament.entrants]
    return sorted(found, key=lambda each: (-each.points, each.number))


def _score_of(tournament: Tournament) -> Score:
    """The score by which groups are made: points, or the McMahon score."""
    if tournament.go is None or tournament.go.settings.swiss:
        entrants = {entrant.number: entrant for entrant in tournament.entrants}
        return lambda number, through: tournament.points_of(entrants[number], through)
    rounds = max((len(entrant.results) for entrant in tournament.entrants), default=0)
    event = go_event(tournament, rounds)
    after = [GoScores(event, through) for through in range(rounds + 1)]
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
    tournament: Tournament, number: int, round_: int, result: Result | None, score: Score
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


def in_order_of_strength(tournament: Tournament) -> Tournament:
    """The tournament with late entries at the place of their rating.

    Where those who played from round 1 are not in the order of their ratings, the numbers were
    given otherwise, and everybody stays where he is.
    """
    ratings = [entrant.rating or 0 for entrant in tournament.entrants if _is_early(entrant)]
    if ratings != sorted(ratings, reverse=True):
        return tournament
    ordered = sorted(tournament.entrants, key=lambda entrant: -(entrant.rating or 0))
    return replace(tournament, entrants=tuple(ordered))


def has_late_entries(tournament: Tournament) -> bool:
    """Whether somebody who entered late has a number that is not the strength's."""
    is_begun = any(map(_is_early, tournament.entrants))
    return is_begun and in_order_of_strength(tournament).entrants != tournament.entrants


def _is_early(entrant: Entrant) -> bool:
    return bool(entrant.results and entrant.results[0])


Scores = Mapping[int, Fraction]
"""Pairing scores by starting number."""


def pairing_scores(task: Task) -> Scores:
    """The pairing scores of those who take part."""
    return {entrant.number: task.pairing_score(entrant) for entrant in task.taking_part}


def in_board_order(pairs: Iterable[Pair], task: Task, scores: Scores) -> list[Pair]:
    """The pairs by the score of the higher ranked of the two, then both scores, then the number
    of the higher ranked; virtual points of an acceleration count."""
    places = places_of(task.tournament)

    def key(pair: Pair) -> tuple[Fraction, Fraction, int]:
        sides = pair.white, pair.black
        top = min(sides, key=lambda number: (-scores[number], places[number]))
        return -scores[top], -scores[pair.white] - scores[pair.black], places[top]

    return sorted(pairs, key=key)


def initial_colour(tournament: Tournament) -> Colour | None:
    """The colour of number 1 in round 1, as most games of that round show it; ``None`` before."""
    first = [entrant for entrant in tournament.entrants if entrant.results and _was_paired(entrant)]
    places = places_of(tournament)
    shown: Counter[Colour] = Counter()
    for place, entrant in enumerate(first):
        result = entrant.results[0]
        if result is None or result.colour is None or result.opponent is None:
            continue
        if places[result.opponent] > places[entrant.number]:
            shown[result.colour if place % 2 == 0 else result.colour.other] += 1
    # Of as many for both the better ranked player's game counts: it was counted first.
    return shown.most_common(1)[0][0] if shown else None


def places_of(tournament: Tournament) -> dict[int, int]:
    """The pairing's numbers by starting number: the order of the entrants, from 1."""
    return {entrant.number: place for place, entrant in enumerate(tournament.entrants, start=1)}


def _was_paired(entrant: Entrant) -> bool:
    result = entrant.results[0]
    return bool(result and (result.opponent is not None or result.code is Code.PAIRING_BYE))


TIME_LIMIT = 120
"""Seconds that a round may take."""
