"""The registration desk: who is here, for which rounds, in which group; and closing it.

A file of players for a tournament, through the register's own page.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.editing import SHOWN, compare_texts, shown_texts, under_lock
from clubscore.web.permissions import director_required, wants_json
from clubscore.web.refusals import refusals_at_fields, refusals_told
from clubscore.web.visitors import actor
from events.common.services import hold_tournament
from events.models import Entry, Tournament
from events.tournaments.core.domain.results import Code, describe_bye
from events.tournaments.core.selectors.entries import (
    by_name,
    registration_of,
    tournament_entries,
    unknown_grades,
)
from events.tournaments.core.selectors.rounds import current_round, progress
from events.tournaments.entries.forms import (
    AddEntryForm,
    RegistrationForm,
    data_of,
    desk_texts,
    sent_texts,
)
from events.tournaments.entries.selectors import (
    DeskEntry,
    Missed,
    desk_entries,
    entries_at,
    given_byes,
    teams_of,
)
from events.tournaments.entries.services import registration as service
from events.tournaments.entries.services.registration import enter_file_in_steps, enter_members
from events.tournaments.fide.services import Asked
from players.domain.characters import search_key
from players.views.import_rows import Destination
from players.views.importing import import_page

ABSENT, FIGURE_SPACE = "–", "\u2007"
SIGNS = {Code.HALF_BYE: "½", Code.FULL_BYE: "f"}
"""What stands for a round with a bye that was asked for."""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A player at the desk, as texts; ``rounds`` are the numbers, with a dash for each that is not
    attended, or the points of the bye that was asked for in it; ``byes`` are those that only the
    pairings gave."""

    pk: int
    name: str
    club: str
    withdrawn_after: int | None
    strength: str
    search_text: str
    is_registered: bool
    rounds: str
    group: str
    byes: list[str]


@require_GET
@director_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is entered, with what the desk records of them."""
    return _desk(request, get_object_or_404(Tournament, slug=slug), AddEntryForm())


@require_POST
@director_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Register somebody who was not entered before."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = AddEntryForm(request.POST, rating_kind=tournament.rating_counted)
    if form.is_valid():
        with refusals_at_fields(form):
            service.register_newcomer(
                tournament=tournament, name=form.player, by=actor(request), **form.facts
            )
            messages.success(request, _("%(name)s is registered.") % {"name": form.player})
            return redirect("events:tournament-registration", slug)
    return _desk(request, tournament, form, status=422)


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament)
def change(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """A player alone, for who has no script; and save what is sent from there or from the desk.
    A script gets the row again, as HTML, and how many are registered; 422 with what is typed, and
    a sentence, when it is refused."""
    entry = get_object_or_404(entries_at(slug), pk=entry_id)
    if request.method != "POST":
        return _player(request, entry, _as_shown(entry))
    sent = sent_texts(request.POST)
    compared = compare_texts(shown=request.POST.get(SHOWN), stored=_stored(entry), sent=sent)
    form = RegistrationForm(data_of(compared.texts), rounds=entry.tournament.rounds_planned)
    error, question = " ".join(compared.questions.values()), ""
    if form.is_valid() and not error:
        try:
            service.register_entry(
                entry=entry,
                by=actor(request),
                is_confirmed="confirmed" in request.POST,
                **form.values,
            )
        except Asked as asked:
            question = refusal_text(asked)
        except Refused as refusal:
            error = refusal_text(refusal)
    elif not error:
        error = " ".join(str(each) for errors in form.errors.values() for each in errors)
    # The service has set the fields of a refused entry too: the row shows what is stored.
    entry.refresh_from_db()
    if not wants_json(request):
        if error or question:
            return _player(request, entry, compared.texts, error=error, question=question)
        return redirect("events:tournament-registration", slug)
    typed = compared.texts
    if not compared.questions and not question:
        typed = _as_shown(entry) | ({"group": sent["group"]} if error else {})
    desk = reverse("events:tournament-registration", args=[slug])
    byes = given_byes(entry.tournament, entry.pk).get(entry.pk, ())
    row = {"row": _row(entry, entry.tournament, _teams(entry.tournament), byes), "desk": desk}
    answer = {
        "row": render_to_string("events/tournaments/entries/_desk_row.html", row),
        "typed": data_of(typed),
        "error": error or question,
        "asks": bool(question),
        "summary": _summary(entry.tournament),
    }
    return JsonResponse(answer, status=422 if error or question else 200)


@require_http_methods(["GET", "POST"])
@director_required
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what closing does, and which grades are still unknown; then close."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST":
        with refusals_told(request):
            service.close_registration(tournament=tournament, by=actor(request))
            messages.success(request, _("The registration is closed."))
        return redirect("events:tournament-registration", slug)
    context = {
        "tournament": tournament,
        "tab": "registration",
        "unknown": unknown_grades(tournament.pk),
        "waiting": [each.name for each in _waiting(tournament)],
        "summary": _summary(tournament),
    }
    return render(request, "events/tournaments/entries/close_registration.html", context)


@require_POST
@director_required
def register_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Register everybody who is entered, such as from a file."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_told(request):
        count = service.register_all(tournament=tournament, by=actor(request))
        text = ngettext(
            "%(count)s player was registered.", "%(count)s players were registered.", count
        )
        messages.success(request, text % {"count": count})
    return redirect("events:tournament-registration", slug)


@require_POST
@director_required
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the registration again."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_told(request):
        service.reopen_registration(tournament=tournament, by=actor(request))
        messages.success(request, _("The registration is reopened."))
    return redirect("events:tournament-registration", slug)


def _desk(
    request: HttpRequest, tournament: Tournament, form: AddEntryForm, status: int = 200
) -> HttpResponse:
    entries = sorted(desk_entries(tournament), key=by_name())
    registered = sum(entry.registered for entry in entries)
    teams, byes = _teams(tournament), given_byes(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "registration",
        "rows": [_row(entry, tournament, teams, byes.get(entry.pk, ())) for entry in entries],
        "has_teams": bool(teams),
        "has_groups": any(entry.group for entry in entries),
        "rounds": range(1, tournament.rounds_planned + 1),
        "round_texts": _rounds_text(tournament.rounds_planned, None, ()).split(" "),
        "summary": _counted(registered, len(entries)),
        "waiting": registered < len(entries),
        "form": form,
        "next_round": _next_round(tournament) if tournament.registration_is_closed else None,
    }
    return render(request, "events/tournaments/entries/registration.html", context, status=status)


def _teams(tournament: Tournament) -> dict[int, str]:
    """The names of the teams; where there are any, a row names the team instead of the club."""
    return dict(teams_of(tournament).values_list("pk", "name"))


def _next_round(tournament: Tournament) -> int | None:
    """The round that is to be paired; ``None`` when all are, or one is still played."""
    here = current_round(progress(tournament.pk))
    return here.number if here and not here.is_paired else None


def _player(
    request: HttpRequest,
    entry: Entry,
    texts: Mapping[str, str],
    *,
    error: str = "",
    question: str = "",
) -> HttpResponse:
    """The page of a player with these texts in its fields."""
    numbers = range(1, entry.tournament.rounds_planned + 1)
    context = {
        "tournament": entry.tournament,
        "tab": "registration",
        "entry_name": entry.shown_name,
        "shown": shown_texts(SHOWN, _as_shown(entry)),
        "registered": texts.get("registered"),
        "rounds": [
            (number, bool(texts.get(f"round-{number}")), bool(texts.get(f"half-{number}")))
            for number in numbers
        ],
        "group": texts.get("group", ""),
        "error": error,
        "question": question,
    }
    template = "events/tournaments/entries/registered_player.html"
    return render(request, template, context, status=422 if error or question else 200)


def _waiting(tournament: Tournament) -> list[Entry]:
    """Who is entered and not registered, by name; not who has withdrawn."""
    entries = tournament_entries(tournament)
    waiting = [entry for entry in entries if not entry.registered and entry.withdrawn_after is None]
    return sorted(waiting, key=by_name())


def _stored(entry: Entry) -> dict[str, str]:
    numbers = range(1, entry.tournament.rounds_planned + 1)
    attended = [number for number in numbers if number not in entry.absent_rounds]
    half = [number for number, bye in entry.missed_rounds.items() if bye is Code.HALF_BYE]
    return desk_texts(registered=entry.registered, rounds=attended, group=entry.group, half=half)


def _as_shown(entry: Entry) -> dict[str, str]:
    """What is stored, but that who has withdrawn is not here, and not in the rounds that follow;
    a row saved as it is shown leaves what is stored."""
    texts, last = _stored(entry), entry.withdrawn_after
    if last is None:
        return texts
    following = range(last + 1, entry.tournament.rounds_planned + 1)
    gone = [f"{name}-{each}" for each in following for name in ("round", "half")]
    return texts | dict.fromkeys(["registered", *gone], "")


def _row(
    entry: Entry | DeskEntry,
    tournament: Tournament,
    teams: Mapping[int, str],
    byes: Iterable[Missed],
) -> DeskRow:
    team = teams.get(entry.team_id or 0, "")
    if team and entry.team_place:
        team = f"{team} ({entry.team_place})"
    return DeskRow(
        pk=entry.pk,
        name=entry.shown_name,
        club=team or entry.club,
        withdrawn_after=entry.withdrawn_after,
        strength=entry.strength_in(tournament),
        search_text=search_key(f"{entry.given} {entry.family} {entry.club} {entry.number or ''}"),
        is_registered=entry.registered and entry.withdrawn_after is None,
        rounds=_rounds_text(
            tournament.rounds_planned,
            entry.withdrawn_after,
            tuple(entry.absent_rounds),
            tuple(sorted(entry.asked_byes.items())),
        ),
        group=entry.group,
        byes=[
            _("round %(number)s: %(kind)s")
            % {"number": number, "kind": translate(describe_bye(code))}
            for number, code in byes
            if code is not _asked(entry, number)
        ],
    )


def _asked(entry: Entry | DeskEntry, number: int) -> Code | None:
    """The bye that the row shows of a round."""
    if number not in entry.absent_rounds:
        return None
    return Code(entry.asked_byes.get(str(number), Code.ZERO_BYE.value))


@lru_cache(maxsize=64)
def _rounds_text(
    rounds: int, last: int | None, absent: tuple[int, ...], byes: tuple[tuple[str, str], ...] = ()
) -> str:
    """``1 2 – 4 ½``; kept for the desk, most of whose hundreds of rows show the same."""
    until = rounds if last is None else last
    asked = {int(number): SIGNS.get(Code(bye), ABSENT) for number, bye in byes}
    texts = (
        ABSENT if number > until else asked.get(number, ABSENT) if number in absent else str(number)
        for number in range(1, rounds + 1)
    )
    # All as wide as the last: they stand evenly in their cell, where the boxes will be.
    return " ".join(text.rjust(len(str(rounds)), FIGURE_SPACE) for text in texts)


def _summary(tournament: Tournament) -> str:
    registered = tournament.entries.filter(registered=True).count()
    return _counted(registered, tournament.entries.count())


def _counted(registered: int, entered: int) -> str:
    return ngettext(
        "%(registered)s of %(entered)s player is registered.",
        "%(registered)s of %(entered)s players are registered.",
        entered,
    ) % {"registered": registered, "entered": entered}


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def import_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Preview a file of players, and enter them all: registered or not, with their rounds and
    groups."""
    tournament = get_object_or_404(Tournament, slug=slug)
    destination = Destination(
        registration=registration_of(tournament),
        steps=partial(enter_file_in_steps, tournament=tournament),
        members=partial(enter_members, tournament=tournament),
        address=reverse("events:tournament-import", args=[slug]),
        afterwards=reverse("events:tournament-registration", args=[slug]),
        tournament=tournament.name,
    )
    return import_page(request, destination)
