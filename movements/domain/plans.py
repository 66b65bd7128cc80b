"""Every movement that can be built for a number of contestants, with its facts before building.

A *plan* is a family, a number of contestants and a number of rounds; it is named by them in an
address. For an odd number of pairs a movement for one more is built and a pair dropped, so that
there is a half table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from movements.domain import balance, individual as whist, mitchell as web
from movements.domain.howell import SIZES, howell
from movements.domain.individual import MIN_TABLES, is_prime, rainbow
from movements.domain.mitchell import (
    BUMPED,
    bump,
    double_hesitation,
    drop,
    hesitation,
    mitchell,
    share_and_relay,
    switch_last,
    usual_switches,
)
from movements.domain.movement import Movement

MAX_TABLES = 40
"""Larger fields play in sections."""
MIN_ROUNDS_OF_BUMP = 3
"""In fewer an extra pair would play once."""
CACHE_SIZE = 128
"""How many built movements are cached for later requests."""


class Family(StrEnum):
    """How a movement is built; ``-one`` is arrow-switched for one winner."""

    MITCHELL = "mitchell"
    MITCHELL_ONE = "mitchell-one"
    RELAY = "relay"
    RELAY_ONE = "relay-one"
    WEB = "web"
    WEB_ONE = "web-one"
    BUMP = "bump"
    BUMP_ONE = "bump-one"
    HESITATION = "hesitation"
    DOUBLE = "double-hesitation"
    HOWELL = "howell"
    RAINBOW = "rainbow"
    RAINBOW_ONE = "rainbow-one"
    WHIST = "whist"
    APART = "individual"


_TWO_WINNERS = (Family.MITCHELL, Family.RELAY, Family.WEB, Family.BUMP, Family.RAINBOW)
_BUMPS = (Family.BUMP, Family.BUMP_ONE)
_RAINBOWS = (Family.RAINBOW, Family.RAINBOW_ONE)
WHISTS = (Family.WHIST, Family.APART)
_OF_PLAYERS = (*_RAINBOWS, *WHISTS)


@dataclass(frozen=True, slots=True)
class Plan:
    """One movement; :func:`plans` lists those that exist.

    ``missing`` is the number that is dropped for a half table from the movement for one pair more;
    0 for the one that is best dropped.
    """

    family: Family
    contestants: int
    rounds: int
    missing: int = 0

    @property
    def is_individual(self) -> bool:
        return self.family in _OF_PLAYERS

    @property
    def tables(self) -> int:
        if self.is_individual:
            return self.contestants // 4
        return (self.contestants + (self.family not in _BUMPS)) // 2

    @property
    def has_half_table(self) -> bool:
        return self.contestants % 2 == 1 and not self.is_individual and self.family not in _BUMPS

    @property
    def is_whole(self) -> bool:
        """Whether everybody partners everybody of an individual."""
        return self.rounds == self.contestants - 1

    @property
    def groups(self) -> int:
        """How many board groups there are."""
        if self.family in (Family.MITCHELL, Family.MITCHELL_ONE, *_BUMPS, *_RAINBOWS):
            # All sets go round, even in fewer rounds than there are tables.
            return self.tables
        if self.family in WHISTS:
            apart = self.family is Family.APART
            return whist.groups(self.contestants, self.rounds, apart=apart)
        return self.rounds

    @property
    def winners(self) -> int:
        return 2 if self.family in _TWO_WINNERS else 1

    @property
    def staying(self) -> int:
        """How many contestants keep their table; with a half table it may be one fewer."""
        moving = {Family.HESITATION: 1, Family.DOUBLE: 2, **dict.fromkeys(WHISTS, self.tables - 1)}
        if self.family is Family.HOWELL:
            return 2 * self.tables - self.rounds
        return self.tables - moving.get(self.family, 0)

    @property
    def copies(self) -> int:
        """How many sets of the boards are needed."""
        return 2 if self.family in (Family.WEB, Family.WEB_ONE) else 1

    @property
    def shares_boards(self) -> bool:
        """Whether two tables have the same boards at a time and there is one set of them."""
        if self.family is Family.HOWELL:
            return 4 <= self.contestants <= 6
        if self.family is Family.WHIST:
            return whist.sharing(self.contestants) > 1
        sharing = {Family.RELAY, Family.RELAY_ONE}
        if self.tables % 2 == 0:
            sharing.add(Family.HESITATION)
        # They are the first table and the last, and no longer share where one of them is empty.
        freeing = {0, 1} if self.family is Family.HESITATION else {0, 1, self.tables}
        is_free = self.has_half_table and self.missing in freeing
        return self.family in sharing and not is_free

    @property
    def same_boards(self) -> bool:
        """Whether all tables of an individual have the same boards at a time."""
        return self.family is Family.WHIST and whist.sharing(self.contestants) == self.tables


def plans(contestants: int, *, individual: bool = False) -> tuple[Plan, ...]:
    """Everything that can be built for pairs, or players; empty when nothing can."""
    if individual:
        return tuple(_of_players(contestants))
    tables = (contestants + 1) // 2
    if not 2 <= tables <= MAX_TABLES:
        return ()
    found = [Plan(family, contestants, rounds) for family, rounds in _of_pairs(tables)]
    if contestants % 2 and contestants // 2 in BUMPED:
        found += _with_bump(contestants)
    return tuple(found)


def find(family: str, contestants: int, rounds: int, missing: int = 0) -> Plan:
    """The plan of an address. Raises :class:`Refused` when there is none."""
    for plan in plans(contestants, individual=family in _OF_PLAYERS):
        if (plan.family, plan.rounds) == (family, rounds) and (
            not missing or (plan.has_half_table and 1 <= missing <= contestants + 1)
        ):
            return replace(plan, missing=missing)
    raise Refused.because("There is no such movement. Choose another one.")


@lru_cache(CACHE_SIZE)
def build(plan: Plan) -> Movement:
    """The movement of a plan."""
    return drop(whole(plan), dropped(plan)) if plan.has_half_table else whole(plan)


@lru_cache(CACHE_SIZE)
def quality(plan: Plan) -> int | None:
    """Qf in tenths of a percent, rounded; nothing for an individual."""
    qf = balance.quality(build(plan))
    return None if qf is None else round(10 * qf)


def kind(plan: Plan) -> Sentence:
    """What the movement is called."""
    names = {
        Family.MITCHELL: gettext_noop("Mitchell"),
        Family.MITCHELL_ONE: gettext_noop("Mitchell with arrow switch"),
        Family.RELAY: gettext_noop("Share and relay"),
        Family.RELAY_ONE: gettext_noop("Share and relay with arrow switch"),
        Family.WEB: gettext_noop("Web"),
        Family.WEB_ONE: gettext_noop("Web with arrow switch"),
        Family.BUMP: gettext_noop("Bump Mitchell"),
        Family.BUMP_ONE: gettext_noop("Bump Mitchell with arrow switch"),
        Family.HESITATION: gettext_noop("Hesitation Mitchell"),
        Family.DOUBLE: gettext_noop("Double hesitation Mitchell"),
        Family.HOWELL: gettext_noop("Howell"),
        Family.RAINBOW: gettext_noop("Rainbow individual"),
        Family.RAINBOW_ONE: gettext_noop("Rainbow individual with arrow switch"),
        Family.WHIST: gettext_noop("Individual"),
        Family.APART: gettext_noop("Individual without shared boards"),
    }
    if plan.family is Family.WHIST and plan.is_whole:
        return Sentence(gettext_noop("Complete individual"))
    if plan.family is Family.HOWELL and plan.rounds < 2 * plan.tables - 1:
        return Sentence(gettext_noop("Three-quarter Howell"))
    if plan.tables % 2 == 0 and plan.rounds > plan.tables // 2:
        skipping = {
            Family.MITCHELL: gettext_noop("Skip Mitchell"),
            Family.MITCHELL_ONE: gettext_noop("Skip Mitchell with arrow switch"),
        }
        return Sentence(skipping.get(plan.family, names[plan.family]))
    return Sentence(names[plan.family])


def name(plan: Plan) -> Sentence:
    """A name to store the movement under."""
    message = gettext_noop("%(kind)s, %(contestants)s pairs, %(rounds)s rounds")
    if plan.is_individual:
        message = gettext_noop("%(kind)s, %(contestants)s players, %(rounds)s rounds")
    if plan.missing:
        message = gettext_noop(
            "%(kind)s, %(contestants)s pairs, %(rounds)s rounds, without %(missing)s of %(whole)s"
        )
    return sentence(
        message,
        kind=kind(plan),
        contestants=plan.contestants,
        rounds=plan.rounds,
        missing=plan.missing,
        whole=plan.contestants + 1,
    )


def _of_players(players: int) -> Iterator[Plan]:
    tables, over = divmod(players, 4)
    if not over and 5 <= tables <= MAX_TABLES and is_prime(tables):
        for rounds in range(1, tables + 1):
            yield Plan(Family.RAINBOW, players, rounds)
            if rounds > usual_switches(tables):
                yield Plan(Family.RAINBOW_ONE, players, rounds)
    if players in whist.SIZES:
        for rounds in range(whist.MIN_ROUNDS, players):
            yield Plan(Family.WHIST, players, rounds)
            if players in whist.APART:
                yield Plan(Family.APART, players, rounds)


def player_counts() -> tuple[int, ...]:
    """The numbers of players for which there is an individual."""
    rainbows = (4 * tables for tables in range(MIN_TABLES, MAX_TABLES + 1) if is_prime(tables))
    return tuple(sorted({*whist.SIZES, *rainbows}))


def _of_pairs(tables: int) -> Iterator[tuple[Family, int]]:
    """Families and numbers of rounds."""
    switches = usual_switches(tables)
    for rounds in range(1, tables + tables % 2):
        # A Mitchell that ends before its skip is left out: EW with odd numbers and with even ones
        # would never have the same boards, so that their ranking means nothing.
        if tables % 2 or rounds > tables // 2:
            yield Family.MITCHELL, rounds
        # With every round switched nobody would change directions.
        if 0 < switches < rounds:
            yield Family.MITCHELL_ONE, rounds
        if web.exists(tables, rounds):
            yield Family.WEB, rounds
            if switches:
                yield Family.WEB_ONE, rounds
    whole = {
        Family.RELAY: tables % 2 == 0 and tables,
        Family.RELAY_ONE: tables % 2 == 0 and switches and tables,
        Family.HESITATION: tables >= 3 and tables + 1,
        Family.DOUBLE: tables >= 5 and tables + 2,
    }
    yield from ((family, rounds) for family, rounds in whole.items() if rounds)
    yield from ((Family.HOWELL, rounds) for pairs, rounds in SIZES if pairs == 2 * tables)


def _with_bump(contestants: int) -> Iterator[Plan]:
    """The Mitchells of one pair fewer with an extra pair, where it plays at least two rounds."""
    for family, rounds in _of_pairs(contestants // 2):
        with_extra = {Family.MITCHELL: Family.BUMP, Family.MITCHELL_ONE: Family.BUMP_ONE}
        if family in with_extra and rounds >= MIN_ROUNDS_OF_BUMP:
            yield Plan(with_extra[family], contestants, rounds)


def whole(plan: Plan) -> Movement:
    """The movement of a plan before a pair is dropped."""
    return _BUILDERS[plan.family](plan.tables, plan.rounds)


def dropped(plan: Plan) -> int:
    """The number in the whole movement that is dropped for a half table."""
    if plan.missing:
        return plan.missing
    # NS of the last table, where boards would be shared or nobody minds; in a hesitation NS of
    # table 1, which stay; in a Howell the pair that leaves the best balance.
    if plan.family is Family.HOWELL:
        measured = balance.measure(whole(plan))
        return (measured and measured.vacate) or plan.contestants + 1
    return 1 if plan.family in (Family.HESITATION, Family.DOUBLE) else plan.tables


def half_table(plan: Plan, missing: int = 0) -> int:
    """The table that is a half one in all rounds, without this pair or the one that is best
    dropped; 0 where the half table moves."""
    number = missing or dropped(plan)
    tables = {place.table for place in whole(plan).schedules[number] if place}
    return tables.pop() if len(tables) == 1 else 0


def _switched(movement: Movement) -> Movement:
    return switch_last(movement, usual_switches(movement.tables))


_BUILDERS: dict[Family, Callable[[int, int], Movement]] = {
    Family.MITCHELL: mitchell,
    Family.MITCHELL_ONE: lambda tables, rounds: _switched(mitchell(tables, rounds)),
    Family.RELAY: lambda tables, _rounds: share_and_relay(tables),
    Family.RELAY_ONE: lambda tables, _rounds: _switched(share_and_relay(tables)),
    Family.WEB: web.web,
    Family.WEB_ONE: lambda tables, rounds: _switched(web.web(tables, rounds)),
    Family.BUMP: bump,
    Family.BUMP_ONE: lambda tables, rounds: _switched(bump(tables, rounds)),
    Family.HESITATION: lambda tables, _rounds: hesitation(tables),
    Family.DOUBLE: lambda tables, _rounds: double_hesitation(tables),
    Family.HOWELL: lambda tables, rounds: howell(2 * tables, rounds),
    Family.RAINBOW: rainbow,
    Family.RAINBOW_ONE: lambda tables, rounds: _switched(rainbow(tables, rounds)),
    Family.WHIST: lambda tables, rounds: whist.whist(4 * tables, rounds),
    Family.APART: lambda tables, rounds: whist.whist(4 * tables, rounds, apart=True),
}
