"""Problems beside the lines of the text that they are about."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubscore.problems import Problem
from clubscore.sentences import translate

AROUND = 36
"""How many characters are shown on either side of the place."""


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """A problem with its source line, cut into what comes before, at and after the place."""

    line: int | None
    column: int | str | None
    message: str
    before: str = ""
    mark: str = ""
    after: str = ""


def beside_source(text: str, problems: Iterable[Problem]) -> tuple[SourceProblem, ...]:
    """Every problem with its line of the text, shortened around the column."""
    lines = text.split("\n")
    return tuple(_with_source(lines, problem) for problem in problems)


def _with_source(lines: list[str], problem: Problem) -> SourceProblem:
    message = translate(problem)
    if problem.line is None or problem.line > len(lines):
        return SourceProblem(problem.line, problem.column, message)
    source = lines[problem.line - 1]
    if not isinstance(problem.column, int):
        return SourceProblem(problem.line, None, message, before=_shorten(source, 2 * AROUND))
    start = problem.column - 1
    end = start + min(len(problem.value or " "), AROUND)
    before, after = source[:start], source[end:]
    return SourceProblem(
        problem.line,
        problem.column,
        message,
        before=before if len(before) <= AROUND else "…" + before[-AROUND:],
        mark=source[start:end],
        after=_shorten(after, AROUND),
    )


def _shorten(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + "…"
