"""FIDE's list of questions for tournament programs, with our answers: a path, failures, penalties.

A question leads by its answer to another one, to a penalty, to a failure or to the end. After a
failure the next question is asked all the same. Over :data:`LIMIT` per cent of penalties a program
fails, too. Source: FIDE handbook, C.02, verification checklist, draft 13.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubscore.text.numbers import integer_of, whole_number

VERSION = "13"

LIMIT = 100
"""Per cent of penalties with which a program is still accepted."""

HEADER = ("question", "section", "asks", "yes", "no", "answer", "status", "test", "note")


class Status(StrEnum):
    """How far we are with a question; ``not asked`` is off our path."""

    MET = "met"
    PARTLY = "partly"
    MISSING = "missing"
    NOT_ASKED = "not asked"


_OUTCOME = re.compile(
    r"fail|end|(?:penalty (?P<penalty>[0-9]+|open) )?next (?P<next>[0-9]+)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Way:
    """Where an answer leads: to question ``next`` (``None``: to none), with a penalty in per cent.
    ``is_open``: with one whose size is not known. ``text`` is as the list has it."""

    text: str
    next: int | None = None
    penalty: int = 0
    is_open: bool = False

    @property
    def fails(self) -> bool:
        return self.text == "fail"


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the list; ``answer``: whether ours is yes. ``test`` names what proves it:
    ``tests/….py::test_name`` or ``docs/….md#anchor``."""

    number: int
    section: str
    asks: str
    yes: Way
    no: Way
    answer: bool
    status: Status
    test: str = ""
    note: str = ""

    @property
    def way(self) -> Way:
        return self.yes if self.answer else self.no


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of the answers: the numbers of the questions on the path in their order, the hard
    failures, the penalties by question, the questions with a penalty of unknown size."""

    path: tuple[int, ...]
    failures: tuple[int, ...]
    penalties: Mapping[int, int]
    open: tuple[int, ...]

    @property
    def sum(self) -> int:
        return sum(self.penalties.values())


def read_way(text: str) -> Way:
    """Raises ``ValueError`` for a text that is no way."""
    read = _OUTCOME.fullmatch(text)
    if read is None:
        raise ValueError(f"“{text}” leads nowhere")
    penalty = read["penalty"] or "0"
    is_open = penalty == "open"
    return Way(
        text, whole_number(read["next"] or ""), 0 if is_open else integer_of(penalty), is_open
    )


def read_checklist(text: str) -> tuple[Question, ...]:
    """The questions of a table with tabs. Raises ``ValueError`` with the line that is wrong."""
    head, *lines = text.splitlines()
    if tuple(head.split("\t")) != HEADER:
        raise ValueError("line 1: not the header of the list")
    questions = []
    for place, line in enumerate(lines, start=2):
        try:
            number, section, asks, yes, no, answer, status, test, note = line.split("\t")
            if whole_number(number) != place - 1 or answer not in ("Y", "N"):
                raise ValueError("another number or answer was expected")
            questions.append(
                Question(
                    place - 1, section, asks, read_way(yes), read_way(no), answer == "Y",
                    Status(status), test, note,
                )
            )  # fmt: skip
        except ValueError as error:
            raise ValueError(f"line {place}: {error}") from error
    return tuple(questions)


def outcome_of(questions: Sequence[Question]) -> Outcome:
    """Go through the list by our answers, from the first question on."""
    path: list[int] = []
    failures, unknown, penalties = [], [], {}
    number: int | None = 1
    while number is not None and number <= len(questions):
        if number in path:
            raise ValueError(f"the answers lead in a circle to question {number}")
        path.append(number)
        way = questions[number - 1].way
        if way.fails:
            failures.append(number)
        if way.penalty:
            penalties[number] = way.penalty
        if way.is_open:
            unknown.append(number)
        number = number + 1 if way.fails else way.next
    return Outcome(tuple(path), tuple(failures), penalties, tuple(unknown))


def summary(questions: Sequence[Question]) -> dict[str, object]:
    """The outcome as plain values."""
    outcome = outcome_of(questions)
    here = set(outcome.path)
    states = Counter(each.status.value for each in questions if each.number in here)
    return {
        "version": VERSION,
        "questions": len(questions),
        "on_path": len(outcome.path),
        "failures": list(outcome.failures),
        "penalties": {str(number): penalty for number, penalty in outcome.penalties.items()},
        "sum": outcome.sum,
        "open": list(outcome.open),
        "status": {status.value: states[status.value] for status in Status if states[status.value]},
    }


def in_words(questions: Sequence[Question]) -> Iterator[str]:
    """Whether the answers pass, and each question that costs something."""
    outcome = outcome_of(questions)
    fails = bool(outcome.failures) or outcome.sum > LIMIT
    numbers = ", ".join(map(str, outcome.failures)) or "none"
    yield (
        f"{'fail' if fails else 'pass'}: penalties {outcome.sum} % of {LIMIT} % that are allowed; "
        f"hard failures: {numbers}"
    )
    for number in sorted({*outcome.failures, *outcome.penalties, *outcome.open}):
        question = questions[number - 1]
        cost = "failure" if number in outcome.failures else f"{outcome.penalties.get(number)} %"
        cost = "unknown" if number in outcome.open else cost
        note = f" ({question.note})" if question.note else ""
        yield f"{number}, {cost}: {question.asks}{note}"
    yield f"Asked on our way: {len(outcome.path)} of {len(questions)} questions of draft {VERSION}."


def as_markdown(questions: Sequence[Question]) -> str:
    """The list as a guide: by section, what is asked, our answer, what it costs."""
    outcome = outcome_of(questions)
    return "\n".join([*_introduction(questions, outcome), *_sections(questions, outcome), ""])


def _introduction(questions: Sequence[Question], outcome: Outcome) -> Iterator[str]:
    failures = ", ".join(map(str, outcome.failures)) or "none"
    yield "# FIDE’s list of questions"
    yield ""
    yield "Programs for rated tournaments are accepted by a list of questions (FIDE C.02)."
    yield f"This is draft {VERSION}, in our words, with the answers of clubscore as it is."
    yield "Each answer leads to another question; some cost a penalty, some are failures. A program"
    yield f"fails with one failure, or with more than {LIMIT} % of penalties."
    yield ""
    yield "`manage.py fide_checklist` computes these figures from `docs/fide/checklist.tsv`:"
    yield ""
    yield f"- questions on our path: {len(outcome.path)} of {len(questions)}"
    yield f"- failures: {failures}"
    yield f"- penalties: {outcome.sum} %"
    if outcome.open:
        yield f"- penalties of unknown size: {', '.join(map(str, outcome.open))}"
    yield ""
    yield "*Met* has a test or a page that shows it; *partly* is there, not proven or not whole."


def _sections(questions: Sequence[Question], outcome: Outcome) -> Iterator[str]:
    for section in dict.fromkeys(each.section for each in questions):
        yield from ("", f"## {section}", "")
        yield "| No. | Asks | Answer | Cost | Status |"
        yield "|---:|---|---|---|---|"
        for each in questions:
            if each.section == section:
                yield _row(each, on_path=each.number in outcome.path)


def _row(question: Question, *, on_path: bool) -> str:
    way = question.way
    cost = "failure" if way.fails else f"{way.penalty} %" if way.penalty else ""
    cost = "unknown" if way.is_open else cost
    answer = "yes" if question.answer else "no"
    status = question.status.value + (f": {question.note}" if question.note else "")
    if not on_path:
        answer, cost, status = "–", "", Status.NOT_ASKED.value
    return f"| {question.number} | {question.asks} | {answer} | {cost} | {status} |"
