"""Storing a tournament file over the tournament that it is of."""

from collections.abc import Collection, Mapping

from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.common.services.log import record
from events.common.services.validation import check
from events.models import Game, LogEntry, RoundResult, Team
from events.models import Tournament as StoredTournament
from events.tournaments.domain.reading_again import aligned, matches, merged, stored_numbers
from events.tournaments.domain.tournament import Tournament
from events.tournaments.selectors.reading_again import known_entries, state_of
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.links import linked_players
from events.tournaments.services.storing import facts_of, store_entries, store_rounds
from events.tournaments.services.tournaments import create_rounds
from players.models import Player


@in_transaction
def update_from_file(
    *,
    tournament: StoredTournament,
    value: Tournament,
    seen: str,
    by: Actor,
    strangers: Collection[int] = (),
    add_new: bool = True,
) -> StoredTournament:
    """Give a stored tournament the players, pairings and results of a file, one entry of the log.

    ``seen`` is :func:`events.tournaments.selectors.reading_again.state_of` when the director was
    shown what changes. Address, publication, clubs, grades and absences stay, and so does what
    the file leaves out; players whom it does not have are removed. ``strangers`` and ``add_new``
    are those of :func:`events.tournaments.services.krause.import_tournament`, for players who
    are new in the tournament. Raises :class:`Refused` when it was changed since then.
    """
    known = matches(known_entries(tournament), value.entrants)
    new = [entrant for entrant in value.entrants if entrant.number not in known]
    players = linked_players(new, by=by, strangers=strangers, add_new=add_new)
    stored = lock_tournament(tournament.pk, alone=True)
    if state_of(stored) != seen:
        changed = gettext_noop(
            "“%(name)s” has been changed since this page was opened. Nothing is stored; look at "
            "the differences again."
        )
        raise Refused(sentence(changed, name=stored.name))
    before = tournament_value(stored)
    keys = {entry.key: entry.number for entry in known_entries(stored)}
    numbers = {number: keys[key] for number, key in known.items()}
    here = stored_numbers(value, numbers)
    value = merged(before, aligned(before, value, numbers))
    players = {here[number]: player for number, player in players.items()}
    known = {here[number]: key for number, key in known.items()}
    _clear(stored)
    _change_facts(stored, value)
    _store_players(stored, value, players, known)
    store_rounds(stored, value)
    record(
        tournament_id=stored.pk,
        action=LogEntry.Action.IMPORTED,
        by=by,
        before=_counts(before),
        after=_counts(value),
    )
    return stored


def _counts(value: Tournament) -> dict[str, object]:
    results = sum(len(list(filter(None, entrant.results))) for entrant in value.entrants)
    return {"players": len(value.entrants), "rounds": value.rounds, "results": results}


def _clear(stored: StoredTournament) -> None:
    """Take all results, and the numbers and teams that would stand in each other's way."""
    RoundResult.objects.filter(round__tournament=stored).delete()
    Game.objects.filter(round__tournament=stored).delete()
    stored.entries.update(team=None, team_place=None)
    Team.objects.filter(tournament=stored).delete()


def _change_facts(stored: StoredTournament, value: Tournament) -> None:
    for field, now in facts_of(value).items():
        setattr(stored, field, now)
    if any(any(entrant.results) for entrant in value.entrants):
        stored.registration_closed_at = stored.registration_closed_at or timezone.now()
    stored.rounds_planned = value.rounds
    check(stored)
    stored.save()
    create_rounds(stored)


def _store_players(
    stored: StoredTournament,
    value: Tournament,
    players: Mapping[int, Player],
    known: Mapping[int, int],
) -> None:
    """Store the entries of the file; ``known`` are the keys of those that are there already."""
    entries = {entry.pk: entry for entry in stored.entries.all()}
    there = set(known.values())
    gone = [pk for pk, entry in entries.items() if entry.number and pk not in there]
    stored.entries.filter(pk__in=gone).delete()
    # Numbers may be exchanged, and no two entries have the same one in between.
    stored.entries.filter(pk__in=there).update(number=None, identity="")
    taken = {entry.player_id for pk, entry in entries.items() if pk not in gone}
    new = {number: player for number, player in players.items() if player.pk not in taken}
    store_entries(stored, value, new, {number: entries[pk] for number, pk in known.items()})
