"""Findings as a page shows them: those about cells have a number, which the cells show too."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from clubscore.problems import Sentence
from movements.domain.findings import Finding

LISTED = 40
"""How many findings of a level are listed one by one; only these are numbered."""


@dataclass(frozen=True, slots=True)
class Note:
    """A finding with its number; 0 where it is about no cells."""

    number: int
    level: str
    code: str
    message: Sentence
    places: tuple[tuple[int, int], ...]


def numbered(findings: Iterable[Finding]) -> list[Note]:
    """The findings, numbered in their order as far as they are about cells."""
    notes: list[Note] = []
    count = 0
    for _level, of_level in groupby(findings, key=lambda finding: finding.level):
        for index, finding in enumerate(of_level):
            is_numbered = bool(finding.places) and index < LISTED
            count += is_numbered
            number = count if is_numbered else 0
            notes.append(
                Note(number, finding.level.value, finding.code, finding.message, finding.places)
            )
    return notes


def beside_cells(notes: Sequence[Note]) -> dict[tuple[int, int], tuple[Note, ...]]:
    """The numbered findings by the rounds and tables that they are about."""
    found: dict[tuple[int, int], tuple[Note, ...]] = defaultdict(tuple)
    for note in notes:
        if note.number:
            for place in dict.fromkeys(note.places):
                found[place] += (note,)
    return dict(found)
