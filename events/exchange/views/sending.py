"""Publishing a session at BridgeWebs: a page with what is sent, and a button.

A session as a file for other programs: PBN for everybody once it is published, USEBIO for the
director. The names are those that everybody may see.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.exchange.forms import AccountForm
from events.exchange.selectors import bridgewebs_account, bridgewebs_event
from events.exchange.services import bridgewebs as services
from events.models import Session
from events.models.imported_file import MAX_EVENT
from events.sessions.core.permissions import session_for_reader
from events.sessions.scoring.selectors.contestants import session_contestants


@require_safe
@director_required
def page(request: HttpRequest, session_id: int) -> HttpResponse:
    """What would be sent, and what was answered last."""
    return _page(request, get_object_or_404(Session, pk=session_id))


def _page(
    request: HttpRequest, session: Session, *, status: int = 200, **more: Any
) -> HttpResponse:
    account = bridgewebs_account()
    problems: list[str] = []
    parcel = None
    try:
        parcel = services.parcel_of(session)
    except Refused as refusal:
        problems = translate_refusal(refusal)
    contestants = session_contestants(session.pk).values()
    context = {
        "session": session,
        "tab": "ranking",
        "account": account,
        "form": AccountForm(initial={"code": account.code if account else ""}),
        "parcel": parcel,
        "losses": [translate(loss) for loss in parcel.losses] if parcel else [],
        "size": len(parcel.usebio.encode()) if parcel else 0,
        "names": [contestant for contestant in contestants if contestant.names],
        "nameless": sum(1 for contestant in contestants if not contestant.names),
        "last": bridgewebs_event(session.pk),
        "problems": problems,
    }
    return render(request, "events/exchange/bridgewebs.html", context | more, status=status)


@require_POST
@director_required
def account(request: HttpRequest, session_id: int) -> HttpResponse:
    """Store the code and the password, or forget them."""
    session = get_object_or_404(Session, pk=session_id)
    if request.POST.get("action") == "forget":
        services.forget_account(by=actor(request))
        messages.success(request, _("The account is forgotten."))
        return redirect("events:bridgewebs", session.pk)
    form = AccountForm(request.POST)
    try:
        if not form.is_valid():
            return _page(request, session, status=422, form=form)
        services.save_account(**form.cleaned_data, by=actor(request))
    except Refused as refusal:
        form.add_error(None, forms.ValidationError(translate_refusal(refusal)))
        return _page(request, session, status=422, form=form)
    messages.success(request, _("The account is stored; the password is encrypted."))
    return redirect("events:bridgewebs", session.pk)


@require_POST
@director_required
def send(request: HttpRequest, session_id: int) -> HttpResponse:
    """Send the session, or look for the events of its day first."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        if request.POST.get("action") == "events":
            found = services.events_of_day(session)
            return _page(request, session, events=found, was_asked=True)
        event_id = request.POST.get("event", "")[:MAX_EVENT]
        answer = services.send_session(session=session, event_id=event_id, by=actor(request))
    except Refused as refusal:
        return _page(request, session, status=422, failed=translate_refusal(refusal))
    values = {"answer": answer.message}
    if answer.is_successful:
        messages.success(request, _("BridgeWebs has taken the session: %(answer)s") % values)
    else:
        messages.error(request, _("BridgeWebs has not taken the session: %(answer)s") % values)
    return redirect("events:bridgewebs", session.pk)


@require_safe
def pbn(request: HttpRequest, session_id: int) -> HttpResponse:
    """All results as PBN, a game for each board."""
    session = session_for_reader(request, session_id)
    return _file(request, session, SessionFormat.PBN, "application/x-pbn", ".pbn")


@require_safe
@director_required
def usebio(request: HttpRequest, session_id: int) -> HttpResponse:
    """The session as USEBIO, for a union or another site."""
    session = session_for_reader(request, session_id)
    return _file(request, session, SessionFormat.USEBIO, "application/xml", ".xml")


def _file(
    request: HttpRequest, session: Session, kind: SessionFormat, content_type: str, ending: str
) -> HttpResponse:
    if request.user.is_authenticated and "anyway" not in request.GET:
        lost = list(dict.fromkeys(map(translate, losses(session, kind))))
        if lost:
            context = {"session": session, "tab": "ranking", "losses": lost, "kind": kind.upper()}
            return render(request, "events/exchange/before_download.html", context)
    name = f"{session.date:%Y-%m-%d}-{slugify(session.title) or 'session'}{ending}"
    return HttpResponse(
        export_session(session, kind),
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
