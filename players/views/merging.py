"""Merging two records of one person: find the other, compare, choose what stays."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from players import history
from players.models import Player
from players.selectors.club_settings import facts_in_use, label_of, short_facts
from players.selectors.register import Wanted, wanted_players
from players.services.log import values_of
from players.services.merging import CHOICES, NAME_FIELD, merge_players, refuse_clash
from players.views.facts import text_of

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
    one = _player(number)
    if one is None:
        raise Http404
    asked = request.POST if request.method == "POST" else request.GET
    text = asked.get("other", "")
    asked_number = whole_number(text)
    other = None if asked_number is None else _player(asked_number)
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
    found = wanted_players(Wanted(text=text)).exclude(pk=one.pk)
    shown = [(player, short_facts(player)) for player in found[:SHOWN]]
    context = {"player": one, "q": text, "found": shown, "more": found.count() > SHOWN}
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
        "choices": [each for each in _choices(request, one, other, kept) if each.field in shown],
        "problems": problems,
    }
    status = 422 if problems and request.method == "POST" else 200
    return render(request, "players/merge.html", context, status=status)


def _merge(request: HttpRequest, one: Player, other: Player, kept: int) -> HttpResponse:
    merged = other.pk if kept == one.pk else one.pk
    # Of what the page does not show, what it would have proposed.
    take = [each.field for each in _choices(request, one, other, kept) if each.chosen == merged]
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


def _player(number: int) -> Player | None:
    return Player.objects.select_related("club").filter(pk=number).first()
