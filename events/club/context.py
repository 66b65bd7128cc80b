"""What every template is given: the club, the part of the guides that a page leads to, and whether
the page becomes a file of the club's site.

An element that makes sense only before the program carries ``data-served`` and is left out of the
site; ``in_folder`` is for what something else stands in for.
"""

from django.http import HttpRequest

from clubscore.help.sections import help_of
from clubscore.web.in_folder import is_for_folder
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
        "in_folder": is_for_folder(request),
    }
