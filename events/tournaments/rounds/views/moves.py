"""Who moves in the standings when a result is corrected."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from events.tournaments.core.views.byes import shown_points
from events.tournaments.standings.domain.standings import Move

MOVES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A player whose place or points change."""

    number: int
    name: str
    place_before: str
    place_after: str
    points_before: str
    points_after: str


def move_rows(moves: Iterable[Move], names: Mapping[int, str]) -> list[MoveRow]:
    return [
        MoveRow(
            number=move.number,
            name=names[move.number],
            place_before=str(move.place_before),
            place_after=str(move.place_after),
            points_before=shown_points(move.points_before),
            points_after=shown_points(move.points_after),
        )
        for move in moves
    ]


def moves_text(moves: Iterable[Move], names: Mapping[int, str]) -> str:
    """``Finch, Clara 1 → 3`` for everybody who changes places, as far as there is room."""
    moved = [move for move in moves if move.place_before != move.place_after]
    texts = [
        f"{names[move.number]} {move.place_before} → {move.place_after}"
        for move in moved[:MOVES_SHOWN]
    ]
    if len(moved) > MOVES_SHOWN:
        texts.append(_("%(count)s more") % {"count": len(moved) - MOVES_SHOWN})
    return "; ".join(texts)
