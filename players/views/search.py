"""Names while they are typed, for the pages of other parts."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from clubscore.permissions import director_required
from players.selectors.search import search_players


@require_GET
@director_required
def search(request: HttpRequest) -> JsonResponse:
    """Players for a part of a name, or a number: ``{"players": [{number, name, club}]}``."""
    text = request.GET.get("q", "")[:100]
    players = search_players(text) if text.strip() else []
    return JsonResponse(
        {
            "players": [
                {
                    "number": player.number,
                    "name": player.full_name,
                    "club": player.club.name if player.club else "",
                }
                for player in players
            ]
        }
    )
