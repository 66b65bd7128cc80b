"""Storing a tournament file over the tournament that it is of."""

from collections.abc import Collection, Mapping

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import check, lock_tournament, record
from events.models import Game, LogEntry, RoundResult, Team, Tournament as StoredTournament
from events.tournaments.core.domain.breaches import ADJOURNMENT, Breach
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import create_rounds
from events.tournaments.fide.domain.changes import changes_of_rounds
from events.tournaments.fide.services import add_breaches, refuse_closed
from events.tournaments.files.domain import aligned, matches, merged, stored_numbers
from events.tournaments.files.selectors import known_entries, state_of
from events.tournaments.files.services.judging import ask_to_judge
from events.tournaments.files.services.players import linked_players
from events.tournaments.files.services.storing import facts_of, store_entries, store_rounds
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

    ``seen`` is :func:`events.tournaments.files.selectors.state_of` when the director was
    shown what changes. Address, publication, clubs, grades and absences stay, and so does what
    the file leaves out; players whom it does not have are removed, unless they have left the
    tournament. ``strangers`` and ``add_new`` are those of :func:`linked_players`, for players who
    are new in the tournament. Raises :class:`Refused` when it was changed since then.
    """
    known = matches(known_entries(tournament), value.entrants)
    new = [entrant for entrant in value.entrants if entrant.number not in known]
    players = linked_players(new, by=by, strangers=strangers, add_new=add_new)
    stored = lock_tournament(tournament.pk, alone=True)
    if state_of(stored) != seen:
        raise Refused.because(
            "“%(name)s” has been changed since this page was opened. Nothing is stored; look at "
            "the differences again.",
            name=stored.name,
        )
    before = tournament_value(stored)
    keys = {entry.key: entry.number for entry in known_entries(stored)}
    numbers = {number: keys[key] for number, key in known.items()}
    here = stored_numbers(value, numbers)
    value = merged(before, aligned(before, value, numbers))
    changes = _changes(stored, before, value, {here[new]: old for new, old in numbers.items()})
    _set_facts(stored, value)
    players = {here[number]: player for number, player in players.items()}
    known = {here[number]: key for number, key in known.items()}
    _clear(stored)
    stored.save()
    create_rounds(stored)
    _store_players(stored, value, players, known)
    store_rounds(stored, value)
    record(
        tournament_id=stored.pk,
        action=LogEntry.Action.IMPORTED,
        by=by,
        before=_counts(before),
        after=_counts(value),
    )
    add_breaches(tournament_id=stored.pk, breaches=(*value.breaches, *changes), by=by)
    ask_to_judge(stored, by)
    return stored


def _changes(
    stored: StoredTournament,
    before: Tournament,
    after: Tournament,
    numbers: Mapping[int, int | None],
) -> list[Breach]:
    """What a file changes in FIDE mode in rounds after which another was paired: the page of the
    differences has asked. Raises :class:`Refused` where such a round is closed."""
    if not stored.fide_mode:
        return []
    known = {new: old for new, old in numbers.items() if old is not None}
    changes = list(changes_of_rounds(before, after, known))
    for change in changes:
        if change.kind != ADJOURNMENT:
            refuse_closed(stored, change.round)
    return changes


def _counts(value: Tournament) -> dict[str, object]:
    results = sum(len(list(filter(None, entrant.results))) for entrant in value.entrants)
    return {"players": len(value.entrants), "rounds": value.rounds, "results": results}


def _clear(stored: StoredTournament) -> None:
    """Take all results, and the numbers and teams that would stand in each other's way."""
    RoundResult.objects.filter(round__tournament=stored).delete()
    Game.objects.filter(round__tournament=stored).delete()
    stored.entries.update(team=None, team_place=None)
    Team.objects.filter(tournament=stored).delete()


def _set_facts(stored: StoredTournament, value: Tournament) -> None:
    """Give a tournament the facts of a file, not yet stored. Raises :class:`Refused`."""
    for field, now in facts_of(value).items():
        setattr(stored, field, now)
    if any(any(entrant.results) for entrant in value.entrants):
        stored.registration_closed_at = stored.registration_closed_at or timezone.now()
    stored.rounds_planned = value.rounds
    check(stored)


def _store_players(
    stored: StoredTournament,
    value: Tournament,
    players: Mapping[int, Player],
    known: Mapping[int, int],
) -> None:
    """Store the entries of the file; ``known`` are the keys of those that are there already."""
    entries = {entry.pk: entry for entry in stored.entries.all()}
    there = set(known.values())
    absent = {pk for pk, entry in entries.items() if entry.number and pk not in there}
    left = {pk for pk in absent if entries[pk].withdrawn_after is not None}
    gone = absent - left
    stored.entries.filter(pk__in=gone).delete()
    # A number that the file gives to somebody else is no longer that of who has left.
    taken_numbers = [entrant.number for entrant in value.entrants]
    stored.entries.filter(pk__in=left, number__in=taken_numbers).update(number=None)
    # Numbers may be exchanged, and no two entries have the same one in between.
    stored.entries.filter(pk__in=there).update(number=None, identity="")
    taken = {entry.player_id for pk, entry in entries.items() if pk not in gone}
    new = {number: player for number, player in players.items() if player.pk not in taken}
    store_entries(stored, value, new, {number: entries[pk] for number, pk in known.items()})
