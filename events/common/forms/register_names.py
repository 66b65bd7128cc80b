"""What is typed for a player of the register: a number or a full name; and similar names."""

import difflib
from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubscore.numbers import whole_number
from players.domain.names import Name
from players.models import Player
from players.selectors.search import search_players

SUGGESTED = 3


def players_by_number(texts: Iterable[str]) -> dict[str, Player]:
    """The players whose numbers are among the texts, by the text."""
    numbers = {text.strip(): whole_number(text) for text in texts}
    players = Player.objects.in_bulk([each for each in numbers.values() if each is not None])
    return {
        text: players[number]
        for text, number in numbers.items()
        if number is not None and number in players
    }


def unknown_name(name: Name) -> str:
    """The message for a name that is not in the register, with similar names."""
    candidates = [str(player) for player in search_players(name.family or name.given, limit=30)]
    near = difflib.get_close_matches(str(name), candidates, n=SUGGESTED, cutoff=0.0)
    if not near:
        return _("“%(name)s” is not in the register. Tick the box to add this player.") % {
            "name": name
        }
    return _(
        "“%(name)s” is not in the register. Is it %(near)s? If not, tick the box to add this"
        " player."
    ) % {"name": name, "near": _(" or ").join(near)}
