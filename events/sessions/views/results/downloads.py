"""The results of a session for download: a spreadsheet with a sheet for each page, or one page
as CSV. Public once published.
"""

import io

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.permissions import is_director
from clubscore.sentences import NothingHereError
from clubscore.spreadsheets.writing import XLSX, csv_lines, write_workbook
from events.models import Session
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.contestants import session_contestants
from events.sessions.services.carry_over import carried_over, source_of
from events.sessions.services.match_scoring import score_matches
from events.sessions.services.scoring import score_session
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.match_tables import TABLES, tables_of
from events.sessions.views.results.ranking import CARRY_OVER
from events.sessions.views.results.result_tables import Results


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
