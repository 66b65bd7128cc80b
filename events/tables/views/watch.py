"""The director's page of the tables: switch them on, follow them, and act at one of them.

Claims of corrections: what a pair says was recorded wrongly, for the director to decide.

The page of the single switches.

The keys of the round clock, and how long everything takes.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import condition, require_GET, require_http_methods, require_POST

from clubscore.text.numbers import MAX_WHOLE, whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, refusal_text
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required, wants_json
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from events.common.services import hold_session
from events.devices.services import blocked_places, lift_wrong_codes
from events.models import Section, Session, TableEntrySettings
from events.sessions.pages.views.lines import LineLinks, place
from events.tables.domain.clock import seconds_a_board
from events.tables.forms import SwitchesForm
from events.tables.selectors.hall import timetable
from events.tables.selectors.settings import settings_if_on, settings_of
from events.tables.selectors.snapshot import Snapshot, current_snapshot, recent_snapshot
from events.tables.selectors.watch import unsettled, watch_stamp, watched_tables
from events.tables.services import calls, directing, joining, settings as switching
from events.tables.services.claims import decide_claim, record_consent
from events.tables.services.settings import change_table_settings
from events.tables.views.desk import warn_of_open_boards
from events.tables.views.watch_rows import claim_rows, line_row, table_rows

Preset = TableEntrySettings.Preset


def _tag(request: HttpRequest, session_id: int) -> str | None:
    if session_id > MAX_WHOLE:
        return None
    stamp = watch_stamp(session_id, timezone.now())
    return f'"{get_language()}-{stamp}-{blocked_places()}"'


@require_http_methods(["GET", "POST"])
@director_required
def tables(request: HttpRequest, session_id: int) -> HttpResponse:
    """All tables of a session; ``on`` (``1`` or empty) with a ``preset`` switches them."""
    session = get_object_or_404(Session, pk=session_id)
    if request.method == "POST":
        return _switch(request, session)
    settings = settings_of(session.pk)
    state = recent_snapshot(session.pk)
    context = {
        "session": session,
        "tab": "tables",
        "settings": settings,
        "is_on": settings is not None and settings.is_on,
        "is_new": state is None or not state.devices,
        "has_display": settings is not None and bool(settings.display_code),
        "preset": settings.preset if settings else Preset.CLUB,
        "presets": _presets(),
        "now_url": reverse("events:tables-now", args=[session.pk]),
        # Taken before the part is made: a change in between makes the script fetch it again.
        "tag": _tag(request, session.pk),
        "part": _part(request, session),
    }
    return render(request, "events/tables/watch.html", context)


def _presets() -> list[tuple[str, str, str]]:
    about = {
        Preset.CLUB: (_("Players’ phones"), _("Nothing of others before the end.")),
        Preset.SOCIAL: (
            _("Players’ phones, with results"),
            _("Travellers, percentages and standings of completed rounds."),
        ),
        Preset.TOURNAMENT: (
            _("The club’s own tablets"),
            _("Let in by you. Players see nothing of others."),
        ),
    }
    return [(str(preset.value), *texts) for preset, texts in about.items()]


def _switch(request: HttpRequest, session: Session) -> HttpResponse:
    by = actor(request)
    if request.POST.get("do") == "lift-wrong-codes":
        lift_wrong_codes()
        messages.success(request, _("Everybody may try a code again."))
        return redirect("events:tables", session.pk)
    if request.POST.get("do") == "display":
        switching.open_display(session_id=session.pk)
        return redirect("events:display", session.pk)
    preset = request.POST.get("preset", Preset.CLUB)
    if preset not in Preset.values:
        return HttpResponseBadRequest(_("There is no such preset."))
    with refusals_told(request):
        if request.POST.get("on"):
            switching.switch_on(session_id=session.pk, preset=preset, by=by)
            messages.success(request, _("The tables enter results. Print the cards now."))
            warn_of_open_boards(request, session.pk)
        else:
            off = _("The tables enter no more results. The old codes are void.")
            is_on = settings_if_on(session.pk) is not None
            switching.switch_off(session_id=session.pk, by=by)
            messages.success(request, off if is_on else _("The display is closed."))
    return redirect("events:tables", session.pk)


@require_GET
@director_required
@condition(etag_func=_tag)
def tables_now(request: HttpRequest, session_id: int) -> HttpResponse:
    """The part of the page that changes; 304 while nothing has changed."""
    return HttpResponse(_part(request, get_object_or_404(Session, pk=session_id)))


def _part(request: HttpRequest, session: Session) -> str:
    state, now = current_snapshot(session.pk), timezone.now()
    if state is None:
        return ""
    rows = table_rows(state, watched_tables(state, now), now)
    context = {
        "session": session,
        "rows": rows,
        "calls": sorted((call for row in rows for call in row.calls), key=lambda call: call.pk),
        "missing": [row for row in rows if row.behind],
        "blocked": blocked_places(),
        "claims": sum(not claim.decided for claim in state.claims),
        **_counts(state),
    }
    return render_to_string("events/tables/_watch.html", context, request)


def _counts(state: Snapshot) -> dict[str, Any]:
    objected, unconfirmed = unsettled(state)
    link, several = LineLinks(state.session.pk), len(state.letters) > 1
    return {
        "objected": [line_row(table_line, link, several=several) for table_line in objected],
        "unconfirmed": len(unconfirmed),
    }


@require_POST
@director_required
def table(request: HttpRequest, session_id: int, letter: str, number: int) -> HttpResponse:
    """One button of a table, posted as ``do``."""
    session = get_object_or_404(Session, pk=session_id)
    section = get_object_or_404(Section, session=session, letter=letter)
    act = _ACTS.get(request.POST.get("do", ""))
    if act is None:
        return HttpResponseBadRequest(_("There is no such action."))
    with refusals_told(request):
        messages.success(request, act(request, session, section, number))
    return redirect("events:tables", session.pk)


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, "")) or 0


def _named(session: Session, section: Section, number: int) -> str:
    """A table as pages name it."""
    return place(section.letter if session.sections.count() > 1 else "", number)


def _new_code(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    switching.new_code(
        session_id=session.pk, section_id=section.pk, table=number, by=actor(request)
    )
    return _("Table %(table)s has a new code. Print its card again.") % {
        "table": _named(session, section, number)
    }


def _approve(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    joining.approve(session_id=session.pk, device_id=_number(request, "device"))
    return _("The device may enter results.")


def _forget(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    joining.forget(session_id=session.pk, device_id=_number(request, "device"))
    return _("The device is forgotten. What it entered stays.")


def _forget_and_undo(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    count = directing.forget_and_undo(
        session_id=session.pk, device_id=_number(request, "device"), by=actor(request)
    )
    text = ngettext(
        "The device is forgotten, and %(count)s result is as it was before.",
        "The device is forgotten, and %(count)s results are as they were before.",
        count,
    )
    return text % {"count": count}


def _take_over(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    joining.take_over(session_id=session.pk, device_id=_number(request, "device"))
    return _("This device takes over from the others.")


def _answer(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    calls.answer_call(session_id=session.pk, call_id=_number(request, "call"), by=actor(request))
    return _("The phones of table %(table)s show that you come.") % {
        "table": _named(session, section, number)
    }


def _not_played(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    line = calls.approve_not_played(
        session_id=session.pk, call_id=_number(request, "call"), by=actor(request)
    )
    return _("Board %(board)s is not played at table %(table)s.") % {
        "board": line.board,
        "table": _named(session, section, number),
    }


def _settle(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    directing.settle_late(
        session_id=session.pk, call_id=_number(request, "call"), by=actor(request)
    )
    return _("Taken off the list.")


def _confirm(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    directing.confirm_line(
        session_id=session.pk,
        line_id=_number(request, "line"),
        version=_number(request, "version"),
        by=actor(request),
    )
    return _("The result is confirmed.")


def _confirm_all(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    count = directing.confirm_table(
        session_id=session.pk,
        section_id=section.pk,
        table=number,
        by=actor(request),
        reason=request.POST.get("reason", "").strip()[:200],
    )
    text = ngettext("%(count)s result is confirmed.", "%(count)s results are confirmed.", count)
    return text % {"count": count}


def _give_back(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    directing.give_back(session_id=session.pk, line_id=_number(request, "line"), by=actor(request))
    return _("The table may change this result again.")


_ACTS: Mapping[str, Callable[[HttpRequest, Session, Section, int], str]] = {
    "new-code": _new_code,
    "approve": _approve,
    "forget": _forget,
    "forget-and-undo": _forget_and_undo,
    "take-over": _take_over,
    "answer": _answer,
    "not-played": _not_played,
    "settle": _settle,
    "confirm": _confirm,
    "confirm-all": _confirm_all,
    "give-back": _give_back,
}
"""What the buttons of a table do, and the sentence that says it is done."""


@require_http_methods(["GET", "POST"])
@director_required
def claims(request: HttpRequest, session_id: int) -> HttpResponse:
    """The claims of a session; ``do`` with a ``claim`` is ``accept``, ``refuse`` or ``consent``."""
    session = get_object_or_404(Session, pk=session_id)
    if request.method == "POST":
        return _decide(request, session)
    state = current_snapshot(session.pk)
    context = {
        "session": session,
        "tab": "tables",
        "claims": list(claim_rows(state)) if state else [],
    }
    return render(request, "events/tables/claims.html", context)


def _decide(request: HttpRequest, session: Session) -> HttpResponse:
    number, what, by = _number(request, "claim"), request.POST.get("do"), actor(request)
    with refusals_told(request):
        if what == "consent":
            record_consent(session_id=session.pk, claim_id=number, by=by)
            messages.success(request, _("The consent of the opponents is recorded."))
        elif what in ("accept", "refuse"):
            decide_claim(
                session_id=session.pk,
                claim_id=number,
                accepted=what == "accept",
                by=by,
                reason=request.POST.get("reason", "").strip()[:200],
            )
            messages.success(
                request,
                _("The result is corrected.") if what == "accept" else _("The claim is refused."),
            )
    return redirect("events:claims", session.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def switches(request: HttpRequest, session_id: int) -> HttpResponse:
    """Show and change every switch of results from the tables."""
    session = get_object_or_404(Session, pk=session_id)
    stored = settings_if_on(session.pk)
    if stored is None:
        raise NothingHereError(_("Results from the tables are switched off in this session."))
    form = SwitchesForm(request.POST or None, instance=stored)
    if request.method == "POST" and form.is_valid():
        change_table_settings(session_id=session.pk, values=form.cleaned_data, by=actor(request))
        messages.success(request, _("The settings are saved."))
        return redirect("events:tables", session.pk)
    context = {"session": session, "tab": "tables", "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "events/tables/switches.html", context, status=status)


MAX_MINUTES = 60


@require_POST
@director_required
def clock(request: HttpRequest, session_id: int) -> HttpResponse:
    """One key, posted as ``do``: ``next``, ``back``, ``pause``, ``plus``, ``minus``, ``break``,
    ``message`` with a ``text``, ``undo``, ``times``; ``seen`` is the state that the key meant."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        _press(request, session)
    except KeyError:
        return HttpResponseBadRequest(_("There is no such action."))
    except Refused as refusal:
        text = refusal_text(refusal)
        if wants_json(request):
            return JsonResponse({"message": text}, status=409)
        messages.error(request, text)
    if wants_json(request):
        return JsonResponse({})
    return redirect("events:display", session.pk)


def _press(request: HttpRequest, session: Session) -> None:
    what, seen = request.POST.get("do", ""), request.POST.get("seen", "")[:40]
    match what:
        case "message":
            directing.show_message(session_id=session.pk, text=request.POST.get("text", ""))
        case "undo":
            directing.undo(session_id=session.pk)
        case "times":
            _set_times(request, session)
        case _:
            directing.press(session_id=session.pk, key=what, seen=seen)


def _set_times(request: HttpRequest, session: Session) -> None:
    """The minutes a board, or the time of day at which play is to end; move, and round 1."""
    settings = get_object_or_404(TableEntrySettings, session=session)
    values: dict[str, object] = {
        "seconds_a_board": _seconds(request, "board", settings.seconds_a_board),
        "move_seconds": _seconds(request, "move", settings.move_seconds),
        "extra_seconds": _seconds(request, "extra", settings.extra_seconds),
        "next_by_itself": bool(request.POST.get("by_itself")),
    }
    if until := request.POST.get("until", "").strip():
        for name in ("move_seconds", "extra_seconds"):
            setattr(settings, name, values[name])
        table = timetable(session.pk, settings)
        values["seconds_a_board"] = seconds_a_board(table, _span(until))
    change_table_settings(session_id=session.pk, values=values, by=actor(request))


def _seconds(request: HttpRequest, name: str, stored: int) -> int:
    text = request.POST.get(name, "").strip().replace(",", ".")
    if not text:
        return stored
    try:
        minutes = float(text)
    except ValueError:
        minutes = -1
    # Also refuses what is no number.
    if not (0 <= minutes <= MAX_MINUTES) or (name == "board" and minutes < 1):
        raise Refused.because(
            "“%(text)s” is no number of minutes from 0 to 60, a board at least 1.", text=text
        )
    return round(minutes * 60)


def _span(text: str) -> timedelta:
    """From now to a time of day; after midnight it is tomorrow's."""
    try:
        until = time.fromisoformat(text)
    except ValueError as error:
        raise Refused.because("“%(text)s” is no time of day, such as 23:00.", text=text) from error
    now = timezone.localtime()
    end = datetime.combine(now.date(), until.replace(tzinfo=None), now.tzinfo)
    return end - now if end > now else end + timedelta(days=1) - now
