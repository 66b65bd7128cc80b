"""Who gets which prize.

By *place* everybody takes the largest prize that is left and open to him. *Equal*: those of one
score divide what they took in a category. *Hort*: of each prize one half stays with who took it,
the other is divided. *us32b*: by the rules of US Chess, 32B1 to 32B4, a score group at a time.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Number, Sentence, gettext_noop, sentence
from events.common.domain import two_decimals
from events.tournaments.core.domain.results import write_points
from events.tournaments.prizes.domain.fund import Category, Fund, Method, Player

_TAKEN = gettext_noop("Place %(place)s: the largest prize that is left, %(category)s %(prize)s.")
_DIVIDED = gettext_noop(
    "%(category)s: %(sum)s divided among the %(count)s with %(points)s points who have a part."
)
_HALVES = gettext_noop(
    "%(category)s: half of %(own)s, and a part of the other halves, %(sum)s, divided among"
    " %(count)s with %(points)s points."
)
_OTHER_HALVES = gettext_noop(
    "%(category)s: no prize of one’s own, and a part of the halves of the others, %(sum)s, divided"
    " among %(count)s with %(points)s points."
)
_POOLED = gettext_noop(
    "The prizes that the %(count)s with %(points)s points bring in, %(sum)s, are divided (32B1)."
)
_APART = gettext_noop(
    "%(category)s alone: %(sum)s divided among %(count)s is more than a part of the whole (32B3)."
)
_CAPPED = gettext_noop(
    "Nobody gets more than the largest prize that is open to him, %(prize)s (32B4)."
)
_CUT = gettext_noop("%(why)s Cut to the most of %(most)s.")
_LIMITED = gettext_noop("%(name)s gets at most %(most)s.")
_NOBODY = gettext_noop("Nobody is left for it.")


@dataclass(frozen=True, slots=True)
class Award:
    """What a player gets of a group; ``amount`` in units."""

    number: int
    group: str
    category: str
    amount: int
    why: Sentence


@dataclass(frozen=True, slots=True)
class Unpaid:
    """What nobody gets."""

    category: str
    amount: int
    why: Sentence


@dataclass(frozen=True, slots=True)
class Awards:
    """Awards in the order of the standings, group by group; with what is unpaid they are the
    fund."""

    awards: tuple[Award, ...]
    unpaid: tuple[Unpaid, ...]

    @property
    def total(self) -> int:
        return sum(each.amount for each in self.awards)


@dataclass(frozen=True, slots=True)
class _Prize:
    """A prize that is left; ``rank`` counts categories, and prizes in them, for equals."""

    category: Category
    amount: int
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Part:
    """What a player is given before limits."""

    player: Player
    category: Category
    amount: int
    why: Sentence


def divide(fund: Fund, players: Iterable[Player]) -> Awards:
    """The prizes of a fund, group by group in the order of their first categories."""
    standings = sorted(players, key=lambda player: (player.place, player.number))
    groups: dict[str, list[Category]] = {}
    for category in fund.categories:
        groups.setdefault(category.group, []).append(category)
    awards: list[Award] = []
    unpaid: list[Unpaid] = []
    had: defaultdict[int, int] = defaultdict(int)
    for group, categories in groups.items():
        division = _Division(fund, standings, categories)
        parts = division.parts()
        for part in sorted(parts, key=lambda part: (part.player.place, part.player.number)):
            award, cut = _limited(fund, group, part, had[part.player.number])
            had[part.player.number] += award.amount
            if award.amount:
                awards.append(award)
            if cut:
                unpaid.append(cut)
        unpaid += [
            Unpaid(prize.category.name, prize.amount, Sentence(_NOBODY))
            for prize in sorted(division.left, key=lambda prize: prize.rank)
            if prize.amount
        ]
    return Awards(tuple(awards), tuple(unpaid))


def _limited(fund: Fund, group: str, part: _Part, had: int) -> tuple[Award, Unpaid | None]:
    """The award that a player's limits leave, and what they cut."""
    player, name = part.player, part.category.name
    limits = [limit.most for limit in fund.limits if limit.who.has(player)]
    most = min(limits, default=None)
    allowed = part.amount if most is None else max(0, most - had)
    if most is None or part.amount <= allowed:
        return Award(player.number, group, name, part.amount, part.why), None
    shown = Number(fund.text(most))
    award = Award(player.number, group, name, allowed, sentence(_CUT, why=part.why, most=shown))
    why = sentence(_LIMITED, name=player.name, most=shown)
    return award, Unpaid(name, part.amount - allowed, why)


class _Division:
    """The prizes of one group. ``left`` are those that nobody has yet."""

    def __init__(
        self, fund: Fund, standings: Sequence[Player], categories: Sequence[Category]
    ) -> None:
        self.fund, self.standings = fund, standings
        self.left = [
            _Prize(category, amount, (place, index))
            for place, category in enumerate(categories)
            for index, amount in enumerate(category.prizes)
        ]
        # The largest first, of equals that of the earlier category.
        self.left.sort(key=lambda prize: (-prize.amount, prize.rank))
        self._open = {
            player.number: frozenset(
                category.name for category in categories if category.who.has(player)
            )
            for player in standings
        }

    def parts(self) -> list[_Part]:
        """What everybody is given."""
        if self.fund.method is Method.US32B:
            return [part for group in self._score_groups() for part in self._by_32b(group)]
        taken = self._taken()
        if self.fund.method is Method.PLACE:
            return [
                _Part(player, prize.category, prize.amount, self._alone(player, prize))
                for player, prize in taken
            ]
        return list(self._divided({player.number: prize for player, prize in taken}))

    def _alone(self, player: Player, prize: _Prize) -> Sentence:
        shown, name = self._shown(prize.amount), prize.category.name
        return sentence(_TAKEN, place=player.place, category=name, prize=shown)

    def _shown(self, units: int) -> Number:
        return Number(self.fund.text(units))

    def _is_open(self, prize: _Prize, player: Player) -> bool:
        return prize.category.name in self._open[player.number]

    def _score_groups(self) -> Iterator[list[Player]]:
        """Those of one score, the best placed first; groups by their best place."""
        groups: dict[Fraction, list[Player]] = {}
        for player in self.standings:
            groups.setdefault(player.points, []).append(player)
        yield from groups.values()

    def _taken(self) -> list[tuple[Player, _Prize]]:
        """Down the standings, the largest prize that is left and open."""
        found = []
        for player in self.standings:
            prize = next((each for each in self.left if self._is_open(each, player)), None)
            if prize and prize.amount:
                self.left.remove(prize)
                found.append((player, prize))
        return found

    def _divided(self, taken: Mapping[int, _Prize]) -> Iterator[_Part]:
        """What those of one score took in a category, divided; who took none joins the first of
        these categories that is open to him."""
        for group in self._score_groups():
            sharing: defaultdict[int, list[Player]] = defaultdict(list)
            categories: dict[int, Category] = {}
            for player in group:
                if prize := taken.get(player.number):
                    sharing[prize.rank[0]].append(player)
                    categories[prize.rank[0]] = prize.category
            for player in group:
                if player.number in taken:
                    continue
                of = (
                    place
                    for place, category in sorted(categories.items())
                    if category.name in self._open[player.number]
                )
                if (place := next(of, None)) is not None:
                    sharing[place].append(player)
            for place, category in sorted(categories.items()):
                yield from self._shares(category, sharing[place], taken)

    def _shares(
        self, category: Category, players: list[Player], taken: Mapping[int, _Prize]
    ) -> Iterator[_Part]:
        players.sort(key=lambda player: (player.place, player.number))
        own = [taken[player.number].amount if player.number in taken else 0 for player in players]
        count, points = len(players), write_points(players[0].points)
        is_hort = self.fund.method is Method.HORT
        whole = Fraction(sum(own), 2 if is_hort else 1)
        exact = [
            (Fraction(amount, 2) if is_hort else Fraction(0)) + whole / count for amount in own
        ]
        for player, amount, prize in zip(players, in_units(exact), own, strict=True):
            if count == 1:
                yield _Part(player, category, amount, self._alone(player, taken[player.number]))
                return
            values = {"category": category.name, "count": count, "points": points}
            if is_hort:
                half = Number(two_decimals(whole / self.fund.scale))
                if prize:
                    why = sentence(_HALVES, own=self._shown(prize), sum=half, **values)
                else:
                    why = sentence(_OTHER_HALVES, sum=half, **values)
            else:
                why = sentence(_DIVIDED, sum=self._shown(sum(own)), **values)
            if amount:
                yield _Part(player, category, amount, why)

    def _by_32b(self, group: Sequence[Player]) -> Iterator[_Part]:
        """A score group by 32B."""
        players = list(group)
        while True:
            players = [
                player
                for player in players
                if any(self._is_open(prize, player) for prize in self.left if prize.amount)
            ]
            if not players:
                return
            pool = self._pool(players)
            share = Fraction(sum(prize.amount for prize in pool), len(players))
            apart = self._apart(players, pool, share)
            if apart is None and len(players) == 1:
                why = self._alone(players[0], pool[0])
                yield from self._paid(players, pool, why)
                return
            if apart is None:
                why = sentence(
                    _POOLED, count=len(players), sum=self._shown(sum(each.amount for each in pool)),
                    points=write_points(players[0].points),
                )  # fmt: skip
                yield from self._paid(players, pool, why)
                return
            category, some, prizes = apart
            why = sentence(
                _APART, category=category.name, count=len(some),
                sum=self._shown(sum(prize.amount for prize in prizes)),
            )  # fmt: skip
            yield from self._paid(some, prizes, why)
            numbers = {player.number for player in some}
            players = [player for player in players if player.number not in numbers]

    def _pool(self, players: Sequence[Player]) -> list[_Prize]:
        """The largest prizes that can all go to different players who may win them."""
        # What can be given so is a matroid: the largest that can still be added is always right.
        holder: dict[int, _Prize] = {}

        def place(prize: _Prize, tried: set[int]) -> bool:
            for player in players:
                if player.number in tried or not self._is_open(prize, player):
                    continue
                tried.add(player.number)
                other = holder.get(player.number)
                if other is None or place(other, tried):
                    holder[player.number] = prize
                    return True
            return False

        found: list[_Prize] = []
        for prize in self.left:
            if len(found) == len(players) or not prize.amount:
                break
            if place(prize, set()):
                found.append(prize)
        return found

    def _apart(
        self, players: Sequence[Player], pool: Sequence[_Prize], share: Fraction
    ) -> tuple[Category, list[Player], list[_Prize]] | None:
        """The category whose own players have more by themselves than a part of the whole."""
        best: tuple[Category, list[Player], list[_Prize]] | None = None
        most = share
        categories = {prize.category.name: prize.category for prize in self.left}
        for category in categories.values():
            some = [player for player in players if category.name in self._open[player.number]]
            if not 0 < len(some) < len(players):
                continue
            others = [
                player for player in players if category.name not in self._open[player.number]
            ]
            prizes = [
                prize for prize in pool if not any(self._is_open(prize, each) for each in others)
            ]
            value = Fraction(sum(prize.amount for prize in prizes), len(some))
            if value > most:
                best, most = (category, some, prizes), value
        return best

    def _paid(
        self, players: Sequence[Player], prizes: Sequence[_Prize], why: Sentence
    ) -> Iterator[_Part]:
        """Prizes divided, nobody getting more than the largest that is left and open to him."""
        largest = {
            player.number: next(prize for prize in self.left if self._is_open(prize, player))
            for player in players
        }
        total, rest = sum(prize.amount for prize in prizes), list(players)
        while rest:
            share = Fraction(total, len(rest))
            lowest = min(rest, key=lambda player: largest[player.number].amount)
            cap = largest[lowest.number]
            if cap.amount >= share:
                break
            rest.remove(lowest)
            total -= cap.amount
            told = sentence(_CAPPED, prize=self._shown(cap.amount))
            yield _Part(lowest, cap.category, cap.amount, told)
        for player, amount in zip(rest, in_units([share] * len(rest)), strict=True):
            if amount:
                yield _Part(player, largest[player.number].category, amount, why)
        for prize in prizes:
            self.left.remove(prize)


def in_units(exact: Sequence[Fraction]) -> list[int]:
    """Amounts in whole units; what is left over goes unit by unit to the first ones."""
    found = [int(amount) for amount in exact]
    over = int(sum(exact, Fraction(0))) - sum(found)
    return [amount + (place < over) for place, amount in enumerate(found)]
