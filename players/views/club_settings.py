"""The settings of the club."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from players.forms.club_settings import ClubSettingsForm
from players.selectors.club_settings import club_settings
from players.services.club_settings import change_club_settings
from players.services.version import hold_register


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
