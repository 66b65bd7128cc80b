"""More sections in a session: they play the same boards, each by a movement of its own.

Setting up a section: its contestants and the lines of its travellers, from the movement.

A board group is played whole in a round, its boards numbered as
:func:`movements.domain.movement.boards_of` says. A table where a contestant sits alone (half table)
has no line.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, product
from string import ascii_uppercase

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.models import (
    Contestant,
    LineContestant,
    LogEntry,
    Penalty,
    Section,
    Session,
    TravellerLine,
)
from events.sessions.core.domain.movement import Seating
from events.sessions.scoring.selectors.sessions import session_sections
from movements.domain.check import unusable
from movements.domain.movement import Movement as MovementValue, boards_of
from movements.domain.winners import ranking_lists
from movements.models import Movement
from movements.selectors import movement_value
from movements.services import lock_movement


@in_transaction
def add_section(
    *, session_id: int, movement: Movement, boards_per_round: int, first_board: int, by: Actor
) -> Section:
    """Add a section with its lines, under the next free letter.

    Raises :class:`Refused` for a movement that cannot be used, or does not fit the session:
    players among pairs, or contestants who change direction where there are two lists.
    """
    # Two directors adding at once would both take the next letter.
    session = lock_session(session_id, alone=True)
    sections = list(session_sections(session.pk))
    lock_movement(movement=movement)
    value = movement_value(movement)
    if problems := unusable(value):
        raise Refused(*problems)
    if any(
        session_section.movement and session_section.movement.individual != value.individual
        for session_section in sections
    ):
        raise Refused.because("Pairs and individuals cannot play in the same session.")
    # With two lists a contestant who plays both directions would belong in both.
    if session.winners == Session.Winners.TWO and len(ranking_lists(value)) == 1:
        raise Refused.because(
            "In this movement pairs sit in both directions, but the session has two ranking "
            "lists. Choose one list in its settings, or another movement."
        )
    section = Section(
        session=session,
        letter=_next_letter({session_section.letter for session_section in sections}),
        movement=movement,
        boards_per_round=boards_per_round,
        first_board=first_board,
    )
    section.full_clean()
    section.save(force_insert=True)
    set_up_section(section=section, movement=value)
    action = LogEntry.Action.SECTION_ADDED
    record(session_id=session.pk, action=action, by=by, after={"section": section.letter})
    return section


@in_transaction
def remove_section(*, session_id: int, section_id: int, by: Actor) -> str:
    """Remove a section that was added by mistake; returns its letter.

    Raises :class:`Refused` for the only section and for one with a history: results that are or
    were in, changes of its movement, penalties; ``Section.DoesNotExist`` for none of the session.
    """
    # Two directors removing at once could remove the last two sections.
    lock_session(session_id, alone=True)
    section = Section.objects.get(pk=section_id, session=session_id)
    letter = section.letter
    if not Section.objects.filter(session=session_id).exclude(pk=section.pk).exists():
        raise Refused.because("A session needs at least one section.")
    # Also a line that was cleared again: its log entries stay, and they need the line.
    if LogEntry.objects.filter(line__section=section).exists():
        raise Refused.because(
            "Section %(letter)s has results, so it cannot be removed.", letter=letter
        )
    if section.changes.exists():
        raise Refused.because(
            "The movement of section %(letter)s was changed, so it cannot be removed.",
            letter=letter,
        )
    if Penalty.objects.filter(contestant__section=section).exists():
        raise Refused.because(
            "Somebody in section %(letter)s has a penalty, so it cannot be removed.", letter=letter
        )
    section.delete()
    action = LogEntry.Action.SECTION_REMOVED
    record(session_id=session_id, action=action, by=by, before={"section": letter})
    return letter


def _next_letter(taken: set[str]) -> str:
    """The first of A to Z, AA to ZZ that is free."""
    pairs = ("".join(pair) for pair in product(ascii_uppercase, repeat=2))
    letter = next((each for each in chain(ascii_uppercase, pairs) if each not in taken), None)
    if letter is None:
        raise Refused.because("A session has at most 702 sections.")
    return letter


MAX_BOARD = 999


def set_up_section(*, section: Section, movement: MovementValue) -> None:
    """Store the contestants and the empty lines of a new section.

    Raises :class:`Refused` when the boards would go past 999.
    """
    refuse_high_boards(section, movement)
    create_lines(
        section=section, seatings=seatings(movement, section.first_board, section.boards_per_round)
    )


def create_lines(*, section: Section, seatings: Iterable[Seating]) -> None:
    """Store empty lines, and those of their contestants that the section does not have yet."""
    seatings = list(seatings)
    by_number = {contestant.number: contestant for contestant in section.contestants.all()}
    numbers = {number for seating in seatings for number in seating.ns + seating.ew}
    Contestant.objects.bulk_create(
        by_number.setdefault(number, Contestant(section=section, number=number))
        for number in sorted(numbers - by_number.keys())
    )
    # Both databases return the keys of the new rows, which the seats below refer to.
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(
            section=section, board=seating.board, round=seating.round, table=seating.table
        )
        for seating in seatings
    )
    LineContestant.objects.bulk_create(
        LineContestant(
            line=line,
            contestant=by_number[number],
            board=seating.board,
            direction=direction,
            position=position,
        )
        for line, seating in zip(lines, seatings, strict=True)
        for direction, side in (("NS", seating.ns), ("EW", seating.ew))
        for position, number in enumerate(side, start=1)
    )


def refuse_high_boards(section: Section, movement: MovementValue) -> None:
    """Raise :class:`Refused` when the boards would go past 999."""
    last_board = boards_of(movement.groups, section.boards_per_round, section.first_board)[-1]
    if last_board > MAX_BOARD:
        raise Refused.because(
            "The last board would be %(board)s; %(highest)s is the highest.",
            board=last_board,
            highest=MAX_BOARD,
        )


def seatings(movement: MovementValue, first: int, boards_per_round: int) -> Iterator[Seating]:
    """The seating of every line of a movement, round by round."""
    for round_number, round_ in enumerate(movement.rounds, start=1):
        for table, cell in enumerate(round_, start=1):
            # A half table: one side sits out, so there is nothing to score.
            if not (cell.ns and cell.ew):
                continue
            for board in boards_of(cell.group, boards_per_round, first):
                yield Seating(round_number, table, board, cell.ns, cell.ew)
