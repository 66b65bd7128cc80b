"""The ratings of a tournament's players from a federation's list, and their K."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament
from events.models import Entry, Tournament
from events.models.entry import MAX_K
from events.tournaments.core.selectors.entries import tournament_entries
from events.tournaments.entries.services.entries import POSSIBLE_RATINGS, change_entry
from players.models import LookupList, LookupPlayer
from players.selectors.lookup import listed_by_number

_K_OF = {
    Tournament.RatingKind.STANDARD: "k",
    Tournament.RatingKind.RAPID: "rapid_k",
    Tournament.RatingKind.BLITZ: "blitz_k",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry and the player of the list with the same number: the rating and the K that the
    entry gets."""

    entry: Entry
    listed: LookupPlayer
    rating: int | None
    k: int | None

    @property
    def is_one(self) -> bool:
        """Whether anything would change."""
        return (self.rating, self.k) != (self.entry.rating, self.entry.k)


def differences(tournament: Tournament, listing: LookupList) -> list[Difference]:
    """Everybody of the tournament who is in the list, with what the list says; where it has no
    rating of the kind, nothing changes."""
    numbers = {entry: _number(entry, listing) for entry in tournament_entries(tournament)}
    listed = listed_by_number(listing, numbers.values())
    return [
        _difference(tournament, entry, listed[number])
        for entry, number in numbers.items()
        if number in listed
    ]


def _number(entry: Entry, listing: LookupList) -> str:
    """The number of an entry of the kind that the list has."""
    of_player = str(getattr(entry.player, listing.kind, "") or "")
    match listing.kind:
        case LookupList.Kind.EGD:
            return entry.egd_pin or of_player
        case LookupList.Kind.FIDE:
            return entry.identity or of_player
    return of_player or entry.identity


def _difference(tournament: Tournament, entry: Entry, row: LookupPlayer) -> Difference:
    kind = Tournament.RatingKind(tournament.rating_kind)
    rating, k = getattr(row, kind), getattr(row, _K_OF[kind])
    if rating not in POSSIBLE_RATINGS:
        return Difference(entry, row, entry.rating, entry.k)
    return Difference(entry, row, rating, k if k and k <= MAX_K else entry.k)


@in_transaction
def update_entries(
    *, tournament: Tournament, listing: LookupList, entries: Collection[int], by: Actor
) -> int:
    """Take the ratings and K of the list for these entries; how many changed. Starting numbers
    stay."""
    lock_tournament(tournament.pk)
    count = 0
    for each in differences(tournament, listing):
        if each.entry.pk in entries and each.is_one:
            each.entry.rating, each.entry.k = each.rating, each.k
            change_entry(entry=each.entry, fields=["rating", "k"], by=by)
            count += 1
    return count


@in_transaction
def set_factors(*, tournament: Tournament, factors: Mapping[int, int | None], by: Actor) -> int:
    """Set the K of entries by their starting numbers, ``None`` for the rule; how many changed."""
    lock_tournament(tournament.pk)
    count = 0
    for entry in tournament_entries(tournament):
        wanted = factors.get(entry.number or 0, entry.k)
        if wanted != entry.k:
            entry.k = wanted
            change_entry(entry=entry, fields=["k"], by=by)
            count += 1
    return count
