"""What broke the rules of a tournament's pairing, as lines of its file.

    ### Correction @ Round 2: 3-7: 1-0 => 0-1

A line names a kind, a round, and what was done: with ``=>``, what the rules or the round before
have, and what there is instead. A bye is ``9-PAB``. Lines of this form in a file are read back.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Outcome, read_outcome

T = TypeVar("T")

EXITED: Final = "FIDE mode exited"

IMPORT: Final = "Import"

BY_HAND: Final = "MPA"

CORRECTION: Final = "Correction"

ADJOURNMENT: Final = "Adjournment"

FULL_BYE: Final = "FPB"

NUMBERS: Final = "TPN"

MAX_LINE: Final = 2_000
"""Characters; a longer line is no breach of ours."""

_LINE = re.compile(
    r"###\s*(?P<kind>\S(?:[^@]{0,60}\S)?)\s*@\s*Round\s+(?P<round>[0-9]{1,3})\s*(?::\s*(?P<what>.*))?"
)


@dataclass(frozen=True, slots=True)
class Breach:
    """``kind`` is one of those above, or that of another program's line; ``what`` may be empty."""

    round: int
    kind: str
    what: str = ""

    @property
    def line(self) -> str:
        """The line of a file."""
        return f"### {self.kind} @ Round {self.round}" + (f": {self.what}" if self.what else "")


def read_breach(text: str) -> Breach | None:
    """The breach that a line of a file tells of; ``None`` for any other line."""
    read = _LINE.fullmatch(text.strip()) if len(text) <= MAX_LINE else None
    if read is None:
        return None
    return Breach(
        integer_of(read["round"]), " ".join(read["kind"].split()), (read["what"] or "").strip()
    )


_PLACES: Final = re.compile(r"(?<![0-9])([0-9]{1,5})-([0-9]{1,5}|[A-Z]{3})(?![0-9])")


def renumbered(breach: Breach, numbers: Mapping[int, int]) -> Breach:
    """The breach after these starting numbers have become others."""

    def new(text: str) -> str:
        return str(numbers.get(integer_of(text), text)) if text.isdecimal() else text

    what = breach.what
    if breach.kind == FULL_BYE:
        what = " ".join(map(new, what.split()))
    elif breach.kind in (IMPORT, BY_HAND, CORRECTION, ADJOURNMENT):
        # Behind a colon are results, which look the same.
        pairs, colon, results = what.partition(":")
        pairs = _PLACES.sub(lambda found: f"{new(found[1])}-{new(found[2])}", pairs)
        what = f"{pairs}{colon}{results}"
    return Breach(breach.round, breach.kind, what)


_BYES: Final[Mapping[Code, str]] = {
    Code.PAIRING_BYE: "PAB",
    Code.HALF_BYE: "HPB",
    Code.FULL_BYE: "FPB",
    Code.ZERO_BYE: "ZPB",
}

_SHOWN: Final[Mapping[Code, str]] = {
    Code.WIN: "1",
    Code.DRAW: "½",
    Code.LOSS: "0",
    Code.UNRATED_WIN: "1U",
    Code.UNRATED_DRAW: "½U",
    Code.UNRATED_LOSS: "0U",
    Code.FORFEIT_WIN: "1F",
    Code.FORFEIT_LOSS: "0F",
    Code.PENDING: "*",
}


def result_text(outcome: Outcome) -> str:
    """``1-0``, ``1F-0F``, ``*`` for a game to be played."""
    if outcome.is_open:
        return "?" if outcome is Outcome.ADJOURNED else "*"
    return f"{_SHOWN[outcome.first]}-{_SHOWN[outcome.second]}"


_READ: Final = {result_text(outcome): outcome for outcome in Outcome}


def read_result(text: str) -> Outcome | None:
    """The outcome of such a text, or as it is typed; ``None`` for anything else."""
    text = text.strip()
    if text in _READ:
        return _READ[text]
    try:
        return read_outcome(text) if text else None
    except Refused:
        return None


_PAIR = re.compile(r"([0-9]{1,5})-([0-9]{1,5}|PAB)")


def pairs_of(breach: Breach) -> frozenset[tuple[int, int]]:
    """What a line of pairings says differs: pairs, White first, and the pairing's byes with 0."""
    sides = (_PAIR.findall(side) for side in breach.what.partition("=>")[::2])
    old, new = (
        {(integer_of(one), 0 if other == "PAB" else integer_of(other)) for one, other in side}
        for side in sides
    )
    return frozenset(old ^ new)


def bye_code(number: int, code: Code) -> str:
    """``9-PAB``."""
    return f"{number}-{_BYES[code]}"


def pairings_text(games: Iterable[tuple[int, int]], byes: Iterable[tuple[int, Code]]) -> str:
    """``3-7 9-PAB``."""
    return " ".join(
        [*(f"{white}-{black}" for white, black in games), *(bye_code(*bye) for bye in byes)]
    )


def pairings_breach(round_: int, before: Pairings, after: Pairings, kind: str) -> Breach | None:
    """What pairings have instead of others; ``None`` where they are the same."""
    old = pairings_text(_others(before.games, after.games), _others(before.byes, after.byes))
    new = pairings_text(_others(after.games, before.games), _others(after.byes, before.byes))
    if not (old or new):
        return None
    return Breach(round_, kind, f"{old} => {new}".strip())


def _others(each: Iterable[T], known: Collection[T]) -> list[T]:
    return [one for one in each if one not in known]
