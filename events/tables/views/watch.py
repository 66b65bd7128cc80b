"""The director's page of the tables: switch them on, follow them, and act at one of them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_GET, require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.numbers import MAX_WHOLE
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.models import Section, Session, TableEntrySettings
from events.sessions.views.typing.line_links import LineLinks
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.watch import unsettled, watch_stamp, watched_tables
from events.tables.services import calls, directing, joining
from events.tables.services import settings as switching
from events.tables.views.watch_rows import line_row, table_rows

Preset = TableEntrySettings.Preset


def _tag(request: HttpRequest, session_id: int) -> str | None:
    if session_id > MAX_WHOLE:
        return None
    return f'"{get_language()}-{watch_stamp(session_id, timezone.now())}"'


@require_http_methods(["GET", "POST"])
@director_required
def tables(request: HttpRequest, session_id: int) -> HttpResponse:
    """All tables of a session; ``on`` (``1`` or empty) with a ``preset`` switches them."""
    session = get_object_or_404(Session, pk=session_id)
    if request.method == "POST":
        return _switch(request, session)
    settings = TableEntrySettings.objects.filter(session=session).first()
    context = {
        "session": session,
        "tab": "tables",
        "settings": settings,
        "is_on": settings is not None and settings.is_on,
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
        Preset.TOURNAMENT: _(
            "The club’s own tablets, let in by you. Players see nothing of others."
        ),
        Preset.CLUB: _("Players’ phones. Nothing of others before the end."),
        Preset.SOCIAL: _(
            "Players’ phones. Travellers, percentages and standings of completed rounds."
        ),
    }
    return [(str(each.value), str(each.label), text) for each, text in about.items()]


def _switch(request: HttpRequest, session: Session) -> HttpResponse:
    by = actor(request)
    preset = request.POST.get("preset", Preset.CLUB)
    if preset not in Preset.values:
        return HttpResponseBadRequest(_("There is no such preset."))
    try:
        if request.POST.get("on"):
            switching.switch_on(session_id=session.pk, preset=preset, by=by)
            messages.success(request, _("The tables enter results. Print the cards now."))
        else:
            switching.switch_off(session_id=session.pk, by=by)
            messages.success(
                request, _("The tables enter no more results. The old codes are void.")
            )
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
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
        "missing": [row for row in rows if row.behind],
        "claims": sum(not each.decided for each in state.claims),
        **_counts(state),
    }
    return render_to_string("events/tables/_watch.html", context, request)


def _counts(state: Snapshot) -> dict[str, Any]:
    objected, unconfirmed = unsettled(state)
    link = LineLinks(state.session.pk)
    return {
        "objected": [line_row(each, link) for each in objected],
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
    try:
        messages.success(request, act(request, session, section, number))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    return redirect("events:tables", session.pk)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    return min(number, MAX_WHOLE)


def _new_code(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    switching.new_code(
        session_id=session.pk, section_id=section.pk, table=number, by=actor(request)
    )
    return _("Table %(table)s has a new code. Print its card again.") % {"table": number}


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
    return _("The phones of table %(table)s show that you come.") % {"table": number}


def _not_played(request: HttpRequest, session: Session, section: Section, number: int) -> str:
    line = calls.approve_not_played(
        session_id=session.pk, call_id=_number(request, "call"), by=actor(request)
    )
    return _("Board %(board)s is not played at table %(table)s.") % {
        "board": line.board,
        "table": number,
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
