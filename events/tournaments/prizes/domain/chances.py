"""The best and the worst prize that everybody can still have, in the last round.

Where few games are open every way in which they can end is gone through: what is found is exact.
Otherwise a bound is given, which nobody can be beyond, though he may not reach it: tie-breaks may
go either way, and what those get who are surely or possibly before him is reckoned the same way.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final

from events.tournaments.core.domain.results import Code, PointSystem, Result
from events.tournaments.core.domain.tournament import (
    KNOCKOUT,
    Entrant,
    Tournament,
    kind_of,
    rounds_planned,
)
from events.tournaments.prizes.domain.awards import divide
from events.tournaments.prizes.domain.fund import Category, Fund, Method, Player
from events.tournaments.standings.domain.catalogue import ordering
from events.tournaments.standings.domain.stage import stage
from events.tournaments.standings.domain.standings import leads, rank, with_results

MOST_LINES = 6_000
"""How many lines of standings are made at most to be exact: all ends times the players."""

_ENDS: Final = ((Code.WIN, Code.LOSS), (Code.DRAW, Code.DRAW), (Code.LOSS, Code.WIN))
_BYES: Final = (Code.PAIRING_BYE, Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE)


@dataclass(frozen=True, slots=True)
class Range:
    """What somebody gets at least and at most of all groups together, in units."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Chances:
    """``ranges`` by starting number; ``games`` are open, ``None`` before the last round is
    paired."""

    ranges: Mapping[int, Range]
    is_exact: bool
    games: int | None


@dataclass(frozen=True, slots=True)
class Contender:
    """A player, and the fewest and most points that he can have at the end."""

    player: Player
    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game without a result."""

    round: int
    first: int
    second: int


def chances(
    fund: Fund, tournament: Tournament, players: Sequence[Player], *, most_lines: int = MOST_LINES
) -> Chances | None:
    """What everybody can still get; ``None`` before the last round but one is paired, where nothing
    is open any more, and where many games are open and places do not go by points."""
    last = rounds_planned(tournament)
    is_paired = _is_paired(tournament, last)
    if not last or not (is_paired or last == 1 or _is_paired(tournament, last - 1)):
        return None
    games = _open_games(tournament)
    if (is_paired and not games) or kind_of(tournament.kind) == KNOCKOUT:
        return None
    if is_paired and 3 ** len(games) * len(players) <= most_lines:
        return Chances(exact(fund, _ends(tournament, games, players)), True, len(games))
    contenders = _contenders(tournament, games, players, is_paired=is_paired)
    if contenders is None:
        return None
    return Chances(bounds(fund, contenders), False, len(games) if is_paired else None)


def _result(entrant: Entrant, number: int) -> Result | None:
    return entrant.results[number - 1] if len(entrant.results) >= number else None


def _is_paired(tournament: Tournament, number: int) -> bool:
    results = (_result(entrant, number) for entrant in tournament.entrants)
    return any(each and not each.code.is_requested_bye for each in results)


def _open_games(tournament: Tournament) -> list[OpenGame]:
    return [
        OpenGame(number, entrant.number, result.opponent)
        for entrant in tournament.entrants
        for number, result in enumerate(entrant.results, start=1)
        if result
        and result.code is Code.PENDING
        and result.opponent is not None
        and entrant.number < result.opponent
    ]


def _ends(
    tournament: Tournament, games: Sequence[OpenGame], players: Sequence[Player]
) -> Iterator[list[Player]]:
    """The standings after each way in which the open games can end at the board."""
    facts = {player.number: player for player in players}
    last = rounds_planned(tournament)
    tie_breaks = ordering(tournament.kind, tournament.tie_breaks)
    results = {entrant.number: entrant.results for entrant in tournament.entrants}
    for codes in product(_ENDS, repeat=len(games)):
        ended = tournament
        for game, (first, second) in zip(games, codes, strict=True):
            ended = with_results(
                ended,
                game.round,
                {
                    number: replace(was, code=code, is_adjourned=False)
                    for number, code in ((game.first, first), (game.second, second))
                    if (was := results[number][game.round - 1])
                },
            )
        at = stage(ended, last)
        is_led = leads(at, tie_breaks)
        yield [
            replace(
                facts[line.number],
                place=line.place.number,
                points=(line.values[0] if is_led else None) or line.points,
            )
            for line in rank(at, tie_breaks).lines()
            if line.number in facts
        ]


def exact(fund: Fund, ends: Iterable[Sequence[Player]]) -> dict[int, Range]:
    """The least and the most that everybody gets by any of these final standings."""
    found: dict[int, Range] = {}
    for players in ends:
        paid: Counter[int] = Counter()
        for award in divide(fund, players).awards:
            paid[award.number] += award.amount
        for player in players:
            amount = paid[player.number]
            was = found.get(player.number, Range(amount, amount))
            found[player.number] = Range(min(was.least, amount), max(was.most, amount))
    return found


def _contenders(
    tournament: Tournament, games: Sequence[OpenGame], players: Sequence[Player], *, is_paired: bool
) -> list[Contender] | None:
    """Everybody with the points that he can have; ``None`` where places go by something else."""
    last = rounds_planned(tournament)
    at = stage(tournament, last)
    if at.cancelled or leads(at, ordering(tournament.kind, tournament.tie_breaks)):
        return None
    system = tournament.system
    playing = Counter(number for game in games for number in (game.first, game.second))
    worst, best = _worth(system, (Code.WIN, Code.DRAW, Code.LOSS))
    worst_bye, best_bye = _worth(system, _BYES)
    unpaired = {
        entrant.number
        for entrant in tournament.entrants
        if not is_paired and _result(entrant, last) is None and entrant.left_after is None
    }
    found = []
    for player in players:
        points, count = at.records[player.number].points, playing[player.number]
        least, most = points + count * worst, points + count * best
        if player.number in unpaired:
            least += min(worst, worst_bye, Fraction(0))
            most += max(best, best_bye)
        found.append(Contender(player, least, most))
    return found


def _worth(system: PointSystem, codes: Iterable[Code]) -> tuple[Fraction, Fraction]:
    points = [system.points(code) or Fraction(0) for code in codes]
    return min(points), max(points)


def bounds(fund: Fund, contenders: Sequence[Contender]) -> dict[int, Range]:
    """For everybody an amount that he gets at least and one that he gets at most."""
    groups: defaultdict[str, list[Category]] = defaultdict(list)
    for category in fund.categories:
        groups[category.group].append(category)
    totals = {each.player.number: Range(0, 0) for each in contenders}
    for categories in groups.values():
        group = _Group(fund.method, categories, contenders)
        for each in contenders:
            was, here = totals[each.player.number], group.range_of(each)
            totals[each.player.number] = Range(was.least + here.least, was.most + here.most)
    for each in contenders:
        limits = [limit.most for limit in fund.limits if limit.who.has(each.player)]
        if limits:
            was, most = totals[each.player.number], min(limits)
            totals[each.player.number] = Range(min(was.least, most), min(was.most, most))
    return totals


_Open = frozenset[int]


class _Group:
    """The categories of one group, and the players by which of them are open to them."""

    def __init__(
        self, method: Method, categories: Sequence[Category], contenders: Sequence[Contender]
    ) -> None:
        self._method = method
        paid = {
            place: [prize for prize in category.prizes if prize]
            for place, category in enumerate(categories)
        }
        self._prizes = sorted(
            ((prize, place) for place, prizes in paid.items() for prize in prizes),
            key=lambda each: (-each[0], each[1]),
        )
        self._open: dict[int, _Open] = {
            each.player.number: frozenset(
                place
                for place, category in enumerate(categories)
                if paid[place] and category.who.has(each.player)
            )
            for each in contenders
        }
        least: defaultdict[_Open, list[Fraction]] = defaultdict(list)
        most: defaultdict[_Open, list[Fraction]] = defaultdict(list)
        for each in contenders:
            if here := self._open[each.player.number]:
                least[here].append(each.least)
                most[here].append(each.most)
        self._least = {here: sorted(points) for here, points in least.items()}
        self._most = {here: sorted(points) for here, points in most.items()}
        self._for_all: _Open = frozenset.intersection(*least) if least else frozenset()
        self._left: dict[tuple[_Open, tuple[int, ...]], int] = {}

    def range_of(self, each: Contender) -> Range:
        here = self._open[each.player.number]
        if not here:
            return Range(0, 0)
        return Range(self._at_least(each, here), self._at_most(each, here))

    def _surely_before(self, each: Contender, of: _Open) -> int:
        """How many to whom these categories are open have more points in any case."""
        points = self._least.get(of, [])
        return len(points) - bisect_right(points, each.most)

    def _at_most(self, each: Contender, here: _Open) -> int:
        if self._method is Method.US32B:
            return self._at_most_by_32b(each, here)
        # Whoever is before him and may win all that he may takes a prize as large as any that is
        # left for him: there have to be as many, and one more.
        before = {
            of: count
            for of in self._least
            if of >= here and (count := self._surely_before(each, of))
        }
        reach = here.union(*before)
        amounts = [-prize for prize, place in self._prizes if place in reach]
        for prize, place in self._prizes:
            if place in here and bisect_right(amounts, -prize) > sum(before.values()):
                return prize
        return 0

    def _at_most_by_32b(self, each: Contender, here: _Open) -> int:
        # Nobody gets more than the largest that is left (32B4). Those with nothing but what is
        # open to everybody are never paid apart (32B3), so that each brings in one such prize.
        common = [prize for prize, place in self._prizes if place in self._for_all]
        left = common[self._surely_before(each, self._for_all) :]
        own = [prize for prize, place in self._prizes if place in here - self._for_all]
        return max(*left[:1], *own[:1], 0, 0)

    def _at_least(self, each: Contender, here: _Open) -> int:
        # One of those prizes is left that those who may be before him cannot all take.
        is_32b = self._method is Method.US32B
        is_alone = len(here) == 1 and (not is_32b or set(self._least) == {here})
        if self._method is Method.PLACE or is_alone:
            return self._prize_left(each, here, is_strict=False)
        # What he takes or brings in is divided among no more than those who may have as many
        # points, himself among them.
        sharing = sum(
            bisect_right(points, each.most) - bisect_left(self._most[of], each.least)
            for of, points in self._least.items()
            if is_32b or of & here
        )
        left = self._prize_left(each, here, is_strict=is_32b)
        if self._method is Method.HORT:
            return left * (sharing + 1) // (2 * sharing)
        return left // sharing

    def _prize_left(self, each: Contender, here: _Open, *, is_strict: bool) -> int:
        """The largest prize of which it is sure that it, or a larger one, is left for him by those
        who may be before him, ``is_strict`` with more points."""
        kinds = tuple(self._most)
        counts = []
        for of in kinds:
            points = self._most[of]
            first = (
                bisect_right(points, each.least) if is_strict else bisect_left(points, each.least)
            )
            counts.append(len(points) - first - (not is_strict and of == here))
        # With only points above his least he himself may have been counted as well.
        if is_strict and each.most > each.least:
            counts[kinds.index(here)] -= 1
        key = here, tuple(counts)
        if key not in self._left:
            self._left[key] = self._first_not_taken(here, dict(zip(kinds, counts, strict=True)))
        return self._left[key]

    def _first_not_taken(self, here: _Open, free: dict[_Open, int]) -> int:
        """The first of the prizes of these categories that cannot go, with those before it, to so
        many players, one each."""
        flow: Counter[tuple[int, _Open]] = Counter()

        def take(place: int, tried: set[_Open]) -> bool:
            for of in free:
                if place not in of or of in tried:
                    continue
                tried.add(of)
                if free[of]:
                    free[of] -= 1
                    flow[place, of] += 1
                    return True
                for other in here:
                    if flow[other, of] and take(other, tried):
                        flow[other, of] -= 1
                        flow[place, of] += 1
                        return True
            return False

        for prize, place in self._prizes:
            if place in here and not take(place, set()):
                return prize
        return 0
