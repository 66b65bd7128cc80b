"""The values of a tie-break that was computed elsewhere, in a line of comment.

### EXT @ Round 5: 1=12.5 4=11
"""

import re
from dataclasses import replace

from clubscore.text.numbers import integer_of
from events.tournaments.core.domain.breaches import Breach
from events.tournaments.core.domain.results import points_text
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.formats.krause.lines import points_from
from events.tournaments.standings.domain.catalogue import EXTERNAL

_VALUE = re.compile(r"([0-9]{1,4})=([0-9]{1,4}(?:[.,][0-9]{1,2})?)", re.ASCII)


def external_line(tournament: Tournament) -> list[str]:
    """The line, where there are such values."""
    values = [
        f"{entrant.number}={points_text(entrant.external)}"
        for entrant in tournament.entrants
        if entrant.external is not None
    ]
    return [Breach(tournament.rounds, EXTERNAL, " ".join(values)).line] if values else []


def with_external(tournament: Tournament) -> Tournament:
    """The tournament of a file with the values of such a line, which is no breach."""
    lines = [breach for breach in tournament.breaches if breach.kind == EXTERNAL]
    if not lines:
        return tournament
    found = {
        integer_of(number): points_from(value) for number, value in _VALUE.findall(lines[-1].what)
    }
    return replace(
        tournament,
        breaches=tuple(breach for breach in tournament.breaches if breach.kind != EXTERNAL),
        entrants=tuple(
            replace(entrant, external=found.get(entrant.number)) for entrant in tournament.entrants
        ),
    )
