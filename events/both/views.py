"""The demo: removing it to start one's own club; what was played, and what was deleted."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.actor import actor
from clubscore.deletion.page import back_up
from clubscore.once import in_its_own_transactions
from clubscore.permissions import director_required, is_director
from clubscore.problems import Refused
from clubscore.sentences import translate, translate_refusal
from clubscore.visitor_pages import for_visitors
from events.both.deleted import deletions
from events.both.demo_content import Demo, read_demo
from events.both.own_club import start_own_club
from events.both.past import PastEvent, events_of, find_events, seasons
from events.common.domain.season import Season
from players.selectors.search import MAX_SEARCH

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


@for_visitors
@require_safe
def past(request: HttpRequest) -> HttpResponse:
    """The sessions and tournaments of a season, ``?season=2025``, or what ``?q=`` finds in all."""
    director, today = is_director(request), timezone.localdate()
    text = request.GET.get("q", "").strip()[:MAX_SEARCH]
    known = seasons(director=director, today=today)
    season = None if text else _season(request.GET.get("season", ""), known)
    found: list[PastEvent] = []
    if text:
        found = find_events(text, director=director, today=today)
    elif season:
        found = events_of(season, director=director, today=today)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "text": text,
        "season": season,
        "seasons": known,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    return render(request, "events/both/past.html", context)


def _season(text: str, known: list[Season]) -> Season | None:
    """The one that was asked for, else the last one."""
    asked = [each for each in known if str(each.year) == text]
    return next(iter(asked or known), None)
