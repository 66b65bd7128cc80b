"""Reading what is played in a section: its movement as a value, with every change made so far."""

from dataclasses import dataclass

from events.models import MovementChange, Section
from events.selectors.sessions import session_sections
from movements.domain.change import absent, continued
from movements.domain.movement import Movement
from movements.selectors import movement_value


@dataclass(frozen=True, slots=True)
class SectionPlay:
    """A section with the value of its movement."""

    section: Section
    movement: Movement


def section_plays(session_id: int) -> list[SectionPlay]:
    """The sections of a session that have a movement, by letter."""
    return [
        SectionPlay(section, section_movement(section))
        for section in session_sections(session_id)
        if section.movement
    ]


def section_movement(section: Section) -> Movement:
    """The movement as it is played: the first one, with the changes in their order."""
    if section.movement is None:
        raise ValueError("A section of a file has no movement.")
    value = movement_value(section.movement)
    for change in section.changes.all():
        value = changed(value, change)
    return value


def changed(value: Movement, change: MovementChange) -> Movement:
    """A movement after a change, stored or not."""
    if change.movement is not None:
        return continued(value, movement_value(change.movement), change.first_round)
    return absent(value, change.absent or 0, change.first_round, change.last_round)
