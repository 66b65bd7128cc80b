"""Players of one name in a tournament, told apart by what all may read: title, club, number."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody with a name, of which case does not matter, and what may tell them apart."""

    key: int
    name: str
    title: str
    club: str
    number: int | None


def marks(people: Iterable[Named]) -> dict[int, str]:
    """What tells each of those apart who share a name, by their keys: of title, club and number the
    first in which all of them differ; nobody else is in it."""
    alike: dict[str, list[Named]] = {}
    for one in people:
        alike.setdefault(one.name.casefold(), []).append(one)
    return {
        key: mark
        for namesakes in alike.values()
        if len(namesakes) > 1
        for key, mark in _of(namesakes).items()
    }


def _of(namesakes: list[Named]) -> dict[int, str]:
    for told in (
        {one.key: one.title for one in namesakes},
        {one.key: one.club for one in namesakes},
    ):
        if len({mark.casefold() for mark in told.values()}) == len(namesakes):
            return told
    return {one.key: str(one.number or "") for one in namesakes}
