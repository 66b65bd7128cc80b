"""Find my name in a tournament: the next game first. Public once the tournament is."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import tournament_stamp
from events.common.views.find import Found, find_page, in_order
from events.common.views.fragments import cached_value
from events.models import Tournament
from events.tournaments.domain.own_game import running_rounds
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import shown_entries
from events.tournaments.selectors.rounds import board_numbers
from events.tournaments.views.own_game_text import own_game
from events.tournaments.views.ranked import read_standings
from events.tournaments.views.team_papers import match_texts
from events.tournaments.views.tie_figures import shown_points


@for_visitors
@require_GET
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of a tournament, or those whose names have what was typed."""
    tournament = tournament_for_reader(request, slug)
    public = not is_director(request)
    rows = cached_value(
        f"tournament:find:{tournament.pk}:{public}:{get_language()}",
        stamp=lambda: tournament_stamp(tournament.pk),
        make=lambda: _players(tournament, public=public),
    )
    context = {"tournament": tournament, "tab": "find"}
    return find_page(request, rows, "events/tournaments/find.html", context)


def _players(tournament: Tournament, *, public: bool) -> list[Found]:
    # Its settings may have changed after it was read and before the stamp was.
    tournament.refresh_from_db()
    entries = shown_entries(tournament, public=public)
    boards = board_numbers(tournament.pk)
    scored = read_standings(tournament)
    running = running_rounds(each.results for each in scored.value.entrants)
    matches = match_texts(scored.value)
    lines = {line.number: line for line in scored.lines}
    players = reverse("events:tournament-players", args=[tournament.slug])
    rows = []
    for entrant in scored.value.entrants:
        entry, line = entries[entrant.number], lines[entrant.number]
        game = own_game(tournament, entrant, entries, boards, running, matches)
        opponent = game.opponent if game and game.is_next else None
        values = {"place": line.place, "points": shown_points(line.points)}
        rows.append(
            Found(
                name=entry.name,
                key=entry.number,
                number=str(entry.number),
                beside=entry.club,
                page=f"{players}{entry.number}/",
                headline=game.headline if game else "",
                detail=_("Place %(place)s, points: %(points)s") % values if game else "",
                opponent=f"{players}{opponent.number}/" if opponent else "",
            )
        )
    return in_order(rows)
