"""A go tournament as a value: players with ranks, games with handicaps, byes.

Scores are doubled throughout, so that halves are whole numbers. A rank is a number of
:mod:`events.tournaments.core.domain.go_settings`.

A tournament of rounds as a go tournament: what its McMahon scores and pairings are made from.

A grade that is not known is taken from the rating, 100 points a rank, 2100 for 1 dan; without
either it is the lowest there is. Source: EGF rating system.

A go tournament of a file as a tournament of rounds: its players by number, with their results.

A player who is only preliminary, or absent, has no result in a round and does not attend those to
come. What the tournament has no field for stays in its rules.

The settings of a go tournament that have no field of their own, as plain values to be stored.

Only what differs from the defaults is stored, so that better defaults reach old tournaments.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from events.tournaments.core.domain.go_settings import (
    MAX_RANK,
    MIN_RANK,
    Float,
    GoRules,
    GoSettings,
    GoWeights,
    Seeding,
    read_rank,
    write_rank,
)
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.core.domain.wishes import Wishes


class GoResult(StrEnum):
    """How a game ended, by default or not."""

    UNKNOWN = "RESULT_UNKNOWN"
    WHITE_WINS = "RESULT_WHITEWINS"
    BLACK_WINS = "RESULT_BLACKWINS"
    JIGO = "RESULT_EQUAL"
    BOTH_WIN = "RESULT_BOTHWIN"
    BOTH_LOSE = "RESULT_BOTHLOSE"
    HALF_TO_WHITE = "HALF_TO_WHITE"
    HALF_TO_BLACK = "HALF_TO_BLACK"

    @property
    def doubled_points(self) -> tuple[int, int]:
        """White's and Black's points, doubled."""
        return {
            GoResult.UNKNOWN: (0, 0),
            GoResult.WHITE_WINS: (2, 0),
            GoResult.BLACK_WINS: (0, 2),
            GoResult.JIGO: (1, 1),
            GoResult.BOTH_WIN: (2, 2),
            GoResult.BOTH_LOSE: (0, 0),
            GoResult.HALF_TO_WHITE: (1, 0),
            GoResult.HALF_TO_BLACK: (0, 1),
        }[self]


@dataclass(frozen=True, slots=True)
class GoPlayer:
    """``number`` is the place in the file, from 1; ``absent`` are rounds, from 1."""

    number: int
    name: str
    first_name: str
    rank: int
    rating: int = 0
    club: str = ""
    country: str = ""
    correction: int = 0
    absent: frozenset[int] = frozenset()
    registered: bool = True
    egd_pin: str = ""

    @property
    def full_name(self) -> str:
        """Family and first name, as OpenGotha orders by."""
        return self.name + self.first_name


@dataclass(frozen=True, slots=True)
class GoGame:
    """A game of two players by their numbers; ``handicap`` are stones, 0 for none."""

    round: int
    white: int
    black: int
    result: GoResult = GoResult.UNKNOWN
    handicap: int = 0
    known_colour: bool = True
    table: int = 0
    by_default: bool = False

    def points_of(self, number: int) -> int:
        """A side's points, doubled."""
        white, black = self.result.doubled_points
        return white if number == self.white else black

    def opponent_of(self, number: int) -> int:
        return self.black if number == self.white else self.white


@dataclass(frozen=True, slots=True)
class GoFacts:
    """What does not matter for scores and pairings."""

    start: date | None = None
    finish: date | None = None
    city: str = ""
    time_control: str = ""
    director: str = ""


@dataclass(frozen=True, slots=True)
class GoEvent:
    """``byes`` are the rounds and numbers of those who had the bye; ``granted`` are rounds, numbers
    and doubled points of those who did not play and whose points are known."""

    name: str
    players: tuple[GoPlayer, ...]
    games: tuple[GoGame, ...] = ()
    byes: frozenset[tuple[int, int]] = frozenset()
    settings: GoSettings = field(default_factory=GoSettings)
    weights: GoWeights = field(default_factory=GoWeights)
    granted: frozenset[tuple[int, int, int]] = frozenset()
    facts: GoFacts = field(default_factory=GoFacts)

    def before(self, round_: int) -> "GoEvent":
        """The event as it stood before a round."""
        return replace(
            self,
            games=tuple(game for game in self.games if game.round < round_),
            byes=frozenset((earlier, who) for earlier, who in self.byes if earlier < round_),
            granted=frozenset(each for each in self.granted if each[0] < round_),
        )

    def players_of(self, round_: int) -> frozenset[int]:
        """Who takes part in a round: those with a game or the bye, else who is not absent."""
        sides = {
            side for game in self.games if game.round == round_ for side in (game.white, game.black)
        }
        paired = sides | {number for bye_round, number in self.byes if bye_round == round_}
        if sides:
            return frozenset(paired)
        return frozenset(
            player.number
            for player in self.players
            if player.registered and round_ not in player.absent
        )


@dataclass(frozen=True, slots=True)
class GoTask:
    """A round of a go tournament to pair; its games are those of the rounds before."""

    event: GoEvent
    round: int
    present: frozenset[int]
    wishes: Wishes = field(default_factory=Wishes)


RATING_OF_1_DAN, RATING_A_RANK = 2100, 100

_POINTS = {Code.WIN: 2, Code.UNRATED_WIN: 2, Code.FORFEIT_WIN: 2, Code.DRAW: 1} | {
    Code.UNRATED_DRAW: 1
}
"""Doubled points of a game's side; all other codes bring nothing."""

_RESULTS = {
    result.doubled_points: result for result in reversed(GoResult) if result is not GoResult.UNKNOWN
}


def go_event(tournament: Tournament, through: int) -> GoEvent:
    """The event after a round: who has no result in a round up to it was absent."""
    rules = tournament.go or GoRules()
    entrants = tournament.entrants
    by_number = {entrant.number: entrant for entrant in entrants}
    return GoEvent(
        name=tournament.name,
        players=tuple(_player(entrant, through) for entrant in entrants),
        games=tuple(game for entrant in entrants for game in _games(entrant, through, by_number)),
        byes=frozenset(
            (round_, entrant.number)
            for entrant in entrants
            for round_, result in _rounds(entrant, through)
            if result.code in (Code.PAIRING_BYE, Code.FULL_BYE)
        ),
        granted=frozenset(
            (round_, entrant.number, int(2 * (tournament.system.points(result.code) or 0)))
            for entrant in entrants
            for round_, result in _rounds(entrant, through)
            if result.code.is_bye
        ),
        settings=replace(rules.settings, rounds=max(tournament.rounds, 1)),
        weights=rules.weights,
    )


def rank_of(entrant: Entrant) -> int:
    """The rank by the grade, else by the rating, else the lowest."""
    rank = read_rank(entrant.grade)
    if rank is None and entrant.rating:
        # To the nearest rank: 2050 to 2149 is 1 dan.
        half = RATING_A_RANK // 2
        rank = (entrant.rating + half - RATING_OF_1_DAN) // RATING_A_RANK
    return MIN_RANK if rank is None else min(max(rank, MIN_RANK), MAX_RANK)


def knows_rank(entrant: Entrant) -> bool:
    """Whether there is a grade or a rating to take the rank from."""
    return read_rank(entrant.grade) is not None or bool(entrant.rating)


def _player(entrant: Entrant, through: int) -> GoPlayer:
    rank = rank_of(entrant)
    present = {round_ for round_, _result in _rounds(entrant, through)}
    return GoPlayer(
        number=entrant.number,
        name=entrant.family,
        first_name=entrant.given,
        rank=rank,
        rating=entrant.rating or RATING_OF_1_DAN + RATING_A_RANK * rank,
        club=entrant.club,
        country=entrant.federation,
        correction=entrant.correction,
        egd_pin=entrant.egd_pin,
        absent=frozenset(range(1, through + 1)) - present,
    )


def _rounds(entrant: Entrant, through: int) -> Iterator[tuple[int, Result]]:
    """The rounds from 1, and their results."""
    for round_, result in enumerate(entrant.results[:through], start=1):
        if result is not None:
            yield round_, result


def _games(entrant: Entrant, through: int, entrants: Mapping[int, Entrant]) -> Iterator[GoGame]:
    """The games that are counted with this player: those with White, else the lower number's."""
    for round_, result in _rounds(entrant, through):
        opponent = result.opponent
        if opponent is None or not _is_first(entrant.number, result):
            continue
        other = entrants[opponent].results[round_ - 1]
        codes = (result.code, other.code if other else Code.PENDING)
        points = (_POINTS.get(codes[0], 0), _POINTS.get(codes[1], 0))
        yield GoGame(
            round=round_,
            white=entrant.number,
            black=opponent,
            result=GoResult.UNKNOWN if Code.PENDING in codes else _RESULTS[points],
            handicap=result.handicap,
            known_colour=result.colour is not None,
            by_default=result.code.is_forfeit,
        )


def _is_first(number: int, result: Result) -> bool:
    if result.colour is None:
        return number < (result.opponent or 0)
    return result.colour is Colour.WHITE


MCMAHON, SWISS = "McMahon", "Swiss"
"""The kinds of tournament."""

MIN_RATING, MAX_RATING = 1, 3999

_CODES = {
    GoResult.UNKNOWN: (Code.PENDING, Code.PENDING),
    GoResult.WHITE_WINS: (Code.WIN, Code.LOSS),
    GoResult.BLACK_WINS: (Code.LOSS, Code.WIN),
    GoResult.JIGO: (Code.DRAW, Code.DRAW),
    GoResult.BOTH_WIN: (Code.FORFEIT_WIN, Code.FORFEIT_WIN),
    GoResult.BOTH_LOSE: (Code.LOSS, Code.LOSS),
    GoResult.HALF_TO_WHITE: (Code.DRAW, Code.LOSS),
    GoResult.HALF_TO_BLACK: (Code.LOSS, Code.DRAW),
}

_BY_DEFAULT = {
    GoResult.WHITE_WINS: (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    GoResult.BLACK_WINS: (Code.FORFEIT_LOSS, Code.FORFEIT_WIN),
    GoResult.BOTH_LOSE: (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
}


def tournament_of(event: GoEvent) -> Tournament:
    """The tournament with everybody of the event, with or without results."""
    settings = event.settings
    bye = settings.wins_bye if settings.swiss else settings.mms_bye
    rounds = max([settings.rounds, *(game.round for game in event.games)])
    begun = frozenset(game.round for game in event.games)
    games: defaultdict[int, list[GoGame]] = defaultdict(list)
    for game in event.games:
        games[game.white].append(game)
        games[game.black].append(game)
    return Tournament(
        name=event.name,
        start=event.facts.start,
        finish=event.facts.finish,
        city=event.facts.city,
        time_control=event.facts.time_control,
        chief_arbiter=event.facts.director,
        kind=SWISS if settings.swiss else MCMAHON,
        rounds=rounds,
        entrants=tuple(
            _entrant(event, player, games[player.number], begun, rounds) for player in event.players
        ),
        system=PointSystem(pairing_bye=Fraction(bye, 2)),
        tie_breaks=codes_of(settings.criteria),
        go=GoRules(settings, event.weights),
    )


def _entrant(
    event: GoEvent, player: GoPlayer, games: Iterable[GoGame], begun: frozenset[int], rounds: int
) -> Entrant:
    results: dict[int, Result | None] = {game.round: _result(game, player.number) for game in games}
    for round_, who in event.byes:
        if who == player.number:
            results.setdefault(round_, Result(None, None, Code.PAIRING_BYE))
    if player.registered:
        # Present, and neither paired nor free: that brings nothing, unlike an absence.
        for round_ in begun - player.absent:
            results.setdefault(round_, Result(None, None, Code.ZERO_BYE))
    absent = player.absent if player.registered else range(1, rounds + 1)
    return Entrant(
        number=player.number,
        family=player.name or player.first_name,
        given=player.first_name if player.name else "",
        rating=player.rating if MIN_RATING <= player.rating <= MAX_RATING else None,
        federation=player.country,
        results=tuple(results.get(round_) for round_ in range(1, rounds + 1)),
        grade=write_rank(player.rank),
        club=player.club,
        correction=player.correction,
        egd_pin=player.egd_pin,
        absent=_to_come(absent, results, rounds),
    )


def _to_come(
    absent: Iterable[int], results: dict[int, Result | None], rounds: int
) -> tuple[int, ...]:
    return tuple(sorted(each for each in absent if each <= rounds and each not in results))


def _result(game: GoGame, number: int) -> Result:
    codes = _CODES[game.result]
    if game.by_default:
        codes = _BY_DEFAULT.get(game.result, codes)
    is_white = number == game.white
    colour = Colour.WHITE if is_white else Colour.BLACK
    return Result(
        opponent=game.opponent_of(number),
        colour=colour if game.known_colour else None,
        code=codes[0 if is_white else 1],
        handicap=game.handicap,
    )


CODES: Final = {"MMS": "MMS", "SOS": "SOS", "SOSOS": "SOSOS", "SODOS": "SODOS"} | {
    "BH": "SOS",
    "SB": "SODOS",
}
"""The beginnings of OpenGotha\u2019s names of criteria by the codes of the tie-breaks."""

COLUMNS: Final = frozenset(
    {"rounds", "swiss", "bar", "floor", "mms_absent", "mms_bye", "komi"}
    | {"handicap_ceiling", "handicap_correction", "handicap_threshold", "handicap_by_mms"}
)
"""Settings that a tournament has fields for."""

_ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "upper_float": Float,
    "lower_float": Float,
    "first_seeding": Seeding,
    "later_seeding": Seeding,
}


def as_stored(rules: GoRules) -> dict[str, dict[str, Any]]:
    """What differs from the defaults, as plain values."""
    return {
        "settings": _differing(rules.settings, GoSettings()),
        "weights": _differing(rules.weights, GoWeights()),
    }


def from_stored(stored: Mapping[str, Mapping[str, Any]]) -> GoRules:
    """The rules of :func:`as_stored`; names that are not known are left out."""
    settings: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in _known(stored.get("settings", {}), GoSettings()).items()
    }
    weights: dict[str, Any] = {
        name: _ENUMS[name](value) if name in _ENUMS else value
        for name, value in _known(stored.get("weights", {}), GoWeights()).items()
    }
    return GoRules(GoSettings(**settings), GoWeights(**weights))


def criteria_of(codes: Sequence[str], *, swiss: bool) -> tuple[str, ...]:
    """OpenGotha\u2019s placement criteria for these tie-breaks; the score comes first."""
    letter = "W" if swiss else "M"
    named = [CODES[code] for code in codes if code in CODES]
    found = [name if name == "MMS" else f"{name}{letter}" for name in named]
    first = "NBW" if swiss else "MMS"
    return (first, *(name for name in found if name not in ("MMS", first)))


def codes_of(criteria: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of OpenGotha\u2019s placement criteria, as far as there are some."""
    return tuple(dict.fromkeys(_NAMES[each] for each in criteria if each in _NAMES))


def is_followed(criterion: str, *, swiss: bool) -> bool:
    """Whether a placement criterion counts here: the score of the system, and tie-breaks that go
    by it."""
    if criterion in ("NBW", "MMS"):
        return criterion == ("NBW" if swiss else "MMS")
    return criterion in _NAMES and criterion.endswith("W" if swiss else "M")


_NAMES = {"MMS": "MMS"} | {
    f"{name}{letter}": name for name in ("SOS", "SOSOS", "SODOS") for letter in "MW"
}


def _differing(value: Any, usual: Any) -> dict[str, Any]:
    known = asdict(usual)
    return {
        name: list(each) if isinstance(each, tuple) else each
        for name, each in asdict(value).items()
        if name not in COLUMNS and each != known[name]
    }


def _known(stored: Mapping[str, Any], usual: Any) -> dict[str, Any]:
    names = {each.name for each in fields(usual)}
    return {name: value for name, value in stored.items() if name in names}
