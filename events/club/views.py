"""The demo: removing it to start one's own club; what was played, and what was deleted.

Starting one's own club: everything of the demo is removed, and nothing else.
"""

from collections.abc import Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from clubscore.database.models import KEPT_IN_BIN
from clubscore.database.transactions import in_transaction
from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, sentence
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.caching import for_visitors
from clubscore.web.deletion import CHANGED, back_up
from clubscore.web.next_page import next_page
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required, is_director
from clubscore.web.visitors import Actor, actor
from events.club.bin import bring_back, in_bin, title_of
from events.club.demo import Demo, demo_session, has_demo, has_own_events, read_demo
from events.club.first_steps import first_steps
from events.club.home import home_events
from events.club.search import MAX_FOUND, search_all
from events.club.selectors import (
    PastEvent,
    deletions,
    demo_ids,
    events_of,
    find_events,
    locked_demo_players,
    seasons,
)
from events.common.domain import Season
from events.common.services import lock_all_series, lock_sessions, lock_tournament, record_deletion
from events.models import Deletion, Session, Tournament
from events.sessions.desk.services.bin import erase
from events.sessions.series.services import erase_series
from events.tournaments.desk.services import erase_tournaments
from movements.services import remove_demo_movements
from players.selectors.register import MAX_SEARCH
from players.services.log import change_register
from players.services.players import remove_demo_register

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
    return render(request, "events/club/own_club.html", context, status=422 if problems else 200)


@require_safe
@director_required
def deleted(request: HttpRequest) -> HttpResponse:
    """What lies in the bin, and everything that was ever deleted, the latest first."""
    return _bin(request)


@require_POST
@director_required
def restore(request: HttpRequest) -> HttpResponse:
    """Bring one thing back from the bin, and show it."""
    kind, number = request.POST.get("kind", ""), whole_number(request.POST.get("number", ""))
    try:
        found = bring_back(kind=kind, number=number or 0, by=actor(request))
    except Refused as refusal:
        return _bin(request, translate_refusal(refusal))
    messages.success(request, _("“%(name)s” is back, as it was.") % {"name": title_of(found)})
    return redirect(found)


def _bin(request: HttpRequest, problems: Sequence[str] = ()) -> HttpResponse:
    context = {
        "back": next_page(request),
        "problems": problems,
        "days": KEPT_IN_BIN.days,
        "binned": in_bin(),
        "page": Paginator(deletions(), PER_PAGE).get_page(request.GET.get("page")),
    }
    status = 422 if problems else 200
    return render(request, "events/club/deleted.html", context, status=status)


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
        "is_director": director,
        "text": text,
        "season": season,
        "seasons": known,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    return render(request, "events/club/past.html", context)


def _season(text: str, known: list[Season]) -> Season | None:
    """The one that was asked for, else the last one."""
    asked = [season for season in known if str(season.year) == text]
    return next(iter(asked or known), None)


@in_transaction
def start_own_club(*, by: Actor, seen: str | None = None, backup: str = "") -> None:
    """Remove the demo.

    Raises :class:`Refused` when it is no longer what the page showed (``seen``): then the
    ``backup`` would not have everything.
    """
    _lock_demo()
    demo = read_demo()
    if seen is not None and demo.seen != seen:
        raise Refused(sentence(CHANGED))
    erase_series(series=demo.series, by=by)
    erase(sessions=demo.sessions, by=by)
    erase_tournaments(tournaments=demo.tournaments)
    remove_demo_movements()
    remove_demo_register(by=by)
    record_deletion(kind=Deletion.Kind.DEMO, results=demo.results, backup=backup, by=by)


def _lock_demo() -> None:
    change_register()
    # Evaluated for its locks.
    list(locked_demo_players())
    lock_all_series()
    lock_sessions(demo_ids(Session), alone=True, with_bin=True)
    for pk in demo_ids(Tournament):
        lock_tournament(pk, alone=True, with_bin=True)


@for_visitors
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What is on today, the last results with their winners, past sessions and the latest
    tournaments: the published ones, and all of them for a director."""
    director = is_director(request)
    # Of a club's own events nothing is asked while there is no demo.
    demo = director and has_demo()
    context = {
        "events": home_events(director=director),
        "demo": demo,
        "only_demo": demo and not has_own_events(),
        "demo_session": demo_session() if demo else None,
        "first_steps": first_steps() if director and not demo else [],
    }
    return render(request, "events/club/home.html", context)


@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """Players, sessions and tournaments with the words and dates of ``?q=``: the published ones,
    and for a director all of them and the register."""
    text = request.GET.get("q", "").strip()
    found = search_all(text, director=is_director(request))
    context = {"text": text[:MAX_SEARCH], "found": found, "most": MAX_FOUND}
    return render(request, "events/club/search.html", context)
