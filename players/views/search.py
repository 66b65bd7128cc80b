"""Names while they are typed, for the pages of other parts."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from clubscore.permissions import director_required
from clubscore.problems import Refused
from players.domain.names import read_name
from players.selectors.search import search_players, similar_names


@require_GET
@director_required
def search(request: HttpRequest) -> JsonResponse:
    """Players for a part of a name, or a number: ``{"players": [{number, name, club}]}``; with
    ``near`` where nobody is found: the names that are like it."""
    text = request.GET.get("q", "")[:100]
    players = list(search_players(text)) if text.strip() else []
    return JsonResponse(
        {
            "players": [
                {
                    "number": player.number,
                    "name": player.full_name,
                    "club": player.club.name if player.club else "",
                }
                for player in players
            ],
            "near": [] if players else _near(text),
        }
    )


def _near(text: str) -> list[str]:
    if text.strip().isdecimal():
        return []
    try:
        return similar_names(read_name(text))
    except Refused:
        return []
