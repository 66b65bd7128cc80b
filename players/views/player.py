"""One player: the page with everything played, adding, and editing.

What is held of a player, as ready strings: the fields, and the entries of the log.

The parts of a name while it is typed, for the script of the player's form.

A player's record as the page shows it: ready strings, and the chart.

A player's own page by a private link, without a login; and making and withdrawing the link.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.charts.curve import Chart, Value, draw
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, decimals, refusal_text
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.qr import phone_qr
from clubscore.web.refusals import refusals_in, refusals_told
from clubscore.web.visitors import actor
from players import history
from players.domain.names import read_name
from players.domain.record import Average, Outing, Record, Tally, moving_average, percent_text
from players.forms.player import PlayerForm
from players.models import Player, RegisterEntry
from players.selectors.clubs import facts_in_use, label_of
from players.selectors.lookup import current_lists
from players.selectors.references import (
    FIELDS,
    entries_of,
    former_number,
    former_numbers,
    names_of,
    numbers_of,
    values_of,
)
from players.selectors.register import player_of_number, player_of_token, private_link_of
from players.services.log import LOGGED, hold_register
from players.services.players import add_player, change_player
from players.services.private_links import make_private_link, withdraw_private_link

EVENTS = 20
"""How many events a page shows: each has to be scored for it."""

ADDED = "added"
"""Stands in the address of the page of a player who was just added: another is offered."""

LATEST = 10
"""How many entries of the log the page shows."""


@require_safe
@director_required
def player(request: HttpRequest, number: int) -> HttpResponse:
    """What is known of a player, and everything played, the latest first."""
    found = player_of_number(number)
    if found is None:
        return _former(request, number)
    marks = history.played(number)
    page = Paginator(marks, EVENTS).get_page(request.GET.get("page"))
    numbers = numbers_of(number)
    context = {
        "player": found,
        "is_new": ADDED in request.GET,
        "facts": facts_of(found),
        "events": history.appearances(number, list(page)),
        "rows": record_rows(history.record(number)),
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
        "link": private_link_of(found),
        "former": former_numbers(numbers),
        "log": log_rows(entries_of(numbers)[:LATEST]),
        "old_names": history.with_old_name(found, names_of(numbers)),
    }
    return render(request, "players/player.html", context)


@require_POST
@director_required
def rename(request: HttpRequest, number: int) -> HttpResponse:
    """Show the present name in the events chosen, which still have a former one."""
    found = get_object_or_404(Player, pk=number)
    there = history.with_old_name(found, names_of(numbers_of(number)))
    wanted = set(request.POST.getlist("event"))
    chosen = [(old.source, old.key) for old in there if f"{old.source}-{old.key}" in wanted]
    with refusals_told(request):
        history.rename(found, chosen, by=actor(request))
        if chosen:
            messages.success(request, _("The name is changed there, too."))
    return redirect(found)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def add(request: HttpRequest) -> HttpResponse:
    """Add a player by hand."""
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            add_player(player=form.instance, club=form.club_of_member, by=actor(request))
            messages.success(
                request,
                _("%(name)s is in the register, with the number %(number)s.")
                % {"name": form.instance, "number": form.instance.pk},
            )
            _ask_about_parts(request, form)
            return redirect(f"{form.instance.get_absolute_url()}?{ADDED}=yes")
    return _show_form(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_register)
def edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change a player."""
    found = player_of_number(number)
    if found is None:
        raise Http404
    # Validation puts what was typed into the instance; the heading shows what is stored.
    name = str(found)
    form = PlayerForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            change_player(
                player=form.instance,
                club=form.club_of_member,
                fields=form.changed_columns,
                by=actor(request),
            )
            messages.success(request, _("%(name)s is saved.") % {"name": form.instance})
            _ask_about_parts(request, form)
            return redirect(form.instance)
    return _show_form(request, form, name)


def _show_form(request: HttpRequest, form: PlayerForm, name: str | None) -> HttpResponse:
    form.set_focus()
    context: dict[str, Any] = {
        "form": form,
        "name": name,
        "number": form.instance.pk,
        "lists": current_lists(),
    }
    return render(request, "players/edit.html", context, status=422 if form.errors else 200)


def _ask_about_parts(request: HttpRequest, form: PlayerForm) -> None:
    """Where the page could not ask, for want of a script."""
    if form.guess:
        values = {"given": form.guess.given, "family": form.guess.surname}
        question = _(
            "Is the given name “%(given)s” and the family name “%(family)s”? If not, edit the name."
        )
        messages.warning(request, question % values)


def _former(request: HttpRequest, number: int) -> HttpResponse:
    """A number that a player had formerly: redirect to the player it leads to, or show its log."""
    former = former_number(number)
    if former is None:
        raise Http404
    if former.player:
        messages.info(
            request,
            _("Number %(former)s was merged into number %(number)s.")
            % {"former": number, "number": former.player.pk},
        )
        return redirect(former.player)
    context = {"number": number, "log": log_rows(entries_of([number]))}
    return render(request, "players/former.html", context, status=410)


@dataclass(frozen=True, slots=True)
class Fact:
    """A field with its value; ``is_private`` where only directors may see it."""

    field: str
    label: str
    text: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log: when, who, what was done, and the values before and after."""

    at: str
    user: str
    number: int
    action: str
    other: int | None
    changes: list[tuple[str, str, str]]


def facts_of(player: Player, *, everything: bool = False) -> list[Fact]:
    """The facts in use that are not empty, those for everybody first; or ``everything`` that is
    held, the parts of the name and what the club does not use as well."""
    fields = FIELDS if everything else (*facts_in_use(), "initials_only")
    values = values_of(player)
    return [
        Fact(field, label_of(field), text_of(values[field]), field in Player.PRIVATE)
        for field in sorted(fields, key=Player.PRIVATE.__contains__)
        if text_of(values[field])
    ]


def text_of(value: Any) -> str:
    """A value of a field as a text; empty where there is none, and a word where it was erased."""
    if value is None:
        return _("(erased)")
    if isinstance(value, bool):
        return _("yes") if value else ""
    return str(value)


def log_rows(entries: Iterable[RegisterEntry]) -> list[LogRow]:
    """Entries of the log for a table."""
    return [
        LogRow(
            at=date_format(timezone.localtime(entry.at), "SHORT_DATETIME_FORMAT"),
            user=entry.user.get_username() if entry.user else "",
            number=entry.number,
            action=entry.get_action_display(),
            other=entry.other,
            changes=_changes(entry.before, entry.after),
        )
        for entry in entries
    ]


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (label_of(field), text_of(before.get(field, "")), text_of(after.get(field, "")))
        for field in LOGGED
        # A name is logged with all its parts, of which most stay as they were.
        if before.get(field, "") != after.get(field, "")
    ]


@require_safe
@director_required
def name_parts(request: HttpRequest) -> JsonResponse:
    """The name as it would be stored, its parts, and whether to ask about them; or what is
    wrong."""
    try:
        name = read_name(request.GET.get("name", ""))
    except Refused as refusal:
        return JsonResponse({"error": refusal_text(refusal)})
    return JsonResponse(
        {
            "name": name.text,
            "given": name.given,
            "particle": name.particle,
            "family": name.family,
            "is_doubtful": name.is_doubtful,
        }
    )


WINDOW = 10
"""How many sessions the curve averages."""


@dataclass(frozen=True, slots=True)
class AverageRow:
    """A year or a partner (with the number of the register) and how it went."""

    name: str
    number: int
    sessions: int
    mean: str
    best: str


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, how many boards were played in it, and how they went."""

    name: str
    boards: int
    mean: str
    made: int
    down: int


@dataclass(frozen=True, slots=True)
class RecordRows:
    """The chart is ``None`` with fewer than two percentages."""

    record: Record
    chart: Chart | None
    years: list[AverageRow]
    partners: list[AverageRow]
    roles: list[RoleRow]


def record_rows(record: Record) -> RecordRows:
    """The rows of every table of a record."""
    # Each a sum over all sessions.
    declaring, defending = record.declaring, record.defending
    roles = ((_("declaring"), declaring), (_("defending"), defending))
    return RecordRows(
        record=record,
        chart=_chart(record),
        years=[_average_row(str(year), 0, found) for year, found in record.years()],
        partners=[_average_row(name, number, found) for number, name, found in record.partners()],
        roles=[
            _role_row(name, tally) for name, tally in roles if declaring.boards or defending.boards
        ],
    )


def _chart(record: Record) -> Chart | None:
    rated = [outing for outing in reversed(record.outings) if outing.percentage is not None]
    if len(rated) < 2:
        return None
    percentages = [outing.percentage for outing in rated if outing.percentage is not None]
    means = moving_average(percentages, WINDOW)
    return draw(
        [
            Value(outing.date, percentage, mean, _label(outing))
            for outing, percentage, mean in zip(rated, percentages, means, strict=True)
        ]
    )


def _label(outing: Outing) -> str:
    day = date_format(outing.date, "DATE_FORMAT")
    return f"{day}, {outing.title}: {decimals(percent_text(outing.percentage))}"


def _average_row(name: str, number: int, found: Average) -> AverageRow:
    mean, best = decimals(percent_text(found.mean)), decimals(percent_text(found.best))
    return AverageRow(name, number, found.sessions, mean, best)


def _role_row(name: str, tally: Tally) -> RoleRow:
    mean = decimals(percent_text(tally.average))
    return RoleRow(name, tally.boards, mean, tally.made, tally.down)


OUTINGS = 40
"""How many sessions a page shows."""


@require_safe
def own(request: HttpRequest, token: str) -> HttpResponse:
    """What is published of a player's results, for whoever has the link."""
    player = player_of_token(token)
    if player is None:
        gone = _("This link does not work, or no longer. Ask the club for a new one.")
        raise NothingHereError(gone)
    record = history.record(player.pk, public=True)
    page = Paginator(record.outings, OUTINGS).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "token": token,
        "rows": record_rows(record),
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    response = render(request, "players/own.html", context)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


@require_POST
@director_required
def make(request: HttpRequest, number: int) -> HttpResponse:
    """Make or renew the link, and show it this once, as a card to be printed."""
    player = get_object_or_404(Player, pk=number)
    try:
        token = make_private_link(number=number, by=actor(request))
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect(player)
    address = request.build_absolute_uri(reverse("players:own", args=[token]))
    context = {
        "player": player,
        "address": address,
        "qr": phone_qr(address, label=_("QR code of the link")),
    }
    return render(request, "players/link_made.html", context)


@require_POST
@director_required
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Let the link no longer work."""
    player = get_object_or_404(Player, pk=number)
    withdraw_private_link(number=number, by=actor(request))
    messages.success(request, _("The link no longer works."))
    return redirect(player)
