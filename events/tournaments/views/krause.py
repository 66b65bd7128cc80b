"""Tournament files in the browser: preview, consent, store; and back to a file."""

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.intake.decoding import encoding_label
from clubscore.permissions import director_required
from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.sentences import translate_refusal
from events.models import Tournament
from events.tournaments.domain.tiebreaks.suggestions import suggested_tie_breaks
from events.tournaments.domain.tournament import Tournament as Value
from events.tournaments.formats.egf.writer import ENCODING as H9_ENCODING
from events.tournaments.formats.egf.writer import write_h9
from events.tournaments.formats.krause.cut import cut_off
from events.tournaments.formats.krause.ranks import with_final_ranks
from events.tournaments.formats.krause.reader import Profile, Reading
from events.tournaments.formats.krause.writer import Format, write
from events.tournaments.forms.kind import kind_name
from events.tournaments.forms.krause import UPDATE, FileForm, KeepForm
from events.tournaments.selectors.register_matches import links_of
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.krause import import_tournament
from events.tournaments.services.reading_again import update_from_file
from events.tournaments.views.krause_rows import go_facts, player_rows, registering
from events.tournaments.views.twin_row import twin_row
from movements.views.source import beside_source

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
            "cut": cut_off(str(carried.get("pasted", ""))),
        }
        return render(request, "events/tournaments/krause/look.html", context, status=422)
    return render(request, "events/tournaments/krause/look.html", {"form": form})


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
        try:
            tournament = _store(request, form, value)
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
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
        return import_tournament(value=value, by=by, strangers=strangers, add_new=add_new)
    stored = Tournament.objects.filter(slug=cleaned["twin"]).first()
    if stored is None:
        raise Refused(sentence(gettext_noop("This tournament was deleted in the meantime.")))
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
        "preserved": _preserved_text(reading),
        "twin": twin_row(reading.tournament),
        "go_facts": go_facts(reading.tournament),
        "strangers": [str(each) for each in form["stranger"].value() or ()],
    }
    return render(request, "events/tournaments/krause/preview.html", context, status=status)


def _preserved_text(reading: Reading) -> str:
    return "\n".join(line.text for line in reading.tournament.preserved)


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


@require_GET
@director_required
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament as a file in the format asked for; without one, what each would leave out."""
    tournament = get_object_or_404(Tournament, slug=slug)
    value = with_final_ranks(tournament_value(tournament))
    wanted = request.GET.get("format", "")
    if wanted in {format_.value for format_ in Format}:
        return HttpResponse(
            write(value, format=Format(wanted)).text,
            content_type="text/plain; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{tournament.slug}-{wanted}.trf"'
            },
        )
    if wanted == H9 and tournament.has_grades:
        return HttpResponse(
            write_h9(value).encode(H9_ENCODING, "replace"),
            content_type=f"text/plain; charset={H9_ENCODING}",
            headers={"Content-Disposition": f'attachment; filename="{tournament.slug}.h9"'},
        )
    offers = [
        Offer(each.value, Sentence(name), Sentence(meaning), write(value, format=each).notices)
        for each, (name, meaning) in FORMATS.items()
    ]
    if tournament.has_grades:
        offers.insert(0, Offer(H9, Sentence(H9_NAME), Sentence(H9_MEANING), ()))
    context = {"tournament": tournament, "offers": offers}
    return render(request, "events/tournaments/krause/export.html", context)
