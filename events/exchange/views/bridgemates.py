"""The Bridgemates of a session: the club's account, sending the movement, taking the results."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in
from clubscore.web.visitors import actor
from events.exchange.forms import BridgemateForm
from events.exchange.selectors import bridgemate_account, bridgemate_tries
from events.exchange.services import bridgemate as services
from events.models import Session


@require_safe
@director_required
def page(request: HttpRequest, session_id: int) -> HttpResponse:
    """What there is to do, and what was tried."""
    return _page(request, get_object_or_404(Session, pk=session_id), None)


def _page(request: HttpRequest, session: Session, form: BridgemateForm | None) -> HttpResponse:
    account = bridgemate_account()
    initial = {"club": account.club, "address": account.address} if account else {}
    problems: list[str] = []
    try:
        services.evening_of(session)
    except Refused as refusal:
        problems.append(refusal_text(refusal))
    context = {
        "session": session,
        "tab": "tables",
        "account": account,
        "form": form or BridgemateForm(initial=initial),
        "is_installed": services.is_installed(),
        "problems": problems,
        "tries": [_try(entry.after) | {"entry": entry} for entry in bridgemate_tries(session.pk)],
    }
    status = 422 if form else 200
    return render(request, "events/exchange/bridgemates.html", context, status=status)


def _try(after: dict[str, Any]) -> dict[str, Any]:
    """What was tried, in words."""
    if after.get("outcome") == "sent":
        text = _("The movement and the names were sent.")
    elif after.get("outcome") == "taken":
        text = _taken_text(after.get("stored", 0), after.get("known", 0))
    else:
        text = _("It did not work.")
    return {"text": text, "notices": after.get("notices", [])}


def _taken_text(stored: int, known: int) -> str:
    text = ngettext("%(stored)s result was taken", "%(stored)s results were taken", stored)
    text = text % {"stored": stored}
    if known:
        text += _("; %(known)s were there already") % {"known": known}
    return text + "."


@require_POST
@director_required
def account(request: HttpRequest, session_id: int) -> HttpResponse:
    """Store the account, or forget it."""
    session = get_object_or_404(Session, pk=session_id)
    if request.POST.get("action") == "forget":
        services.forget_account(by=actor(request))
        messages.success(request, _("The account is forgotten."))
        return redirect("events:bridgemates", session.pk)
    form = BridgemateForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            services.save_account(**form.cleaned_data, by=actor(request))
            messages.success(request, _("The account is stored; the key is encrypted."))
            return redirect("events:bridgemates", session.pk)
    return _page(request, session, form)


@require_POST
@director_required
def send(request: HttpRequest, session_id: int) -> HttpResponse:
    """Give the Bridgemates the movement and the names."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        services.send_evening(session=session, by=actor(request))
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, _("The Bridgemates have the movement and the names."))
    return redirect("events:bridgemates", session.pk)


@require_POST
@director_required
def take(request: HttpRequest, session_id: int) -> JsonResponse:
    """Take the results that came in, for the page that asks every few seconds."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        taken = services.take_new_results(session=session, by=actor(request))
    except Refused as refusal:
        return JsonResponse({"failed": refusal_text(refusal)})
    return JsonResponse(
        {
            "stored": taken.stored,
            "text": _taken_text(taken.stored, taken.known) if taken.stored + taken.known else "",
            "notices": [translate(notice) for notice in taken.notices],
        }
    )
