"""One player: the page with everything played, adding, and editing."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate
from players import history
from players.forms.player import PlayerForm
from players.models import FormerNumber, Player
from players.selectors.log import entries_of, former_numbers, numbers_of
from players.selectors.lookup import current_lists
from players.selectors.private_links import private_link_of
from players.services.players import add_player, change_player
from players.services.version import hold_register
from players.views.facts import facts_of, log_rows
from players.views.record_rows import record_rows

EVENTS = 20
"""How many events a page shows: each has to be scored for it."""

ADDED = "added"
"""In the address of the page of a player who was just added: another is offered."""

LATEST = 10
"""How many entries of the log the page shows."""


@require_safe
@director_required
def player(request: HttpRequest, number: int) -> HttpResponse:
    """What is known of a player, and everything played, the latest first."""
    found = Player.everybody.select_related("club").filter(pk=number).first()
    if found is None:
        return _former(request, number)
    marks = history.played(number)
    page = Paginator(marks, EVENTS).get_page(request.GET.get("page"))
    numbers = numbers_of(number)
    context = {
        "player": found,
        "is_new": ADDED in request.GET,
        "facts": facts_of(found),
        "events": history.appearances(number, list(page)),
        "rows": record_rows(history.record(number)),
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
        "link": private_link_of(found),
        "former": former_numbers(numbers),
        "log": log_rows(entries_of(numbers)[:LATEST]),
    }
    return render(request, "players/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def add(request: HttpRequest) -> HttpResponse:
    """Add a player by hand."""
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            add_player(player=form.instance, club=form.club_of_member, by=actor(request))
        except Refused as refusal:
            _add_errors(form, refusal)
        else:
            messages.success(
                request,
                _("%(name)s is in the register, with the number %(number)s.")
                % {"name": form.instance, "number": form.instance.pk},
            )
            _ask_about_parts(request, form)
            return redirect(f"{form.instance.get_absolute_url()}?{ADDED}=yes")
    return _show_form(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_register)
def edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change a player."""
    found = Player.everybody.select_related("club").filter(pk=number).first()
    if found is None:
        raise Http404
    # Validation puts what was typed into the instance; the heading shows what is stored.
    name = str(found)
    form = PlayerForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        try:
            change_player(
                player=form.instance,
                club=form.club_of_member,
                fields=form.changed_columns,
                by=actor(request),
            )
        except Refused as refusal:
            _add_errors(form, refusal)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": form.instance})
            _ask_about_parts(request, form)
            return redirect(form.instance)
    return _show_form(request, form, name)


def _show_form(request: HttpRequest, form: PlayerForm, name: str | None) -> HttpResponse:
    form.set_focus()
    context: dict[str, Any] = {
        "form": form,
        "name": name,
        "number": form.instance.pk,
        "lists": current_lists(),
    }
    return render(request, "players/edit.html", context, status=422 if form.errors else 200)


def _ask_about_parts(request: HttpRequest, form: PlayerForm) -> None:
    """Where the page could not ask, for want of a script."""
    if form.guess:
        values = {"given": form.guess.given, "family": form.guess.surname}
        question = _(
            "Is the given name “%(given)s” and the family name “%(family)s”? If not, edit the name."
        )
        messages.warning(request, question % values)


def _add_errors(form: PlayerForm, refusal: Refused) -> None:
    for problem in refusal.problems:
        form.add_error(None, translate(problem))


def _former(request: HttpRequest, number: int) -> HttpResponse:
    """A number that a player had formerly: redirect to the player it leads to, or show its log."""
    former = FormerNumber.objects.select_related("player").filter(pk=number).first()
    if former is None:
        raise Http404
    if former.player:
        messages.info(
            request,
            _("Number %(former)s was merged into number %(number)s.")
            % {"former": number, "number": former.player.pk},
        )
        return redirect(former.player)
    context = {"number": number, "log": log_rows(entries_of([number]))}
    return render(request, "players/former.html", context, status=410)
