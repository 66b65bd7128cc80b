"""What a finding about a movement is, and how its sentences name contestants and rounds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubscore.text.problems import Sentence, gettext_noop, sentence
from movements.domain.movement import Movement

LISTED = 20
"""How many numbers are listed one by one; more are written as ranges."""


class Level(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know, with the contestants it is about.

    ``round`` and ``table`` are where it is first seen; ``places`` are all the rounds and tables
    that it is about, where it is about some cells and not about the whole.
    """

    level: Level
    code: str
    message: Sentence
    round: int | None = None
    table: int | None = None
    contestants: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


def one(movement: Movement) -> Sentence:
    """What a contestant is called at the beginning of a sentence."""
    return Sentence(gettext_noop("Player") if movement.individual else gettext_noop("Pair"))


def several(movement: Movement) -> Sentence:
    """What contestants are called at the beginning of a sentence."""
    return Sentence(gettext_noop("Players") if movement.individual else gettext_noop("Pairs"))


def called(movement: Movement, numbers: Collection[int]) -> Sentence:
    """:func:`one` or :func:`several`."""
    return one(movement) if len(numbers) == 1 else several(movement)


def joined(parts: Sequence[Sentence]) -> Sentence:
    """One or more parts of a sentence, with commas between them; nested in halves, not deep."""
    if len(parts) == 1:
        return parts[0]
    # One part inside the other would be as deep as the list is long, beyond Python's recursion.
    half = len(parts) // 2
    return sentence("%(first)s, %(then)s", first=joined(parts[:half]), then=joined(parts[half:]))


def listed(numbers: Collection[int]) -> str:
    """Numbers in their order: ``1, 2, 5``; very many as ranges, ``1–40, 42``."""
    ordered = sorted(numbers)
    return ", ".join(map(str, ordered)) if len(ordered) <= LISTED else ranges(ordered)


def ranges(numbers: Collection[int]) -> str:
    """Numbers in their order, three or more in a row as a range: ``1–3, 5, 6``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )
