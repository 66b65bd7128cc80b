"""Changing the movement of a section under way: what is entered stays.

First :func:`preview` shows what a change would do; then :func:`change_movement` does exactly that,
or refuses when it would now do something else.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, Sentence, sentence
from clubscore.web.visitors import Actor
from events.common.services import check, lock_session, record
from events.models import LogEntry, MovementChange, Section, Session, TravellerLine
from events.models.session import LAST_ROUND
from events.sessions.core.domain.movement import ChangePlan, ExistingLine, Seating, plan_change
from events.sessions.scoring.selectors.lines import seatings_of, session_lines
from events.sessions.scoring.selectors.sessions import (
    absences,
    changed,
    movements_with_everybody,
    present_movement,
    returns,
    section_movement,
)
from events.sessions.setup.services import sections as layout
from movements.domain.change import has_free_seat, met_again, rounds_lost
from movements.domain.movement import Movement
from movements.domain.winners import ranking_lists
from movements.selectors import movement_value
from movements.services import lock_movement

SEPARATE_LISTS = sentence(
    "North–South and East–West are ranked separately, but now somebody plays in both "
    "directions. Under “Settings”, choose “one list” for “Ranking lists”."
)

MAX_LISTED = 8
"""How many a warning names."""


def preview(*, change: MovementChange) -> ChangePlan:
    """What a change that is not stored yet would do to the lines of its section.

    Raises :class:`Refused` for a change that cannot be made.
    """
    section = change.section
    before = section_movement(section)
    _refuse_impossible(change, before)
    after = changed(change)
    # The new movement may have more board groups than the one the section began with.
    layout.refuse_high_boards(section, after)
    wanted = layout.seatings(after, section.first_board, section.boards_per_round)
    plan = plan_change(_existing_lines(section), wanted, _rounds(change))
    warnings = [*plan.warnings, *_staying_away(change), *_losses(change, before, after)]
    if section.session.winners == Session.Winners.TWO and len(ranking_lists(after)) == 1:
        warnings.append(SEPARATE_LISTS)
    return replace(plan, warnings=tuple(warnings))


def fingerprint(plan: ChangePlan) -> str:
    """A text that differs as soon as the change would do anything else."""
    shown = (plan.added, plan.conflicts, plan.warnings)
    lost = sorted(line.pk for line in plan.removed)
    # repr, because hash() differs from process to process.
    return hashlib.sha256(repr((lost, shown)).encode()).hexdigest()


@in_transaction
def change_movement(
    *, change: MovementChange, seen: str, by: Actor, unopposed: str | None = None
) -> ChangePlan:
    """Make a change whose preview, by its fingerprint, was ``seen``; ``unopposed`` is what the
    opponents of whoever is away get from now on.

    Raises :class:`Refused` when it would now do something else, or cannot be made.
    """
    # Whoever enters a result at this moment is waited for, and then counts.
    session = lock_session(change.section.session_id, alone=True)
    section = change.section = _section(change.section_id)
    if change.movement:
        lock_movement(movement=change.movement)
    plan = preview(change=change)
    if fingerprint(plan) != seen:
        raise Refused.because("What would change is no longer what you saw; look again.")
    change.full_clean()
    change.save(force_insert=True)
    TravellerLine.objects.filter(pk__in=[line.pk for line in plan.removed]).delete()
    layout.create_lines(section=section, seatings=plan.added)
    given: tuple[dict[str, str], dict[str, str]] = ({}, {})
    if change.absent is not None and unopposed not in (None, session.unopposed):
        given = {"unopposed": session.unopposed}, {"unopposed": str(unopposed)}
        session.unopposed = str(unopposed)
        check(session)
        session.save(update_fields=["unopposed"])
    record(
        session_id=section.session_id,
        action=LogEntry.Action.MOVED,
        by=by,
        before={"lines": [_logged_change(line.seating) for line in plan.removed], **given[0]},
        after={
            **given[1],
            "section": section.letter,
            "change": str(change),
            "lines": [_logged_change(seating) for seating in plan.added],
            "conflicts": [str(each) for each in (*plan.warnings, *plan.conflicts)],
        },
    )
    return plan


def _section(pk: int) -> Section:
    """The section as it is stored now. Raises :class:`Refused` when it was removed."""
    section = Section.objects.select_related("session", "movement").filter(pk=pk).first()
    if section is None:
        raise Refused.because("This section was removed in the meantime.")
    return section


def _refuse_impossible(change: MovementChange, before: Movement) -> None:
    if change.movement:
        if change.movement.individual != before.individual:
            raise Refused.because(
                "A movement for pairs cannot follow one for individuals, nor the other way round."
            )
        if change.first_round > change.movement.rounds:
            values = {"movement": change.movement.name, "rounds": change.movement.rounds}
            raise Refused.because("“%(movement)s” has only %(rounds)s rounds.", **values)
        return
    if change.joins is not None:
        _refuse_seat(change, *movements_with_everybody([change.section]))
        return
    highest = before.contestants
    if change.last_round != LAST_ROUND and (present := present_movement(change.section)):
        highest = max(before.contestants, present.contestants)
    if not 1 <= (change.absent or 0) <= highest:
        raise Refused.because(
            "There is no contestant %(number)s in this movement. Choose another movement that "
            "has "
            "this number.",
            number=change.absent,
        )
    last = change.first_round if change.last_round == LAST_ROUND else change.last_round + 1
    if last > len(before.rounds):
        raise Refused.because("There are only %(rounds)s rounds.", rounds=len(before.rounds))


def _refuse_seat(change: MovementChange, before: Movement) -> None:
    if change.first_round > len(before.rounds):
        raise Refused.because("There are only %(rounds)s rounds.", rounds=len(before.rounds))
    if not has_free_seat(before, change.first_round):
        raise Refused.because(
            "From round %(round)s on there is no place where one more pair could sit. Choose "
            "another movement.",
            round=change.first_round,
        )
    if any(change.joins in cell.contestants for _round, _table, cell in before.cells()):
        raise Refused.because(
            "%(number)s plays already. The pair that joins has another number.", number=change.joins
        )


def _rounds(change: MovementChange) -> range:
    """The rounds whose lines a change touches; who comes back plays again to the end."""
    away = absences(change.section.changes.all())
    if change.absent is not None and returns(change, away.get(change.absent, [])):
        return range(change.last_round + 1, LAST_ROUND + 1)
    return range(change.first_round, change.last_round + 1)


def _losses(change: MovementChange, before: Movement, after: Movement) -> Iterator[Sentence]:
    """What another movement costs: opponents met again, and rounds not played."""
    if change.movement is None:
        return
    met = met_again(after, change.first_round)
    if met:
        yield sentence(
            "Opponents meet a second time: %(pairs)s.",
            pairs=_listed([f"{one}–{other}" for one, other in met]),
        )
    lost = rounds_lost(before, after, change.first_round)
    if lost:
        each = [f"{number} (−{rounds})" for number, rounds in lost.items()]
        yield sentence("Fewer rounds are played by %(each)s.", each=_listed(each))


def _listed(texts: list[str]) -> str:
    return ", ".join(texts[:MAX_LISTED]) + (", …" if len(texts) > MAX_LISTED else "")


def _staying_away(change: MovementChange) -> Iterator[Sentence]:
    """A sentence for everybody who has left and whom another movement has again."""
    if change.movement is None:
        return
    rounds = list(enumerate(movement_value(change.movement).rounds, start=1))
    for number, spans in sorted(absences(change.section.changes.all()).items()):
        # Only absences without an end: whoever comes back is back in the new movement too.
        since = [span.start for span in spans if span.stop > LAST_ROUND]
        first = max(min(since), change.first_round) if since else LAST_ROUND
        if any(number in cell.contestants for n, row in rounds if n >= first for cell in row):
            yield sentence(
                "%(number)s has left: from round %(round)s on, its opponents sit out. If it comes "
                "back, "
                "record that after this change.",
                number=number,
                round=first,
            )


def _existing_lines(section: Section) -> list[ExistingLine]:
    """The lines of a section; a line with a log stays, even if it was cleared again."""
    logged = set(
        LogEntry.objects.filter(line__section=section).values_list("line", flat=True).distinct()
    )
    lines = [line for line in session_lines(section.session_id) if line.section_id == section.pk]
    seatings = seatings_of(section.session_id, lines)
    return [
        ExistingLine(line.pk, seating, fixed=not line.is_empty or line.pk in logged)
        for line, seating in zip(lines, seatings, strict=True)
    ]


def _logged_change(seating: Seating) -> list[int | Iterable[int]]:
    return [seating.round, seating.table, seating.board, list(seating.ns), list(seating.ew)]
