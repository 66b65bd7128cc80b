"""Which movement for this evening: those that fit a wish, best first, and why.

Everything that can be built for the number of contestants is considered, with every sensible
number of boards a round; what a wish does not allow is left out, and the rest is ordered by what
it costs in boards too many or too few, in boards shared, left unplayed or waited for, and in
balance. When nothing fits, what comes nearest is offered, with what it misses.

Why a movement is offered, in plain sentences.

A director's wishes for an evening, and which of them a movement does not meet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from movements.domain import plans
from movements.domain.movement import Movement
from movements.domain.plans import MAX_TABLES, WHISTS, Family, Plan
from movements.domain.seats import staying

MAX_BOARDS_PER_ROUND = 12

MAX_OFFERS = 8

MAX_PER_FAMILY = 2

MAX_BUILT = 9
"""How many of the most promising are built and compared closely."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan with a number of boards a round, and its disadvantages; the lowest cost is best.

    ``misses`` leaves out those who stay, who are known once it is built; ``missed`` counts
    whether there are certainly too few.
    """

    plan: Plan
    boards_a_round: int
    misses: tuple[Sentence, ...] = field(compare=False)
    missed: int
    cost: int

    @property
    def boards(self) -> int:
        """The boards of a contestant who never sits out."""
        return self.plan.rounds * self.boards_a_round

    @property
    def boards_in_all(self) -> int:
        return self.plan.groups * self.boards_a_round


@dataclass(frozen=True, slots=True)
class Offer:
    """A movement that is offered.

    ``fewest`` and ``most`` boards are played by a contestant; ``sitting_out`` contestants sit out
    in each round, nobody twice; those ``staying`` keep their table. ``qf`` is in tenths.
    """

    plan: Plan
    boards_a_round: int
    boards_in_all: int
    fewest: int
    most: int
    sitting_out: int
    staying: tuple[int, ...]
    qf: int | None
    minutes: int
    cost: int
    why: tuple[Sentence, ...]
    misses: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The offers, best first, and whether they meet the wish."""

    offers: tuple[Offer, ...]
    fits: bool


USUAL_BOARDS = 24
"""The number of boards when neither boards nor time are given."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a director asks for; ``None`` where it does not matter.

    ``boards`` are those that a contestant plays, ``minutes`` how long it may take at most at
    ``minutes_a_board``; ``staying`` is how many must keep their table.
    """

    contestants: int
    individual: bool = False
    boards: int | None = None
    max_rounds: int | None = None
    minutes: int | None = None
    minutes_a_board: Fraction = Fraction(15, 2)
    winners: int | None = None
    staying: int = 0

    @property
    def max_boards(self) -> int | None:
        """The number of boards for which there is time."""
        return None if self.minutes is None else int(self.minutes / self.minutes_a_board)

    @property
    def target(self) -> int:
        """The boards to come near to."""
        boards = self.boards or self.max_boards or USUAL_BOARDS
        return boards if self.max_boards is None else max(1, min(boards, self.max_boards))

    @property
    def tolerance(self) -> int:
        """How many boards more or fewer than the target are near enough."""
        return max(2, self.target // 6)

    def misses(self, plan: Plan, boards: int) -> Iterator[Sentence]:
        """The wishes that a movement with so many boards does not meet, staying left out."""
        if self.winners not in (None, plan.winners):
            one = gettext_noop("It has one ranking, not two.")
            two = gettext_noop("It has two rankings, not one.")
            yield Sentence(one if plan.winners == 1 else two)
        if self.max_rounds is not None and plan.rounds > self.max_rounds:
            yield sentence(
                "It has %(rounds)s rounds, more than %(most)s.",
                rounds=plan.rounds,
                most=self.max_rounds,
            )
        if self.max_boards is not None and self.max_boards < plan.rounds:
            message = gettext_noop(
                "The time is too short for even one board a round: it has %(rounds)s rounds."
            )
            if plan.rounds == 1:
                message = gettext_noop("The time is too short for even one board.")
            yield sentence(message, rounds=plan.rounds)
        elif self.max_boards is not None and boards > self.max_boards:
            yield sentence(
                "Its %(boards)s boards take longer than there is time for: %(most)s boards.",
                boards=boards,
                most=self.max_boards,
            )
        elif abs(boards - self.target) > self.tolerance:
            yield sentence(
                "Everybody plays %(boards)s boards, not about %(target)s.",
                boards=boards,
                target=self.target,
            )


def choose(wish: Wish) -> Choice:
    """The best movements for a wish.

    Raises :class:`Refused` for a number of contestants for which none can be built, naming the
    nearest.
    """
    possible = plans.plans(wish.contestants, individual=wish.individual)
    if not possible:
        raise Refused(_no_such_number(wish))
    ranked = sorted(
        (_candidate(wish, plan, boards) for plan in possible for boards in _boards(wish, plan)),
        key=lambda candidate: (candidate.missed, candidate.cost),
    )
    offers = [_offer(wish, candidate) for candidate in _varied(ranked, MAX_BUILT)]
    # Compared again: how many keep their table is known only once a movement is built.
    least = min(len(offer.misses) for offer in offers)
    nearest = [offer for offer in offers if len(offer.misses) == least]
    best = sorted(nearest, key=lambda offer: offer.cost)[:MAX_OFFERS]
    if wish.boards and not least:
        best[0] = _with_boards(best[0], wish.boards, best[1:])
    return Choice(tuple(best), fits=least == 0)


def _with_boards(best: Offer, asked: int, others: Iterable[Offer]) -> Offer:
    """The best offer, which also says how it stands to the boards that were asked for."""
    has_other = any(other.most == asked for other in others)
    return replace(best, why=(*best.why, about_boards(best.most, asked, has_other=has_other)))


def _boards(wish: Wish, plan: Plan) -> Iterable[int]:
    """The numbers of boards a round that come nearest, from below and from above."""
    below = wish.target // plan.rounds
    return sorted({min(max(number, 1), MAX_BOARDS_PER_ROUND) for number in (below, below + 1)})


def _candidate(wish: Wish, plan: Plan, boards_a_round: int) -> Candidate:
    """What can be known without building the movement."""
    boards = plan.rounds * boards_a_round
    played = 100 * plan.rounds // plan.groups
    # In this order: the distance from the target, boards left unplayed, boards shared or copied,
    # single boards and long rounds, few opponents, two rankings.
    cost = _a_board_off(wish) * abs(boards - wish.target)
    cost += (100 - played) // 2 + 30 * (played < 70)
    cost += 12 * plan.shares_boards + 10 * (plan.copies - 1)
    cost += 15 * (boards_a_round == 1) + 2 * max(0, boards_a_round - 3)
    cost += 2 * max(0, boards_a_round - 4)
    cost += 10 * max(0, 5 - plan.rounds) if plan.tables > 2 else 0
    cost += 8 * (plan.winners == 2)
    # An individual that stops early has met some opponents twice and others never.
    cost += 12 * (plan.family in WHISTS and not plan.is_whole)
    # Opponents met unevenly; boards that go from table to table within a round.
    cost += 6 * (plan.family is Family.APART) + 12 * plan.same_boards
    cost += 4 * (plan.family in (Family.BUMP, Family.BUMP_ONE))
    misses = tuple(wish.misses(plan, boards))
    missed = len(misses) + (plan.staying < wish.staying)
    return Candidate(plan, boards_a_round, misses, missed, cost)


def _a_board_off(wish: Wish) -> int:
    """What a board too many or too few costs: more when a number was asked for, but not where
    another number would end an individual before everybody has partnered everybody."""
    return 7 if wish.boards and not wish.individual else 4


def _varied(ranked: list[Candidate], limit: int) -> list[Candidate]:
    """The first of them, but not too many of one family."""
    chosen: list[Candidate] = []
    for candidate in ranked:
        relatives = [other for other in chosen if other.plan.family is candidate.plan.family]
        if len(relatives) < MAX_PER_FAMILY and len(chosen) < limit:
            chosen.append(candidate)
    return chosen


def _offer(wish: Wish, candidate: Candidate) -> Offer:
    plan = candidate.plan
    movement = plans.build(plan)
    rounds, stay = _rounds_played(movement), staying(movement)
    qf = plans.quality(plan)
    cost = candidate.cost + 8 * (max(rounds) - min(rounds) > 1)
    # With two rankings the two sides are not compared, and Qf says little.
    if plan.winners == 1 and qf is not None:
        cost += (1000 - qf) // 20
    misses = candidate.misses
    if len(stay) < wish.staying:
        misses += (too_few_stay(len(stay)),)
    return Offer(
        plan=plan,
        boards_a_round=candidate.boards_a_round,
        boards_in_all=candidate.boards_in_all,
        fewest=min(rounds) * candidate.boards_a_round,
        most=max(rounds) * candidate.boards_a_round,
        sitting_out=len(movement.sitting_out(1)),
        staying=stay,
        qf=qf,
        minutes=int(candidate.boards * wish.minutes_a_board),
        cost=cost,
        why=tuple(why(plan, len(stay))),
        misses=misses,
    )


def _rounds_played(movement: Movement) -> list[int]:
    """The number of rounds in which each contestant plays."""
    played = Counter(
        contestant
        for _round, _table, cell in movement.cells()
        if cell.is_played
        for contestant in cell.contestants
    )
    return [played[contestant] for contestant in range(1, movement.contestants + 1)]


def _no_such_number(wish: Wish) -> Sentence:
    number = wish.contestants
    if wish.individual:
        return _no_such_players(number)
    if number < 3:
        return sentence(
            "There is no movement for %(number)s pairs; the smallest has 3.", number=number
        )
    return sentence(
        "There is no movement for %(number)s pairs; the largest has %(most)s. Let a larger field "
        "play in sections and choose a movement for each.",
        number=number,
        most=2 * MAX_TABLES,
    )


def _no_such_players(number: int) -> Sentence:
    """The nearest numbers of players below and above."""
    sizes = plans.player_counts()
    nearest = [size for size in sizes if size < number][-1:]
    nearest += [size for size in sizes if size > number][:1]
    message = gettext_noop(
        "There is no individual movement for %(number)s players; the nearest is for %(one)s "
        "players."
    )
    if len(nearest) == 2:
        message = gettext_noop(
            "There is no individual movement for %(number)s players; the nearest are for %(one)s "
            "or %(other)s players."
        )
    return sentence(message, number=number, one=nearest[0], other=nearest[-1])


_WHY = {
    Family.MITCHELL: gettext_noop(
        "North–South stay, East–West move up a table: simple to run, with a ranking for each side."
    ),
    Family.MITCHELL_ONE: gettext_noop(
        "Simple to run; the arrow switch at the end makes one ranking of both sides."
    ),
    Family.RELAY: gettext_noop(
        "Every North–South pair meets every East–West pair, with a ranking for each side."
    ),
    Family.RELAY_ONE: gettext_noop(
        "Every North–South pair meets every East–West pair; the arrow switch at the end makes one "
        "ranking."
    ),
    Family.WEB: gettext_noop(
        "Everybody plays all the boards in few rounds, with a ranking for each side."
    ),
    Family.WEB_ONE: gettext_noop(
        "Everybody plays all the boards in few rounds; the arrow switch at the end makes one "
        "ranking."
    ),
    Family.BUMP: gettext_noop(
        "No table stands half empty: from round 2 on the extra pair, which has the last number, "
        "plays in each round in the place of another North–South pair, with a ranking for each "
        "side."
    ),
    Family.BUMP_ONE: gettext_noop(
        "No table stands half empty: from round 2 on the extra pair, which has the last number, "
        "plays in each round in the place of another North–South pair; the arrow switch at the "
        "end makes one ranking."
    ),
    Family.HESITATION: gettext_noop(
        "One round more than a Mitchell and one ranking: whoever comes to the last table plays "
        "there twice, the second time North–South."
    ),
    Family.DOUBLE: gettext_noop(
        "Two rounds more than a Mitchell and one ranking: whoever comes to the last table then "
        "plays two rounds North–South."
    ),
    Family.HOWELL: gettext_noop("Everybody meets everybody, in one ranking."),
    Family.RAINBOW: gettext_noop(
        "Everybody has another partner in every round; there is a ranking of those who sit "
        "North–South and one of those who sit East–West."
    ),
    Family.RAINBOW_ONE: gettext_noop(
        "Everybody has another partner in every round; the arrow switch at the end makes one "
        "ranking."
    ),
    Family.WHIST: gettext_noop(
        "Everybody has another partner in every round, in one ranking; one player stays."
    ),
    Family.APART: gettext_noop(
        "Everybody has another partner in every round, and no two tables have the same boards at "
        "a time; some opponents are met more often than others."
    ),
}


def why(plan: Plan, staying: int) -> Iterator[Sentence]:
    """The advantages of a movement, and then what it needs."""
    if plan.family is Family.HOWELL and plan.rounds < 2 * plan.tables - 1:
        message = gettext_noop("One ranking in fewer rounds than a Howell; %(staying)s pairs stay.")
        if staying == 1:
            message = gettext_noop("One ranking in fewer rounds than a Howell; one pair stays.")
        yield sentence(message, staying=staying)
    elif plan.family is Family.WHIST and plan.is_whole:
        complete = gettext_noop(
            "Everybody partners everybody once and plays against everybody twice, in one ranking; "
            "one player stays."
        )
        yield Sentence(complete)
    else:
        yield Sentence(_WHY[plan.family])
    if plan.copies > 1:
        yield Sentence(gettext_noop("It needs two sets of the boards."))
    if plan.same_boards:
        same = gettext_noop(
            "All %(tables)s tables play the same boards in a round: it needs %(tables)s sets of "
            "them, or every board goes from table to table."
        )
        yield sentence(same, tables=plan.tables)
    elif plan.shares_boards:
        yield Sentence(gettext_noop("Some tables share their boards."))
    if plan.rounds < plan.groups:
        yield sentence(
            "Each plays %(played)s %% of the boards.", played=100 * plan.rounds // plan.groups
        )


def about_boards(boards: int, asked: int, *, has_other: bool) -> Sentence:
    """How the best movement stands to the number of boards that was asked for; ``has_other`` says
    whether another that fits has just that number."""
    message = gettext_noop("It has the %(asked)s boards asked for.")
    if boards != asked and has_other:
        message = gettext_noop(
            "It has %(boards)s boards, not %(asked)s: what fits with %(asked)s boards compares less"
            " evenly, shares boards, or has two rankings."
        )
    elif boards != asked:
        message = gettext_noop("It has %(boards)s boards: nothing that fits has just %(asked)s.")
    return sentence(message, boards=boards, asked=asked)


def too_few_stay(staying: int) -> Sentence:
    """The sentence for too few contestants who keep their table."""
    message = gettext_noop("Only %(staying)s can stay at their tables.")
    if staying == 0:
        message = gettext_noop("Nobody can stay at one table.")
    if staying == 1:
        message = gettext_noop("Only %(staying)s can stay at its table.")
    return sentence(message, staying=staying)
