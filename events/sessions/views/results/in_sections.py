"""Large fields: what is longer than a page is shown section by section.

A congress of a hundred sections has travellers of a hundred megabytes, which no telephone opens and
nobody prints.
"""

from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpRequest

from events.models import Session
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.results.result_rows import Contestants

MAX_TOGETHER: Final = 12
"""So many sections are shown on one page."""
MAX_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class Part:
    """The sections of a field that are shown one by one, and the one that is; both empty where all
    are shown together."""

    letters: tuple[str, ...] = ()
    letter: str = ""


WHOLE: Final = Part()


def asked_section(request: HttpRequest, session: Session) -> str:
    """The section of the address, if there is one: what is computed for a page is kept by it."""
    asked = request.GET.get("section", "")
    if len(asked) not in range(1, MAX_LETTERS + 1) or "\0" in asked:
        return ""
    return asked if session.sections.filter(letter=asked).exists() else ""


def part_of(scored: ScoredSession, asked: str) -> Part:
    """What of a field is shown: the section that was asked for, else the first."""
    letters = sorted({line.section for line in scored.lines}, key=lambda each: (len(each), each))
    if len(letters) <= MAX_TOGETHER:
        return WHOLE
    return Part(tuple(letters), asked if asked in letters else letters[0])


def lines_of_part(scored: ScoredSession, contestants: Contestants, part: Part) -> ScoredSession:
    """The lines and the standings of one section, with the points that they have in the field."""
    if not part.letter:
        return scored
    standings = tuple(
        each
        for each in scored.field.standings
        if isinstance(each.contestant, int) and contestants[each.contestant].section == part.letter
    )
    return replace(
        scored,
        lines=tuple(line for line in scored.lines if line.section == part.letter),
        field=replace(scored.field, standings=standings),
    )
