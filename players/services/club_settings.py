"""Changing the settings of the club."""

from typing import Any

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from players.models import ClubSettings, Player, RegisterEntry
from players.models.club_settings import ONLY_ROW, read_settings_again
from players.selectors.club_settings import club_settings
from players.services.log import record
from players.services.version import change_register

FIELDS = (
    "name",
    "plays_bridge",
    "plays_chess",
    "plays_go",
    "national_number_label",
    "facts",
    "sorts_by_particle",
)
NO_PLAYER = 0
"""The number in the register's log of what is of the whole club."""
BATCH_SIZE = 500


@in_transaction
def change_club_settings(*, settings: ClubSettings, by: Actor) -> None:
    """Store settings that a form has checked; the register is sorted anew when that changes."""
    change_register()
    before = club_settings()
    settings.full_clean(validate_unique=False)
    ClubSettings.objects.update_or_create(pk=ONLY_ROW, defaults=_values(settings))
    read_settings_again()
    if settings.sorts_by_particle != before.sorts_by_particle:
        _sort_again(by_particle=settings.sorts_by_particle)
    old, new = _values(before), _values(settings)
    changed = [field for field in FIELDS if old[field] != new[field]]
    if changed:
        record(
            number=NO_PLAYER,
            action=RegisterEntry.Action.SETTINGS,
            by=by,
            before={field: old[field] for field in changed},
            after={field: new[field] for field in changed},
        )


def _sort_again(*, by_particle: bool) -> None:
    """Set the sort key of every player whose name has a particle; of others it stays."""
    with_particle = Player.everybody.exclude(particle="").order_by("pk")
    batch: list[Player] = []
    for player in with_particle.iterator(chunk_size=BATCH_SIZE):
        player.set_keys(by_particle=by_particle)
        batch.append(player)
        if len(batch) == BATCH_SIZE:
            Player.everybody.bulk_update(batch, ["sort_key"])
            batch = []
    Player.everybody.bulk_update(batch, ["sort_key"])


def _values(settings: ClubSettings) -> dict[str, Any]:
    return {field: getattr(settings, field) for field in FIELDS}
