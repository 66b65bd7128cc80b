"""The phone's page: a shell that is the same for all and may be kept for half a day, and the state
of its table, asked for every few seconds."""

import hashlib
import json
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_info
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from clubscore import __version__
from clubscore.recent import Recent
from events.tables.selectors.play_state import play_state
from events.tables.selectors.stamps import Polled
from events.tables.services.clock import press_by_itself
from events.tables.services.joining import SEEN_EVERY, seen
from events.tables.views.device import Asker, for_device, only_where_written, read
from events.tables.views.texts import texts

HALF_A_DAY: Final = 12 * 60 * 60
LANGUAGES: Final = ("en", "nl")
_STATES: Final[Recent[tuple[str, str]]] = Recent(256)
"""The state of each device as JSON with its hash: a result elsewhere changes few of them."""


@require_GET
@only_where_written
def play(request: HttpRequest) -> HttpResponse:
    """The shell: no data, no token, the words of both languages."""
    response = HttpResponse(_shell()[0])
    # No other header may make two of them: it is found again without a network.
    response.headers["Cache-Control"] = f"private, max-age={HALF_A_DAY}"
    return response


@cache
def _shell() -> tuple[str, str]:
    """The page, and the name of its release."""
    words = {}
    for language in LANGUAGES:
        with translation.override(language):
            words[language] = texts() | {"language": get_language_info(language)["name_local"]}
    with translation.override("en"):
        page = render_to_string("events/tables/play.html", {"texts": words, "app": "@app@"})
    app = f"{__version__}-{hashlib.sha256(page.encode()).hexdigest()[:8]}"
    return page.replace("@app@", app), app


@require_GET
@ensure_csrf_cookie
@for_device
def now(request: HttpRequest, found: Polled) -> HttpResponse:
    """The state of the device's table. 304 while nothing has changed that it shows: from the stamp
    alone, in one query, or after a look at what another stamp comes to."""
    _note_time(found)
    language = translation.get_language()
    asked = request.headers.get("If-None-Match", "")
    if asked.startswith(f'"{found.stamp}.'):
        return _unchanged(asked)
    asker = read(found)
    if asker is None:
        return JsonResponse({"message": ""}, status=401)
    text, mark = _STATES.get(
        (found.device, language), stamp=found.stamp, make=lambda: _state(asker)
    )
    tag = f'"{found.stamp}.{mark}"'
    if asked.endswith(f'.{mark}"'):
        return _unchanged(tag)
    moment = json.dumps(timezone.now().isoformat())
    response = HttpResponse(f'{{"now": {moment}, {text[1:]}', content_type="application/json")
    response.headers["ETag"] = tag
    add_never_cache_headers(response)
    return response


def _state(asker: Asker) -> tuple[str, str]:
    values: dict[str, Any] = play_state(asker.state, asker.device) | {"app": _shell()[1]}
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]


def _unchanged(tag: str) -> HttpResponse:
    response = HttpResponseNotModified()
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-store"
    return response


def _note_time(found: Polled) -> None:
    """What the time alone does: the device was seen, and a round may end by itself."""
    moment = timezone.now()
    if moment - found.seen_at >= SEEN_EVERY:
        seen(device_id=found.device)
    if found.ends_at and found.ends_at <= moment:
        press_by_itself(session_id=found.session)
