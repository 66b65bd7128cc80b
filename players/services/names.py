"""Adding players by name who are not in the register yet."""

from collections.abc import Iterable, Mapping
from typing import Any

from clubscore.transactions import in_transaction
from players.domain.lookup import NumberKind
from players.domain.names import Name
from players.models import Club, Player
from players.models.player import name_fields
from players.selectors import search
from players.services.version import change_register


@in_transaction
def add_missing_players(
    *, names: Iterable[Name], club: Club | None = None, facts: Mapping[str, Any] | None = None
) -> dict[str, Player]:
    """The players of these names, by name key; who is not in the register yet is added to it, with
    these ``facts``, of which a number that somebody else has is left out.

    Somebody else may add the same player meanwhile: then that one is taken.
    """
    wanted = {name.key: name for name in names}
    if len(search.players_by_key(wanted)) < len(wanted):
        change_register()
    # Somebody may have added them before this service was the only one that changes the register.
    known = search.players_by_key(wanted, lock=True)
    missing = [name for key, name in wanted.items() if key not in known]
    free = _free(facts or {}) if missing else {}
    for name in missing:
        player = Player(**name_fields(name), club=club, **free)
        # The database checks the constraints below: asking it first would be a query for each name.
        player.full_clean(validate_constraints=False)
        player.save(force_insert=True)
        known[name.key] = player
    return known


def _free(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts without the numbers that somebody has."""
    numbers = {kind.value for kind in NumberKind} & facts.keys()
    taken = {each for each in numbers if Player.objects.filter(**{each: facts[each]}).exists()}
    return {field: value for field, value in facts.items() if field not in taken}
