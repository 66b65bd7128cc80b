"""What the header and the titles of pages say of the club: its name, its sign, what it plays."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.help.sections import help_of
from clubscore.web.caching import once_a_request
from clubscore.web.permissions import is_director
from events.common.views.figures import fragment_age
from events.models import Tournament
from players.domain.personal import Game
from players.models.club import ClubSettings, current_settings

PROGRAM = "clubscore"
_KEY = "our-club"
_SIGNS = {Game.BRIDGE: "♣", Game.CHESS: "♞", Game.GO: "●"}


@dataclass(frozen=True)
class OurClub:
    """The club as its pages show it. Nothing is read before a page asks for it."""

    read: Callable[[], ClubSettings] = current_settings

    @cached_property
    def _settings(self) -> ClubSettings:
        return self.read()

    @property
    def name(self) -> str:
        """Its name; the program's while it has none."""
        return self._settings.name or PROGRAM

    @property
    def title(self) -> str:
        """The heading of the first page: the club's name, or what the page has."""
        return self._settings.name or _("Results of the club")

    @property
    def sign(self) -> str:
        """Of the first game that it plays."""
        return _SIGNS[self._settings.games[0]]

    @property
    def plays_bridge(self) -> bool:
        return self._settings.plays_bridge

    @property
    def plays_rounds(self) -> bool:
        """Whether it plays what tournaments of rounds are for, or has any."""
        return (
            self._settings.plays_chess
            or self._settings.plays_go
            or once_a_request("tournaments", Tournament.objects.exists)
        )


def _recent_settings() -> ClubSettings:
    """As old as a visitor's results may be: hundreds of phones cost no query each."""
    age = fragment_age(director=False)
    settings: ClubSettings | None = cache.get(_KEY)
    if settings is None:
        settings = current_settings()
        cache.set(_KEY, settings, age)
    return settings


def our_club(request: HttpRequest) -> dict[str, object]:
    """For every template: the club, and which part of the guides the page leads to."""
    match = request.resolver_match
    visitor = not is_director(request) if hasattr(request, "user") else True
    guide, anchor = help_of(match.view_name) if match else ("", "")
    return {
        "our_club": OurClub(_recent_settings if visitor else current_settings),
        "help_guide": guide,
        "help_anchor": anchor,
    }
