"""What the deletion of a player would change."""

import hashlib
from collections.abc import Iterator

from django.db.models import Count, Max

from clubscore.deletion.plan import Plan
from clubscore.problems import Sentence, gettext_noop, sentence
from players import history
from players.domain.erased import erased_name
from players.models import Player, RegisterEntry
from players.selectors.log import numbers_of


def player_plan(player: Player) -> Plan:
    """The deletion of a player; results that name the player stay."""
    played = len(history.played(player.pk))
    return Plan(
        name=player.full_name,
        seen=_stamp(player, played),
        results=played,
        changes=tuple(_changes(player, played)),
    )


def _stamp(player: Player, played: int) -> str:
    log = RegisterEntry.objects.filter(number__in=numbers_of(player.pk))
    entries = log.aggregate(count=Count("pk"), last=Max("pk"))
    text = f"{player.updated_at.isoformat()} {entries['count']} {entries['last']} {played}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _changes(player: Player, played: int) -> Iterator[Sentence]:
    if played:
        yield from _changes_of_results(player, played)
    else:
        never = gettext_noop("%(name)s never played, so that no result changes.")
        yield sentence(never, name=player)
    yield sentence(gettext_noop("The number %(number)s is never given again."), number=player.pk)
    if player.club:
        member = gettext_noop("“%(club)s” has one member fewer.")
        yield sentence(member, club=player.club.name)
    if player.private_links.exists():
        yield sentence(gettext_noop("The player’s private link stops working."))


def _changes_of_results(player: Player, played: int) -> Iterator[Sentence]:
    stay = gettext_noop(
        "Events with results of %(name)s: %(count)s. The results stay, under the name %(erased)s;"
        " standings, and everybody else’s results and places, do not change."
    )
    yield sentence(stay, name=player, count=played, erased=erased_name(player.pk))
    personal = gettext_noop(
        "Everything else is erased: the name, personal data and notes, also in the logs."
    )
    yield sentence(personal)
    alone = gettext_noop(
        "From then on the player is in no list of the register, and cannot be chosen for an event."
    )
    yield sentence(alone)
