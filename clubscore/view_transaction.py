"""A view that runs in one transaction."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from clubscore.transactions import in_transaction


def answer_in_transaction(
    request: HttpRequest, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The answer that is made in one transaction, made again when the database had to end it.

    What is only refused when everything is stored, as a row that points to one that was deleted
    meanwhile, is said on the page before.
    """
    try:
        return in_transaction(make)()
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
        return redirect(page_before(request))


def page_before(request: HttpRequest) -> str:
    """The page of ours that something was sent from, or else the first page."""
    page = request.headers.get("Referer", "")
    here = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(page, here, require_https=request.is_secure())
    return page if page and is_ours else "home"
