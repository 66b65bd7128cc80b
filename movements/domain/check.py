"""What a director wants to know of a movement before playing it.

A *finding* is about the movement, never about the file it came from. One of level error makes
the movement unusable; with a warning the director may go on.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from clubscore.problems import Sentence, gettext_noop, sentence
from movements.domain.movement import Movement


class Level(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know, with its first place and the contestants it is about."""

    level: Level
    code: str
    message: Sentence
    round: int | None = None
    table: int | None = None
    contestants: tuple[int, ...] = ()


def check(movement: Movement) -> tuple[Finding, ...]:
    """Everything found of a movement, the gravest first."""
    return tuple(_replayed_groups(movement))


def unusable(movement: Movement) -> tuple[Sentence, ...]:
    """Why a movement cannot be played; empty when it can."""
    return tuple(f.message for f in _replayed_groups(movement))


def _replayed_groups(movement: Movement) -> Iterator[Finding]:
    played: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for round_number, table, cell in movement.cells():
        if cell.is_played:
            for contestant in cell.contestants:
                played[contestant, cell.group].append((round_number, table))
    message = gettext_noop(
        "%(who)s %(contestant)s plays board group %(group)s more than once: %(places)s."
    )
    who = Sentence(gettext_noop("Player") if movement.individual else gettext_noop("Pair"))
    for (contestant, group), places in sorted(played.items()):
        if len(places) > 1:
            shown = "; ".join(f"round {r}, table {t}" for r, t in places)
            yield Finding(
                Level.ERROR,
                "group-replayed",
                sentence(
                    message,
                    who=who,
                    contestant=contestant,
                    group=movement.group_name(group),
                    places=shown,
                ),
                *places[1],
                contestants=(contestant,),
            )
