"""Importing tournament files: a file that was previewed becomes a tournament."""

from collections.abc import Collection

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, Tournament as StoredTournament
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.core.selectors.tournaments import twin
from events.tournaments.files.domain import matches
from events.tournaments.files.selectors import known_entries
from events.tournaments.files.services.judging import ask_to_judge
from events.tournaments.files.services.players import linked_players
from events.tournaments.files.services.storing import store_tournament


@in_transaction
def import_tournament(
    *,
    value: Tournament,
    by: Actor,
    strangers: Collection[int] = (),
    add_new: bool = True,
    is_judged: bool = False,
) -> StoredTournament:
    """Store a tournament that was read from a file, its entrants linked to the register.

    Unless it ``is_judged``, its rounds are compared with the rules afterwards, by a job.

    ``strangers`` are the starting numbers of those who only share the name of somebody in the
    register. With ``add_new`` everybody whom the register does not know is added to it. Raises
    :class:`Refused` for a tournament without a name, for one without a start that is none of go,
    and for what cannot be stored.
    """
    if not value.name:
        raise Refused.because("The tournament's name is missing; enter one.")
    if not value.start and value.go is None:
        raise Refused.because("The start date is missing; enter it.")
    before = twin(value)
    players = linked_players(value.entrants, by=by, strangers=strangers, add_new=add_new)
    stored = store_tournament(value=value, by=by, players=players)
    if before:
        _take_over(before, stored, value)
    if not is_judged:
        ask_to_judge(stored, by)
    return stored


_NOT_IN_FILES = ("club", "grade", "title", "group", "withdrawn_after", "egd_pin")
"""What the formats have not, or not all of them."""


def _take_over(before: StoredTournament, stored: StoredTournament, value: Tournament) -> None:
    """Give the entries of a copy what only the tournament knows that the file was written from."""
    entries = {entry.pk: entry for entry in before.entries.all()}
    found = matches(known_entries(before), value.entrants)
    changed = []
    for entry in stored.entries.all():
        key = found.get(entry.number or 0)
        if key is None:
            continue
        old = entries[key]
        for field in _NOT_IN_FILES:
            if getattr(entry, field) in ("", None):
                setattr(entry, field, getattr(old, field))
        # Result files cut the names of clubs.
        if "".join(old.club.split()).startswith(entry.club):
            entry.club = old.club
        changed.append(entry)
    Entry.objects.bulk_update(changed, _NOT_IN_FILES)
