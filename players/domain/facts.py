"""Which facts about players a club uses: all there are, and what follows from what it plays."""

from collections.abc import Collection
from enum import StrEnum


class Game(StrEnum):
    """What a club plays."""

    BRIDGE = "bridge"
    CHESS = "chess"
    GO = "go"


_ALWAYS = frozenset({"club_number", "club", "born", "email", "telephone", "note"})
_OF_GAMES: dict[Game, frozenset[str]] = {
    Game.BRIDGE: frozenset({"national_number", "handicap"}),
    Game.CHESS: frozenset(
        {"national_number", "fide_number", "title", "rating", "federation", "gender"}
    ),
    Game.GO: frozenset({"grade", "egd_pin", "country"}),
}

FACTS = (
    "club_number",
    "national_number",
    "fide_number",
    "egd_pin",
    "title",
    "rating",
    "grade",
    "handicap",
    "club",
    "federation",
    "country",
    "born",
    "gender",
    "email",
    "telephone",
    "note",
)
"""Every fact, in the order in which pages and files show them."""


def usual_facts(games: Collection[Game]) -> tuple[str, ...]:
    """The facts that clubs use that play these games, in the order of :data:`FACTS`."""
    used = _ALWAYS.union(*(_OF_GAMES[game] for game in games))
    return in_order(used)


def in_order(facts: Collection[str]) -> tuple[str, ...]:
    """Those of :data:`FACTS` that are among ``facts``."""
    return tuple(fact for fact in FACTS if fact in facts)
