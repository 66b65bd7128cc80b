"""What the arbiter's page asks for and sends: what needs a hand, and every act."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.dateparse import parse_datetime, parse_time
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.devices.services import lift_wrong_codes
from events.devices.views import as_polled, poll
from events.hall.selectors.desk import desk_state
from events.hall.selectors.phones import hall_stamp, settings_of
from events.hall.services import captains, directing, joining
from events.hall.services.asking import AlreadyDecided, decide_request
from events.hall.services.directing import Changed
from events.hall.services.settings import new_code
from events.models import Game, HallCode, HallSettings, Tournament
from events.tournaments.rounds.services.results import (
    GameConflict,
    enter_result,
    last_result,
    undo_result,
)
from events.tournaments.rounds.views.log import described
from events.tournaments.teams.views import places_in_matches

RESULTS: Final = ("1", "=", "0")


@require_GET
@director_required
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """All of the page as JSON; 304 while nothing has changed."""
    tournament = get_object_or_404(Tournament, slug=slug)
    stamp = f"{get_language()}-{hall_stamp(tournament.pk)}"

    def make() -> tuple[str, str]:
        hall = settings_of(tournament.pk) or HallSettings(tournament=tournament)
        can_undo = last_result(tournament) is not None
        return as_polled(desk_state(tournament, hall) | {"can_undo": can_undo})

    return poll(request, stamp=stamp, make=make)


@require_POST
@director_required
def do(request: HttpRequest, slug: str) -> JsonResponse:
    """One act of the arbiter, by the form's ``do``."""
    tournament = get_object_or_404(Tournament, slug=slug)
    act = ACTS.get(request.POST.get("do", ""))
    response = _told(_("There is no such act."), 422)
    if act is not None:
        response = _done(lambda: act(request, tournament))
    add_never_cache_headers(response)
    return response


@require_POST
@director_required
def clock(request: HttpRequest, slug: str) -> JsonResponse:
    """A key of the round clock."""
    tournament = get_object_or_404(Tournament, slug=slug)
    key = request.POST.get("do", "")
    message = request.POST.get("message", request.POST.get("text"))
    return _done(lambda: directing.press(tournament=tournament, key=key, message=message))


class NotAsked(Exception):
    """What would be undone, in words, and its entry of the ``log``: nobody has seen it yet."""

    def __init__(self, message: str, log: int) -> None:
        super().__init__(message)
        self.log = log


def _done(act: Callable[[], object]) -> JsonResponse:
    try:
        act()
    except NotAsked as question:
        return _told(str(question), 409, log=question.log)
    except (Changed, AlreadyDecided, GameConflict) as refusal:
        return _told(refusal_text(refusal), 409)
    except Refused as refusal:
        return _told(refusal_text(refusal), 422)
    except Game.DoesNotExist:
        return _told(_("There is no such game."), 409)
    return JsonResponse({"ok": True})


def _told(message: str, status: int, **more: int) -> JsonResponse:
    return JsonResponse({"message": message, **more}, status=status)


def _number(request: HttpRequest, name: str) -> int:
    """A number of the form. Raises :class:`Refused`."""
    found = whole_number(request.POST.get(name, ""))
    if found is None:
        raise Refused.because("“%(name)s” is missing, or is no number.", name=name)
    return found


def _decide(request: HttpRequest, tournament: Tournament) -> None:
    result = request.POST.get("result", "")
    if result not in RESULTS:
        raise Refused.because("A result is 1, = or 0 here.")
    enter_result(
        tournament=tournament,
        game_id=_number(request, "game"),
        text=result,
        by=actor(request),
        version=_number(request, "version"),
        reason=_reason(request),
    )


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:200]


def _accept(request: HttpRequest, tournament: Tournament) -> None:
    report = _number(request, "report")
    directing.accept(tournament=tournament, report_id=report, by=actor(request))


def _answer(request: HttpRequest, tournament: Tournament) -> None:
    call = _number(request, "call")
    directing.answer(tournament=tournament, call_id=call, by=actor(request))


def _admit(request: HttpRequest, tournament: Tournament) -> None:
    call = _number(request, "call")
    directing.admit(tournament=tournament, call_id=call, by=actor(request))


def _decide_request(request: HttpRequest, tournament: Tournament) -> None:
    decide_request(
        tournament=tournament,
        request_id=_number(request, "request"),
        grant=request.POST["do"] == "grant",
        reason=_reason(request),
        by=actor(request),
    )


def _let_in(request: HttpRequest, tournament: Tournament) -> None:
    one = _number(request, "device") if request.POST.get("device") else None
    joining.let_in(tournament_id=tournament.pk, device_id=one)


def _forget(request: HttpRequest, tournament: Tournament) -> None:
    joining.forget(tournament_id=tournament.pk, device_id=_number(request, "device"))


def _forget_and_undo(request: HttpRequest, tournament: Tournament) -> None:
    device = _number(request, "device")
    directing.forget_and_undo(tournament=tournament, device_id=device, by=actor(request))


def _arrived(request: HttpRequest, tournament: Tournament) -> None:
    directing.say_arrived(
        tournament=tournament,
        entry_id=_number(request, "entry"),
        number=_number(request, "round"),
        here=request.POST["do"] == "arrived",
        by=actor(request),
    )


def _open_check_in(request: HttpRequest, tournament: Tournament) -> None:
    directing.open_check_in(
        tournament=tournament,
        number=_number(request, "round"),
        closes=_moment(request.POST.get("closes", "").strip()),
        by=actor(request),
    )


def _moment(text: str) -> datetime | None:
    """A moment: with its day, or today's. Raises :class:`Refused`."""
    if not text:
        return None
    try:
        moment = parse_datetime(text)
        if moment is None and (time := parse_time(text)):
            moment = datetime.combine(timezone.localdate(), time)
    except ValueError:
        moment = None
    if moment is None:
        raise Refused.because("“%(text)s” is no time.", text=text)
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)


def _close_check_in(request: HttpRequest, tournament: Tournament) -> None:
    sent = [whole_number(each) for each in request.POST.getlist("missing")]
    directing.close_check_in(
        tournament=tournament,
        number=_number(request, "round"),
        missing={each for each in sent if each is not None},
        by=actor(request),
    )


def _new_code(request: HttpRequest, tournament: Tournament) -> None:
    kind = request.POST.get("kind", "")
    if kind not in HallCode.Kind.values:
        raise Refused.because("There is no such code.")
    is_one = kind in (HallCode.Kind.DOOR, HallCode.Kind.TABLET)
    thing = 0 if is_one else _number(request, "id")
    new_code(tournament=tournament, kind=kind, thing=thing, by=actor(request))


def _publish_matches(request: HttpRequest, tournament: Tournament) -> None:
    captains.publish_matches(
        tournament=tournament,
        number=_number(request, "round"),
        closes=_moment(request.POST.get("closes", "").strip()),
        by=actor(request),
    )


def _set_boards(request: HttpRequest, tournament: Tournament) -> None:
    number = _number(request, "round")
    captains.set_boards(tournament=tournament, number=number, by=actor(request))


def _announce(request: HttpRequest, tournament: Tournament) -> None:
    directing.announce(tournament=tournament, text=request.POST.get("text", ""))


def _undo(request: HttpRequest, tournament: Tournament) -> None:
    """Undo the last result, whoever entered it; without its ``log`` it is told first."""
    last = last_result(tournament)
    if last is None:
        raise Refused.because("There is nothing to undo.")
    if "log" not in request.POST:
        raise NotAsked(described(last, places_in_matches(tournament)), last.pk)
    undo_result(tournament=tournament, log_id=_number(request, "log"), by=actor(request))


def _lift(request: HttpRequest, tournament: Tournament) -> None:
    lift_wrong_codes()


ACTS: Final[Mapping[str, Callable[[HttpRequest, Tournament], None]]] = {
    "decide": _decide,
    "accept": _accept,
    "answer": _answer,
    "admit": _admit,
    "grant": _decide_request,
    "refuse": _decide_request,
    "let-in": _let_in,
    "forget": _forget,
    "forget-and-undo": _forget_and_undo,
    "arrived": _arrived,
    "not-arrived": _arrived,
    "open-check-in": _open_check_in,
    "close-check-in": _close_check_in,
    "new-code": _new_code,
    "publish-matches": _publish_matches,
    "set-boards": _set_boards,
    "lift-wrong-codes": _lift,
    "announce": _announce,
    "undo": _undo,
}
"""What each word does."""
