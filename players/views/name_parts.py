"""The parts of a name while it is typed, for the script of the player's form."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from players.domain.names import read_name


@require_safe
@director_required
def name_parts(request: HttpRequest) -> JsonResponse:
    """The name as it would be stored, its parts, and whether to ask about them; or what is
    wrong."""
    try:
        name = read_name(request.GET.get("name", ""))
    except Refused as refusal:
        return JsonResponse({"error": " ".join(translate_refusal(refusal))})
    return JsonResponse(
        {
            "name": name.text,
            "given": name.given,
            "particle": name.particle,
            "family": name.family,
            "is_doubtful": name.is_doubtful,
        }
    )
