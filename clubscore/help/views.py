"""The guides, for everybody: they say how clubscore works, and nothing of the club."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubscore.help.guides import Guide, guide_names, read_guide
from clubscore.text.sentences import NothingHereError

_GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (
        _("An evening of bridge"),
        (
            "evening",
            "tables",
            "tables-players",
            "what-to-do-when",
            "typing",
            "doubts",
            "teams",
            "rulings",
            "scoring",
            "series",
            "hands",
            "sending",
            "site",
        ),
    ),
    (
        _("Tournaments of rounds"),
        (
            "tournament",
            "hall",
            "hall-players",
            "hall-players-nl",
            "pairing",
            "tie-breaks",
            "krause",
            "fide",
            "fide-checklist",
        ),
    ),
    (_("Players"), ("register", "member-lists", "register-files", "privacy", "results")),
    (_("For developers"), ("architecture", "api")),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Guides on one subject."""

    title: Any
    guides: list[Guide]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All guides, by subject."""
    return render(request, "clubscore/help.html", {"groups": _groups()})


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One guide, with the list of its parts."""
    try:
        shown = read_guide(name)
    except KeyError:
        raise NothingHereError from None
    return render(request, "clubscore/help_guide.html", {"guide": shown})


def _groups() -> list[Group]:
    groups = [Group(title, [read_guide(name) for name in names]) for title, names in _GROUPS]
    grouped = {each.name for group in groups for each in group.guides}
    others = [read_guide(name) for name in guide_names() if name not in grouped]
    return [*groups, Group(_("The machine, and other programs’ files"), others)]
