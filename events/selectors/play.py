"""Reading what is played in a section: its movement as a value, with boards and contestants."""

from dataclasses import dataclass

from events.models import Section
from events.selectors.sessions import session_sections
from movements.domain.movement import Movement
from movements.selectors import movement_value


@dataclass(frozen=True, slots=True)
class SectionPlay:
    """A section with the value of its movement."""

    section: Section
    movement: Movement


def section_plays(session_id: int) -> list[SectionPlay]:
    """The sections of a session that have a movement, by letter; a query for each."""
    return [
        SectionPlay(section, movement_value(section.movement))
        for section in session_sections(session_id)
        if section.movement
    ]
