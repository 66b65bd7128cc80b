"""Deleting players: those chosen in the list, after a page that names how many, and who stays; and
one player, with results or without."""

import hashlib
from collections.abc import Iterable

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.actor import Actor, actor
from clubscore.deletion.page import Page, ask
from clubscore.numbers import whole_number
from clubscore.once import in_its_own_transactions
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from players.forms.listing import WantedForm
from players.models import Player
from players.selectors.deletion import player_plan
from players.selectors.references import has_played
from players.selectors.register import wanted_players
from players.services.deletion import delete_player
from players.services.players import delete_players

SHOWN = 20
"""How many names the page shows, of those who go and of those who stay."""


@require_POST
@director_required
def delete(request: HttpRequest) -> HttpResponse:
    """Ask first; then, on the button of that page, delete whom it named."""
    chosen = _chosen(request)
    stay = chosen.filter(has_played())
    numbers = list(chosen.exclude(has_played()).values_list("pk", flat=True))
    if not numbers and not stay.exists():
        messages.error(request, _("Tick the players to be deleted first."))
        return redirect("players:list")
    seen = _fingerprint(numbers)
    if "sure" in request.POST:
        # The button deletes whom its page named, not whom the same search finds by now.
        if request.POST.get("seen") == seen:
            return _delete(request, numbers)
        messages.warning(request, _("The register has changed in the meantime. Please look again."))
    context = {
        "count": len(numbers),
        "going": Player.objects.filter(pk__in=numbers[:SHOWN]),
        "more": max(0, len(numbers) - SHOWN),
        "stay_count": stay.count(),
        "staying": stay[:SHOWN],
        "stay_more": max(0, stay.count() - SHOWN),
        "seen": seen,
        "posted": _posted(request),
    }
    return render(request, "players/delete.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def delete_one(request: HttpRequest, number: int) -> HttpResponse:
    """Say what else changes, and delete the player when the name is typed."""
    found = get_object_or_404(Player.objects.select_related("club"), pk=number, deleted_at=None)

    def act(seen: str, backup: str, by: Actor) -> None:
        delete_player(number=number, seen=seen, backup=backup, by=by)

    page = Page(
        heading=_("Delete this player"),
        button=_("Delete the player"),
        back=found.get_absolute_url(),
        after=reverse("players:list"),
        done=_("The player is deleted."),
    )
    return ask(request, plan=lambda: player_plan(found), delete=act, page=page)


def _delete(request: HttpRequest, numbers: list[int]) -> HttpResponse:
    try:
        count = delete_players(numbers=numbers, by=actor(request))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
        return redirect("players:list")
    template = ngettext("%(count)s player is deleted.", "%(count)s players are deleted.", count)
    messages.success(request, template % {"count": count})
    return redirect("players:list")


def _chosen(request: HttpRequest) -> QuerySet[Player]:
    """The players ticked, or everybody whom the list's search and filters match."""
    if request.POST.get("everybody"):
        wanted = WantedForm(request.POST).wanted
        return wanted_players(wanted) if wanted else Player.objects.none()
    texts = request.POST.getlist("number")
    numbers = [number for number in map(whole_number, texts) if number is not None]
    return Player.objects.filter(pk__in=numbers[:1000])


def _posted(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields that chose the players, to choose them again."""
    fields = ("everybody", "q", "club", "grade", "number")
    return [(name, value) for name in fields for value in request.POST.getlist(name)]


def _fingerprint(numbers: Iterable[int]) -> str:
    """A short text that differs for other players."""
    text = ",".join(map(str, sorted(numbers)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
