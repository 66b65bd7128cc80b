"""A file of players for a tournament: everybody comes into the register and into the tournament,
or nobody does.
"""

from collections.abc import Callable, Generator

from django.db import transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from events.common.services.locks import lock_tournament
from events.models import Entry, Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.entries import add_entries, entry_of
from players.formats.register_rows import Reading, unwatched
from players.services.importing import exhausted, import_in_steps


def enter_file(
    *,
    tournament: Tournament,
    reading: Reading,
    by: Actor,
    watch: Callable[[int], object] = unwatched,
) -> list[Entry]:
    """Add the players of a checked file to the register, and enter them: registered or not, in
    the rounds they attend, with their groups.

    ``watch`` is called with the number stored so far. Raises :class:`Refused` when somebody is in
    the register by now, and when the tournament is no longer what the file was read for.
    """
    return exhausted(enter_file_in_steps(tournament=tournament, reading=reading, by=by), watch)


def enter_file_in_steps(
    *, tournament: Tournament, reading: Reading, by: Actor
) -> Generator[int, None, list[Entry]]:
    """Like :func:`enter_file`; yields the number stored so far after each step.

    All steps are one transaction: a caller who stops before the end enters nobody.
    """
    with transaction.atomic():
        # The register first, as everybody does who adds players to it and to a tournament.
        players = yield from import_in_steps(reading=reading, by=by)
        current = lock_tournament(tournament.pk)
        if registration_of(current) != reading.registration:
            changed = gettext_noop(
                "The tournament has changed in the meantime: its rounds, or whether the "
                "registration is closed. Look at the file again."
            )
            raise Refused(sentence(changed))
        every_round = range(1, current.rounds_planned + 1)
        entries = [
            entry_of(
                player,
                current,
                registered=row.registered,
                group=row.group,
                absent_rounds=[number for number in every_round if number not in row.rounds],
            )
            for player, row in zip(players, reading.rows, strict=True)
        ]
        return add_entries(tournament=current, entries=entries, by=by)
