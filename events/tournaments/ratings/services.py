"""The ratings of a tournament's players from a federation's list, and their K."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament
from events.models import Entry, Tournament
from events.models.entry import MAX_K
from events.tournaments.core.domain.ratings import tournament_rating
from events.tournaments.core.selectors.entries import tournament_entries
from events.tournaments.entries.services.entries import POSSIBLE_RATINGS, change_entry
from players.models import LookupList, LookupPlayer
from players.selectors.lookup import current_lists, list_to_compare, listed_by_number

_K_OF = {
    Tournament.RatingKind.STANDARD: "k",
    Tournament.RatingKind.RAPID: "rapid_k",
    Tournament.RatingKind.BLITZ: "blitz_k",
}


COLUMN_OF = {LookupList.Kind.FIDE: "fide_rating", LookupList.Kind.NATIONAL: "national_rating"}
"""Which rating of an entry a list has."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry and the player of the list with the same number: the rating and the K that the
    entry gets; ``column`` is which of its ratings the list has."""

    entry: Entry
    listed: LookupPlayer
    rating: int | None
    k: int | None
    column: str = "rating"
    listed_rating: int | None = None

    @property
    def is_one(self) -> bool:
        """Whether anything would change."""
        return (self.rating, self.k) != (self.entry.rating, self.entry.k)


def month_to_compare(tournament: Tournament) -> datetime.date:
    """The month of the list that a tournament goes by: that of its first day; of today in one that
    lasts more than 30 days."""
    today = timezone.localdate()
    day = today if tournament.is_long else tournament.start or today
    return day.replace(day=1)


def list_for(tournament: Tournament, text: str = "") -> LookupList | None:
    """The list that was chosen, else the one of the month of the tournament that was loaded last,
    else the one that was loaded last."""
    found = None if text else _lists_of_month(tournament).order_by("-changed_at", "-pk").first()
    return found or list_to_compare(text)


def is_month_loaded(tournament: Tournament) -> bool:
    """Whether a list of the month that the tournament goes by is there."""
    return _lists_of_month(tournament).exists()


def _lists_of_month(tournament: Tournament) -> QuerySet[LookupList]:
    kinds = (LookupList.Kind.EGD,) if tournament.has_grades else tuple(COLUMN_OF)
    return current_lists().filter(month=month_to_compare(tournament), kind__in=kinds)


def differences(tournament: Tournament, listing: LookupList) -> list[Difference]:
    """Everybody of the tournament who is in the list, with what the list says; where it has no
    rating of the kind, nothing changes."""
    numbers = {entry: _number(entry, listing) for entry in tournament_entries(tournament)}
    listed = listed_by_number(listing, numbers.values())
    return [
        _difference(tournament, listing, entry, listed[number])
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


def _difference(
    tournament: Tournament, listing: LookupList, entry: Entry, row: LookupPlayer
) -> Difference:
    kind = tournament.rating_counted
    listed, k = getattr(row, kind), getattr(row, _K_OF[kind])
    if listed not in POSSIBLE_RATINGS:
        return Difference(entry, row, entry.rating, entry.k)
    column = COLUMN_OF.get(LookupList.Kind(listing.kind), "rating")
    ratings = {"fide": entry.fide_rating, "national": entry.national_rating, "typed": entry.rating}
    ratings[column.partition("_")[0] if column != "rating" else "typed"] = listed
    rating = listed
    if column != "rating":
        rating = tournament_rating(tournament.rating_method, **ratings) or listed
    return Difference(entry, row, rating, k if k and k <= MAX_K else entry.k, column, listed)


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
            fields = ["rating", "k", "rating_source"]
            if each.column != "rating":
                setattr(each.entry, each.column, each.listed_rating)
                fields.append(each.column)
            each.entry.rating, each.entry.k = each.rating, each.k
            each.entry.rating_source = listing.source
            change_entry(entry=each.entry, fields=fields, by=by)
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
