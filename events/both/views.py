"""The demo: removing it to start one's own club; and what was deleted."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.actor import actor
from clubscore.deletion.page import back_up
from clubscore.once import in_its_own_transactions
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate, translate_refusal
from events.both.deleted import deletions
from events.both.demo_content import Demo, read_demo
from events.both.own_club import start_own_club

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def own_club(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays; on the button, remove the demo."""
    demo = read_demo()
    if demo.is_empty:
        messages.info(request, _("There is nothing of the demo left."))
        return redirect("home")
    if request.method != "POST":
        return _ask(request, demo, [])
    try:
        if request.POST.get("seen") == demo.seen:
            start_own_club(seen=demo.seen, backup=back_up(), by=actor(request))
            messages.success(
                request,
                _("The demo is removed. This is your club now: say what it is called and plays."),
            )
            return redirect("players:settings")
    except Refused as refusal:
        nothing = _("Nothing was removed.")
        return _ask(request, read_demo(), [*translate_refusal(refusal), nothing])
    changed = _("Something was changed in the meantime. Nothing was removed; look again.")
    return _ask(request, demo, [changed])


def _ask(request: HttpRequest, demo: Demo, problems: list[str]) -> HttpResponse:
    context = {
        "demo": demo,
        "changes": [translate(change) for change in demo.changes],
        "problems": problems,
    }
    return render(request, "events/both/own_club.html", context, status=422 if problems else 200)


@require_safe
@director_required
def deleted(request: HttpRequest) -> HttpResponse:
    """Everything that was deleted with its results, the latest first."""
    page = Paginator(deletions(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "events/both/deleted.html", {"page": page})
