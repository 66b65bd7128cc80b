"""The arbiter's page of the phones: what needs a hand first, and the switches."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from events.common.services import hold_tournament_alone
from events.devices.services import blocked_places
from events.hall.forms import ClockForm, SwitchesForm
from events.hall.selectors.phones import clock_of, rounds_with_pairings, settings_of
from events.hall.services.directing import set_clock
from events.hall.services.settings import PRESETS, change_hall_settings, switch_off, switch_on
from events.models import HallSettings, Tournament

Preset = HallSettings.Preset


@ensure_csrf_cookie
@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament_alone)
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """What phones ask and say; ``on`` (``1`` or empty) and a ``preset`` switch them, ``switches``
    changes each by itself, ``clock`` what the round clock counts by."""
    tournament = get_object_or_404(Tournament, slug=slug)
    settings = settings_of(tournament.pk)
    if request.method == "POST" and settings is not None:
        if "switches" in request.POST:
            return _change(request, tournament, settings)
        if "clock" in request.POST:
            return _set_clock(request, tournament, settings)
    if request.method == "POST":
        return _switch(request, tournament)
    return _page(request, tournament, settings)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    settings: HallSettings | None,
    *,
    form: SwitchesForm | None = None,
    clock: ClockForm | None = None,
    status: int = 200,
) -> HttpResponse:
    is_on = settings is not None and settings.is_on
    paired = rounds_with_pairings(tournament.pk)
    last = max(paired, default=1)
    preset = settings.preset if settings else Preset.CLUB
    presets = _presets()
    context = {
        "tournament": tournament,
        "tab": "hall",
        "settings": settings,
        "is_on": is_on,
        "preset": preset,
        "presets": presets,
        "preset_name": next(label for value, label, _about in presets if value == preset),
        "form": form or (SwitchesForm(instance=settings) if is_on else None),
        "clock_form": clock or ClockForm(instance=clock_of(tournament)),
        "texts": {"en": texts()},
        "blocked": blocked_places(),
        "last_paired": last,
        "next_round": min(last + 1, tournament.rounds_planned) if paired else 1,
        "has_teams": tournament.teams.exists(),
        "now_url": reverse("events:hall-desk-now", args=[tournament.slug]),
        "do_url": reverse("events:hall-do", args=[tournament.slug]),
        "pair_url": reverse("events:tournament-pairings", args=[tournament.slug, 0]),
    }
    return render(request, "events/hall/desk.html", context, status=status)


def _presets() -> list[tuple[str, str, str]]:
    about = {
        Preset.CLUB: (
            _("Players’ phones"),
            _("Players report; the opponent agrees, on the own phone or on the same one."),
        ),
        Preset.RATED: (
            _("A rated tournament"),
            _("No player’s phone reports or calls; tablets at boards or at the exit do."),
        ),
        Preset.INFO: (_("Only information"), _("Check-in, requests and pairings. Nobody reports.")),
    }
    return [(str(preset.value), *words) for preset, words in about.items()]


def _switch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    preset = request.POST.get("preset", Preset.CLUB)
    if preset not in Preset.values:
        return HttpResponseBadRequest(_("There is no such preset."))
    before = settings_of(tournament.pk)
    with refusals_told(request):
        if request.POST.get("on"):
            hall = switch_on(tournament=tournament, preset=preset, by=actor(request))
            messages.success(request, _switched_on(before, hall))
        else:
            switch_off(tournament=tournament, by=actor(request))
            messages.success(request, _("The players’ phones are off. Results stay."))
    return redirect("events:hall-desk", tournament.slug)


def _switched_on(before: HallSettings | None, hall: HallSettings) -> str:
    """What has changed, of phones that were on already."""
    if before is None or not before.is_on:
        return _("The players’ phones are on. Print the cards now.")
    changed = [
        name for name in PRESETS[hall.preset] if getattr(before, name) != getattr(hall, name)
    ]
    if not changed:
        return _("Nothing has changed.")
    states = {True: pgettext("switch", "on"), False: pgettext("switch", "off")}
    labels = {name: field.label for name, field in SwitchesForm(instance=hall).fields.items()}
    told = "; ".join(f"{labels[name]}: {states[getattr(hall, name)]}" for name in changed)
    return _("Changed: %(switches)s.") % {"switches": told}


def _change(request: HttpRequest, tournament: Tournament, settings: HallSettings) -> HttpResponse:
    form = SwitchesForm(request.POST, instance=settings)
    if not form.is_valid():
        return _page(request, tournament, settings, form=form, status=422)
    values: dict[str, Any] = {name: form.cleaned_data[name] for name in form.fields}
    with refusals_told(request):
        change_hall_settings(tournament=tournament, values=values, by=actor(request))
        messages.success(request, _("The switches are saved."))
    return redirect("events:hall-desk", tournament.slug)


def _set_clock(
    request: HttpRequest, tournament: Tournament, settings: HallSettings
) -> HttpResponse:
    form = ClockForm(request.POST, instance=clock_of(tournament))
    if not form.is_valid():
        return _page(request, tournament, settings, clock=form, status=422)
    set_clock(tournament=tournament, values=form.cleaned_data)
    messages.success(request, _("The times of the clock are saved."))
    return redirect("events:hall-desk", tournament.slug)


def texts() -> dict[str, str]:
    """The words of the page's script by name; ``%(name)s`` stands for a value."""
    return {
        "board": pgettext("place", "Board %(board)s"),
        "look": _("Look for a name or a board"),
        "name_won": _("%(name)s won"),
        "disputed": _("They do not agree"),
        "says": _("%(name)s: %(result)s"),
        "reason": _("Reason"),
        "calls": _("They call"),
        "answer": _("I come"),
        "requests": _("They ask"),
        "half-bye": _("half-point bye in round %(round)s"),
        "zero-bye": _("bye without points in round %(round)s"),
        "withdraw": _("withdrawal"),
        "grant": _("Grant"),
        "refuse": _("Refuse"),
        "reported": _("Waiting for the other side"),
        "accept": _("Accept"),
        "accept_old": _("Accept all older than 10 minutes"),
        "prove": _("Phones to be proven"),
        "digits": _("digits"),
        "let_in": _("Let in"),
        "let_all": _("Let all in"),
        "check_in": _("Check-in for round %(round)s: here %(here)s of %(all)s"),
        "closes": _("It closes at %(time)s."),
        "missing": _("Missing"),
        "arrived": _("Arrived"),
        "not_arrived": _("Not here"),
        "not_proven": _("not proven"),
        "has_other": _("This player has another phone that is proven."),
        "close_sure": _("Close the check-in of round %(round)s? These are missing: %(names)s"),
        "close_all": _("Close the check-in? Everybody is here."),
        "closed": _("The check-in is closed."),
        "pair": _("Pair round %(round)s"),
        "late_check_in": _("came after the check-in of round %(round)s"),
        "admit": _("Admit"),
        "admitted": _("Admitted: plays from the next round that is paired."),
        "close": _("Close the check-in: the missing are not paired"),
        "open_check_in": _("Open the check-in for round"),
        "closing_time": _("Closes at"),
        "open": pgettext("button", "Open"),
        "late": _("Came too late"),
        "boards": _("Open boards"),
        "all_ended": _("Every game has ended."),
        "needs": _("Who needs you"),
        "round": _("The round"),
        "devices": _("Devices"),
        "forget": _("Forget"),
        "forget_undo": _("Forget and take back"),
        "nothing": _("Nobody needs you now."),
        "seen": _("Understood"),
        "draw": pgettext("result", "Draw"),
        "undo": _("Undo the last result"),
        "undo_sure": _("Undo this? %(what)s"),
        "undone": _("It is undone. Undo again to redo it."),
        "failed": _("The server does not answer. What is here may be old."),
        "sure": _("Sure?"),
        "matches": _("Line-ups of the captains for round"),
        "publish_matches": _("Publish the matches"),
        "set_boards": _("Set the boards"),
        "announce": _("Announcement"),
        "say": _("Show"),
    }
