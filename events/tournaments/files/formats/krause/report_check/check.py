"""A TRF26 as rating officers want it: what is missing, what is wrong, and what to do.

*Mandatory* is what FIDE refuses a report for, *title* what title applications need besides, a
*warning* what the rating officer may ask about. Nothing is mended here, and of a field there is one
finding. Source: the TRF26 of 12 May 2025.
"""

from events.tournaments.files.domain import Finding
from events.tournaments.files.formats.krause.lines import split_lines
from events.tournaments.files.formats.krause.report_check.findings import Findings
from events.tournaments.files.formats.krause.report_check.players import Players
from events.tournaments.files.formats.krause.report_check.records import (
    check_days,
    check_numbers,
    check_records,
)


def validate(text: str) -> tuple[Finding, ...]:
    """What is to be corrected, by line; what is absent comes first. Raises :class:`Refused` for
    what is no text."""
    found = Findings(split_lines(text))
    check_records(found)
    players = Players(found)
    players.check()
    check_days(found, players.rounds)
    check_numbers(found)
    players.check_points()
    return found.in_order()
