"""Sums of exact numbers, several times faster than adding one fraction to the next."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

ZERO = Fraction(0)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """The sum. Scores have few denominators, so the numerators are added up first."""
    numerators: defaultdict[int, int] = defaultdict(int)
    for value in values:
        numerators[value.denominator] += value.numerator
    return sum((Fraction(over, under) for under, over in numerators.items()), ZERO)
