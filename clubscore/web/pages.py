"""The home page, the health check, and the pages for what went wrong.

The page *About*: the version, whose work clubscore stands on, and where a club's data is.
"""

import importlib.metadata
import platform
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFilesSent
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

import clubscore
from clubscore.database.sqlite import database_file
from clubscore.files import private as disk
from clubscore.server import configuration as server
from clubscore.text.sentences import NothingHereError, NotPublishedError
from clubscore.web.limits import MAX_BODY
from clubscore.web.next_page import next_page
from clubscore.web.permissions import is_director
from clubscore.web.request_id import current_request_id


@require_GET
def language(request: HttpRequest) -> HttpResponse:
    """The languages to choose from, and back to ``?next=``; a visitor's pages have no form, so
    that they stay the same for all."""
    back = next_page(request, otherwise=reverse("home"))
    return render(request, "clubscore/language.html", {"back": back})


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
    """The icon of pages that name none, such as the admin's."""
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
    may_come = isinstance(exception, NotPublishedError)
    return render(request, "404.html", {"reason": reason, "may_come": may_come}, status=404)


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


_MAX_LICENCE: Final = 60
"""Characters; some packages have the whole text there."""


FORMATS: Final = (
    (".ASC", _("movements"), ""),
    ("EBUScore", _("movements"), "English Bridge Union"),
    ("BridgeScore", _("results of a session"), ""),
    ("Krause 2006, TRF16, TRF26", _("tournaments of chess and others"), "FIDE"),
    ("OpenGotha", _("tournaments of go"), ""),
    ("USEBIO", _("results of a session"), "English Bridge Union"),
    ("PBN", _("hands and results"), ""),
    ("BWS", _("results of a session"), "Bridge Systems"),
    ("LIN", _("hands"), "Bridge Base"),
    ("DUP, DLM", _("hands for dealing machines"), "Jannersten"),
    (".h9", _("results of a tournament of go"), "European Go Federation"),
    ("FIDE, European Go Database", _("lists of players"), "FIDE, European Go Federation"),
)
"""Formats of files that others made: the name, what is in them, and whose they are if known."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package that runs with clubscore."""

    name: str
    version: str
    licence: str


@cache
def packages() -> list[Package]:
    """The packages of ``requirements.txt``, and the solver, that this machine has, by name."""
    files = ("requirements.txt", "requirements-solver.txt")
    text = "".join((settings.BASE_DIR / name).read_text(encoding="utf-8") for name in files)
    names = sorted(set(re.findall(r"^([A-Za-z0-9_.-]+)==", text, re.MULTILINE)))
    return [package for name in names if (package := _package(name))]


def _package(name: str) -> Package | None:
    try:
        facts = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        # Some are for other machines only.
        return None
    return Package(facts["Name"], facts["Version"], _licence(facts))


def _licence(facts: Any) -> str:
    classified = [
        each.rpartition(" :: ")[2]
        for each in facts.get_all("Classifier") or []
        if each.startswith("License :: ")
    ]
    for text in (facts.get("License-Expression"), ", ".join(classified), facts.get("License")):
        if text and len(text) <= _MAX_LICENCE and "\n" not in text:
            return str(text)
    return ""


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The version and the credits for everybody; folders and servers for directors."""
    context: dict[str, Any] = {
        "version": clubscore.__version__,
        "packages": packages(),
        "formats": FORMATS,
    }
    if is_director(request):
        context["machine"] = {
            "folder": settings.DATA_DIR,
            "backups": Path(settings.BACKUP_DIR),
            "database": connection.display_name,
            "server": server.kind,
            "django": django.get_version(),
            "python": platform.python_version(),
        }
    return render(request, "clubscore/about.html", context)
