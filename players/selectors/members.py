"""The register as lists of members are compared with it."""

from collections.abc import Iterator
from decimal import Decimal

from players.domain.facts import FACTS
from players.domain.members.matching import Matching, match
from players.domain.members.member import Known, Member
from players.domain.names import Name
from players.models import Player

_NAME = ("name", "given", "particle", "family")


def known_players() -> Iterator[Known]:
    """All players of the register as texts, in one query."""
    facts = ["club__name" if fact == "club" else fact for fact in FACTS]
    rows = Player.objects.order_by("pk").values_list("pk", *_NAME, *facts)
    for number, name, given, particle, family, *values in rows.iterator():
        known = {fact: text_of(value) for fact, value in zip(FACTS, values, strict=True) if value}
        yield Known(number, Name(name, given, particle, family), known)


def match_members(members: tuple[Member, ...]) -> Matching:
    """The members of a list against the register as it is now."""
    return match(members, known_players())


def text_of(value: object) -> str:
    """A fact as lists have it."""
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)
