"""Who sat at a table for a whole round: North–South and East–West changed places on every board.

Only the lines of the slip change. Results stay with their lines, as in
:mod:`events.sessions.services.seats`, and are scored for who really sat there.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.models import LogEntry, Section, TravellerLine
from events.sessions.domain.contract import Side
from events.sessions.domain.typing.seats import read_seats
from events.sessions.services.seats import (
    BoardSeats,
    Table,
    record_seats,
    seats_of,
    store_seats,
)


@dataclass(frozen=True, slots=True)
class RoundSeated:
    """The boards of a slip on which the sides changed places, and those on which others sat."""

    turned: tuple[int, ...]
    left: tuple[int, ...]


@in_transaction
def change_slip_seats(
    *, session_id: int, letter: str, round_number: int, table: int, text: str, by: Actor
) -> RoundSeated:
    """Seat the two sides of a slip as ``text`` says (``8*3``) on all its boards; one undo takes
    it back.

    A board on which others sat than these is left as it is; the same seats again change nothing.
    Raises :class:`Refused` for a text that names no such seats, and ``Section.DoesNotExist`` or
    ``TravellerLine.DoesNotExist`` when the session has no such slip.
    """
    keep_session(session_id)
    section = Section.objects.get(session=session_id, letter=letter)
    of_slip = TravellerLine.objects.filter(section=section, round=round_number, table=table)
    # Only the slip: no other line of its boards changes.
    slip = seats_of(of_slip, section.pk, for_update=True)
    if not slip.lines:
        raise TravellerLine.DoesNotExist
    return _turn(slip, _wanted(slip, text), by)


def _wanted(slip: BoardSeats, text: str) -> Table:
    present = slip.seats(slip.tables[min(slip.tables)])
    wanted = slip.table(read_seats(text, present=present))
    if not any(_everybody(wanted) == _everybody(table) for table in slip.tables.values()):
        others = gettext_noop(
            "“%(text)s” are not those who sat at this table. Type who sat there board by board."
        )
        raise Refused(sentence(others, text=text.strip()))
    return wanted


def _turn(slip: BoardSeats, wanted: Table, by: Actor) -> RoundSeated:
    after = {
        pk: wanted
        for pk, table in slip.tables.items()
        if table != wanted and _everybody(table) == _everybody(wanted)
    }
    if after:
        store_seats(slip, after, by)
    first: LogEntry | None = None
    for pk in sorted(after):
        entry = record_seats(
            slip, LogEntry.Action.SEATED, by, pk, [pk], slip.tables, after, part_of=first
        )
        first = first or entry
    left = [pk for pk, table in slip.tables.items() if _everybody(table) != _everybody(wanted)]
    return RoundSeated(_boards(slip, after), _boards(slip, left))


def _everybody(table: Table) -> frozenset[frozenset[int]]:
    """The two sides, whichever way they sat."""
    return frozenset(frozenset(table[side]) for side in Side)


def _boards(slip: BoardSeats, lines: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(slip.lines[pk].board for pk in lines))
