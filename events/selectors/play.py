"""Reading what is played in a section: its movement as a value, with every change made so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from events.models import MovementChange, Section
from events.selectors.sessions import session_sections
from movements.domain.change import absent, continued
from movements.domain.movement import Movement
from movements.models import Movement as StoredMovement
from movements.selectors import movement_values


@dataclass(frozen=True, slots=True)
class SectionPlay:
    """A section with the value of its movement."""

    section: Section
    movement: Movement


def section_plays(session_id: int) -> list[SectionPlay]:
    """The sections of a session that have a movement, by letter, in three queries."""
    sections = [section for section in session_sections(session_id) if section.movement]
    values = movement_values(each for section in sections for each in _movements(section))
    return [SectionPlay(section, _played(section, values)) for section in sections]


def section_movement(section: Section) -> Movement:
    """The movement as it is played: the first one, with the changes in their order."""
    return _played(section, movement_values(_movements(section)))


def changed(value: Movement, change: MovementChange) -> Movement:
    """A movement after a change that is not stored yet."""
    other = [change.movement] if change.movement else []
    return _after(value, change, movement_values(other) if other else {})


def _movements(section: Section) -> list[StoredMovement]:
    """Every movement that a section was played by."""
    changes = [change.movement for change in section.changes.all()]
    return [movement for movement in (section.movement, *changes) if movement]


def _played(section: Section, values: Mapping[int, Movement]) -> Movement:
    if section.movement is None:
        raise ValueError("A section of a file has no movement.")
    value = values[section.movement.pk]
    for change in section.changes.all():
        value = _after(value, change, values)
    return value


def _after(value: Movement, change: MovementChange, values: Mapping[int, Movement]) -> Movement:
    if change.movement is not None:
        return continued(value, values[change.movement.pk], change.first_round)
    return absent(value, change.absent or 0, change.first_round, change.last_round)
