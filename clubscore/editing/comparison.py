"""Two people change the same values: what each of them changed, and what both did."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Comparison(Generic[V]):
    """``values`` are those to be stored, by name, once nothing is in doubt; ``conflicts`` the
    stored values of what both changed, each in another way."""

    values: dict[str, V]
    conflicts: dict[str, V]


def compare(
    *,
    shown: Mapping[str, V],
    stored: Mapping[str, V],
    sent: Mapping[str, V],
    same: Callable[[str, V, V], bool] = lambda _name, one, other: eq(one, other),
) -> Comparison[V]:
    """Compare the values that were sent with those that the page showed and those stored now.

    What the user left as it was becomes what is stored. What the page did not show cannot have
    been changed by two. ``same`` says whether two values of a name mean the same.
    """
    values, conflicts = dict(sent), {}
    for name, wanted in sent.items():
        if name not in shown or name not in stored or same(name, stored[name], shown[name]):
            continue
        if same(name, wanted, shown[name]):
            values[name] = stored[name]
        elif not same(name, wanted, stored[name]):
            conflicts[name] = stored[name]
    return Comparison(values, conflicts)
