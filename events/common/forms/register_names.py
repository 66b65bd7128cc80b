"""What is typed for a player of the register: a number or a full name."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from clubscore.numbers import whole_number
from players.domain.names import Name
from players.models import Player

GUEST_MARK, NEW_MARK = "*", "+"
"""Behind a name: that of somebody who is in no register, or comes into it."""


def without_mark(text: str) -> str:
    """A typed name without the mark behind it."""
    return text.strip().removesuffix(GUEST_MARK).removesuffix(NEW_MARK).strip()


def players_by_number(texts: Iterable[str]) -> dict[str, Player]:
    """The players whose numbers are among the texts, by the text."""
    numbers = {text.strip(): whole_number(text) for text in texts}
    players = Player.objects.in_bulk([each for each in numbers.values() if each is not None])
    return {
        text: players[number]
        for text, number in numbers.items()
        if number is not None and number in players
    }


def unknown_name(name: Name, near: Sequence[str]) -> str:
    """The message for a name that is not in the register, with the similar names."""
    if not near:
        return _(
            "“%(name)s” is not in the register. Tick the box to add this player, or enter a guest."
        ) % {"name": name}
    return _(
        "“%(name)s” is not in the register. Is it %(near)s? If not, tick the box to add this"
        " player, or enter a guest."
    ) % {"name": name, "near": _(" or ").join(near)}
