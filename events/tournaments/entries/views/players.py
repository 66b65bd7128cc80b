"""Who takes part: the start list for everybody, entering and changing for directors.

The start list as ready rows, with the columns that are not empty.

A bye as players read it: what it is worth, with its kind of the rules in the title.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.caching import for_visitors
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required, is_director
from clubscore.web.refusals import refusals_at_fields, refusals_told
from clubscore.web.visitors import actor
from events.common.services import hold_tournament
from events.models import Entry, Tournament
from events.tournaments.core.domain.results import describe_bye
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import tournament_entries
from events.tournaments.core.selectors.rounds import current_round, has_pairings, progress
from events.tournaments.entries.forms import AddEntryForm, EntryForm
from events.tournaments.entries.selectors import entries_at, last_round_of, latest_team, teams_of
from events.tournaments.entries.services import entries as service, numbering
from events.tournaments.entries.services.numbering import may_be_numbered
from events.tournaments.fide.services import Asked


@for_visitors
@require_GET
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The start list; for a director with the field that enters players."""
    tournament = tournament_for_reader(request, slug)
    form = _add_form(tournament, initial={"team_name": latest_team(tournament)})
    return _page(request, tournament, form, 200)


def _add_form(tournament: Tournament, *args: Any, **kwargs: Any) -> AddEntryForm:
    return AddEntryForm(
        *args,
        strength=_strength(tournament),
        rating_kind=tournament.rating_counted,
        has_teams=tournament.teams_meet,
        **kwargs,
    )


@require_POST
@director_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter one player, and go on with the next."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = _add_form(tournament, request.POST)
    if form.is_valid():
        with refusals_at_fields(form):
            [entry] = service.add_names(
                tournament=tournament, names=[form.player], by=actor(request), **form.facts
            )
            values = {"number": entry.number, "name": entry.name}
            messages.success(request, _("%(number)s %(name)s is entered.") % values)
            _say_what_is_paired(request, tournament)
            return redirect("events:tournament-players", tournament.slug)
    return _page(request, tournament, form, 422)


def _say_what_is_paired(request: HttpRequest, tournament: Tournament) -> None:
    """A late entry has no place in a round that is paired, and none is given by itself."""
    here = current_round(progress(tournament.pk))
    if here and here.is_paired and here.missing:
        text = _("Round %(number)s is paired already: to play in it, a player needs a place there.")
        messages.warning(request, text % {"number": here.number})


@require_POST
@director_required
def number(request: HttpRequest, slug: str) -> HttpResponse:
    """Reassign the starting numbers, by strength."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        numbering.number_entries(
            tournament=tournament, by=actor(request), is_confirmed="confirmed" in request.POST
        )
    except Asked as asked:
        return _page(
            request, tournament, _add_form(tournament, None), 422, question=refusal_text(asked)
        )
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, _("The players are numbered by strength."))
    return redirect("events:tournament-players", tournament.slug)


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament)
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The facts of one entry."""
    found = _entry(slug, entry_id)
    # Validation puts what was typed into the instance; the heading shows what is stored.
    stored_name = str(found)
    form = EntryForm(request.POST or None, instance=found, tournament=found.tournament)
    question = ""
    if request.method == "POST" and form.is_valid():
        with refusals_at_fields(form):
            try:
                service.change_entry(
                    entry=found,
                    fields=form.changed_columns,
                    team_name=form.cleaned_data["team_name"],
                    by=actor(request),
                    is_confirmed="confirmed" in request.POST,
                )
            except Asked as asked:
                question = refusal_text(asked)
            else:
                messages.success(request, _("%(entry)s is saved.") % {"entry": found})
                return redirect("events:tournament-players", slug)
    context = {
        "tournament": found.tournament,
        "tab": "players",
        "entry": found,
        "entry_name": stored_name,
        "form": form,
        "question": question,
        "teams": teams_of(found.tournament),
        "rounds": range(last_round_of(found), found.tournament.rounds_planned + 1),
    }
    status = 422 if form.errors or question else 200
    return render(request, "events/tournaments/entries/entry.html", context, status=status)


@require_POST
@director_required
def remove(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Remove somebody who was entered by mistake."""
    found = _entry(slug, entry_id)
    with refusals_told(request):
        service.remove_entry(entry=found, by=actor(request))
        messages.success(request, _("%(name)s has been removed.") % {"name": found.name})
        return redirect("events:tournament-players", slug)
    return redirect("events:tournament-entry", slug, entry_id)


@require_POST
@director_required
def withdraw(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Withdraw a player after a round, or let them play again."""
    found = _entry(slug, entry_id)
    typed = request.POST.get("after_round", "")
    after_round = int(typed[:4]) if typed.isascii() and typed.isdecimal() else None
    try:
        service.withdraw_entry(entry=found, after_round=after_round, by=actor(request))
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("events:tournament-entry", slug, entry_id)
    if after_round is None:
        message = _("%(name)s plays again.")
    else:
        message = _("%(name)s is withdrawn after round %(round)s.")
    messages.success(request, message % {"name": found.name, "round": after_round})
    return redirect("events:tournament-players", slug)


def _strength(tournament: Tournament) -> str:
    """What players have here: grades in go, else ratings."""
    return "grade" if tournament.has_grades else "rating"


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: AddEntryForm,
    status: int,
    *,
    question: str = "",
) -> HttpResponse:
    director = is_director(request)
    entries = list(tournament_entries(tournament))
    if not director:
        entries = [each for each in entries if each.number is not None]
    context = {
        "tournament": tournament,
        "tab": "players",
        "desk": tournament.get_absolute_url(),
        "list": start_list(tournament, entries, public=not director),
        "form": form,
        "teams": teams_of(tournament) if tournament.teams_meet else (),
        "begun": has_pairings(tournament.pk),
        "may_be_numbered": may_be_numbered(tournament),
        "question": question,
    }
    return render(request, "events/tournaments/entries/players.html", context, status=status)


def _entry(slug: str, entry_id: int) -> Entry:
    return get_object_or_404(entries_at(slug), pk=entry_id)


@dataclass(frozen=True, slots=True)
class StartRow:
    pk: str
    number: str
    title: str
    name: str
    strength: str
    federation: str
    club: str
    team: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartList:
    """``strength`` is the heading of that column; a column that is empty for all is left out."""

    rows: list[StartRow]
    strength: str
    titles: bool
    strengths: bool
    federations: bool
    clubs: bool
    teams: bool


def start_list(tournament: Tournament, entries: Iterable[Entry], *, public: bool) -> StartList:
    """The entries in their order; ``public`` shows no more than everybody may read."""
    rows = [
        StartRow(
            pk=str(entry.pk),
            number=str(entry.number or ""),
            title=entry.title,
            name=entry.public_name if public else entry.shown_name,
            strength=entry.strength_in(tournament),
            federation=entry.federation,
            club=entry.club,
            team=f"{entry.team.name} ({entry.team_place})" if entry.team else "",
            marks=tuple(_marks(entry, public)),
        )
        for entry in entries
    ]
    return StartList(
        rows=rows,
        strength=_("Grade") if tournament.has_grades else _("Rating"),
        titles=any(row.title for row in rows),
        strengths=any(row.strength for row in rows),
        federations=any(row.federation for row in rows),
        clubs=any(row.club for row in rows),
        teams=any(row.team for row in rows),
    )


def _marks(entry: Entry, public: bool) -> Iterable[str]:
    if entry.withdrawn_after is not None:
        yield _("withdrew after round %(round)s") % {"round": entry.withdrawn_after}
    if public:
        return
    if entry.player and entry.player.is_guest:
        yield _("guest")
    absent = [str(number) for number, bye in entry.missed_rounds.items() if bye is None]
    if absent:
        yield _("not in round %(rounds)s") % {"rounds": ", ".join(absent)}
    for number, bye in entry.missed_rounds.items():
        if bye is not None:
            kind = translate(describe_bye(bye))
            yield _("round %(number)s: %(kind)s") % {"number": number, "kind": kind}
    if entry.group:
        yield _("group %(group)s") % {"group": entry.group}
    if not entry.registered:
        yield _("not registered")
