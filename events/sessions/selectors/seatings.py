"""Who plays which board at which table in which round, by the lines that there are."""

from collections import defaultdict
from collections.abc import Iterable

from events.sessions.domain.movement_change import Seating
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.lines import LineRecord, session_lines


def seatings_of(session_id: int, lines: Iterable[LineRecord]) -> list[Seating]:
    """The seating of each line of a session, in two queries."""
    contestants = session_contestants(session_id)
    number = {pk: contestant.number for pk, contestant in contestants.items()}
    return [
        Seating(
            line.round or 0,
            line.table or 0,
            line.board,
            tuple(number[pk] for pk in line.ns),
            tuple(number[pk] for pk in line.ew),
        )
        for line in lines
    ]


def seatings_by_section(session_id: int) -> dict[int, list[Seating]]:
    """The seatings of all lines of a session, by section."""
    lines = list(session_lines(session_id))
    found: defaultdict[int, list[Seating]] = defaultdict(list)
    for line, seating in zip(lines, seatings_of(session_id, lines), strict=True):
        found[line.section_id].append(seating)
    return found
