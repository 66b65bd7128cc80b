"""Rulings as a director types them: the fields of a form become an adjusted score.

A *row* is a weight and a result as they were typed. Problems name the field: ``percent``,
``weight_2``, ``result_2``, or ``rows`` for all together.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from clubscore.text.problems import Number, Problem, Refused, gettext_noop, refuse_if, sentence
from events.common.domain import at_most_two_decimals
from events.sessions.core.domain.adjustment import MAX_COMPONENTS, Component, Weighted
from events.sessions.core.domain.letters import ENGLISH, Letters
from events.sessions.core.domain.result_field import read_result

Row = tuple[str, str]

_PERCENTAGE = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?) ?%?", re.ASCII)


def read_percentage(text: str, column: str = "percent") -> Fraction:
    """A percentage from 0 to 100, with two decimals at most: ``60``, ``62.5``, ``62,5 %``.

    Raises :class:`Refused`.
    """
    match = _PERCENTAGE.fullmatch(text.strip())
    value = Fraction(match[1].replace(",", ".")) if match else None
    if value is None or value > 100:
        wrong = gettext_noop(
            "“%(text)s” is not a percentage: a number from 0 to 100, with two decimals at most."
        )
        missing = gettext_noop("How many per cent? A number from 0 to 100.")
        message = sentence(wrong if text.strip() else missing, text=text.strip())
        raise Refused(Problem(message, column=column, value=text))
    return value


def read_scores(rows: Sequence[Row], *, board: int, letters: Letters = ENGLISH) -> Weighted:
    """An assigned score from one row, a weighted one from up to five; empty rows are ignored.

    A single row needs no weight. Raises :class:`Refused` with everything that is wrong.
    """
    numbered = [
        (number, weight.strip(), result.strip())
        for number, (weight, result) in enumerate(rows, start=1)
        if weight.strip() or result.strip()
    ]
    refuse_if(_wrong_number(len(numbered), letters))
    is_only = len(numbered) == 1
    problems: list[Problem] = []
    components: list[Component] = []
    for number, weight, result in numbered:
        # Both fields are read even if one is wrong: the director sees all mistakes at once.
        try:
            share = _read_weight(weight or ("100" if is_only else ""), number)
        except Refused as refusal:
            problems += refusal.problems
            share = Fraction(0)
        try:
            component = _read_component(share, result, board, letters)
        except Refused as refusal:
            problems += [_at(problem, number, result) for problem in refusal.problems]
        else:
            components.append(component)
    refuse_if(problems)
    total = 100 * sum((component.weight for component in components), Fraction(0))
    if total != 100:
        message = sentence(
            "The weights add up to %(total)s %%, not 100 %%.",
            total=Number(at_most_two_decimals(total)),
        )
        raise Refused(Problem(message, column="rows"))
    return Weighted(tuple(components))


def _wrong_number(rows: int, letters: Letters) -> Iterator[Problem]:
    if not rows:
        yield Problem(
            sentence(
                "Which score? Type it as on the traveller: 620, -50, %(made)s or %(down)s.",
                made=letters.examples.made,
                down=letters.examples.down,
            ),
            column="rows",
        )
    if rows > MAX_COMPONENTS:
        yield Problem(
            sentence(
                "These are %(rows)s scores; a weighted score has %(most)s at most.",
                rows=rows,
                most=MAX_COMPONENTS,
            ),
            column="rows",
        )


def _read_weight(text: str, number: int) -> Fraction:
    share = read_percentage(text, f"weight_{number}") / 100
    if not share:
        raise Refused(
            Problem(
                sentence("A score with a weight of 0 %% is left out."),
                column=f"weight_{number}",
                value=text,
            )
        )
    return share


def _read_component(share: Fraction, text: str, board: int, letters: Letters) -> Component:
    if not text:
        raise Refused.because("Which score has this weight?")
    result = read_result(text, board=board, letters=letters)
    if result.score_ns is None:
        raise Refused.because(
            "“%(text)s” is not the score of a table: 620, -50, 62+, %(made)s or p for passed out.",
            text=text,
            made=letters.examples.made,
        )
    return Component(share, result.score_ns, result.played)


def _at(problem: Problem, number: int, text: str) -> Problem:
    return Problem(problem.message, column=f"result_{number}", value=text)
