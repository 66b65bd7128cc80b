"""Federations' lists: loading and removing them, and finding players in them while typing."""

import json
from collections.abc import Generator, Iterator
from contextlib import closing

from django.contrib import messages
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate_refusal
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from players.domain.lookup import displayed
from players.forms.importing import LookupForm
from players.models import LookupList, LookupPlayer
from players.selectors.lookup import common_facts, current_lists, look_up
from players.services.lookup import Progress, load_in_steps, remove_list

STEPS = "application/x-ndjson"
"""Requested by the page's script, which shows the progress."""

Steps = Generator[Progress, None, LookupList]


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def lists(request: HttpRequest) -> HttpResponseBase:
    """The lists there are, and a form that loads one."""
    form = LookupForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return _page(request, LookupForm(initial={"name": "FIDE"}), 200)
    if not form.is_valid():
        return _page(request, form, 422)
    values = form.cleaned_data
    steps = load_in_steps(
        file=values["file"].read(),
        name=values["name"],
        federations=values["federations"],
        by=actor(request),
    )
    if STEPS in request.headers.get("Accept", ""):
        # nginx would otherwise hold the lines back until the last one.
        headers = {"X-Accel-Buffering": "no"}
        return StreamingHttpResponse(_lines(steps), content_type=STEPS, headers=headers)
    return _load(request, form, steps)


@require_POST
@director_required
@in_its_own_transactions
def remove(request: HttpRequest, list_id: int) -> HttpResponse:
    """Remove a list; the register keeps what was taken from it."""
    lookup_list = current_lists().filter(pk=list_id).first()
    with refusals_told(request):
        remove_list(pk=list_id)
        messages.success(request, _("The list “%(name)s” is removed.") % {"name": lookup_list})
    return redirect("players:lookup")


@require_GET
@director_required
def search(request: HttpRequest) -> JsonResponse:
    """Players of the lists whose names or numbers begin as typed: ``{"players": [{…}]}``."""
    found = look_up(request.GET.get("q", "")[:100])
    return JsonResponse({"players": [_found(player) for player in found]})


def _load(request: HttpRequest, form: LookupForm, steps: Steps) -> HttpResponse:
    """Load a list without the script: the page comes when all is stored."""
    try:
        with closing(steps):
            while True:
                next(steps)
    except StopIteration as finished:
        messages.success(request, _loaded(finished.value))
        return redirect("players:lookup")
    except Refused as refusal:
        for each in translate_refusal(refusal):
            form.add_error("file", each)
        return _page(request, form, 422)


def _lines(steps: Steps) -> Iterator[str]:
    """JSON lines: how far it is, at the end that the list is loaded, or why it is refused."""
    # Closed when the browser goes away in the middle: nothing is left of the new list.
    try:
        with closing(steps):
            while True:
                done = next(steps)
                yield (
                    json.dumps({"done": done.read, "total": done.size, "count": done.count}) + "\n"
                )
    except StopIteration as finished:
        address = f"{reverse('players:lookup')}?loaded={finished.value.pk}"
        said = {"said": _loaded(finished.value), "afterwards": address}
        yield json.dumps(said) + "\n"
    except Refused as refusal:
        yield json.dumps({"refused": refusal_text(refusal)}) + "\n"


def _loaded(loaded: LookupList) -> str:
    count = f"{loaded.count:,}"
    players = ngettext(
        "“%(name)s” is loaded: %(count)s player.",
        "“%(name)s” is loaded: %(count)s players.",
        loaded.count,
    ) % {"name": loaded, "count": count}
    if not loaded.skipped:
        return players
    left_out = ngettext(
        "%(count)s line without a number or a name was left out.",
        "%(count)s lines without a number or a name were left out.",
        loaded.skipped,
    ) % {"count": f"{loaded.skipped:,}"}
    return f"{players} {left_out}"


def _found(player: LookupPlayer) -> dict[str, object]:
    """A player as the pages' scripts fill one in, by the names of the register's fields."""
    ratings = "/".join(str(each or "–") for each in (player.rating, player.rapid, player.blitz))
    if not (player.rapid or player.blitz):
        ratings = str(player.rating or "")
    facts = (player.title, ratings, player.grade, player.federation, player.born)
    return {
        "id": player.pk,
        "name": displayed(player.name),
        player.list.kind: player.number,
        "number": player.number,
        "list": player.list.name,
        **common_facts(player),
        "facts": " ".join(str(fact) for fact in facts if fact),
    }


def _page(request: HttpRequest, form: LookupForm, status: int) -> HttpResponse:
    lists = list(current_lists().select_related("loaded_by"))
    loaded = next(
        (lookup_list for lookup_list in lists if str(lookup_list.pk) == request.GET.get("loaded")),
        None,
    )
    context = {"form": form, "lists": lists, "said": _loaded(loaded) if loaded else ""}
    return render(request, "players/lookup.html", context, status=status)
