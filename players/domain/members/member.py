"""A member of a list, and a player of the register, as far as the two are compared.

*Facts* are texts by the name of the player's field, as the register's readers give them; what is
not known is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from players.domain.names import Name

IDENTITIES = ("national_number", "fide_number", "egd_pin", "club_number")
"""The numbers by which a player is found, in this order; no two players share one."""


@dataclass(frozen=True, slots=True)
class Member:
    """A line of the list; ``registered`` and what follows are for a tournament alone."""

    line: int
    name: Name
    facts: Mapping[str, str] = field(default_factory=dict)
    registered: bool = False
    rounds: tuple[int, ...] = ()
    group: str = ""

    @property
    def born(self) -> str:
        """The date or the year of birth."""
        return self.facts.get("born", "")


@dataclass(frozen=True, slots=True)
class Known:
    """A player of the register."""

    number: int
    name: Name
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def born(self) -> str:
        """The date or the year of birth."""
        return self.facts.get("born", "")
