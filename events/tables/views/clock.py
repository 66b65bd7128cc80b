"""The keys of the round clock, and how long everything takes."""

from datetime import datetime, time, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.actor import actor
from clubscore.permissions import director_required, wants_json
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.sentences import translate_refusal
from events.models import Session, TableEntrySettings
from events.tables.domain.clock import seconds_a_board
from events.tables.selectors.clock import timetable
from events.tables.services import clock as keys
from events.tables.services.settings import change_table_settings

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
        text = " ".join(translate_refusal(refusal))
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
            keys.show_message(session_id=session.pk, text=request.POST.get("text", ""))
        case "undo":
            keys.undo(session_id=session.pk)
        case "times":
            _set_times(request, session)
        case _:
            keys.press(session_id=session.pk, key=what, seen=seen)


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
        wrong = gettext_noop("“%(text)s” is no number of minutes from 0 to 60, a board at least 1.")
        raise Refused(sentence(wrong, text=text))
    return round(minutes * 60)


def _span(text: str) -> timedelta:
    """From now to a time of day; after midnight it is tomorrow's."""
    try:
        until = time.fromisoformat(text)
    except ValueError as error:
        wrong = gettext_noop("“%(text)s” is no time of day, such as 23:00.")
        raise Refused(sentence(wrong, text=text)) from error
    now = timezone.localtime()
    end = datetime.combine(now.date(), until.replace(tzinfo=None), now.tzinfo)
    return end - now if end > now else end + timedelta(days=1) - now
