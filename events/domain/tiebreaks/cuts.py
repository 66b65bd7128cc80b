"""Leaving out the least and the most significant parts: Articles 14 and 16.5 of C.07."""

from collections.abc import Sequence

from events.domain.tiebreaks.value import Part


def cut(parts: Sequence[Part], *, low: int = 0, high: int = 0) -> list[Part]:
    """Mark the parts to leave out, first the low ones, then the high ones."""
    found = list(parts)
    for choose, times in ((_least, low), (_most, high)):
        for _ in range(min(times, sum(not part.cut for part in found))):
            index = choose(found)
            found[index] = found[index]._replace(cut=True)
    return found


def _least(parts: Sequence[Part]) -> int:
    """The part of the opponent with the lowest score, of several such the lowest part (14.1.2).

    When the player was away, the lowest part of such a round instead, unless it is even lower
    than the other one (16.5.1).
    """
    left = [index for index, part in enumerate(parts) if not part.cut]
    least = min(left, key=lambda index: (parts[index].score or 0, parts[index].amount))
    away = [index for index in left if parts[index].voluntary]
    if not away:
        return least
    lowest = min(away, key=lambda index: (parts[index].amount, parts[index].score or 0))
    return lowest if parts[lowest].amount >= parts[least].amount else least


def _most(parts: Sequence[Part]) -> int:
    left = [index for index, part in enumerate(parts) if not part.cut]
    return max(left, key=lambda index: (parts[index].score or 0, parts[index].amount))
