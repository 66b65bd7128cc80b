"""The page of the report, with links to what is to be corrected, and its file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_safe

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from events.models import Tournament
from events.tournaments.core.domain.time_controls import Pace
from events.tournaments.core.selectors.entries import shown_entries
from events.tournaments.files.domain import Finding, Level
from events.tournaments.files.figures import report_file, validated

PACES: Final = {
    Pace.STANDARD: _("standard: 60 minutes or more for 60 moves"),
    Pace.RAPID: _("rapid: more than 10 and less than 60 minutes for 60 moves"),
    Pace.BLITZ: _("blitz: 10 minutes or less for 60 moves"),
}
LEVELS: Final = {
    Level.MANDATORY: _("Mandatory"),
    Level.TITLE: _("For norms and titles"),
    Level.WARNING: _("The rating officer may ask"),
}
_OF_SETTINGS: Final = {
    "012": "name", "022": "city", "032": "federation", "042": "start", "052": "finish",
    "102": "chief_arbiter", "112": "deputies", "122": "time_control", "222": "time_control",
    "192": "kind", "202": "tie_breaks", "212": "tie_breaks",
}  # fmt: skip
"""The field of the settings that a record comes from."""


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, and the page where it is corrected; empty where there is none."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Section:
    """The findings of a level."""

    heading: str | Promise
    findings: tuple[Told, ...]


@require_GET
@director_required
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """What the report lacks."""
    tournament = get_object_or_404(Tournament, slug=slug)
    sections: tuple[Section, ...] = ()
    problem = ""
    try:
        findings = validated(report_file(tournament).text)
    except Refused as refusal:
        problem = refusal_text(refusal)
    else:
        sections = tuple(_sections(tournament, findings))
    pace, derived = tournament.pace_played, tournament.pace_derived
    context = {
        "tournament": tournament,
        "tab": "report",
        "problem": problem,
        "sections": sections,
        "pace": PACES[pace] if pace and pace is derived else "",
        "said": tournament.get_pace_display() if pace is not derived else "",
        "derived": PACES[derived] if derived else "",
    }
    return render(request, "events/tournaments/report/report.html", context)


@require_safe
@director_required
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """The file; back to the page while a game has no result."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_told(request):
        return HttpResponse(
            report_file(tournament).text,
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{tournament.slug}-report.trf"'},
        )
    return redirect("events:tournament-report", slug)


def _sections(tournament: Tournament, findings: Iterable[Finding]) -> Iterator[Section]:
    found = tuple(findings)
    entries = {
        number: shown.pk for number, shown in shown_entries(tournament, public=False).items()
    }
    for level, heading in LEVELS.items():
        told = tuple(
            Told(translate(each.message), _address(tournament, entries, each))
            for each in found
            if each.level is level
        )
        if told:
            yield Section(heading, told)


def _address(tournament: Tournament, entries: dict[int, int], finding: Finding) -> str:
    if finding.player in entries:
        return reverse("events:tournament-entry", args=(tournament.slug, entries[finding.player]))
    if finding.record == "132":
        return reverse("events:tournament-dates", args=(tournament.slug,))
    if name := _OF_SETTINGS.get(finding.record):
        return f"{reverse('events:tournament-settings', args=(tournament.slug,))}#id_{name}"
    return ""
