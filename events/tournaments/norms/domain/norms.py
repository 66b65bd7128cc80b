"""Whether a player's games make a norm, article by article. Source: FIDE B.01, in force since
1 January 2024, with the Qualification Commission's clarifications of 2026.

A game counts if it was played at the board against somebody of a FIDE federation. Games may be left
out (1.4.1e and f): of all ways in which the norm is made the one that leaves out fewest is chosen.
What no file says stays to be looked at by the arbiter: :func:`by_hand`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice

from clubscore.text.problems import Number, Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.federations import CODES
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    Entrant,
    Tournament,
    is_round_robin,
    kind_of,
    rounds_planned,
)
from events.tournaments.norms.domain.titles import (
    HOLDERS,
    LEAST_SHARE,
    NormGame,
    Title,
    average_of,
    least_score,
    may_do,
    performance_of,
    titles_above,
)
from events.tournaments.standings.domain.rules.ratings import difference, percent_of

MAX_ROUNDS = 30
USUAL_GAMES = 9
UNRATED = 1400

MAX_WAYS = 5_000
"""Ways to leave games out that are tried for a norm."""

_MASTERS = frozenset({"GM", "IM", "WGM", "WIM"})

_NO_FEDERATIONS = frozenset({"FID", "NON", ""})
_WORTH = {Code.WIN: Fraction(1), Code.DRAW: Fraction(1, 2), Code.LOSS: Fraction(0)}
_MISSED = frozenset({Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE, Code.FORFEIT_LOSS})
_WITHOUT_A_GAME = frozenset({Code.FORFEIT_WIN, Code.PAIRING_BYE})

FOREIGN_PLAYERS, FOREIGN_FEDERATIONS, FOREIGN_MASTERS = 20, 3, 10
"""What 1.4.3d asks of a Swiss tournament."""

_GAMES = gettext_noop("Games that count: %(has)s; needed are %(need)s.")
_EIGHT = gettext_noop("8 games and one round without an opponent, in a tournament of 9 rounds.")
_NOT_COUNTED = gettext_noop(
    "These rounds do not count, for the opponents have no federation: %(r)s."
)
_NO_POINT = gettext_noop(
    "These rounds do not count, for the unrated opponents have no point against rated ones: %(r)s."
)
_AS_LOST = gettext_noop(
    "The opponent of the last round did not come: with that game as a lost one there are enough."
)
_FEDERATIONS = gettext_noop("Federations of opponents besides one’s own: %(has)s; needed are two.")
_SHARES = gettext_noop(
    "Opponents of one’s own federation: %(own)s, at most %(own_most)s; of any one: %(any)s, at most"
    " %(any_most)s."
)
_FREE = gettext_noop(
    "Free of this by 1.4.3%(letter)s; one norm of an application has to do without."
)
_HOLDERS = gettext_noop("Opponents with a title, CM and WCM left aside: %(has)s; needed: %(need)s.")
_COUNTED = gettext_noop("Opponents with the title %(titles)s: %(has)s; needed are %(need)s.")
_LOWEST = gettext_noop("The lowest opponent has %(has)s and counts as at least %(need)s.")
_AVERAGE = gettext_noop("The opponents’ average is %(has)s; needed are %(need)s.")
_SHARE = gettext_noop("The score is %(has)s %% of the games; needed are 35 %%.")
_PERFORMANCE = gettext_noop(
    "The performance is %(average)s %(sign)s %(dp)s = %(has)s; needed are %(need)s."
)
_AFTER = gettext_noop("Round %(round)s is left out: the norm was made before it.")
_WON = gettext_noop("Round %(round)s is left out: the game was won, and the others do.")
_TWICE = gettext_noop("Double round robins are not judged here: ask the rating officer.")
_NO_PLAYER = gettext_noop("There is no player %(number)s.")
_TOO_LONG = gettext_noop("The tournament has %(rounds)s rounds; norms are judged up to %(most)s.")
_NO_HOST = gettext_noop("“%(host)s” is no federation, such as NED.")


@dataclass(frozen=True, slots=True)
class Rules:
    """``host`` is the federation of the tournament, ``exempt`` the letter of 1.4.3 by which
    players are free of its mix, ``least_games`` what 1.4.1b allows."""

    host: str = ""
    exempt: str = ""
    least_games: int = USUAL_GAMES


@dataclass(frozen=True, slots=True)
class Condition:
    """An article: ``need`` and ``has`` are numbers, several behind commas."""

    article: str
    met: bool | None
    need: str
    has: str
    why: Sentence


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that is left out, and the article that allows it."""

    round: int
    article: str
    why: Sentence


@dataclass(frozen=True, slots=True)
class Norm:
    """A title, and what there is of a norm for it; ``met`` is ``None`` where it is not judged."""

    title: str
    met: bool | None
    games: int = 0
    score: Fraction = Fraction(0)
    average: int | None = None
    dp: int | None = None
    performance: int | None = None
    extra_games: int = 0
    exemption: str | None = None
    left_out: tuple[LeftOut, ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def failing(self) -> tuple[Condition, ...]:
        """The articles that are not met; the first one decides."""
        return tuple(each for each in self.conditions if each.met is False)


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """A player's games that count, and what does not: rounds against nobody of a federation, and
    against unrated ones without a point. ``alone`` counts rounds won without a game; ``absent`` is
    the game of the last round whose opponent did not come."""

    games: tuple[NormGame, ...]
    without_federation: tuple[int, ...] = ()
    without_point: tuple[int, ...] = ()
    alone: int = 0
    absent: NormGame | None = None


@dataclass(frozen=True)
class Judge:
    """Judges a tournament. Raises :class:`Refused` for a federation that is none, and for too many
    rounds."""

    tournament: Tournament
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        if self.rules.host and self.rules.host not in CODES:
            raise Refused(sentence(_NO_HOST, host=self.rules.host))
        if self.rounds > MAX_ROUNDS:
            raise Refused(sentence(_TOO_LONG, rounds=self.rounds, most=MAX_ROUNDS))

    @cached_property
    def rounds(self) -> int:
        return rounds_planned(self.tournament)

    @cached_property
    def host(self) -> str:
        return self.rules.host or self.tournament.federation

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for entrant in self.tournament.entrants}

    @cached_property
    def is_open(self) -> bool:
        """Whether games are to come: rounds that are not paired, or results that are missing."""
        return self.last_begun < self.rounds or any(
            result is not None and result.code is Code.PENDING
            for entrant in self.tournament.entrants
            for result in entrant.results
        )

    @cached_property
    def is_round_robin(self) -> bool:
        return is_round_robin(self.tournament)

    @cached_property
    def is_double(self) -> bool:
        """Whether everybody meets everybody twice."""
        if kind_of(self.tournament.kind) == DOUBLE_ROUND_ROBIN:
            return True
        met = (
            Counter(result.opponent for result in entrant.results if result and result.opponent)
            for entrant in self.tournament.entrants
        )
        return self.is_round_robin and any(each and max(each.values()) > 1 for each in met)

    @cached_property
    def is_open_to_foreigners(self) -> bool:
        """Whether the Swiss has the foreign players of 1.4.3d."""
        if self.is_round_robin:
            return False
        foreign = [
            entrant
            for entrant in self.tournament.entrants
            if entrant.rating
            and entrant.federation in CODES
            and entrant.federation not in {self.host, *_NO_FEDERATIONS}
            and self._missed(entrant) <= 1
        ]
        federations = {entrant.federation for entrant in foreign}
        masters = sum(entrant.title in _MASTERS for entrant in foreign)
        return (
            len(foreign) >= FOREIGN_PLAYERS
            and len(federations) >= FOREIGN_FEDERATIONS
            and masters >= FOREIGN_MASTERS
        )

    def _missed(self, entrant: Entrant) -> int:
        """Rounds in which somebody was not there, of those that were begun."""
        begun = max((len(each.results) for each in self.tournament.entrants), default=0)
        begun = min(begun, self.last_begun)
        results = (*entrant.results, *[None] * begun)[:begun]
        return sum(result is None or result.code in _MISSED for result in results)

    @cached_property
    def last_begun(self) -> int:
        """The last round in which somebody met somebody."""
        return max(
            (
                number
                for entrant in self.tournament.entrants
                for number, result in enumerate(entrant.results, start=1)
                if result and result.opponent is not None
            ),
            default=0,
        )

    @cached_property
    def _pointless(self) -> frozenset[int]:
        """In a round robin, the unrated who have no point against rated ones (1.4.2b)."""
        if not self.is_round_robin:
            return frozenset()
        return frozenset(
            entrant.number
            for entrant in self.tournament.entrants
            if not entrant.rating
            and not any(
                _WORTH.get(result.code)
                for result in entrant.results
                if result and result.opponent and self.by_number[result.opponent].rating
            )
        )

    def games_of(self, entrant: Entrant) -> PlayerGames:
        """The games of a player, and what does not count."""
        games, without_federation, without_point = [], [], []
        alone = 0
        absent = None
        for number, result in enumerate(entrant.results, start=1):
            if result is None:
                continue
            alone += result.code in _WITHOUT_A_GAME
            if result.opponent is None:
                continue
            opponent = self.by_number[result.opponent]
            points = _WORTH.get(result.code)
            is_of_fide = opponent.federation in CODES and opponent.federation != "NON"
            if number == self.rounds and result.code is Code.FORFEIT_WIN and is_of_fide:
                absent = _game(number, opponent, Fraction(0))
            if points is None:
                continue
            if not is_of_fide:
                without_federation.append(number)
            elif opponent.number in self._pointless:
                without_point.append(number)
            else:
                games.append(_game(number, opponent, points))
        return PlayerGames(
            tuple(games), tuple(without_federation), tuple(without_point), alone, absent
        )

    def norms_of(self, entrant: Entrant) -> tuple[Norm, ...]:
        """For each title above the player's own."""
        if self.is_double:
            condition = Condition("1.4.1", None, "", "", Sentence(_TWICE))
            return tuple(
                Norm(title.code, None, conditions=(condition,)) for title in titles_above(entrant)
            )
        played = self.games_of(entrant)
        return tuple(self.norm(entrant, title, played) for title in titles_above(entrant))

    def norm(self, entrant: Entrant, title: Title, played: PlayerGames) -> Norm:
        """The norm with the games that count, or where that helps, with fewer."""
        whole = self._evaluated(entrant, title, played, played.games)
        if whole.met:
            return whole
        for games, left_out in islice(self._ways(entrant, title, played), MAX_WAYS):
            if performance_of(games, title) < title.performance:
                continue
            norm = self._evaluated(entrant, title, played, games, left_out=left_out)
            if norm.met:
                return norm
        if played.absent and len(played.games) == self.rules.least_games - 1:
            games = (*played.games, played.absent)
            norm = self._evaluated(entrant, title, played, games, is_absent_lost=True)
            if norm.met:
                return norm
        return whole

    def _ways(
        self, entrant: Entrant, title: Title, played: PlayerGames
    ) -> Iterator[tuple[tuple[NormGame, ...], tuple[LeftOut, ...]]]:
        """Fewer games, the most first: without games that were won, those against the lowest
        opponents first, and without the last rounds."""
        games = played.games
        spare = len(games) - self.rules.least_games
        if spare <= 0 or not may_do(title, games, spare):
            return
        is_mixed = not self.is_round_robin or all(
            condition.met for condition in self._mix(entrant, title, games)[0]
        )
        if not is_mixed:
            return
        for count in range(1, spare + 1):
            for last in range(1 if self.is_round_robin else count + 1):
                before = games[: len(games) - last]
                after = tuple(
                    LeftOut(game.round, "1.4.1e", sentence(_AFTER, round=game.round))
                    for game in games[len(games) - last :]
                )
                won = [game for game in before if game.points == 1]
                won.sort(key=lambda game: (game.rating, game.round))
                for some in combinations(won, count - last):
                    left = tuple(
                        LeftOut(game.round, "1.4.1f", sentence(_WON, round=game.round))
                        for game in some
                    )
                    kept = tuple(game for game in before if game not in some)
                    yield kept, tuple(sorted((*after, *left), key=lambda each: each.round))

    def _evaluated(
        self,
        entrant: Entrant,
        title: Title,
        played: PlayerGames,
        games: Sequence[NormGame],
        *,
        left_out: tuple[LeftOut, ...] = (),
        is_absent_lost: bool = False,
    ) -> Norm:
        count, score = len(games), sum((game.points for game in games), Fraction(0))
        conditions = [self._number_of_games(count, played, left_out)]
        conditions += _uncounted(played)
        if is_absent_lost:
            conditions.append(Condition("1.4.2c", True, "", "", Sentence(_AS_LOST)))
        mix, exemption = self._mix(entrant, title, games)
        conditions += mix
        if not games:
            return Norm(title.code, False, conditions=tuple(conditions), exemption=exemption)
        average, lowest = average_of(games, title)
        percent = percent_of(score, count)
        dp = difference(percent)
        performance = average + dp
        lowest_text, floor = str(lowest), str(title.floor)
        conditions += [
            Condition(
                "1.4.6", True, floor, lowest_text,
                sentence(_LOWEST, has=lowest, need=max(lowest, title.floor)),
            ),
            _at_least("1.4.8a", average, title.least_average, _AVERAGE),
            Condition(
                "1.4.8b", score / count >= LEAST_SHARE, "35", _share_text(score, count),
                sentence(_SHARE, has=Number(_share_text(score, count))),
            ),
            Condition(
                "1.4.8", performance >= title.performance, str(title.performance),
                str(performance),
                sentence(
                    _PERFORMANCE, average=average, sign="+" if dp >= 0 else "−", dp=abs(dp),
                    has=performance, need=title.performance,
                ),
            ),
        ]  # fmt: skip
        met = all(condition.met for condition in conditions)
        extra = int(score - (least_score(average, count, title) or score)) if met else 0
        return Norm(
            title.code, met, count, score, average, dp, performance, extra, exemption, left_out,
            tuple(conditions),
        )  # fmt: skip

    def _number_of_games(
        self, count: int, played: PlayerGames, left_out: Sequence[LeftOut]
    ) -> Condition:
        need = self.rules.least_games
        is_short = self.rounds == USUAL_GAMES and count == USUAL_GAMES - 1 and not left_out
        if count < need and is_short and played.alone == 1:
            return Condition("1.4.1c", True, str(USUAL_GAMES - 1), str(count), Sentence(_EIGHT))
        article = "1.4.1b" if need <= count < USUAL_GAMES else "1.4.1"
        return _at_least(article, count, need, _GAMES)

    def _mix(
        self, entrant: Entrant, title: Title, games: Sequence[NormGame]
    ) -> tuple[list[Condition], str | None]:
        """The opponents' federations and titles; the letter by which the former do not matter,
        where that is needed."""
        count = len(games)
        if count < self.rules.least_games and self.is_open:
            # While rounds are open: the mix that the whole number of games needs (1.4.1c: eight).
            is_eight = self.rounds == USUAL_GAMES and self.games_of(entrant).alone == 1
            count = max(count, self.rules.least_games - is_eight)
        of = Counter(game.federation for game in games if game.federation not in _NO_FEDERATIONS)
        own = of[entrant.federation] if entrant.federation not in _NO_FEDERATIONS else 0
        others = len(set(of) - {entrant.federation})
        most = max(of.values(), default=0)
        own_most, any_most = 3 * count // 5, 2 * count // 3
        is_foreign, is_shared = others >= 2, own <= own_most and most <= any_most
        letter = None if is_foreign and is_shared else self.exemption(entrant)
        free = sentence(_FREE, letter=letter) if letter else None
        shares = sentence(_SHARES, own=own, own_most=own_most, any=most, any_most=any_most)
        half, third = -(-count // 2), max(3, -(-count // 3))
        holders = sum(game.title in HOLDERS for game in games)
        counted = sum(game.title in title.counted for game in games)
        return [
            Condition(
                "1.4.3", is_foreign or bool(letter), "2", str(others),
                free or sentence(_FEDERATIONS, has=others),
            ),
            Condition(
                "1.4.4", is_shared or bool(letter), f"{own_most}, {any_most}", f"{own}, {most}",
                free or shares,
            ),
            _at_least("1.4.5a", holders, half, _HOLDERS),
            Condition(
                "1.4.5", counted >= third, str(third), str(counted),
                sentence(_COUNTED, titles=title.names, has=counted, need=third),
            ),
        ], letter  # fmt: skip

    def exemption(self, entrant: Entrant) -> str | None:
        """The letter of 1.4.3 by which the federations do not matter for a player."""
        given = self.rules.exempt
        is_of_host = bool(self.host) and entrant.federation == self.host
        if given == "c" or (given and is_of_host):
            return given
        return "d" if self.is_open_to_foreigners else None


def _game(number: int, opponent: Entrant, points: Fraction) -> NormGame:
    return NormGame(
        number, opponent.number, opponent.federation, opponent.title, opponent.rating or UNRATED,
        points,
    )  # fmt: skip


def _uncounted(played: PlayerGames) -> Iterator[Condition]:
    for article, rounds, why in (
        ("1.4.2a", played.without_federation, _NOT_COUNTED),
        ("1.4.2b", played.without_point, _NO_POINT),
    ):
        if rounds:
            told = sentence(why, r=", ".join(map(str, rounds)))
            yield Condition(article, True, "", str(len(rounds)), told)


def _at_least(article: str, has: int, need: int, why: str) -> Condition:
    told = sentence(why, has=has, need=need)
    return Condition(article, has >= need, str(need), str(has), told)


def _share_text(score: Fraction, games: int) -> str:
    """A share in per cent with one decimal, never rounded up to what is needed."""
    tenths = int(1000 * score / games)
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """The player of a number. Raises :class:`Refused` when there is none."""
    for entrant in tournament.entrants:
        if entrant.number == number:
            return entrant
    raise Refused(sentence(_NO_PLAYER, number=number))
