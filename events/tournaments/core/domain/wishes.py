"""Who is not to meet in a round, who rather not, and who is to: by hand, by club, by federation.

*Never* is obeyed, or there is no pairing; *avoid* is obeyed as long as there is one. A pair that is
*preferred* is made when both play and have not met. FIDE's rules know none of these.

Pairs that are not to meet, or are to, as a director types them: a line each.

``3 7`` are two starting numbers, ``3 7 9`` any two of three; ``r2-4`` behind them limits it to some
rounds. Among the wishes ``?`` behind the numbers means to be avoided, ``+`` preferred.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.core.domain.tournament import Entrant, Tournament

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


def _named(groups: Iterable[Group], one: int, other: int) -> bool:
    return any(one in group and other in group for group in groups)


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
        frozenset(wish.numbers) for wish in tournament.wishes if not wish.prefer
    ]
    prefer = tuple(frozenset(wish.numbers) for wish in tournament.wishes if wish.prefer)
    return Wishes(tuple(groups[Apart.NEVER]), tuple(groups[Apart.AVOID]), prefer)


def preferred_pairs(
    tournament: Tournament, round_: int, present: Iterable[int]
) -> list[tuple[int, int]]:
    """The preferred pairs that can be made: both are present and free, have not met, and may."""
    wishes = wishes_of(tournament, round_)
    free = set(present)
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    pairs = []
    for group in wishes.prefer:
        if len(group) != PAIR or not group <= free:
            continue
        one, other = sorted(group)
        if not wishes.forbids(one, other) and not _have_met(entrants[one], other):
            pairs.append((one, other))
            free -= group
    return pairs


def _have_met(entrant: Entrant, other: int) -> bool:
    return any(
        result and result.opponent == other and result.code.played for result in entrant.results
    )


def _groups(entrants: Iterable[Entrant], name_of: Callable[[Entrant], str]) -> list[Group]:
    named = defaultdict(set)
    for entrant in entrants:
        named[name_of(entrant).strip().casefold()].add(entrant.number)
    return [frozenset(group) for name, group in named.items() if name and len(group) > 1]


MAX_LINES = 500

MAX_SHOWN = 40

_LINE = re.compile(
    r"(?P<numbers>[1-9][0-9]{0,3}(?:[ ,–-]+[1-9][0-9]{0,3})+)"
    r"(?:\s+r(?P<first>[0-9]{1,3})(?:-(?P<last>[0-9]{1,3}))?)?\s*(?P<sign>[?+])?",
    re.ASCII,
)

_NOT_A_PAIR = gettext_noop(
    "Line %(line)s: “%(text)s” is not a pair of starting numbers, such as 3 7."
)

_NO_SIGN = gettext_noop("Line %(line)s: ? or + is missing behind the numbers.")

_NO_WISH = gettext_noop("Line %(line)s: ? and + belong to the wishes.")

_NO_ROUNDS = gettext_noop("Line %(line)s: a wish holds in all rounds.")

_TWO = gettext_noop("Line %(line)s: a preferred pair has two players.")


Stored = dict[str, Any]


def read_forbidden(text: str) -> list[Stored]:
    """Who is not to meet, as it is stored. Raises :class:`Refused` with every problem."""
    problems: list[Problem] = []
    found: list[Stored] = []
    for line, match in _lines(text, problems):
        if match["sign"]:
            problems.append(Problem(sentence(_NO_WISH, line=line), line))
        first = integer_of(match["first"]) if match["first"] else None
        last = integer_of(match["last"]) if match["last"] else first
        found.append({"numbers": _numbers(match), "first": first, "last": last})
    if problems:
        raise Refused(*problems)
    return found


def read_wishes(text: str) -> list[Stored]:
    """Who is to be kept apart, or to meet, if possible. Raises :class:`Refused`."""
    problems: list[Problem] = []
    wishes: list[Stored] = []
    for line, match in _lines(text, problems):
        numbers, prefer = _numbers(match), match["sign"] == "+"
        if not match["sign"]:
            problems.append(Problem(sentence(_NO_SIGN, line=line), line))
        elif match["first"]:
            problems.append(Problem(sentence(_NO_ROUNDS, line=line), line))
        elif prefer and len(numbers) != 2:
            problems.append(Problem(sentence(_TWO, line=line), line))
        wishes.append({"numbers": numbers, "prefer": prefer})
    if problems:
        raise Refused(*problems)
    return wishes


def as_text(stored: list[Stored]) -> str:
    """What is stored, as it is typed."""
    return "\n".join(_as_line(each) for each in stored)


def _as_line(each: Stored) -> str:
    text = " ".join(map(str, each["numbers"]))
    if "prefer" in each:
        return f"{text} {'+' if each['prefer'] else '?'}"
    first, last = each["first"], each["last"]
    if first is None and last is None:
        return text
    return f"{text} r{first or 1}" + ("" if first == last else f"-{last or 999}")


def _lines(text: str, problems: list[Problem]) -> Iterator[tuple[int, re.Match[str]]]:
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        problems.append(Problem(sentence("At most %(most)s lines are read.", most=MAX_LINES)))
    for line, typed in enumerate(lines[:MAX_LINES], start=1):
        match = _LINE.fullmatch(typed.strip())
        if match and len(_numbers(match)) > 1:
            yield line, match
        elif typed.strip():
            message = sentence(_NOT_A_PAIR, line=line, text=typed.strip()[:MAX_SHOWN])
            problems.append(Problem(message, line))


def _numbers(match: re.Match[str]) -> list[int]:
    return sorted(set(map(integer_of, re.findall(r"[0-9]+", match["numbers"]))))
