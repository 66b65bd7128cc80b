"""Who is not to meet in a round, who rather not, and who is to: by hand, by club, by federation.

*Never* is obeyed, or there is no pairing; *avoid* is obeyed as long as there is one. A pair that is
*preferred* is made when both play and have not met. FIDE's rules know none of these.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from events.tournaments.domain.tournament import Entrant, Tournament

Group = frozenset[int]
"""Starting numbers, of which any two are meant."""
PAIR = 2


class Apart(StrEnum):
    """What is done about players of one club, or of one federation."""

    FREE = ""
    AVOID = "avoid"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What holds in a round."""

    never: tuple[Group, ...] = ()
    avoid: tuple[Group, ...] = ()
    prefer: tuple[Group, ...] = ()

    def forbids(self, one: int, other: int) -> bool:
        return _named(self.never, one, other)

    def avoids(self, one: int, other: int) -> bool:
        return _named(self.avoid, one, other)

    def prefers(self, one: int, other: int) -> bool:
        return _named(self.prefer, one, other)


def wishes_of(tournament: Tournament, round_: int) -> Wishes:
    """The wishes that hold in a round."""
    groups: dict[Apart, list[Group]] = {Apart.AVOID: [], Apart.NEVER: []}
    for each in tournament.forbidden:
        if (each.first or 1) <= round_ <= (each.last or round_):
            groups[Apart.NEVER].append(frozenset(each.numbers))
    kinds: tuple[tuple[str, Callable[[Entrant], str]], ...] = (
        (tournament.same_club, lambda entrant: entrant.club),
        (tournament.same_federation, lambda entrant: entrant.federation),
    )
    for how, name_of in kinds:
        if how:
            groups[Apart(how)] += _groups(tournament.entrants, name_of)
    groups[Apart.AVOID] += [
        frozenset(each.numbers) for each in tournament.wishes if not each.prefer
    ]
    prefer = tuple(frozenset(each.numbers) for each in tournament.wishes if each.prefer)
    return Wishes(tuple(groups[Apart.NEVER]), tuple(groups[Apart.AVOID]), prefer)


def preferred_pairs(
    tournament: Tournament, round_: int, present: Iterable[int]
) -> list[tuple[int, int]]:
    """The preferred pairs that can be made: both are present and free, have not met, and may."""
    wishes = wishes_of(tournament, round_)
    free = set(present)
    entrants = {each.number: each for each in tournament.entrants}
    found = []
    for group in wishes.prefer:
        if len(group) != PAIR or not group <= free:
            continue
        one, other = sorted(group)
        if not wishes.forbids(one, other) and not _have_met(entrants[one], other):
            found.append((one, other))
            free -= group
    return found


def _have_met(entrant: Entrant, other: int) -> bool:
    return any(
        result and result.opponent == other and result.code.played for result in entrant.results
    )


def _groups(entrants: Iterable[Entrant], name_of: Callable[[Entrant], str]) -> list[Group]:
    named = defaultdict(set)
    for each in entrants:
        named[name_of(each).strip().casefold()].add(each.number)
    return [frozenset(group) for name, group in named.items() if name and len(group) > 1]


def _named(groups: Iterable[Group], one: int, other: int) -> bool:
    return any(one in group and other in group for group in groups)
