"""Which tournaments a request may see."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.text.sentences import NotPublishedError
from clubscore.web.permissions import is_director
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
