"""Tournaments by chance: invented players, absences, games and results; the rounds by an engine.

Results have the probabilities of FIDE's table (B.02, 8.1.2). Only whole numbers and fractions are
computed with, and chance is one of SHA-256 and of the Mersenne twister's bits, so that a seed gives
the same tournament on every machine.
"""

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour, Outcome, Result
from events.tournaments.core.domain.tournament import (
    ROUND_ROBIN,
    Entrant,
    PreservedLine,
    Tournament,
    VirtualPoints,
)
from events.tournaments.core.domain.withdrawals import berger
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.checks import ranked
from events.tournaments.files.formats.krause.preserved import END
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.pairing.domain.proposal import Pair, Proposal, System, Task, before_round
from events.tournaments.pairing.domain.systems import baku
from events.tournaments.ratings.domain import LARGEST, percent_of
from events.tournaments.standings.domain.catalogue import find

MAX_PLAYERS, MAX_ROUNDS, MAX_RATING = 2000, 60, 3999
TRIES = 100
"""How often a tournament is drawn anew where a round cannot be paired."""

MARK = "### generated"
"""What the comment of a file begins with."""

DUTCH = "Individual: Swiss-System (Dutch)"
UNRATED = 1400
"""The rating by which an unrated player's results are drawn."""
_SWISS_LISTS = (
    "BH/C1", "BH", "SB", "DE", "WIN", "WON", "BPG", "BWG", "PS", "BH/M1", "FB", "AOB", "KS", "ARO",
    "TPR", "REP",
)  # fmt: skip
_ROUND_ROBIN_LISTS = ("DE", "WIN", "SB", "KS", "WON", "BPG", "BWG", "ARO", "TPR")

_TOO_FEW = gettext_noop("A tournament has at least two players, and at most %(most)s.")
_NO_ROUNDS = gettext_noop("A tournament has at least one round, and at most %(most)s.")
_TOO_MANY_ROUNDS = gettext_noop(
    "%(players)s players cannot play %(rounds)s rounds: nobody has more than %(opponents)s"
    " opponents."
)
_OVER = gettext_noop("%(percent)s %% is not a share from 0 to 100 %%.")
_OVER_TOGETHER = gettext_noop("These shares are more than 100 %% together.")
_NO_ROOM = gettext_noop("There are %(room)s places for %(wanted)s of these.")
_RATINGS = gettext_noop("%(ratings)s ratings are given for %(players)s players.")
_RANGE = gettext_noop("The ratings from %(low)s to %(high)s are no range.")
_NO_RATING = gettext_noop("%(rating)s is not a rating from 0 to %(most)s.")
_ONLY = gettext_noop("There are no rounds %(first)s to %(last)s among the %(rounds)s rounds.")
_NO_BAKU = gettext_noop("Only Swiss tournaments are accelerated.")
_UNPAIRED = gettext_noop(
    "No such tournament could be paired in %(tries)s tries: give fewer rounds, or fewer byes."
)


class Acceleration(StrEnum):
    """Whether a tournament is accelerated."""

    NONE = "none"
    BAKU = "baku"


@dataclass(frozen=True, slots=True)
class Amount:
    """So many, or a share of what there is: ``percent`` of player-rounds, or of games."""

    count: int = 0
    percent: Fraction | None = None

    def of(self, whole: int) -> int:
        """How many they are, of a whole; halves up."""
        if self.percent is None:
            return self.count
        exact = self.percent * whole / 100
        return (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)


@dataclass(frozen=True, slots=True)
class Options:
    """What is given of a tournament; the rest is drawn. ``draws`` is a percentage; ``ratings`` has
    0 for the unrated; ``only`` are the first and the last round with byes, forfeits and unusual
    results."""

    system: System = System.DUTCH
    players: int | None = None
    rounds: int | None = None
    acceleration: Acceleration | None = None
    tie_breaks: tuple[str, ...] | None = None
    ratings: tuple[int, ...] | None = None
    rating_range: tuple[int, int] = (1400, 2700)
    draws: Fraction = Fraction(50)
    full_bye: Amount | None = None
    half_bye: Amount | None = None
    zero_bye: Amount | None = None
    forfeit_win: Amount | None = None
    double_forfeit: Amount | None = None
    odd: Amount | None = None
    only: tuple[int, int] | None = None

    @property
    def byes(self) -> tuple[Amount | None, ...]:
        return self.full_bye, self.half_bye, self.zero_bye

    @property
    def unusual(self) -> tuple[Amount | None, ...]:
        return self.forfeit_win, self.double_forfeit, self.odd


def refuse_impossible(options: Options) -> None:
    """Raises :class:`Refused` for options of which there is no tournament."""
    for amounts in (options.byes, options.unusual, (Amount(percent=options.draws),)):
        _refuse_shares(amounts)
    for code in options.tie_breaks or ():
        find(code)
    _refuse_ratings(options)
    players = options.players if options.ratings is None else len(options.ratings)
    if players is not None and not 2 <= players <= MAX_PLAYERS:
        raise Refused(sentence(_TOO_FEW, most=MAX_PLAYERS))
    if options.rounds is not None and not 1 <= options.rounds <= MAX_ROUNDS:
        raise Refused(sentence(_NO_ROUNDS, most=MAX_ROUNDS))
    if players and options.rounds and options.rounds > _most_rounds(players, options.system):
        values = {"players": players, "rounds": options.rounds, "opponents": players - 1}
        raise Refused(sentence(_TOO_MANY_ROUNDS, **values))
    if options.system is System.ROUND_ROBIN and options.acceleration is Acceleration.BAKU:
        raise Refused(sentence(_NO_BAKU))
    if options.only:
        _rounds_with_byes(options, options.rounds or MAX_ROUNDS)


def _refuse_shares(amounts: Iterable[Amount | None]) -> None:
    shares = [each.percent for each in amounts if each and each.percent is not None]
    for share in shares:
        if not 0 <= share <= 100:
            raise Refused(sentence(_OVER, percent=f"{float(share):g}"))
    if sum(shares) > 100:
        raise Refused(sentence(_OVER_TOGETHER))


def _refuse_ratings(options: Options) -> None:
    for rating in (*(options.ratings or ()), *options.rating_range):
        if not 0 <= rating <= MAX_RATING:
            raise Refused(sentence(_NO_RATING, rating=rating, most=MAX_RATING))
    low, high = options.rating_range
    if low > high:
        raise Refused(sentence(_RANGE, low=low, high=high))
    given = options.ratings
    if given is not None and options.players not in (None, len(given)):
        raise Refused(sentence(_RATINGS, ratings=len(given), players=options.players or 0))


def _most_rounds(players: int, system: System) -> int:
    """As many as opponents; in the table of an odd field everybody is free once."""
    return players - 1 + (players % 2 if system is System.ROUND_ROBIN else 0)


def generate(
    options: Options, *, seed: int, file: int, pair: Callable[[Task], Proposal]
) -> Tournament:
    """The tournament of a number with this seed; its comment says both. ``pair`` is the engine.

    Raises :class:`Refused` for what is impossible, and where no try could be paired.
    """
    refuse_impossible(options)
    for try_ in range(TRIES):
        drawing = _Drawing(options, seed, file, try_)
        try:
            return drawing.played(pair)
        except _CannotBePairedError:
            continue
    raise Refused(sentence(_UNPAIRED, tries=TRIES))


class _CannotBePairedError(Exception):
    """A round of this draw has no pairing."""


class _Chance:
    """Chance for one purpose: of whole numbers alone."""

    def __init__(self, *key: object) -> None:
        digest = hashlib.sha256(" ".join(map(str, key)).encode()).digest()
        self._bits = random.Random(int.from_bytes(digest, "big")).getrandbits  # noqa: S311

    def below(self, number: int) -> int:
        """A number from 0 on, less than ``number``."""
        # Of 64 bits what is left over makes no difference that anybody could find.
        return self._bits(64) * number >> 64

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def chosen(self, values: Sequence[object], count: int) -> list[int]:
        """So many places of a sequence, in an order by chance."""
        places = list(range(len(values)))
        for done in range(count):
            other = done + self.below(len(places) - done)
            places[done], places[other] = places[other], places[done]
        return places[:count]


@dataclass(slots=True)
class _Drawing:
    """One try of a tournament. Each matter has chance of its own, so that an option that is given
    changes nothing else."""

    options: Options
    seed: int
    file: int
    try_: int
    rounds: int = 0
    results: dict[int, list[Result | None]] = field(default_factory=dict)

    def _chance(self, purpose: str) -> _Chance:
        return _Chance(self.seed, self.file, self.try_, purpose)

    def played(self, pair: Callable[[Task], Proposal]) -> Tournament:
        tournament = self._set_up()
        self.results = {entrant.number: [] for entrant in tournament.entrants}
        byes = self._byes(len(tournament.entrants))
        present = [
            frozenset(number for number in self.results if (number, round_) not in byes)
            for round_ in range(1, self.rounds + 1)
        ]
        unusual = self._unusual(tournament, present)
        chance = self._chance("results")
        for round_, here in enumerate(present, start=1):
            before = before_round(_with(tournament, self.results), round_)
            virtual = baku(before, here) if before.is_accelerated else ()
            system = self.options.system
            lot = tournament.lot or Colour.WHITE
            try:
                proposal = pair(Task(system, before, round_, here, lot, virtual))
            except Refused as refusal:
                raise _CannotBePairedError from refusal
            self._play(proposal, round_, tournament, unusual, chance)
            for number, own in self.results.items():
                if bye := byes.get((number, round_)):
                    own.append(Result(None, None, bye))
        done = _with(tournament, self.results)
        virtual = baku(done, ()) if done.is_accelerated else ()
        points = tuple(
            VirtualPoints(
                Fraction(0), each.points, each.first_round, each.last_round,
                min(each.numbers), max(each.numbers),
            )
            for each in virtual
        )  # fmt: skip
        return replace(done, virtual_points=points)

    def _set_up(self) -> Tournament:
        players, self.rounds = self._size()
        chance = self._chance("setting")
        is_swiss = self.options.system is System.DUTCH
        given = self.options.acceleration
        by_chance = chance.below(4) == 0
        is_accelerated = by_chance if given is None else given is Acceleration.BAKU
        lot = (Colour.WHITE, Colour.BLACK)[chance.below(2)]
        pool = _SWISS_LISTS if is_swiss else _ROUND_ROBIN_LISTS
        drawn = tuple(pool[place] for place in chance.chosen(pool, chance.between(1, 5)))
        listed = self.options.tie_breaks
        start = date(2026, 7, 1) + timedelta(days=chance.below(300))
        host = _FEDERATIONS[chance.below(len(_FEDERATIONS))]
        return Tournament(
            name=f"Generated Tournament {self.file}",
            start=start,
            finish=start + timedelta(days=self.rounds - 1),
            city="Nowhere",
            federation=host,
            kind=DUTCH if is_swiss else ROUND_ROBIN,
            time_control="90 min + 30 s",
            chief_arbiter="IA Binary, Bo (99000001)",
            deputies=("FA Octal, Ada (99000002)",),
            rounds=self.rounds,
            round_dates=tuple(start + timedelta(days=day) for day in range(self.rounds)),
            entrants=self._entrants(players, host),
            tie_breaks=drawn if listed is None else tuple(find(code).code for code in listed),
            lot=lot if is_swiss else None,
            is_accelerated=is_accelerated and is_swiss,
        )

    def _size(self) -> tuple[int, int]:
        """How many players and rounds."""
        options, chance = self.options, self._chance("size")
        rounds = options.rounds
        players = len(options.ratings) if options.ratings is not None else options.players
        if options.system is System.ROUND_ROBIN:
            if players is None:
                # Four to eleven rounds have all of these.
                players = chance.between(max(6, (rounds or 0) + 1), max(12, (rounds or 0) + 1))
            return players, rounds or min(_most_rounds(players, options.system), MAX_ROUNDS)
        if players is None:
            least = 2 * (rounds or (options.only or (0, 0))[1])
            players = chance.between(max(6, least - 2), max(40, least + 8))
        if rounds is None:
            least = (options.only or (0, 4))[1]
            most = max(1, min(11, players // 2 + 1, players - 1))
            rounds = chance.between(min(max(4, least), most), max(most, min(least, players - 1)))
        return players, rounds

    def _entrants(self, players: int, host: str) -> tuple[Entrant, ...]:
        """Invented people, numbered by rating, title and name (C.04.2, article 2.2)."""
        chance = self._chance("players")
        names = [(family, given) for family in _FAMILIES for given in _GIVEN]
        low, high = self.options.rating_range
        listed = self.options.ratings
        found = []
        for index, place in enumerate(chance.chosen(names, min(players, len(names)))):
            drawn = chance.between(low, high)
            rating = drawn if listed is None else listed[index]
            family, given = names[place]
            sex = "w" if _GIVEN.index(given) % 2 else "m"
            others = chance.below(2) == 0
            federation = _FEDERATIONS[chance.below(len(_FEDERATIONS))] if others else host
            born = date(1950, 1, 1) + timedelta(days=chance.below(23_000))
            found.append(
                Entrant(
                    0, family, given, sex=sex, title=_title(rating, sex),
                    rating=rating or None, federation=federation,
                    identity=str(99_100_000 + 37 * place % 800_000), born=born.isoformat(),
                )
            )  # fmt: skip
        found.sort(key=_strength)
        return tuple(replace(each, number=number) for number, each in enumerate(found, start=1))

    def _byes(self, players: int) -> dict[tuple[int, int], Code]:
        """The byes that were asked for, by player and round."""
        chance = self._chance("byes")
        rounds = _rounds_with_byes(self.options, self.rounds)
        places = [(player, round_) for round_ in rounds for player in range(1, players + 1)]
        may = self.options.system is System.DUTCH
        counts = _counts(chance, self.options.byes, (may, may, may), len(places))
        kinds = (Code.FULL_BYE, Code.HALF_BYE, Code.ZERO_BYE)
        codes = [code for code, count in zip(kinds, counts, strict=True) for _ in range(count)]
        taken = chance.chosen(places, len(codes))
        return {places[place]: code for place, code in zip(taken, codes, strict=True)}

    def _unusual(
        self, tournament: Tournament, present: Sequence[frozenset[int]]
    ) -> dict[tuple[int, int], str]:
        """Which games, by round and place, are forfeited or end otherwise than by 1, ½ and 0."""
        chance = self._chance("forfeits")
        rounds = _rounds_with_byes(self.options, self.rounds)
        games = [
            (round_, place)
            for round_ in rounds
            for place in range(self._games(tournament, present[round_ - 1], round_))
        ]
        counts = _counts(chance, self.options.unusual, (True, True, False), len(games))
        names = ("forfeit", "double", "odd")
        kinds = [kind for kind, count in zip(names, counts, strict=True) for _ in range(count)]
        taken = chance.chosen(games, len(kinds))
        return {games[place]: kind for place, kind in zip(taken, kinds, strict=True)}

    def _games(self, tournament: Tournament, here: frozenset[int], round_: int) -> int:
        """How many games a round has."""
        if self.options.system is System.DUTCH:
            return len(here) // 2
        numbers = [entrant.number for entrant in tournament.entrants]
        size = len(numbers) + len(numbers) % 2
        table = berger(size)[round_ - 1]
        return sum({one, other} <= here for one, other in table)

    def _play(
        self,
        proposal: Proposal,
        round_: int,
        tournament: Tournament,
        unusual: dict[tuple[int, int], str],
        chance: _Chance,
    ) -> None:
        ratings = {entrant.number: entrant.rating or UNRATED for entrant in tournament.entrants}
        for place, game in enumerate(proposal.pairs):
            outcome = self._outcome(game, ratings, unusual.get((round_, place), ""), chance)
            white = Result(game.black, Colour.WHITE, outcome.first)
            self.results[game.white].append(white)
            self.results[game.black].append(Result(game.white, Colour.BLACK, outcome.second))
        for bye in proposal.byes:
            self.results[bye].append(Result(None, None, proposal.bye_of(bye)))

    def _outcome(
        self, game: Pair, ratings: dict[int, int], unusual: str, chance: _Chance
    ) -> Outcome:
        # As many draws of chance whatever comes, so that a forfeit changes no other game.
        first, second, third = chance.below(10**9), chance.below(2), chance.below(3)
        if unusual == "forfeit":
            return (Outcome.FORFEIT_TO_FIRST, Outcome.FORFEIT_TO_SECOND)[second]
        if unusual == "double":
            return Outcome.FORFEIT_BY_BOTH
        if unusual == "odd":
            return (Outcome.HALF_TO_FIRST, Outcome.HALF_TO_SECOND, Outcome.BOTH_LOSE)[third]
        win, draw = chances_of(ratings[game.white], ratings[game.black], self.options.draws)
        drawn = Fraction(first, 10**9)
        if drawn < draw:
            return Outcome.DRAWN
        return Outcome.FIRST_WINS if drawn < draw + win else Outcome.SECOND_WINS


def generated_text(tournament: Tournament, *, seed: int, file: int) -> str:
    """The tournament as a TRF26 with places, as a comment says generated."""
    lines = (
        PreservedLine(f"{MARK}, seed {seed}, file {file}"),
        PreservedLine(f"172 {tournament.federation} FIDE", END),
    )
    value = replace(ranked(tournament), preserved=lines)
    return write(value, format=Format.TRF26, is_report=True).text


def chances_of(white: int, black: int, draws: Fraction) -> tuple[Fraction, Fraction]:
    """The probabilities that White wins and that the game is drawn, by the table: a draw has
    2·min(p, 1 − p) of the percentage ``draws``, and White's expected score is p."""
    percent = percent_of(min(abs(white - black), LARGEST))
    expected = Fraction(percent if white >= black else 100 - percent, 100)
    draw = 2 * min(expected, 1 - expected) * draws / 100
    return expected - draw / 2, draw


def _with(tournament: Tournament, results: dict[int, list[Result | None]]) -> Tournament:
    entrants = (
        replace(entrant, results=tuple(results[entrant.number])) for entrant in tournament.entrants
    )
    return replace(tournament, entrants=tuple(entrants))


def _rounds_with_byes(options: Options, rounds: int) -> Sequence[int]:
    """The rounds that may have byes, forfeits and unusual results."""
    first, last = options.only or (1, rounds)
    found = range(max(first, 1), min(last, rounds) + 1)
    if not found:
        raise Refused(sentence(_ONLY, first=first, last=last, rounds=rounds))
    return found


def _counts(
    chance: _Chance, amounts: Sequence[Amount | None], may: Sequence[bool], room: int
) -> list[int]:
    """How many there are of each kind; one that is not given, and may be there, is drawn: none, or
    up to five per cent, as far as there is room beside those that are given."""
    given = [amount.of(room) if amount else 0 for amount in amounts]
    if sum(given) > room:
        raise Refused(sentence(_NO_ROOM, room=room, wanted=sum(given)))
    found = []
    left = room - sum(given)
    for amount, count, is_possible in zip(amounts, given, may, strict=True):
        # Drawn all the same, so that what is given changes no other.
        is_there, percent = chance.below(2), Fraction(chance.between(1, 10), 2)
        drawn = min(left, Amount(percent=percent).of(room)) if is_there and is_possible else 0
        found.append(drawn if amount is None else count)
        left -= drawn if amount is None else 0
    return found


def _strength(entrant: Entrant) -> tuple[int, int, str, str]:
    order = [*_TITLES, ""]
    return -(entrant.rating or 0), order.index(entrant.title), entrant.family, entrant.given


_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "WFM")


def _title(rating: int, sex: str) -> str:
    steps = ((2500, "GM"), (2400, "IM"), (2300, "WGM" if sex == "w" else "FM"))
    return next((title for least, title in steps if rating >= least), "")


_FEDERATIONS = (
    "AUT", "BEL", "CZE", "DEN", "ENG", "ESP", "FRA", "GER", "HUN", "IRL", "ITA", "NED", "NOR",
    "POL", "POR", "SUI", "SWE", "TUR", "UKR", "USA",
)  # fmt: skip

_FAMILIES: tuple[str, ...] = tuple(
    first + last
    for first in (
        "Alder", "Ash", "Birch", "Brook", "Cedar", "Clay", "Elm", "Fern", "Flint", "Hazel", "Heath",
        "Holm", "Lark", "Linden", "Marsh", "Moss", "Oak", "Reed", "Rowan", "Thorn",
    )
    for last in ("by", "dale", "field", "ford", "ham", "ley", "low", "mere", "ton", "well")
)  # fmt: skip
"""Families that nobody has to be asked about; with the given names more than enough players."""

_GIVEN = (
    "Abel", "Ada", "Bruno", "Bea", "Cato", "Cora", "Dirk", "Dina", "Emil", "Elsa", "Fabian",
    "Flora", "Gustav", "Greta", "Hugo", "Hilda", "Ivo", "Ida", "Jonas", "Jutta",
)  # fmt: skip
"""By turns of men and of women."""
