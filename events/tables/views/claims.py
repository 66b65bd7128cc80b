"""*This is wrong* on a published card: for players who had no phone at the table."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, translate, translate_refusal
from clubscore.web.visitors import Actor, actor, client_address, device_name
from events.devices.services import CLAIM, count_wrong, is_blocked
from events.models import Session
from events.sessions.core.domain.line_result import describe
from events.sessions.core.permissions import session_for_reader
from events.sessions.scoring.selectors.contestants import session_contestants
from events.tables.selectors.claims import card_claims, lines_to_claim
from events.tables.services.claims import claim_on_card

MAX_CLAIMS: Final = 10
"""Of an address in ten minutes."""


@never_cache
@require_http_methods(["GET", "POST"])
def claim(request: HttpRequest, session_id: int, contestant_id: int) -> HttpResponse:
    """Say what a result of a card should be; ``link`` is the token of a player's private link."""
    session = session_for_reader(request, session_id)
    contestant = session_contestants(session.pk).get(contestant_id)
    if contestant is None:
        raise NothingHereError(_("There is no such contestant in this session."))
    token = request.POST.get("link", request.GET.get("link", ""))[:200]
    claims = card_claims(session, contestant_id, token=token)
    reasons: list[str] = []
    if request.method == "POST" and claims.may_claim:
        try:
            _claim(request, session, contestant_id)
        except Refused as refusal:
            reasons = translate_refusal(refusal)
        else:
            place = reverse("events:card-claim", args=[session.pk, contestant_id])
            return redirect(f"{place}?sent=1&link={token}")
    context: dict[str, Any] = {
        "session": session,
        "tab": "cards",
        "contestant": contestant,
        "claims": claims,
        "token": token,
        "lines": [
            (line.pk, line.board, translate(describe(line.result)))
            for line in lines_to_claim(session, contestant_id)
        ],
        "is_sent": "sent" in request.GET,
        "reasons": reasons,
        "typed": request.POST,
    }
    is_refused = bool(reasons) or (request.method == "POST" and not claims.may_claim)
    status = 422 if is_refused else 200
    return render(request, "events/tables/claim.html", context, status=status)


def _claim(request: HttpRequest, session: Session, contestant_id: int) -> None:
    place = client_address(request)
    if is_blocked(kind=CLAIM, place=place, most=MAX_CLAIMS):
        raise Refused.because("Too many at once. Wait a minute and try again.")
    line_id = whole_number(request.POST.get("line", "")) or 0
    if line_id not in {line.pk for line in lines_to_claim(session, contestant_id)}:
        raise Refused.because("Choose a board.")
    count_wrong(kind=CLAIM, place=place)
    claim_on_card(
        session_id=session.pk,
        contestant_id=contestant_id,
        line_id=line_id,
        text=request.POST.get("result", "").strip()[:60],
        note=request.POST.get("note", "").replace("\0", "").strip(),
        by=_reader(request),
    )


def _reader(request: HttpRequest) -> Actor:
    """Whoever has a login, else the browser."""
    if request.user.is_authenticated:
        return actor(request)
    return Actor(device=device_name(request.headers.get("User-Agent", "")))
