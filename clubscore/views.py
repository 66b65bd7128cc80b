"""The home page, the health check, and the pages for what went wrong."""

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFilesSent
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clubscore import disk
from clubscore.body_limit import MAX_BODY
from clubscore.permissions import is_director
from clubscore.request_id import current_request_id
from clubscore.sentences import NothingHereError
from clubscore.sqlite import database_file
from clubscore.visitor_pages import for_visitors
from events.both.demo_content import demo_session, has_demo, has_own_events
from events.both.home_events import home_events
from events.both.search import MAX_FOUND, search_all
from players.selectors.search import MAX_SEARCH


@for_visitors
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What is on today, the last results with their winners, past sessions and the latest
    tournaments: the published ones, and all of them for a director."""
    director = is_director(request)
    # Of a club's own events nothing is asked while there is no demo.
    demo = director and has_demo()
    context = {
        "events": home_events(director=director),
        "demo": demo,
        "only_demo": demo and not has_own_events(),
        "demo_session": demo_session() if demo else None,
    }
    return render(request, "clubscore/home.html", context)


@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """Players, sessions and tournaments with the words and dates of ``?q=``: the published ones,
    and for a director all of them and the register."""
    text = request.GET.get("q", "").strip()
    found = search_all(text, director=is_director(request))
    context = {"text": text[:MAX_SEARCH], "found": found, "most": MAX_FOUND}
    return render(request, "clubscore/search.html", context)


@require_GET
def language(request: HttpRequest) -> HttpResponse:
    """The languages to choose from, and back to ``?next=``; a visitor's pages have no form, so
    that they stay the same for all."""
    asked = request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return render(request, "clubscore/language.html", {"back": asked if safe else reverse("home")})


@require_GET
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the program runs, the database answers, and the disk takes what is saved: 200 or
    503."""
    found: dict[str, object] = {"ok": True, "database": connection.vendor}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        found = {"ok": False, "database": "no answer"}
    if trouble := _disk_trouble():
        found |= {"ok": False, "disk": trouble}
    return JsonResponse(found, status=200 if found["ok"] else 503)


def _disk_trouble() -> str:
    # A server that only shows results saves nothing.
    if settings.READ_ONLY:
        return ""
    database = database_file(connection)
    return disk.trouble({settings.DATA_DIR, database.parent if database else settings.DATA_DIR})


@require_GET
def favicon(request: HttpRequest) -> HttpResponse:
    """For the pages that name no icon, such as the admin's."""
    return redirect(static("img/icon.svg"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A bad request, or a body that is too large, which has its own page and status."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", {"most": MAX_BODY // 2**20}, status=413)
    if isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        return render(request, "413.html", {"most_files": most}, status=413)
    unknown_name = isinstance(exception, DisallowedHost)
    return render(request, "400.html", {"unknown_name": unknown_name}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"reason": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    reason = str(exception) if isinstance(exception, NothingHereError) else ""
    if request.path.startswith("/api/"):
        sentence = "There is no such address in the API; /api/v1/ lists what there is."
        return JsonResponse({"error": sentence}, status=404)
    return render(request, "404.html", {"reason": reason}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """A page that needs neither the request nor the database, nor even the style sheets."""
    # Whatever failed may fail again.
    context = {"number": current_request_id(), "styled": True}
    # The style sheets have no address while they are not collected.
    try:
        page = render_to_string("500.html", context)
    except ValueError:
        page = render_to_string("500.html", context | {"styled": False})
    return HttpResponse(page, status=500)
