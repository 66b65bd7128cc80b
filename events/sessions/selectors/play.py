"""Reading what is played in a section: its movement as a value, with every change made so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from events.models import Contestant, MovementChange, Section
from events.models.movement_change import LAST_ROUND
from events.sessions.selectors.sessions import session_sections
from movements.domain.change import absent, continued, joined
from movements.domain.movement import Movement
from movements.models import Movement as StoredMovement
from movements.selectors import movement_values


@dataclass(frozen=True, slots=True)
class SectionPlay:
    """A section with the value of its movement."""

    section: Section
    movement: Movement


@dataclass(frozen=True, slots=True)
class Latecomer:
    """A contestant of a section who is to play from a round on, or who has no seat
    (``first_round`` is ``None``)."""

    section: Section
    number: int
    first_round: int | None = None


def section_plays(session_id: int) -> list[SectionPlay]:
    """The sections of a session that have a movement, by letter, in three queries."""
    sections = [section for section in session_sections(session_id) if section.movement]
    values = movement_values(each for section in sections for each in _movements(section))
    return [SectionPlay(section, _played(section, values)) for section in sections]


def section_movement(section: Section) -> Movement:
    """The movement as it is played: the first one, with the changes in their order."""
    return _played(section, movement_values(_movements(section)))


def movements_with_everybody(sections: Sequence[Section]) -> list[Movement]:
    """The movements as they are played, with those too who are away: their seats are not free."""
    values = movement_values(each for section in sections for each in _movements(section))
    return [_with_everybody(section, values, section.changes.all()) for section in sections]


def changed(change: MovementChange) -> Movement:
    """The movement as it is played after a change that is not stored yet."""
    others = [change.movement] if change.movement else []
    values = movement_values([*_movements(change.section), *others])
    return _played(change.section, values, change)


def present_movement(section: Section) -> StoredMovement | None:
    """The stored movement that is played now: the one of the last change, or the first."""
    movements = _movements(section)
    return movements[-1] if movements else None


def absences(changes: Iterable[MovementChange]) -> dict[int, list[range]]:
    """The rounds in which contestants are away, by number.

    Whoever has left stays away, in a later movement too, until recorded as coming back.
    """
    away: dict[int, list[range]] = {}
    for change in changes:
        if change.absent is None:
            continue
        spans = away.setdefault(change.absent, [])
        if returns(change, spans):
            end = change.last_round + 1
            away[change.absent] = [range(span.start, min(span.stop, end)) for span in spans]
        else:
            spans.append(range(change.first_round, change.last_round + 1))
    return {number: [span for span in spans if span] for number, spans in away.items()}


def has_absences(session_id: int) -> bool:
    """Whether anybody came late or left."""
    changes = MovementChange.objects.filter(section__session=session_id)
    return changes.filter(absent__isnull=False).exists()


def latecomers(sections: Sequence[Section], latest: Mapping[int, int]) -> list[Latecomer]:
    """Whose names are known but who has no seat, and who arrives for a round that has not begun.

    ``latest`` is the highest round of which anything is in, by section. One query.
    """
    played = {section.pk: section for section in sections if section.movement_id}
    away = {pk: absences(section.changes.all()) for pk, section in played.items()}
    unseated = Contestant.objects.filter(section__in=played, sides=None)
    named = unseated.exclude(memberships=None).order_by().distinct()
    found = [
        Latecomer(played[pk], number)
        for pk, number in named.values_list("section", "number")
        if not away[pk].get(number)
    ]
    found += [
        Latecomer(played[pk], number, span.stop)
        for pk, spans_of in away.items()
        for number, spans in spans_of.items()
        for span in spans
        if span.start == 1 and latest.get(pk, 0) < span.stop <= LAST_ROUND
    ]
    return sorted(found, key=lambda each: (each.section.letter, each.number))


def returns(change: MovementChange, spans: Iterable[range]) -> bool:
    """Whether a change brings back a contestant who had left, by the rounds it was away so far."""
    return change.last_round != LAST_ROUND and any(span.stop > LAST_ROUND for span in spans)


def _movements(section: Section) -> list[StoredMovement]:
    """Every movement that a section was played by."""
    changes = [change.movement for change in section.changes.all()]
    return [movement for movement in (section.movement, *changes) if movement]


def _played(section: Section, values: Mapping[int, Movement], *more: MovementChange) -> Movement:
    """The movements one after the other, then without whoever is away."""
    changes = [*section.changes.all(), *more]
    value = _with_everybody(section, values, changes)
    # Last: whoever is away is taken out of the whole, also of the movements that follow.
    for number, spans in absences(changes).items():
        for span in spans:
            value = absent(value, number, span.start, span.stop - 1)
    return value


def _with_everybody(
    section: Section, values: Mapping[int, Movement], changes: Iterable[MovementChange]
) -> Movement:
    if section.movement is None:
        raise ValueError("A section of a file has no movement.")
    value = values[section.movement.pk]
    for change in changes:
        if change.movement is not None:
            value = continued(value, values[change.movement.pk], change.first_round)
        elif change.joins is not None:
            value = joined(value, change.joins, change.first_round)
    return value
