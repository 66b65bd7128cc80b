"""What the header and the titles of pages say of the club: its name, its sign, what it plays."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from players.domain.personal import Game
from players.models.club import ClubSettings, current_settings

PROGRAM = "clubscore"
USUAL_CHARGE = "10"
"""A normal club session (EBU)."""
_SIGNS = {Game.BRIDGE: "♣", Game.CHESS: "♞", Game.GO: "●"}


@dataclass(frozen=True)
class OurClub:
    """The club as its pages show it. Nothing is read before a page asks for it."""

    read: Callable[[], ClubSettings] = current_settings
    has_tournaments: Callable[[], bool] = bool
    """Asked of a club that says of no game of rounds that it plays it."""

    @cached_property
    def _settings(self) -> ClubSettings:
        return self.read()

    @property
    def name(self) -> str:
        """The club's name; the program's while it has none."""
        return self._settings.name or PROGRAM

    @property
    def own_name(self) -> str:
        """The club's name; empty while it has none."""
        return self._settings.name

    @property
    def union_number(self) -> str:
        """The club's number at its union."""
        return self._settings.union_number

    @property
    def charge_code(self) -> str:
        return self._settings.charge_code or USUAL_CHARGE

    @property
    def number_label(self) -> str:
        """How the club calls its members' national numbers; empty where it has none."""
        return self._settings.national_number_label

    @property
    def title(self) -> str:
        """The heading of the first page: the club's name, or what the page has."""
        return self._settings.name or _("Results of the club")

    @property
    def sign(self) -> str:
        """The sign of the first game that the club plays."""
        return _SIGNS[self._settings.games[0]]

    @property
    def plays_bridge(self) -> bool:
        return self._settings.plays_bridge

    @cached_property
    def plays_rounds(self) -> bool:
        """Whether it plays what tournaments of rounds are for, or has any."""
        return self._settings.plays_chess or self._settings.plays_go or self.has_tournaments()
