"""The codes of a tournament with whom or what each is for, as cards show them."""

from dataclasses import dataclass

from events.models import HallCode, Tournament
from events.tournaments.core.selectors.entries import by_name


@dataclass(frozen=True, slots=True)
class Coded:
    """A code, the entry, team or board that it is for (0 of a kind of which there is one), its
    name, and the number that stands on the card."""

    code: str
    thing: int
    name: str
    number: int | None


def codes_of_kind(tournament: Tournament, kind: str) -> list[Coded]:
    """The valid codes of a kind: players by name, boards by number, teams by name."""
    rows = HallCode.objects.filter(
        tournament=tournament, kind=kind, revoked_at=None
    ).select_related("entry__player", "team")
    key = by_name()

    def order(row: HallCode) -> tuple[int, str, int]:
        if row.entry:
            return 0, *key(row.entry)
        return row.board or 0, row.team.name if row.team else "", row.pk

    return [
        Coded(
            row.code,
            row.entry_id or row.team_id or row.board or 0,
            row.entry.shown_name if row.entry else row.team.name if row.team else "",
            row.entry.number if row.entry else row.board,
        )
        for row in sorted(rows, key=order)
    ]
