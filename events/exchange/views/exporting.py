"""A session as a file for other programs: PBN for everybody once it is published, USEBIO for the
director. The names are those that everybody may see."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from clubscore.permissions import director_required
from clubscore.sentences import translate
from events.exchange.services.exporting import SessionFormat, export_session, losses
from events.models import Session
from events.sessions.permissions import session_for_reader


@require_safe
def pbn(request: HttpRequest, session_id: int) -> HttpResponse:
    """All results as PBN, a game for each board."""
    session = session_for_reader(request, session_id)
    return _file(request, session, SessionFormat.PBN, "application/x-pbn", ".pbn")


@require_safe
@director_required
def usebio(request: HttpRequest, session_id: int) -> HttpResponse:
    """The session as USEBIO, for a union or another site."""
    session = session_for_reader(request, session_id)
    return _file(request, session, SessionFormat.USEBIO, "application/xml", ".xml")


def _file(
    request: HttpRequest, session: Session, kind: SessionFormat, content_type: str, ending: str
) -> HttpResponse:
    if request.user.is_authenticated:
        for loss in losses(session, kind):
            # A file has no page: the next one says it.
            messages.warning(request, translate(loss))
    name = f"{session.date:%Y-%m-%d}-{slugify(session.title) or 'session'}{ending}"
    return HttpResponse(
        export_session(session, kind),
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
