"""Which tournaments a request may see, and what a page that keeps up with one is sent."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext as _

from clubscore.text.sentences import NotPublishedError
from clubscore.web.permissions import is_director
from events.common.selectors import tournament_stamp
from events.models import Tournament
from events.tournaments.core.selectors.tournaments import tournament_at


def tournament_for_reader(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if it is published or a director asks; it shows who asks only the rounds
    that they may see.

    Raises :class:`NotPublishedError`.
    """
    tournament = tournament_at(slug)
    # The same answer for both, so that nobody learns which unpublished tournaments there are.
    if tournament is None or not (tournament.is_published or is_director(request)):
        raise NotPublishedError(_("There is no such tournament, or it is not published."))
    tournament.shows_hidden_rounds = is_director(request)
    return tournament


def etag_of(tournament: Tournament) -> str:
    """The tag of a part of a page: another one as soon as anything of the tournament changes."""
    return f'"{get_language()}-{tournament_stamp(tournament.pk)}"'


def followed(request: HttpRequest, part: str, tag: str) -> HttpResponse:
    """The part of a page for the script that asks for it again and again; nothing where it is the
    one that is shown."""
    answer = HttpResponse(part, headers={"ETag": tag})
    found = get_conditional_response(request, etag=tag, response=answer)
    return found if isinstance(found, HttpResponse) else answer
