"""The page *About*: the version, whose work clubscore stands on, and where a club's data is."""

import importlib.metadata
import platform
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import clubscore
from clubscore import server
from clubscore.permissions import is_director

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
    """Those of ``requirements.txt`` and the solver that this machine has, by name."""
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
