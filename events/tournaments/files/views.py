"""Tournament files in the browser: preview, consent, store; and back to a file.

What a tournament file holds, as strings for the preview.

The stored tournament that a file is of, and what the file would change in it, in words.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.files.decoding import encoding_label
from clubscore.text.problems import Refused, Sentence, gettext_noop
from clubscore.text.sentences import decimals, translate
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in
from clubscore.web.visitors import actor
from events.models import Tournament
from events.models.tournament import facts_of_go
from events.tournaments.core.domain.results import Result, points_text
from events.tournaments.core.domain.tournament import Entrant, Tournament as Value
from events.tournaments.core.forms import kind_name
from events.tournaments.core.selectors.tournaments import tournament_at, twin
from events.tournaments.core.views.byes import shown_points
from events.tournaments.entries.selectors import Link, Way, links_of
from events.tournaments.files.domain import Change, Differences, Format, Profile
from events.tournaments.files.figures import (
    H9_CHARSET,
    h9_file,
    krause_file,
    opengotha_file,
    players_cut_off,
    preserved_text,
    value_to_write,
)
from events.tournaments.files.forms import UPDATE, FileForm, KeepForm
from events.tournaments.files.selectors import differences_of, state_of
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.files.services.updating import update_from_file
from events.tournaments.standings.domain.catalogue import suggested_tie_breaks
from movements.views.tables import beside_source

MAX_SHOWN = 200
"""How many problems a page shows; of the rest only their number."""

FORMATS = {
    Format.TRF16: (
        gettext_noop("TRF16"),
        gettext_noop("Read by today’s rating officers and pairing programs."),
    ),
    Format.TRF26: (
        gettext_noop("TRF26"),
        gettext_noop(
            "FIDE’s format since September 2025, with rounds, points, tie-breaks and byes."
        ),
    ),
    Format.KRAUSE: (
        gettext_noop("Krause 2006"),
        gettext_noop("For older programs: results without letters."),
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def look(request: HttpRequest) -> HttpResponse:
    """Read a file or a text, and show it before anything is stored, or what is wrong with it."""
    initial = {"profile": Profile.LENIENT.value}
    form = FileForm(request.POST or None, request.FILES or None, initial=initial)
    if form.is_valid() and form.reading:
        read = form.reading.tournament
        initial = {"name": read.name, "kind": read.kind}
        keep_form = KeepForm(initial=form.again | initial)
        keep_form.ask_for(form.reading)
        return _preview(request, keep_form, form)
    complaints = beside_source(form.source, form.problems[:MAX_SHOWN])
    more = len(form.problems) - len(complaints)
    if form.is_bound:
        choices = {"profile": form["profile"].value(), "encoding": form["encoding"].value()}
        # The bytes again, where they could not be decoded: to choose another character set.
        carried = {"pasted": form.source} if form.source else form.again
        errors = form.errors
        form = FileForm(initial=choices | carried)
        context = {
            "form": form,
            "complaints": complaints,
            "more": more,
            "errors": errors,
            "cut": players_cut_off(str(carried.get("pasted", ""))),
        }
        return render(request, "events/tournaments/files/look.html", context, status=422)
    return render(request, "events/tournaments/files/look.html", {"form": form})


@require_POST
@director_required
def keep(request: HttpRequest) -> HttpResponse:
    """Store a file that was previewed."""
    form = KeepForm(request.POST)
    if form.is_valid() and form.reading:
        cleaned = form.cleaned_data
        value = replace(form.reading.tournament, name=cleaned["name"], kind=cleaned["kind"])
        if cleaned.get("start"):
            value = replace(value, start=cleaned["start"])
        with refusals_in(form):
            tournament = _store(request, form, value)
            done = _("“%(name)s” is updated.") if _updates(form) else _("“%(name)s” is stored.")
            messages.success(request, done % {"name": tournament.name})
            if tournament.tie_breaks and not value.tie_breaks and not _updates(form):
                usual = _(
                    "The file names no tie-breaks; those usual for its kind are chosen: %(codes)s."
                )
                messages.info(request, usual % {"codes": ", ".join(tournament.tie_breaks)})
            return redirect(tournament)
    # Without a file there is no preview to show again: the page was changed by hand.
    if form.reading is None:
        return redirect("events:import-tournament")
    return _preview(request, form, form, status=422)


def _updates(form: KeepForm) -> bool:
    return bool(form.cleaned_data["way"] == UPDATE)


def _store(request: HttpRequest, form: KeepForm, value: Value) -> Tournament:
    """Store the file as a new tournament, or over the one that it is of."""
    cleaned = form.cleaned_data
    by, strangers, add_new = actor(request), cleaned["stranger"], cleaned["add_new"]
    if not _updates(form):
        codes = value.tie_breaks or suggested_tie_breaks(value.kind, go=value.go is not None)
        value = replace(value, tie_breaks=codes)
        is_judged = form.reading is not None and form.reading.is_judged
        return import_tournament(
            value=value, by=by, strangers=strangers, add_new=add_new, is_judged=is_judged
        )
    stored = tournament_at(cleaned["twin"])
    if stored is None:
        raise Refused.because("This tournament was deleted in the meantime.")
    return update_from_file(
        tournament=stored,
        value=value,
        seen=cleaned["seen"],
        by=by,
        strangers=strangers,
        add_new=add_new,
    )


def _preview(
    request: HttpRequest, form: KeepForm, file: FileForm, status: int = 200
) -> HttpResponse:
    reading = file.reading
    if reading is None or file.decoded is None:
        raise ValueError("nothing was read")
    links = links_of(reading.tournament.entrants)
    notices = (*file.decoded.notices, *reading.notices)
    context = {
        "form": form,
        "value": reading.tournament,
        "kind_name": kind_name(reading.tournament.kind),
        "encoding": encoding_label(file.decoded.encoding),
        "adjustments": beside_source(file.source, reading.adjustments),
        "notices": beside_source(file.source, notices[:MAX_SHOWN]),
        "more": max(0, len(notices) - MAX_SHOWN),
        "rows": player_rows(reading.tournament, links),
        "registering": registering(links),
        "rounds": range(1, reading.tournament.rounds + 1),
        "preserved": preserved_text(reading.tournament),
        "twin": twin_row(reading.tournament),
        "go_facts": go_facts(reading.tournament),
        "strangers": [str(each) for each in form["stranger"].value() or ()],
    }
    return render(request, "events/tournaments/files/preview.html", context, status=status)


@dataclass(frozen=True, slots=True)
class Offer:
    """A format that can be downloaded, and what it would leave out."""

    value: str
    name: Sentence
    meaning: Sentence
    notices: tuple[Sentence, ...]


H9_MEANING = gettext_noop(
    "For the European Go Database: players by place, ranks, handicaps, results; names of more than"
    " 30 letters are cut."
)

H9 = "h9"

H9_NAME = gettext_noop("EGF result file (.h9)")

GOTHA = "opengotha"

GOTHA_NAME = gettext_noop("OpenGotha (.xml)")

GOTHA_MEANING = gettext_noop(
    "Players, rounds and settings for OpenGotha, which pairs on from there. Komi of single games,"
    " half-point byes and wishes are not in it."
)


@require_GET
@director_required
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament as a file in the format asked for; without one, what each would leave out."""
    tournament = get_object_or_404(Tournament, slug=slug)
    value = value_to_write(tournament)
    wanted = request.GET.get("format", "")
    if wanted in {format_.value for format_ in Format}:
        return HttpResponse(
            krause_file(value, Format(wanted)).text,
            content_type="text/plain; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{tournament.slug}-{wanted}.trf"'
            },
        )
    if wanted == H9 and tournament.has_grades:
        return HttpResponse(
            h9_file(value),
            content_type=f"text/plain; charset={H9_CHARSET}",
            headers={"Content-Disposition": f'attachment; filename="{tournament.slug}.h9"'},
        )
    if wanted == GOTHA and tournament.has_grades:
        return HttpResponse(
            opengotha_file(value),
            content_type="application/xml; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{tournament.slug}.xml"'},
        )
    offers = [
        Offer(each.value, Sentence(name), Sentence(meaning), krause_file(value, each).notices)
        for each, (name, meaning) in FORMATS.items()
    ]
    if tournament.has_grades:
        offers.insert(0, Offer(H9, Sentence(H9_NAME), Sentence(H9_MEANING), ()))
        offers.insert(1, Offer(GOTHA, Sentence(GOTHA_NAME), Sentence(GOTHA_MEANING), ()))
    context = {"tournament": tournament, "tab": "files", "offers": offers}
    return render(request, "events/tournaments/files/export.html", context)


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the file; ``asked`` when the director has to decide whether it is the same."""

    number: int
    name: str
    facts: str
    points: str
    rank: int | None
    results: tuple[str, ...]
    register: str
    asked: bool


def player_rows(tournament: Value, links: Iterable[Link]) -> list[PlayerRow]:
    """The players in the order of their numbers."""
    return [_row(link, tournament) for link in links]


def _row(link: Link, tournament: Value) -> PlayerRow:
    entrant = link.entrant
    results = (*entrant.results, *[None] * tournament.rounds)[: tournament.rounds]
    return PlayerRow(
        number=entrant.number,
        name=name_of(entrant),
        facts=_facts(entrant),
        points=decimals(points_text(tournament.points_of(entrant))),
        rank=entrant.rank,
        results=tuple(result_text(result) for result in results),
        register=_register(link),
        asked=link.way is Way.NAME,
    )


def _facts(entrant: Entrant) -> str:
    facts = (
        entrant.title,
        entrant.grade,
        entrant.rating,
        entrant.federation,
        entrant.club,
        entrant.born,
    )
    return " · ".join(str(fact) for fact in facts if fact)


def name_of(entrant: Entrant) -> str:
    """``Family, Given``."""
    return f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family


def result_text(result: Result | None) -> str:
    """``12w1``: opponent, colour and code as in the file."""
    if result is None:
        return ""
    stones = f"h{result.handicap}" if result.handicap else ""
    return f"{result.opponent or ''}{result.colour or ''}{result.code}{stones}"


def _register(link: Link) -> str:
    """How the player is linked to the register, in words."""
    if link.player is None:
        why = translate(link.why) if link.why else ""
        return _("in this tournament only: %(why)s") % {"why": why}
    values = {"name": link.player.full_name, "number": link.player.pk}
    match link.way:
        case Way.FIDE_NUMBER:
            return _("%(name)s, no. %(number)s: same FIDE number") % values
        case Way.EGD_PIN:
            return _("%(name)s, no. %(number)s: same EGD pin") % values
        case Way.NAME_AND_BIRTH:
            return _("%(name)s, no. %(number)s: same name and date of birth") % values
        case Way.NAME:
            return _("%(name)s, no. %(number)s: same name") % values
        case _:
            return _("new: %(name)s") % values


@dataclass(frozen=True, slots=True)
class Registering:
    """How many players are linked in which way."""

    known: int
    asked: int
    new: int
    alone: int


def registering(links: Iterable[Link]) -> Registering:
    """The numbers in front of the list of players."""
    ways = [link.way for link in links]
    return Registering(
        known=sum(way in (Way.FIDE_NUMBER, Way.EGD_PIN, Way.NAME_AND_BIRTH) for way in ways),
        asked=ways.count(Way.NAME),
        new=ways.count(Way.NEW),
        alone=ways.count(Way.NONE),
    )


def go_facts(value: Value) -> list[tuple[str, str]]:
    """The settings of go that were found in a file, as the page of the settings calls them."""
    if value.go is None:
        return []
    columns = facts_of_go(value.go)
    none = {"mm_bar": _("no bar"), "mm_floor": _("no floor")}
    facts = [
        (_label(name), _fact(columns[name]) or none.get(name, "–"))
        for name in (
            "mm_bar",
            "mm_floor",
            "no_handicap_from",
            "handicap_reduction",
            "handicap_ceiling",
            "komi",
            "absent_points",
        )
    ]
    if not value.go.settings.handicap_by_mms:
        facts.append((_("handicaps by"), _("grades")))
    return facts


def _label(name: str) -> str:
    field: Any = Tournament._meta.get_field(name)
    return str(field.verbose_name)


def _fact(value: object) -> str:
    return shown_points(value) if isinstance(value, Fraction) else str(value)


MAX_NAMES = 8
"""How many players or results are named; of the rest only their number."""


@dataclass(frozen=True, slots=True)
class TwinRow:
    """``seen`` goes through the form, so that nothing is stored over a newer state."""

    name: str
    url: str
    slug: str
    seen: str
    changes: tuple[str, ...]


def twin_row(value: Value) -> TwinRow | None:
    """The tournament that has the name and the first day of this file; ``None`` without one."""
    stored_tournament = twin(value)
    if stored_tournament is None:
        return None
    return TwinRow(
        name=stored_tournament.name,
        url=stored_tournament.get_absolute_url(),
        slug=stored_tournament.slug,
        seen=state_of(stored_tournament),
        changes=tuple(_changes(stored_tournament, value, differences_of(stored_tournament, value))),
    )


def _changes(stored: Tournament, value: Value, found: Differences) -> list[str]:
    lines = []
    if found.new:
        new = ngettext("%(count)s new result", "%(count)s new results", found.new)
        lines.append(new % {"count": found.new})
    if found.changed:
        lines.append(_("results that differ: %(list)s") % {"list": _listed(found.changed)})
    for entrants, text in (
        (found.added, _("new players: %(list)s")),
        (found.removed, _("players who are not in the file, and are removed: %(list)s")),
        (found.corrected, _("players whose data differ: %(list)s")),
    ):
        if entrants:
            lines.append(text % {"list": _listed(entrants)})
    if found.renumbered:
        lines.append(_("starting numbers that change: %(count)s") % {"count": found.renumbered})
    if found.facts:
        facts = "; ".join(_fact_change(stored, value, fact) for fact in found.facts)
        lines.append(_("facts of the tournament: %(list)s") % {"list": facts})
    return lines


_PLAIN = ("name", "rounds", "start", "finish", "city", "federation", "time_control",
          "chief_arbiter")  # fmt: skip
"""Facts that are said with what they were."""


def _fact_change(stored: Tournament, value: Value, fact: str) -> str:
    """``rounds: 5 → 6``; of what is no single text its name alone."""
    label = _twin_label(fact)
    if fact not in _PLAIN:
        return label
    was = stored.rounds_planned if fact == "rounds" else getattr(stored, fact)
    now = getattr(value, fact)
    return f"{label}: {_plain(was)} → {_plain(now)}"


def _plain(fact: object) -> str:
    if isinstance(fact, date):
        return date_format(fact, "j F Y")
    return str(fact or "–")


def _listed(what: tuple[Entrant, ...] | tuple[Change, ...]) -> str:
    texts = [_shown(entrant) for entrant in what[:MAX_NAMES]]
    if more := len(what) - len(texts):
        texts.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    return "; ".join(texts)


def _shown(each: Entrant | Change) -> str:
    if isinstance(each, Entrant):
        return name_of(each)
    return _("%(name)s in round %(round)s: %(before)s → %(after)s") % {
        "name": name_of(each.entrant),
        "round": each.round,
        "before": result_text(each.before) or "–",
        "after": result_text(each.after) or "–",
    }


def _twin_label(fact: str) -> str:
    """What the pages call a fact of a tournament."""
    other = {
        "system": _("points"),
        "teams": _("teams"),
        "rounds": _("rounds"),
        "is_accelerated": _("Baku acceleration"),
        "round_dates": _("days of the rounds"),
    }
    if fact in other:
        return other[fact]
    field: Any = Tournament._meta.get_field(fact)
    return str(field.verbose_name)
