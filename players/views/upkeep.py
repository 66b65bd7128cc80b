"""Merging two records of one person: find the other, compare, choose what stays.

What becomes of a guest: joined to a player of the register, or taken into it.

Deleting players: those chosen in the list, after a page that names how many, and who stays; and
one player, with results or without.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.text.sentences import refusal_text, translate_refusal
from clubscore.web.deletion import Page, ask
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from players import history
from players.forms.player import WantedForm
from players.models import Player
from players.selectors.clubs import facts_in_use, label_of, short_facts
from players.selectors.references import has_played, player_plan, values_of
from players.selectors.register import (
    Wanted,
    guests,
    players_named,
    present_players,
    registered_player,
    registered_players,
    search_players,
    wanted_players,
)
from players.services.merging import CHOICES, NAME_FIELD, merge_players, refuse_clash
from players.services.players import delete_player, delete_players, take_into_register
from players.views.player import text_of

SHOWN = 20
"""How many candidates are offered."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of both records: the texts, whether they differ, and whose is chosen."""

    field: str
    label: str
    one: str
    other: str
    chosen: int

    @property
    def differs(self) -> bool:
        return self.one != self.other


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def merge(request: HttpRequest, number: int) -> HttpResponse:
    """The search for the other record; both side by side; and, on the button, the merge."""
    one = registered_player(number)
    if one is None:
        raise Http404
    asked = request.POST if request.method == "POST" else request.GET
    text = asked.get("other", "")
    asked_number = whole_number(text)
    other = None if asked_number is None else registered_player(asked_number)
    if other is None or other == one:
        return _search(request, one)
    kept = one.pk if asked.get("kept", str(min(one.pk, other.pk))) == str(one.pk) else other.pk
    problems: list[str] = []
    try:
        refuse_clash(one, other)
        if request.method == "POST":
            return _merge(request, one, other, kept)
    except Refused as refusal:
        problems = translate_refusal(refusal)
    return _compare(request, one, other, kept, problems)


def _search(request: HttpRequest, one: Player) -> HttpResponse:
    """Whoever has the text in the name or as the number; at first, the same family name."""
    text = request.GET.get("q", one.family or one.given)[:100]
    players = wanted_players(Wanted(text=text)).exclude(pk=one.pk)
    shown = [(player, short_facts(player)) for player in players[:SHOWN]]
    context = {"player": one, "q": text, "found": shown, "more": players.count() > SHOWN}
    return render(request, "players/merge_search.html", context)


def _compare(
    request: HttpRequest, one: Player, other: Player, kept: int, problems: list[str]
) -> HttpResponse:
    shown = {NAME_FIELD, *facts_in_use(), "initials_only"}
    context = {
        "one": one,
        "other": other,
        "kept": kept,
        "events": (len(history.played(one.pk)), len(history.played(other.pk))),
        "choices": [
            choice for choice in _choices(request, one, other, kept) if choice.field in shown
        ],
        "problems": problems,
    }
    status = 422 if problems and request.method == "POST" else 200
    return render(request, "players/merge.html", context, status=status)


def _merge(request: HttpRequest, one: Player, other: Player, kept: int) -> HttpResponse:
    merged = other.pk if kept == one.pk else one.pk
    # Of what the page does not show, what it would have proposed.
    take = [
        choice.field for choice in _choices(request, one, other, kept) if choice.chosen == merged
    ]
    player = merge_players(kept=kept, merged=merged, take=take, by=actor(request))
    messages.success(
        request,
        _("Number %(merged)s is merged into number %(kept)s, which has every result of both.")
        % {"merged": merged, "kept": kept},
    )
    return redirect(player)


def _choices(request: HttpRequest, one: Player, other: Player, kept: int) -> list[Choice]:
    """The choices made; at first the kept record's values, and the other's where it has none."""
    texts = {player.pk: _texts(player) for player in (one, other)}
    merged = other.pk if kept == one.pk else one.pk
    choices = []
    for field in CHOICES:
        usual = kept if texts[kept][field] or not texts[merged][field] else merged
        chosen = request.POST.get(f"take-{field}", str(usual))
        choices.append(
            Choice(
                field=field,
                label=_("Name") if field == NAME_FIELD else label_of(field),
                one=texts[one.pk][field],
                other=texts[other.pk][field],
                chosen=merged if chosen == str(merged) else kept,
            )
        )
    return choices


def _texts(player: Player) -> dict[str, str]:
    values = values_of(player) | {NAME_FIELD: player.full_name}
    return {field: text_of(values[field]) for field in CHOICES}


MAX_NAMED: Final = 6
"""How many players are named where what was typed matches several."""


@require_POST
@director_required
def join(request: HttpRequest, number: int) -> HttpResponse:
    """Join a guest to the player who was typed; the guest's results are the player's then."""
    guest = get_object_or_404(guests(), pk=number)
    try:
        player = _meant(request.POST.get("player", ""))
        merge_players(kept=player.pk, merged=number, take=(), by=actor(request))
    except Refused as refusal:
        return _refused(request, guest, refusal)
    messages.success(
        request,
        _("The results of the guest %(guest)s are now those of %(player)s.")
        % {"guest": guest, "player": player},
    )
    return redirect(player)


@require_POST
@director_required
def take(request: HttpRequest, number: int) -> HttpResponse:
    """Make a guest a player of the register."""
    guest = get_object_or_404(guests(), pk=number)
    try:
        take_into_register(number=number, by=actor(request))
    except Refused as refusal:
        return _refused(request, guest, refusal)
    messages.success(request, _("%(name)s is in the register now.") % {"name": guest})
    return redirect(guest)


def _refused(request: HttpRequest, guest: Player, refusal: Refused) -> HttpResponse:
    messages.error(request, refusal_text(refusal))
    return redirect(guest)


def _meant(text: str) -> Player:
    """The player of a number, or the one whose name is typed or has it as a part.

    Raises :class:`Refused` where there is none, or several.
    """
    typed = text.strip()
    if not typed:
        raise Refused.because("Type a name, part of a name, or a number.")
    number = whole_number(typed)
    if number is not None:
        found = list(registered_players([number]))
    else:
        fits = list(search_players(typed, limit=MAX_NAMED + 1))
        found = list(players_named(typed)) or fits
    if not found:
        raise Refused.because("“%(text)s” is not in the register.", text=typed)
    if len(found) > 1:
        raise Refused(_several(typed, found))
    return found[0]


def _several(typed: str, found: Sequence[Player]) -> Sentence:
    named = ", ".join(f"{player} ({player.number})" for player in found[:MAX_NAMED])
    several = gettext_noop(
        "“%(text)s” matches several players: %(players)s. Type more of the name, or the number."
    )
    if len(found) > MAX_NAMED:
        several = gettext_noop(
            "“%(text)s” matches many players, such as %(players)s. Type more of the name, or the"
            " number."
        )
    return sentence(several, text=typed, players=named)


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
        "going": registered_players(numbers[:SHOWN]),
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
    """Say what else changes, and put the player into the bin on the button."""
    found = get_object_or_404(present_players(), pk=number)
    page = Page(
        heading=_("Delete this player"),
        button=_("Delete the player"),
        back=found.get_absolute_url(),
        after=reverse("players:list"),
    )
    return ask(
        request,
        plan=lambda: player_plan(found),
        delete=partial(delete_player, number=number),
        page=page,
    )


def _delete(request: HttpRequest, numbers: list[int]) -> HttpResponse:
    with refusals_told(request):
        count = delete_players(numbers=numbers, by=actor(request))
        template = ngettext("%(count)s player is deleted.", "%(count)s players are deleted.", count)
        messages.success(request, template % {"count": count})
    return redirect("players:list")


def _chosen(request: HttpRequest) -> QuerySet[Player]:
    """The players chosen, or everybody whom the list's search and filters match."""
    if request.POST.get("everybody"):
        return wanted_players(WantedForm(request.POST).wanted)
    texts = request.POST.getlist("number")
    numbers = [number for number in map(whole_number, texts) if number is not None]
    return registered_players(numbers[:1000])


def _posted(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields that chose the players, to choose them again."""
    fields = ("everybody", "q", "club", "grade", "number")
    return [(name, value) for name in fields for value in request.POST.getlist(name)]


def _fingerprint(numbers: Iterable[int]) -> str:
    """A short text that differs for other players."""
    text = ",".join(map(str, sorted(numbers)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
