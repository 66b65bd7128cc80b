"""McMahon and Swiss scores after a round: points, SOS, SOSOS, SODOS and the like.

All scores are doubled. A round without a game counts the own starting score for SOS (Swiss:
nothing), and for SOSOS that score times the rounds. Source: EGF tournament system rules, and the
pairing specification, section 4.
"""

from collections import defaultdict
from functools import cached_property

from events.tournaments.go.domain.event import GoEvent, GoGame, GoPlayer


def start_score(player: GoPlayer, event: GoEvent) -> int:
    """The McMahon score before round 1, not doubled."""
    settings = event.settings
    limited = min(max(player.rank, settings.floor), settings.bar)
    return limited - settings.zero + player.correction


class Scores:
    """The scores of all players by number after a round, 0 for before the first.

    ``wins`` and ``mms`` are lists by number; the sums over opponents are computed when asked for.
    """

    def __init__(self, event: GoEvent, after: int) -> None:
        self.event, self.after = event, after
        self.games: dict[int, list[GoGame]] = defaultdict(list)
        for game in event.games:
            if game.round <= after:
                self.games[game.white].append(game)
                self.games[game.black].append(game)
        self.start = {player.number: 2 * start_score(player, event) for player in event.players}
        settings = event.settings
        self.wins = self._points(settings.wins_absent, settings.wins_bye)
        mms = self._points(settings.mms_absent, settings.mms_bye)
        self.mms = {number: self.start[number] + points for number, points in mms.items()}

    def _points(self, absent: int, bye: int) -> dict[int, int]:
        """The points of games, and of rounds without one, rounded down to whole ones."""
        points = {}
        for player in self.event.players:
            number = player.number
            unplayed = sum(self._unplayed(player, absent, bye).values())
            if self.event.settings.round_down:
                unplayed -= unplayed % 2
            points[number] = unplayed + sum(game.points_of(number) for game in self.games[number])
        return points

    @cached_property
    def _granted(self) -> dict[int, dict[int, int]]:
        """The points that are known, by the number and the round."""
        granted: dict[int, dict[int, int]] = defaultdict(dict)
        for round_, who, points in self.event.granted:
            if round_ <= self.after:
                granted[who][round_] = points
        return granted

    def _unplayed(self, player: GoPlayer, absent: int, bye: int) -> dict[int, int]:
        """The points of rounds without a game, before they are rounded, by the round."""
        number = player.number
        played = {game.round for game in self.games[number]}
        known = self._granted[number]
        byes = {round_ for round_, who in self.event.byes if who == number} - played
        byes = {round_ for round_ in byes if round_ <= self.after} - known.keys()
        missed = {round_ for round_ in player.absent if round_ <= self.after} - played - byes
        points = dict.fromkeys(missed - known.keys(), absent) | dict.fromkeys(byes, bye)
        return points | known

    def mms_rounds(self, number: int) -> list[tuple[int, int | None, int]]:
        """What the rounds add to a McMahon score: round, opponent and points, those of rounds
        without a game not rounded yet."""
        settings = self.event.settings
        (player,) = (each for each in self.event.players if each.number == number)
        unplayed = self._unplayed(player, settings.mms_absent, settings.mms_bye)
        rounds: list[tuple[int, int | None, int]] = [
            (game.round, game.opponent_of(number), game.points_of(number))
            for game in self.games[number]
        ]
        rounds += [(round_, None, points) for round_, points in unplayed.items()]
        return sorted(rounds, key=lambda each: each[0])

    def value(self, criterion: str, number: int) -> int:
        """A placement criterion by OpenGotha's name; 0 for one that is not known."""
        values = self._by_criterion.get(criterion)
        return values[number] if values else 0

    def opponent_terms(self, number: int, letter: str) -> list[tuple[int, int | None, int]]:
        """What SOS is the sum of: round, opponent and score, of wins (``W``) or of McMahon scores
        (``M``); a round without a game has no opponent."""
        base, own = (self.mms, self.start) if letter == "M" else (self.wins, {})
        games = self.games[number]
        terms = self._terms(number, base, own, 2 if letter == "M" else 0)
        rounds: list[tuple[int, int | None]] = [
            (game.round, game.opponent_of(number)) for game in games
        ]
        missed = set(range(1, self.after + 1)) - {round_ for round_, _opponent in rounds}
        rounds += [(round_, None) for round_ in sorted(missed)]
        return [(*place, term) for place, term in zip(rounds, terms, strict=True)]

    def sosos_terms(self, number: int, letter: str) -> list[tuple[int, int | None, int]]:
        """What SOSOS is the sum of: round, opponent and the opponent's SOS; a round without a game
        counts the own start score in every round (Swiss: nothing)."""
        games = {game.round: game.opponent_of(number) for game in self.games[number]}
        own = self.start[number] * self.after if letter == "M" else 0
        return [
            (round_, opponent, self.value(f"SOS{letter}", opponent) if opponent else own)
            for round_ in range(1, self.after + 1)
            for opponent in [games.get(round_)]
        ]

    @cached_property
    def _by_criterion(self) -> dict[str, dict[int, int]]:
        players = self.event.players
        found = {
            "NBW": self.wins,
            "MMS": self.mms,
            "RANK": {player.number: player.rank for player in players},
            "RATING": {player.number: player.rating for player in players},
            "CAT": {player.number: -category(player, self.event) for player in players},
        }
        for letter, base, own in (("W", self.wins, {}), ("M", self.mms, self.start)):
            found |= self._sums(letter, base, own)
        earlier = [Scores(self.event, round_) for round_ in range(1, self.after + 1)]
        for number in self.start:
            found.setdefault("CUSSW", {})[number] = sum(scores.wins[number] for scores in earlier)
            found.setdefault("CUSSM", {})[number] = sum(scores.mms[number] for scores in earlier)
        return found

    def _sums(
        self, letter: str, base: dict[int, int], own: dict[int, int]
    ) -> dict[str, dict[int, int]]:
        """The sums over opponents of a score; ``own`` is what an unplayed round counts."""
        stones = 2 if letter == "M" else 0
        terms = {
            player.number: self._terms(player.number, base, own, stones)
            for player in self.event.players
        }
        sos = {number: sum(values) for number, values in terms.items()}
        return {
            f"SOS{letter}": sos,
            f"SOS{letter}M1": {number: sum(_cut(values, 1)) for number, values in terms.items()},
            f"SOS{letter}M2": {number: sum(_cut(values, 2)) for number, values in terms.items()},
            f"SODOS{letter}": {number: self._sodos(number, base) for number in terms},
            f"SOSOS{letter}": {number: self._sosos(number, sos, own) for number in terms},
        }

    def _terms(
        self, number: int, base: dict[int, int], own: dict[int, int], stones: int
    ) -> list[int]:
        """The scores of the opponents; a stone given or taken counts ``stones``."""
        games = self.games[number]
        terms = [
            base[game.opponent_of(number)]
            + stones * (game.handicap if number == game.white else -game.handicap)
            for game in games
        ]
        return terms + [own.get(number, 0)] * (self.after - len(games))

    def _sodos(self, number: int, base: dict[int, int]) -> int:
        return sum(
            base[game.opponent_of(number)] * game.points_of(number) // 2
            for game in self.games[number]
        )

    def _sosos(self, number: int, sos: dict[int, int], own: dict[int, int]) -> int:
        games = self.games[number]
        unplayed = (self.after - len(games)) * own.get(number, 0) * self.after
        return unplayed + sum(sos[game.opponent_of(number)] for game in games)


def _cut(values: list[int], count: int) -> list[int]:
    """The values without the lowest ones, as OpenGotha drops them."""
    return sorted(values)[count:]


def category(player: GoPlayer, event: GoEvent) -> int:
    """The player's category from 0, the strongest."""
    limits = event.settings.category_limits
    return next((place for place, limit in enumerate(limits) if player.rank >= limit), len(limits))
