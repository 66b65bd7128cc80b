"""What there is to print of an event, by the moment at which it is wanted."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

Papers = tuple[tuple[str | Promise, str], ...]
"""The labels of papers, and their addresses."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of an event, with its papers; ``rounds`` are papers that every round has, each with
    the numbers of the rounds and the addresses."""

    title: str | Promise
    papers: Papers = ()
    rounds: tuple[tuple[str | Promise, tuple[tuple[int, str], ...]], ...] = ()
    is_now: bool = False


def present_first(moments: Iterable[Moment]) -> list[Moment]:
    """The moments that have papers, in their order, after the one that it is now."""
    shown = (moment for moment in moments if moment.papers or moment.rounds)
    return sorted(shown, key=lambda moment: not moment.is_now)
