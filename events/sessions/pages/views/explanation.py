"""The explanation of a line's points as sentences and rows for its template."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _, ngettext

from clubscore.text.sentences import language
from events.common.views import figures
from events.sessions.core.domain.adjustment import Average
from events.sessions.core.domain.contract import Played
from events.sessions.core.domain.letters import letters_of
from events.sessions.scoring.domain.explanation import (
    Awarded,
    Datum,
    Explanation,
    Mean,
    Neuberg,
    Part,
    Rounded,
    ShortBoard,
    SmallGroup,
    Ties,
)
from events.sessions.scoring.domain.settings import Method

HALF_A_TEN = 5


@dataclass(frozen=True, slots=True)
class AgainstRow:
    """Other results of one score; ``difference`` is empty where it does not matter."""

    score: str
    difference: str
    count: str
    each: str
    points: str


@dataclass(frozen=True, slots=True)
class PartTable:
    """One score of the side: its heading, its comparisons, and the sum or the sentence of it."""

    heading: str
    rows: list[AgainstRow]
    total: str
    sentence: str


@dataclass(frozen=True, slots=True)
class DatumRow:
    """A score of the datum, how often it occurs, and how many of these are dropped."""

    score: str
    count: str
    dropped: str


@dataclass(frozen=True, slots=True)
class ExplanationRows:
    """All of an explanation, ready for the template. Numbers have two decimals; ``exact_steps``
    have the fractions as well, where there are any."""

    parts: list[PartTable]
    datum: list[DatumRow]
    steps: list[str]
    exact_steps: list[str]
    points: str
    top: str
    percentage: str
    is_imps: bool


def explanation_rows(explanation: Explanation) -> ExplanationRows:
    """An explanation in words and numbers."""
    datum = explanation.datum
    exact_steps = list(_steps(explanation))
    steps = [_FRACTION.sub("", step) for step in exact_steps]
    return ExplanationRows(
        parts=[_part_table(part, explanation) for part in explanation.parts],
        datum=[
            DatumRow(
                figures.signed(each.score), figures.points(each.count), _plain_or_none(each.dropped)
            )
            for each in (datum.scores if datum else ())
        ],
        steps=steps,
        exact_steps=exact_steps if exact_steps != steps else [],
        points=figures.points_cell(explanation.total),
        top=figures.points(explanation.top),
        percentage=figures.percentage_cell(explanation.percentage),
        is_imps=explanation.method is Method.CROSS_IMPS,
    )


_FRACTION = re.compile(r" \(−?\d+/\d+\)")
"""What :func:`number` puts behind a number that two decimals do not say exactly."""


def number(value: Fraction) -> str:
    """A number with two decimals at most, and as a fraction where these are not exact."""
    text = figures.points(value)
    return text if (100 * value).denominator == 1 else f"{text} ({figures.exact(value)})"


def _plain_or_none(value: Fraction) -> str:
    return figures.points(value) if value else ""


def _part_table(part: Part, explanation: Explanation) -> PartTable:
    score = figures.signed(part.score)
    heading = (
        f"{letters_of(language()).show_played(part.played)} {score}"
        if isinstance(part.played, Played)
        else score
    )
    if part.weight != 1:
        heading = f"{figures.points(100 * part.weight)} % {heading}"
    is_imps = explanation.method is Method.CROSS_IMPS
    rows = [
        AgainstRow(
            figures.signed(each.score),
            figures.signed(part.score - each.score) if is_imps else "",
            figures.points(each.count),
            figures.points(each.each),
            figures.points_cell(each.points),
        )
        for each in part.against
    ]
    return PartTable(
        heading, rows, figures.points_cell(part.points), _part_sentence(part, explanation)
    )


def _part_sentence(part: Part, explanation: Explanation) -> str:
    """The points of a part that is not compared result by result."""
    if explanation.method is Method.TOTAL:
        return _("The points are the score itself: %(points)s.") % {
            "points": figures.points(part.points)
        }
    if explanation.datum is None:
        return ""
    difference = part.score - explanation.datum.value
    return _("%(score)s against the datum %(datum)s: a difference of %(difference)s, %(imps)s.") % {
        "score": figures.signed(part.score),
        "datum": figures.signed(explanation.datum.value),
        "difference": figures.signed(difference),
        "imps": _imps(part.points),
    }


def _imps(value: Fraction) -> str:
    # A fraction takes the plural.
    count = value.numerator if value.denominator == 1 else 2
    return ngettext("%(imps)s IMP", "%(imps)s IMPs", abs(count)) % {"imps": number(value)}


def _steps(explanation: Explanation) -> Iterator[str]:
    if explanation.datum:
        yield from _datum(explanation.datum)
    if len(explanation.parts) > 1:
        terms = " + ".join(
            f"{figures.points(100 * part.weight)} % × {number(part.points)}"
            for part in explanation.parts
        )
        weighted = _("By their weights: %(terms)s = %(total)s.")
        yield weighted % {"terms": terms, "total": number(explanation.compared)}
    for step in explanation.steps:
        match step:
            case Neuberg() | Ties() | SmallGroup():
                yield _with_fewer(step)
            case Mean():
                mean = _("Divided by the number of comparisons: %(total)s ÷ %(count)s = %(value)s.")
                values = {"total": number(step.total), "count": step.comparisons}
                yield mean % {**values, "value": number(step.value)}
            case ShortBoard():
                yield _short_board(step)
            case Awarded():
                yield from _awarded(step, explanation)
            case Rounded():
                rounded = _("Rounded to %(unit)s, as the session’s settings say: %(value)s.")
                unit = figures.points(Fraction(1, step.parts))
                yield rounded % {"unit": unit, "value": figures.points(step.value)}


def _datum(datum: Datum) -> Iterator[str]:
    value = figures.signed(datum.value)
    if datum.rule is None:
        yield _("The datum of this board is given in the session’s settings: %(value)s.") % {
            "value": value
        }
        return
    # A fraction takes the plural.
    count = datum.counted.numerator if datum.counted.denominator == 1 else 2
    yield ngettext(
        "The mean of the %(kept)s result that is not left out is %(mean)s; to the nearest ten,"
        " the datum is %(value)s.",
        "The mean of the %(kept)s results that are not left out is %(mean)s; to the nearest ten,"
        " the datum is %(value)s.",
        count,
    ) % {"kept": figures.points(datum.counted), "mean": number(datum.mean), "value": value}
    if datum.rule.to_even and datum.mean % 10 == HALF_A_TEN:
        yield _("Of two tens that are equally near, the even one is taken.")


def _with_fewer(step: Neuberg | Ties | SmallGroup) -> str:
    """What a board with fewer results than others gets."""
    if isinstance(step, Neuberg):
        return _neuberg(step)
    return _ties(step) if isinstance(step, Ties) else _small_group(step)


def _neuberg(step: Neuberg) -> str:
    bonus = "½" if step.bonus == Fraction(1, 2) else "1"
    values = {
        "results": step.results,
        "expected": step.expected,
        "points": number(step.points),
        "bonus": bonus,
        "value": number(step.value),
    }
    return (
        _(
            "Neuberg’s formula brings a board with fewer results to the same top. Here A ="
            " %(results)s results are compared, and the fullest board has E = %(expected)s:"
            " (M + %(bonus)s) × E ÷ A − %(bonus)s = (%(points)s + %(bonus)s) × %(expected)s ÷"
            " %(results)s − %(bonus)s = %(value)s."
        )
        % values
    )


def _ties(step: Ties) -> str:
    values = {
        "missing": step.expected - step.results,
        "expected": step.expected,
        "points": number(step.points),
        "each": number(step.each),
        "value": number(step.value),
    }
    return (
        _(
            "The fullest board has %(expected)s results; each of the %(missing)s that are missing"
            " here counts as a tie: %(points)s + %(missing)s × %(each)s = %(value)s."
        )
        % values
    )


def _small_group(step: SmallGroup) -> str:
    values = {
        "results": step.results,
        "expected": step.expected,
        "others": step.results - 1,
        "points": number(step.points),
        "percentage": number(step.percentage),
        "top": figures.points(step.top),
        "value": number(step.value),
    }
    return (
        _(
            "So few results (A = %(results)s of E = %(expected)s) get a percentage of the top"
            " instead, with M on the scale of 2 for a win: 60 + 5 × (M − (A − 1)) ="
            " 60 + 5 × (%(points)s − %(others)s) = %(percentage)s %%, and that of the top %(top)s"
            " is %(value)s."
        )
        % values
    )


def _short_board(step: ShortBoard) -> str:
    values = {
        "results": step.results,
        "expected": step.expected,
        "others": step.results - 1,
        "more": step.expected - 1,
        "points": number(step.points),
        "value": number(step.value),
    }
    return (
        _(
            "A board with fewer results counts as much as the others. Here A = %(results)s results"
            " are compared, and the fullest board has E = %(expected)s: × E × (A − 1) ÷ (A ×"
            " (E − 1)), so %(points)s × %(expected)s × %(others)s ÷ (%(results)s × %(more)s) ="
            " %(value)s."
        )
        % values
    )


def _awarded(step: Awarded, explanation: Explanation) -> Iterator[str]:
    values = {
        "percentage": number(step.percentage),
        "top": figures.points(explanation.top),
        "value": number(step.value),
    }
    if isinstance(step.award, Average):
        plus = _("Average plus: 60 %, or the percentage on the other boards where that is higher.")
        minus = _("Average minus: 40 %, or the percentage on the other boards where that is lower.")
        yield {
            Average.PLUS: plus if step.follows else _("Average plus: 60 %."),
            Average.EQUAL: _("Average: 50 %."),
            Average.MINUS: minus if step.follows else _("Average minus: 40 %."),
        }[step.award]
    if step.own:
        own = _("On the other boards: %(points)s of %(of)s, %(percentage)s %%.")
        share = {"points": number(step.own.points), "of": number(step.own.of)}
        yield own % {**share, "percentage": number(step.own.percentage)}
    match explanation.method:
        case Method.MATCHPOINTS:
            yield _("%(percentage)s %% of the top %(top)s is %(value)s.") % values
        case Method.TOTAL:
            yield _("An artificial score is worth nothing in total points.")
        case _:
            if step.times == 1:
                yield _("In IMPs: (%(percentage)s − 50) × 3 ÷ 10 = %(value)s.") % values
            else:
                counted = _(
                    "In IMPs, as often as a result is compared: (%(percentage)s − 50) × 3 ÷ 10 ×"
                    " %(times)s = %(value)s."
                )
                yield counted % {**values, "times": step.times}
