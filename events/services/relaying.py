"""Changing the movement of a section under way: what is entered stays.

First :func:`preview` says what a change would do; then :func:`change_movement` does just that, or
refuses when something was entered meanwhile.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction

from clubscore.problems import Refused, gettext_noop, sentence
from events.domain.relaying import Laid, Relaying, Seating, relay
from events.models import LogEntry, MovementChange, Section, Session, TravellerLine
from events.models.change import LAST_ROUND
from events.selectors.contestants import session_contestants
from events.selectors.lines import session_lines
from events.selectors.play import changed, section_movement
from events.services import layout
from events.services.log import Actor, record
from movements.domain.movement import Movement
from movements.services import lock_movement


def preview(*, change: MovementChange) -> Relaying:
    """What a change that is not stored yet would do to the lines of its section.

    Raises :class:`Refused` for a change that cannot be made.
    """
    section = change.section
    before = section_movement(section)
    _refuse_impossible(change, before)
    after = changed(before, change)
    layout.refuse_high_boards(section, after)
    wanted = layout.seatings(after, section.first_board, section.boards_per_round)
    rounds = range(change.first_round, change.last_round + 1)
    relaying = relay(_laid(section), wanted, rounds)
    if section.session.winners == Session.Winners.TWO and layout.winners_of(after) == 1:
        lists = gettext_noop(
            "North–South and East–West are ranked apart, but somebody plays in both directions "
            "now. Choose one list in the settings."
        )
        return replace(relaying, conflicts=(*relaying.conflicts, sentence(lists)))
    return relaying


def fingerprint(relaying: Relaying) -> str:
    """A text that is another one as soon as the change would do anything else."""
    told = (sorted(line.pk for line in relaying.removed), relaying.added, relaying.conflicts)
    return hashlib.sha256(repr(told).encode()).hexdigest()


@transaction.atomic
def change_movement(*, change: MovementChange, seen: str, by: Actor) -> Relaying:
    """Make a change whose preview, by its fingerprint, was ``seen``.

    Raises :class:`Refused` when it would do something else by now, or cannot be made.
    """
    section = change.section
    Session.objects.select_for_update().get(pk=section.session_id)
    if change.movement:
        lock_movement(movement=change.movement)
    # Whoever enters a result at this moment is waited for, and then counts.
    list(TravellerLine.objects.select_for_update().filter(section=section).values_list("pk"))
    relaying = preview(change=change)
    if fingerprint(relaying) != seen:
        meanwhile = gettext_noop(
            "Something was entered meanwhile, so that the change does something else now. Look at "
            "it once more."
        )
        raise Refused(sentence(meanwhile))
    change.full_clean()
    change.save(force_insert=True)
    TravellerLine.objects.filter(pk__in=[line.pk for line in relaying.removed]).delete()
    layout.lay_lines(section=section, seatings=relaying.added)
    record(
        session_id=section.session_id,
        action=LogEntry.Action.MOVED,
        by=by,
        before={"lines": [_logged(line.seating) for line in relaying.removed]},
        after={
            "section": section.letter,
            "change": str(change),
            "lines": [_logged(seating) for seating in relaying.added],
            "conflicts": [str(conflict) for conflict in relaying.conflicts],
        },
    )
    return relaying


def _refuse_impossible(change: MovementChange, before: Movement) -> None:
    if change.movement:
        if change.movement.individual != before.individual:
            kinds = gettext_noop("A movement for pairs cannot follow one for players, or before.")
            raise Refused(sentence(kinds))
        if change.first_round > change.movement.rounds:
            short = gettext_noop("“%(movement)s” has only %(rounds)s rounds.")
            values = {"movement": change.movement.name, "rounds": change.movement.rounds}
            raise Refused(sentence(short, **values))
        return
    if not 1 <= (change.absent or 0) <= before.contestants:
        unknown = gettext_noop(
            "There is no contestant %(number)s in this movement. Choose another movement that has "
            "this number."
        )
        raise Refused(sentence(unknown, number=change.absent))
    last = change.first_round if change.last_round == LAST_ROUND else change.last_round + 1
    if last > len(before.rounds):
        rounds = gettext_noop("There are only %(rounds)s rounds.")
        raise Refused(sentence(rounds, rounds=len(before.rounds)))


def _laid(section: Section) -> list[Laid]:
    """The lines of a section; one that was entered and cleared is fixed too, its log needs it."""
    number = {
        pk: contestant.number for pk, contestant in session_contestants(section.session_id).items()
    }
    logged = set(
        LogEntry.objects.filter(line__section=section).values_list("line", flat=True).distinct()
    )
    return [
        Laid(
            line.pk,
            Seating(
                line.round or 0,
                line.table or 0,
                line.board,
                tuple(number[pk] for pk in line.ns),
                tuple(number[pk] for pk in line.ew),
            ),
            fixed=not line.is_empty or line.pk in logged,
        )
        for line in session_lines(section.session_id)
        if line.section_id == section.pk
    ]


def _logged(seating: Seating) -> list[int | Iterable[int]]:
    return [seating.round, seating.table, seating.board, list(seating.ns), list(seating.ew)]
