"""The ratings of the register from a federation's list: what would change, and the change.

A rating that the list does not have stays: many lists are of one kind alone.
"""

from collections.abc import Collection
from dataclasses import dataclass

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from players.domain.personal import MAX_RATING, RATINGS
from players.models import LookupList, Player
from players.selectors.lookup import listed_by_number
from players.selectors.references import values_of
from players.selectors.register import present_players
from players.services.log import change_register, record_changes

Ratings = tuple[int | None, ...]
"""Standard, rapid and blitz."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player whose ratings in the list are others than in the register."""

    player: Player
    listed_name: str
    before: Ratings
    after: Ratings


def rating_changes(listing: LookupList) -> list[RatingChange]:
    """What the list would change, by the names of the players."""
    players = list(present_players().exclude(**{listing.kind: ""}).order_by("sort_key", "number"))
    numbers = {player.pk: getattr(player, listing.kind) for player in players}
    listed = listed_by_number(listing, numbers.values())
    found = []
    for player in players:
        row = listed.get(numbers[player.pk])
        if row is None:
            continue
        before = tuple(getattr(player, kind) for kind in RATINGS)
        theirs = (getattr(row, kind) for kind in RATINGS)
        after = tuple(
            new if new and new <= MAX_RATING else old
            for new, old in zip(theirs, before, strict=True)
        )
        if after != before:
            found.append(RatingChange(player, row.name, before, after))
    return found


@in_transaction
def update_ratings(*, listing: LookupList, numbers: Collection[int], by: Actor) -> int:
    """Take the ratings of the list for these players of the register; how many changed."""
    change_register()
    wanted = frozenset(numbers)
    changes = [each for each in rating_changes(listing) if each.player.pk in wanted]
    before = {each.player.pk: values_of(each.player) for each in changes}
    for change in changes:
        for kind, rating in zip(RATINGS, change.after, strict=True):
            setattr(change.player, kind, rating)
        # Whom the club changes is its own, and stays when the demo goes.
        change.player.is_demo = False
    Player.objects.bulk_update(
        [each.player for each in changes], [*RATINGS, "is_demo"], batch_size=200
    )
    after = {each.player.pk: values_of(each.player) for each in changes}
    record_changes(before=before, after=after, by=by)
    return len(changes)
