"""What every template is given: the club, and the part of the guides that a page leads to."""

from django.http import HttpRequest

from clubscore.help.sections import help_of
from events.models import Tournament
from players.our_club import OurClub


def our_club(request: HttpRequest) -> dict[str, object]:
    """The values of every template: the club, and the part of the guides that the page leads to."""
    match = request.resolver_match
    guide, anchor = help_of(match.view_name) if match else ("", "")
    return {
        "our_club": OurClub(has_tournaments=Tournament.objects.exists),
        "help_guide": guide,
        "help_anchor": anchor,
    }
