"""The results of a session for download: a spreadsheet with a sheet for each page, or one page
as CSV. Public once published.
"""

import io
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.files.spreadsheets.writing import XLSX, Table, csv_lines, write_workbook
from clubscore.text.sentences import NothingHereError
from clubscore.web.permissions import is_director
from events.models import Session
from events.sessions.core.permissions import session_for_reader
from events.sessions.matches.figures.matches import score_matches
from events.sessions.pages.views.corrected import Corrected
from events.sessions.results.views.download_matches import matches, standings
from events.sessions.results.views.download_tables import PAGES, Results
from events.sessions.results.views.ranking import CARRY_OVER
from events.sessions.scoring.figures.carry_over import carried_over, source_of
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.scoring.selectors.contestants import session_contestants


@require_safe
def workbook(request: HttpRequest, session_id: int) -> HttpResponse:
    """All tables as a spreadsheet."""
    results = _results(request, session_id)
    file = io.BytesIO()
    write_workbook((table(results) for table in tables_of(results).values()), file)
    return HttpResponse(
        file.getvalue(), content_type=XLSX, headers=_as_file(results.session, ".xlsx")
    )


@require_safe
def csv(request: HttpRequest, session_id: int, name: str) -> StreamingHttpResponse:
    """One table as CSV."""
    if name not in TABLES:
        raise NothingHereError(_("There is no such table of results."))
    results = _results(request, session_id)
    if name not in tables_of(results):
        raise NothingHereError(_("There is no such table of results."))
    table = TABLES[name](results)
    return StreamingHttpResponse(
        csv_lines([table.headings, *table.rows]),
        content_type="text/csv; charset=utf-8",
        headers=_as_file(results.session, f"-{name}.csv"),
    )


def _results(request: HttpRequest, session_id: int) -> Results:
    session = session_for_reader(request, session_id, *CARRY_OVER)
    director = is_director(request)
    source = source_of(session)
    if source is not None and not (director or source.is_published):
        # A visitor must not learn results that are not published from the sums.
        source = None
    scored = score_session(session)
    contestants = session_contestants(session.pk, full_names=director)
    return Results(
        session,
        scored,
        contestants,
        Corrected(session.pk, scored, contestants),
        carried_over(session, source) if source else None,
        score_matches(session, scored),
    )


def _as_file(session: Session, ending: str) -> dict[str, str]:
    name = f"{session.date:%Y-%m-%d}-{slugify(session.title) or 'session'}{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"'}


OF_MATCHES: dict[str, Callable[[Results], Table]] = {"standings": standings, "matches": matches}
"""The tables of sessions that are played in matches."""

TABLES = PAGES | OF_MATCHES
"""Every table by its name in an address."""


def tables_of(results: Results) -> dict[str, Callable[[Results], Table]]:
    """The tables that a session has."""
    return PAGES if results.matches is None else OF_MATCHES | PAGES
