"""A player's next game in one line, else their last result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.tournaments.domain.own_game import OwnRound, own_round
from events.tournaments.domain.results import Code, Colour, PointSystem
from events.tournaments.domain.tournament import Entrant
from events.tournaments.selectors.entries import Shown
from events.tournaments.views.byes import bye_text
from events.tournaments.views.result_rows import Entries
from events.tournaments.views.tie_figures import shown_points

ENDINGS: Final = {
    Code.WIN: gettext_lazy("won against %(name)s"),
    Code.DRAW: gettext_lazy("drew with %(name)s"),
    Code.LOSS: gettext_lazy("lost to %(name)s"),
    Code.FORFEIT_WIN: gettext_lazy("won against %(name)s by forfeit"),
    Code.FORFEIT_LOSS: gettext_lazy("lost to %(name)s by forfeit"),
}
"""What the player’s own result is called; games that are not rated have their points instead."""

Boards = Mapping[tuple[int, int], int]
"""The board of a game by its round and a player's starting number."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """``where`` is the round and the board, ``what`` the colour and the opponent, or the result."""

    is_next: bool
    round: int
    where: str
    what: str


def own_game(
    entrant: Entrant, entries: Entries, boards: Boards, system: PointSystem
) -> OwnGame | None:
    """The next game of a player, else the last result; ``None`` before any pairing."""
    found = own_round(entrant.results)
    if found is None:
        return None
    # No player has the number 0.
    opponent = entries.get(found.result.opponent or 0)
    board = boards.get((found.number, entrant.number))
    where = _("Round %(round)s") % {"round": found.number}
    if found.is_next and board:
        values = {"round": found.number, "board": board}
        where = _("Round %(round)s, board %(board)s") % values
    what = _what(found, opponent, system) if opponent else bye_text(found.result.code, system)
    return OwnGame(found.is_next, found.number, where, what)


def _what(found: OwnRound, opponent: Shown, system: PointSystem) -> str:
    values = {"number": opponent.number, "name": opponent.name}
    if not found.is_next:
        if found.result.code in ENDINGS:
            return ENDINGS[found.result.code] % values
        points = system.points(found.result.code)
        text = _("%(points)s against %(name)s")
        return text % (values | {"points": "–" if points is None else shown_points(points)})
    if found.result.colour is None:
        return _("against %(number)s %(name)s") % values
    if found.result.colour is Colour.WHITE:
        return _("White against %(number)s %(name)s") % values
    return _("Black against %(number)s %(name)s") % values
