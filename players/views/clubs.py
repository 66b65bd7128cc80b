"""The clubs: their names, and merging two spellings of one club.

The settings of the club.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in, refusals_told
from clubscore.web.visitors import actor
from players.forms.club_settings import ClubSettingsForm
from players.forms.player import ClubForm
from players.models import Club
from players.selectors import clubs as selector
from players.selectors.clubs import club_settings
from players.services import clubs as services
from players.services.clubs import change_club_settings
from players.services.log import hold_register


@require_safe
@director_required
def index(request: HttpRequest) -> HttpResponse:
    """All clubs, with how many players belong to each."""
    return render(request, "players/clubs.html", {"clubs": selector.clubs()})


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_register)
def edit(request: HttpRequest, club_id: int) -> HttpResponse:
    """Rename a club, merge it into one that has the name already if confirmed, or delete it."""
    club = get_object_or_404(selector.clubs(), pk=club_id)
    name = club.name
    form = ClubForm(request.POST or None, instance=club)
    if request.method == "POST" and "delete" in request.POST:
        return _delete(request, selector.stored_club(club_id))
    other: Club | None = None
    if request.method == "POST" and form.is_valid():
        other = selector.club_named(form.cleaned_data["name"])
        if other is None or other.pk == club_id:
            return _rename(request, club, form, name)
        if request.POST.get("merge") == str(other.pk):
            services.merge_clubs(
                kept=other, merged=selector.stored_club(club_id), by=actor(request)
            )
            messages.success(
                request,
                _("“%(merged)s” is now “%(kept)s” everywhere.") % {"merged": name, "kept": other},
            )
            return redirect("players:clubs")
    context = {"club": club, "name": name, "form": form, "other": other}
    status = 422 if form.errors else 200
    return render(request, "players/club.html", context, status=status)


def _rename(request: HttpRequest, club: Club, form: ClubForm, name: str) -> HttpResponse:
    with refusals_in(form, "name"):
        services.rename_club(club=club, name=form.cleaned_data["name"], by=actor(request))
        messages.success(
            request, _("“%(old)s” is now called “%(new)s”.") % {"old": name, "new": club.name}
        )
        return redirect("players:clubs")
    context = {"club": club, "name": name, "form": form}
    return render(request, "players/club.html", context, status=422)


def _delete(request: HttpRequest, club: Club) -> HttpResponse:
    name = club.name
    with refusals_told(request):
        services.delete_club(club=club)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": name})
        return redirect("players:clubs")
    return redirect("players:club", club.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_register)
def settings(request: HttpRequest) -> HttpResponse:
    """What the club is called, what it plays, and which facts about players it uses."""
    form = ClubSettingsForm(request.POST or None, instance=club_settings())
    if request.method == "POST" and form.is_valid():
        change_club_settings(settings=form.instance, by=actor(request))
        messages.success(
            request, " ".join([_("The settings of the club are saved."), *form.effects])
        )
        return redirect("players:settings")
    status = 422 if form.errors else 200
    return render(request, "players/settings.html", {"form": form}, status=status)
