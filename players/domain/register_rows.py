"""A player of a register file, what is wrong with a file, and how that is said: with its line or
row and its field.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.registration import Registration
from players.domain.strict import USUAL_COUNTRY, StrictName


class Unit(Enum):
    """What the numbers of a file count: lines of a text, or rows of a sheet."""

    LINE = "line"
    ROW = "row"


class Faulty(Refused):
    """The first mistake: its line or row and its keyword in ``problem``; the keywords and the
    fields of that line, as far as they could be read; and which field it is, from 0."""

    def __init__(
        self,
        problem: Problem,
        unit: Unit,
        *,
        keywords: Sequence[str] = (),
        fields: Sequence[str] = (),
        place: int | None = None,
    ) -> None:
        super().__init__(problem)
        self.unit = unit
        self.keywords = tuple(keywords)
        self.fields = tuple(fields)
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.unit), vars(self)

    @property
    def problem(self) -> Problem:
        """The mistake; there is one."""
        return self.problems[0]


def placed(problem: Problem, unit: Unit) -> Sentence:
    """A mistake or a notice with its line or row and its field in front.

    One whose ``column`` is ``None`` is of the file as a whole, or its message names the place.
    """
    if problem.line is None or problem.column is None:
        return problem.message
    template = _PLACES[unit, bool(problem.column)]
    values = {"line": problem.line, "field": problem.column, "message": problem.message}
    return sentence(template, **values)


def refusal_sentence(refusal: Refused) -> Sentence:
    """What a director reads: where, what, why, and that nobody was imported."""
    unit = refusal.unit if isinstance(refusal, Faulty) else Unit.LINE
    return sentence(
        "%(message)s No players were imported.", message=placed(refusal.problems[0], unit)
    )


_PLACES = {
    (Unit.LINE, True): gettext_noop("Line %(line)s, %(field)s: %(message)s"),
    (Unit.LINE, False): gettext_noop("Line %(line)s: %(message)s"),
    (Unit.ROW, True): gettext_noop("Row %(line)s, %(field)s: %(message)s"),
    (Unit.ROW, False): gettext_noop("Row %(line)s: %(message)s"),
}


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """A player of the file; ``identity`` is the file's ID, which is nobody's number here."""

    line: int
    name: StrictName
    grade: str
    club: str
    country: str = USUAL_COUNTRY
    registered: bool = False
    rounds: tuple[int, ...] = ()
    group: str = ""
    note: str = ""
    identity: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A good file: its players, the notices, the keywords of its header, and the registration it
    was read for."""

    rows: tuple[RegisterRow, ...]
    notices: tuple[Problem, ...]
    keywords: tuple[str, ...]
    registration: Registration
    unit: Unit
