"""Find my name in a tournament: the next game first. Public once the tournament is.

A player's next game in one line, else their last result.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from events.common.selectors import tournament_stamp
from events.common.views.figures import Found, find_page, in_order
from events.models import Tournament
from events.tournaments.core.domain.results import Code, Colour, PointSystem
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import (
    Shown,
    by_name,
    shown_entries,
    tournament_entries,
)
from events.tournaments.core.views.byes import bye_text, shown_points
from events.tournaments.results.domain import OwnRound, own_round, running_rounds
from events.tournaments.rounds.views.boards import komi_text
from events.tournaments.standings.views import Entries, read_standings
from events.tournaments.teams.views import boards_of_players, match_texts


@for_visitors
@require_GET
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of a tournament, or those whose names have what was typed."""
    tournament = tournament_for_reader(request, slug)
    public = not is_director(request)
    rows = kept(
        ("find in a tournament", tournament.pk, public, get_language()),
        state=partial(tournament_stamp, tournament.pk),
        make=lambda: _players(tournament, public=public),
    )
    context = {"tournament": tournament, "tab": "standings"}
    return find_page(request, rows, "events/tournaments/results/find.html", context)


def _players(tournament: Tournament, *, public: bool) -> list[Found]:
    # Its settings may have changed after it was read and before the stamp was.
    tournament.refresh_from_db()
    entries = shown_entries(tournament, public=public)
    boards = boards_of_players(tournament)
    scored = read_standings(tournament)
    running = running_rounds(entrant.results for entrant in scored.value.entrants)
    matches = match_texts(scored.value)
    lines = {line.number: line for line in scored.lines}
    players = reverse("events:tournament-players", args=[tournament.slug])
    key = by_name()
    order = {entry.number: key(entry)[0] for entry in tournament_entries(tournament)}
    detail = (
        _("Place %(place)s among the players, points: %(points)s")
        if tournament.teams_meet
        else _("Place %(place)s, points: %(points)s")
    )
    rows = []
    for entrant in scored.value.entrants:
        entry, line = entries[entrant.number], lines[entrant.number]
        game = own_game(tournament, entrant, entries, boards, running, matches)
        opponent = game.opponent if game and game.is_next else None
        values = {"place": line.place, "points": shown_points(line.points)}
        rows.append(
            Found(
                name=entry.name,
                order=order[entry.number],
                key=entry.number,
                number=str(entry.number),
                beside=entry.club,
                page=f"{players}{entry.number}/",
                headline=game.headline if game else "",
                detail=detail % values if game else "",
                opponent=f"{players}{opponent.number}/" if opponent else "",
            )
        )
    return in_order(rows)


ENDINGS: Final = {
    Code.WIN: gettext_lazy("won against %(name)s"),
    Code.DRAW: gettext_lazy("drew with %(name)s"),
    Code.LOSS: gettext_lazy("lost to %(name)s"),
    Code.FORFEIT_WIN: gettext_lazy("won against %(name)s by forfeit"),
    Code.FORFEIT_LOSS: gettext_lazy("lost to %(name)s by forfeit"),
}
"""What the player’s own result is called; games that are not rated have their points instead."""

Boards = Mapping[tuple[int, int], str]
"""The board of a game by its round and a player's starting number."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """``where`` is the round and the board, ``what`` the colour and the opponent, or the result;
    ``terms`` are the handicap and komi of a game of go, or the match of a team's player, of a game
    that is still to be played."""

    is_next: bool
    round: int
    where: str
    what: str
    terms: str = ""
    opponent: Shown | None = None
    pattern: str = ""

    @property
    def headline(self) -> str:
        """Everything in one line."""
        text = f"{self.where}: {self.what}"
        return f"{text}, {self.terms}" if self.terms else text

    def linked(self, players: str) -> SafeString:
        """``what`` with the opponent's name as a link to their card; ``players`` is the address
        that all cards begin with."""
        if self.opponent is None:
            return SafeString(escape(self.what))
        one = self.opponent
        name = format_html('<a href="{}{}/">{}</a>', players, one.number, one.name)
        # A name may have a %, the link has the name: only the pattern is filled in.
        text = escape(self.pattern) % {"number": one.number, "name": name}
        return mark_safe(text)  # noqa: S308 - the pattern and the name are escaped


def own_game(
    tournament: Tournament,
    entrant: Entrant,
    entries: Entries,
    boards: Boards,
    running: Collection[int],
    matches: Mapping[tuple[int, int], str] | None = None,
) -> OwnGame | None:
    """The next game of a player, or the bye of a round that is ``running``, else the last result;
    ``None`` before any pairing. ``matches`` says the match of a game by its round and a player's
    starting number."""
    found = own_round(entrant.results, running)
    if found is None:
        return None
    where = _where(found, boards.get((found.number, entrant.number)))
    # No player has the number 0.
    opponent = entries.get(found.result.opponent or 0)
    if opponent is None:
        what = bye_text(found.result.code, tournament.system)
        return OwnGame(found.is_next, found.number, where, what)
    pattern = _pattern(found, tournament.system)
    terms = (
        komi_text(tournament, found.result.handicap, found.result.komi),
        (matches or {}).get((found.number, entrant.number), ""),
    )
    return OwnGame(
        is_next=found.is_next,
        round=found.number,
        where=where,
        what=pattern % {"number": opponent.number, "name": opponent.name},
        terms=", ".join(term for term in terms if term and found.is_next),
        opponent=opponent,
        pattern=pattern,
    )


def _where(found: OwnRound, board: str | None) -> str:
    if found.is_next and board:
        return _("Round %(round)s, board %(board)s") % {"round": found.number, "board": board}
    return _("Round %(round)s") % {"round": found.number}


def _pattern(found: OwnRound, system: PointSystem) -> str:
    """The sentence, with places for the opponent's number and name."""
    if not found.is_next:
        return _of_result(found.result.code, system)
    if found.result.colour is None:
        return _("against %(number)s %(name)s")
    if found.result.colour is Colour.WHITE:
        return _("White against %(number)s %(name)s")
    return _("Black against %(number)s %(name)s")


def _of_result(code: Code, system: PointSystem) -> str:
    if code in ENDINGS:
        return str(ENDINGS[code])
    points = system.points(code)
    shown = "–" if points is None else shown_points(points)
    # The points have no %; the name is filled in later.
    return _("%(points)s against %(name)s").replace("%(points)s", shown)
