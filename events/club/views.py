"""The demo: removing it to start one's own club; what was played, and what was deleted.

What was deleted: events and the demo from their own log, players from that of the register.

What was played, season by season: sessions and tournaments, the latest first.

Reads one season, or what a search finds in all of them; never everything.

Starting one's own club: everything of the demo is removed, and nothing else.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Max, Min, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.caching import for_visitors
from clubscore.web.deletion import CHANGED, back_up
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required, is_director
from clubscore.web.visitors import Actor, actor
from events.club.demo import Demo, demo_session, has_demo, has_own_events, read_demo
from events.club.home import home_events
from events.club.search import MAX_FOUND, search_all
from events.common.domain import Season
from events.common.services import lock_all_series, lock_sessions, lock_tournament, record_deletion
from events.models import Deletion, Session, Tournament
from events.sessions.desk.services import erase
from events.sessions.series.services import erase_series
from events.tournaments.desk.services import erase_tournaments
from movements.services import remove_demo_movements
from players.models import Player, RegisterEntry
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
    """Everything that was deleted with its results, the latest first."""
    page = Paginator(deletions(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "events/club/deleted.html", {"page": page})


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
    return render(request, "events/club/past.html", context)


def _season(text: str, known: list[Season]) -> Season | None:
    """The one that was asked for, else the last one."""
    asked = [season for season in known if str(season.year) == text]
    return next(iter(asked or known), None)


@dataclass(frozen=True, slots=True)
class DeletedRow:
    """One thing that was deleted: when and by whom, what, how many results or events it had, and
    the backup made before."""

    at: datetime.datetime
    user: str
    kind: str
    title: str
    results: int
    backup: str


def deletions() -> list[DeletedRow]:
    """Everything deleted, the latest first."""
    return sorted((*_events(), *_players()), key=attrgetter("at"), reverse=True)


def _events() -> Iterator[DeletedRow]:
    for entry in Deletion.objects.select_related("user"):
        date = f", {date_format(entry.date, 'SHORT_DATE_FORMAT')}" if entry.date else ""
        yield DeletedRow(
            entry.at,
            _user_name(entry.user),
            entry.get_kind_display(),
            f"{entry.title}{date}",
            entry.results,
            entry.backup,
        )


def _players() -> Iterator[DeletedRow]:
    """Players deleted by typing their names; those without results are deleted in the list."""
    action = RegisterEntry.Action.DELETED
    for entry in RegisterEntry.objects.filter(action=action).select_related("user"):
        if "events" in entry.after:
            yield DeletedRow(
                entry.at,
                _user_name(entry.user),
                _("player"),
                _("number %(number)s") % {"number": entry.number},
                entry.after["events"],
                entry.after.get("backup", ""),
            )


def _user_name(user: User | None) -> str:
    return user.get_username() if user else ""


MAX_PAST = 500
"""Of a search in all seasons, of sessions and of tournaments each."""


@dataclass(frozen=True, slots=True)
class PastEvent:
    """A session or a tournament in the list: ``place`` is the club's or the city's name."""

    date: datetime.date
    title: str
    url: str
    is_tournament: bool
    is_published: bool
    place: str


def seasons(*, director: bool, today: datetime.date) -> list[Season]:
    """From the season of today, or of what was played last, to that of the first event."""
    spans = [
        _sessions(director, today).aggregate(first=Min("date"), last=Max("date")),
        _tournaments(director, today).aggregate(first=Min("start"), last=Max("start")),
    ]
    days = [day for span in spans for day in span.values() if day is not None]
    if not days:
        return []
    first, last = Season.of(min(days)).year, Season.of(max(days)).year
    return [Season(year) for year in range(last, first - 1, -1)]


def events_of(season: Season, *, director: bool, today: datetime.date) -> list[PastEvent]:
    """Everything of a season, the latest first."""
    days = (season.start, season.end)
    return _merged(
        _sessions(director, today).filter(date__range=days),
        _tournaments(director, today).filter(start__range=days),
        director=director,
    )


def find_events(text: str, *, director: bool, today: datetime.date) -> list[PastEvent]:
    """What has every word of a text in its name, club or city, of all seasons."""
    sessions, tournaments = _sessions(director, today), _tournaments(director, today)
    for word in text[:MAX_SEARCH].replace("\0", " ").split():
        club = Q(club__name__icontains=word)
        sessions = sessions.filter(club | Q(title__icontains=word))
        tournaments = tournaments.filter(club | Q(name__icontains=word) | Q(city__icontains=word))
    return _merged(sessions[:MAX_PAST], tournaments[:MAX_PAST], director=director)


def _sessions(director: bool, today: datetime.date) -> QuerySet[Session]:
    is_open = Q() if director else Q(published_at__isnull=False)
    return Session.objects.filter(is_open, date__lt=today).order_by("-date", "-pk")


def _tournaments(director: bool, today: datetime.date) -> QuerySet[Tournament]:
    is_open = Q() if director else Q(published_at__isnull=False)
    return Tournament.objects.filter(is_open, start__lt=today).order_by("-start", "-pk")


def _merged(
    sessions: QuerySet[Session], tournaments: QuerySet[Tournament], *, director: bool
) -> list[PastEvent]:
    past_events = [*_session_rows(sessions, director), *_tournament_rows(tournaments)]
    return sorted(past_events, key=lambda row: row.date, reverse=True)


def _session_rows(sessions: QuerySet[Session], director: bool) -> Iterator[PastEvent]:
    page = "events:session" if director else "events:ranking"
    columns = ("pk", "date", "title", "published_at", "club__name")
    rows: Any = sessions.values_list(*columns)
    for pk, date, title, published_at, club in rows:
        yield PastEvent(
            date, title, reverse(page, args=[pk]), False, published_at is not None, club or ""
        )


def _tournament_rows(tournaments: QuerySet[Tournament]) -> Iterator[PastEvent]:
    columns = ("slug", "start", "name", "published_at", "club__name", "city")
    rows: Any = tournaments.values_list(*columns)
    for slug, start, name, published_at, club, city in rows:
        url = reverse("events:tournament", args=[slug])
        yield PastEvent(start, name, url, True, published_at is not None, club or city)


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
    list(Player.objects.filter(is_demo=True).select_for_update(of=("self",)).order_by("pk"))
    lock_all_series()
    lock_sessions(_demo_ids(Session), alone=True)
    for pk in _demo_ids(Tournament):
        lock_tournament(pk, alone=True)


def _demo_ids(model: type[Session | Tournament]) -> list[int]:
    return list(model.objects.filter(is_demo=True).order_by("pk").values_list("pk", flat=True))


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
