"""A list of members for a tournament: they come into the register, or are known there, and who is
not entered yet is entered.
"""

from collections.abc import Sequence

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.models import Entry, Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.entries import add_entries, entry_of
from players.domain.members.choices import NO_CHOICES, Choices
from players.domain.members.member import Member
from players.formats.members.reading import Members
from players.models import Player
from players.selectors.search import BATCH_SIZE, players_by_number
from players.services.members import Imported, import_members


@in_transaction
def enter_members(
    *,
    tournament: Tournament,
    members: Members,
    by: Actor,
    choices: Choices = NO_CHOICES,
    seen: str | None = None,
) -> Imported:
    """Import a list into the register, and enter its players: registered or not, in the rounds they
    attend, with their groups. Those who are entered already stay as they are.

    Raises :class:`Refused` as :func:`~players.services.members.import_members` does, and when the
    tournament is no longer what the list was read for.
    """
    # The register first and its players, then the tournament: the order of all locks.
    imported = import_members(members=members, by=by, choices=choices, seen=seen)
    players = _locked([number for _, number in imported.present])
    current = lock_tournament(tournament.pk)
    if registration_of(current) != members.registration:
        raise Refused(sentence(_CHANGED))
    entered = set(current.entries.values_list("player_id", flat=True))
    entries = [
        _entry(member, players[number], current)
        for member, number in imported.present
        if number not in entered
    ]
    if entries:
        add_entries(tournament=current, entries=entries, by=by)
    return imported


def _entry(member: Member, player: Player, tournament: Tournament) -> Entry:
    every_round = range(1, tournament.rounds_planned + 1)
    return entry_of(
        player,
        tournament,
        registered=member.registered,
        group=member.group,
        absent_rounds=[each for each in every_round if each not in member.rounds],
    )


def _locked(numbers: Sequence[int]) -> dict[int, Player]:
    """The players of these numbers, whom nobody merges or deletes until the transaction ends."""
    players: dict[int, Player] = {}
    wanted = sorted(numbers)
    for start in range(0, len(wanted), BATCH_SIZE):
        players |= players_by_number(wanted[start : start + BATCH_SIZE], lock=True)
    return players


_CHANGED = gettext_noop(
    "The tournament has changed in the meantime: its rounds, or whether the registration is closed."
    " Look at the file again."
)
