"""The events of the first page, rendered once for each state of the club.

The last results as the first page shows them: winners and figures as texts.

Sessions as the first page shows them, as texts.

The last results of the club with their winners, for the first page.

Standings come from the cache where nothing has changed since; names come from the register.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, cast

from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubscore.text.letters import seat_letters
from clubscore.text.sentences import decimals
from clubscore.web.caching import kept, kept_many
from events.common import selectors as calendar
from events.common.selectors import Field, club_stamp, common_stamp, tournament_stamps
from events.common.views.figures import percentage, points
from events.models import CarryOver, Entry, Session, Tournament
from events.sessions.matches.figures.matches import ScoredMatches, matches_of_sessions
from events.sessions.matches.views.rows import result_of, team_name
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.figures.scoring import standings_of_sessions
from events.sessions.scoring.selectors.contestants import ContestantRecord, contestants_by_id
from events.tournaments.core.domain.results import write_points
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.standings.figures import standings_of
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.standings import team_places


@dataclass(frozen=True, slots=True)
class HomeEvents:
    """The lists of the page as HTML, and whether there is a session at all."""

    html: SafeString
    has_sessions: bool


def home_events(*, director: bool) -> HomeEvents:
    """What is on today, the last results, and what comes and was: the published ones, and all for a
    director."""
    today = timezone.localdate()
    return kept(
        ("home", director, get_language(), today),
        state=club_stamp,
        make=lambda: _made(_read(director=director), director=director),
    )


def _made(context: dict[str, Any], *, director: bool) -> HomeEvents:
    html = render_to_string("events/club/_home_events.html", context | {"for_directors": director})
    return HomeEvents(html, has_sessions=not context["calendar"].is_empty)


def _read(*, director: bool) -> dict[str, Any]:
    """The events of the home page, each in one place alone."""
    today = timezone.localdate()
    sessions = calendar.sessions_for(director=director, today=today)
    results = last_results(director=director)
    shown: list[Session | Tournament] = [result.event for result in results]
    playing = [
        tournament
        for tournament in calendar.tournaments_today(director=director, today=today)
        if tournament not in shown
    ]
    shown += playing
    tournaments = calendar.tournaments_for(director=director)
    others = tournaments.exclude(pk__in=[each.pk for each in shown if isinstance(each, Tournament)])
    cards = partial(session_cards, director=director)
    return {
        "calendar": sessions,
        "today": cards(session for session in sessions.today if session not in shown),
        "coming": cards(sessions.coming),
        "tournaments_today": playing,
        "results": result_cards(results),
        "past": cards(session for session in sessions.past if session not in shown),
        "tournaments": others[: calendar.TOURNAMENTS_SHOWN],
    }


@dataclass(frozen=True, slots=True)
class WinnerRow:
    """One of the first: the list where there are several, the place, the name, the figure."""

    list_name: str
    place: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class ResultCard:
    """A finished event, and where its ranking is."""

    title: str
    date: date
    url: str
    is_published: bool
    winners: tuple[WinnerRow, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who is among the first of a list: ``section`` and ``direction`` are empty where there is one
    list alone.

    ``figure`` is a percentage where ``is_percentage``, else points; ``None`` where nothing was
    scored. Of matches it is in ``words``, with its unit.
    """

    place: str
    name: str
    figure: Fraction | None
    is_percentage: bool = False
    section: str = ""
    direction: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class LastResult:
    """A finished session or tournament, and who won it."""

    event: Session | Tournament
    date: datetime.date
    winners: tuple[Winner, ...]


def result_cards(results: Iterable[LastResult]) -> list[ResultCard]:
    """A card for each result."""
    return [
        ResultCard(
            str(result.event.title if isinstance(result.event, Session) else result.event.name),
            result.date,
            _url(result),
            result.event.is_published,
            tuple(_row(winner, several=_several(result.winners)) for winner in result.winners),
        )
        for result in results
    ]


def _url(result: LastResult) -> str:
    if isinstance(result.event, Session):
        return reverse("events:ranking", args=[result.event.pk])
    return reverse("events:tournament-standings", args=[result.event.slug])


def _several(winners: Iterable[Winner]) -> bool:
    """Whether the sections are ranked separately."""
    return len({winner.section for winner in winners}) > 1


def _row(winner: Winner, *, several: bool) -> WinnerRow:
    section = winner.section if several else ""
    unit = percentage(winner.figure) + " %" if winner.is_percentage else points(winner.figure)
    figure = winner.words or ("" if winner.figure is None else unit)
    list_name = f"{section} {seat_letters(winner.direction)}".strip()
    return WinnerRow(list_name, winner.place, winner.name, figure)


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A session, and where it leads to."""

    title: str
    date: datetime.date
    url: str
    club: str
    field: Field
    is_of_teams: bool
    method: str
    is_provisional: bool
    is_published: bool
    entry: str
    """Where a director goes on entering its results; empty for visitors."""


def session_cards(sessions: Iterable[Session], *, director: bool) -> list[SessionCard]:
    """A card for each session of :func:`events.common.selectors.sessions_for`: for a
    director it leads to the desk, for visitors to the ranking."""
    return [
        SessionCard(
            title=session.title,
            date=session.date,
            url=session.get_absolute_url()
            if director
            else reverse("events:ranking", args=[session.pk]),
            club=str(session.club or ""),
            field=session.field,  # type: ignore[attr-defined]
            is_of_teams=session.is_of_teams,
            method=session.get_method_display(),
            is_provisional=session.is_published and not session.is_finished,
            is_published=session.is_published,
            entry=reverse("events:boards", args=[session.pk])
            if director and not session.is_finished
            else "",
        )
        for session in sessions
    ]


RESULTS_SHOWN = 6

SHOWN_PLACES = 3

Best = list[tuple[str, int | str, Fraction]]
"""The first of a tournament: places, starting numbers or names of teams, and points."""


def last_results(*, director: bool, max_count: int = RESULTS_SHOWN) -> list[LastResult]:
    """The latest finished events, the last first: the published ones, and all for a director.

    A constant number of queries, and few once the standings are in the cache.
    """
    is_open = Q() if director else Q(published_at__isnull=False)
    sessions = Session.objects.filter(is_open, state=Session.State.FINISHED)
    tournaments = Tournament.objects.filter(is_open, state=Tournament.State.FINISHED)
    # What is on a day yet to come is no result.
    today = timezone.localdate()
    latest: list[Session | Tournament] = [
        *sessions.filter(date__lte=today).order_by("-date", "-pk")[:max_count],
        *tournaments.exclude(start__gt=today).order_by("-finish", "-start", "-pk")[:max_count],
    ]
    latest = sorted(latest, key=lambda event: _date(event), reverse=True)[:max_count]
    of_sessions = _session_winners([e for e in latest if isinstance(e, Session)], director=director)
    of_tournaments = _tournament_winners(
        [e for e in latest if isinstance(e, Tournament)], director=director
    )
    return [
        LastResult(
            event,
            _date(event),
            (of_sessions if isinstance(event, Session) else of_tournaments).get(event.pk, ()),
        )
        for event in latest
    ]


def _date(event: Session | Tournament) -> datetime.date:
    if isinstance(event, Session):
        return event.date
    return event.finish or event.start or timezone.localtime(event.created_at).date()


def _session_winners(
    sessions: Sequence[Session], *, director: bool
) -> dict[int, tuple[Winner, ...]]:
    if not sessions:
        return {}
    # What is carried over decides there, and would have to be added up first.
    carried = set(CarryOver.objects.filter(session__in=sessions).values_list("session", flat=True))
    shown = [session for session in sessions if session.pk not in carried]
    for session in shown:
        session.reader_is_director = director
    return kept(
        ("winners", director, get_language()),
        # Names, which others in a session may change, are part of it.
        state=lambda: common_stamp(session_ids=[session.pk for session in shown]),
        make=lambda: _read_winners(shown, director=director),
    )


def _read_winners(sessions: Sequence[Session], *, director: bool) -> dict[int, tuple[Winner, ...]]:
    of_matches = matches_of_sessions(sessions)
    of_boards = [session for session in sessions if session.pk not in of_matches]
    best = {pk: _first(scored.standings) for pk, scored in standings_of_sessions(of_boards).items()}
    ids = [cast(int, standing.contestant) for standings in best.values() for standing in standings]
    contestants = contestants_by_id(ids, full_names=director)
    won = {pk: tuple(_winners(standings, contestants)) for pk, standings in best.items()}
    return won | {
        pk: tuple(_match_winners(matches, director=director)) for pk, matches in of_matches.items()
    }


def _match_winners(scored: ScoredMatches, *, director: bool) -> Iterable[Winner]:
    """The first teams, or pairs of Swiss pairs."""
    play, teams = scored.matches.play, scored.matches.teams
    # A place may come of a bye alone; before the first match nobody has one.
    has_begun = any(each.played for each in scored.standings)
    first = [each for each in scored.standings if has_begun and each.place.number <= SHOWN_PLACES]
    ids = [pk for standing in first for pk in teams[standing.side].contestants]
    contestants = contestants_by_id(ids, full_names=director)
    for standing in first:
        name = team_name(teams[standing.side], contestants, pairs=play.is_pairs)
        yield Winner(str(standing.place), name, standing.points, words=result_of(play, standing))


def _first(standings: Iterable[Standing]) -> list[Standing]:
    """The first three; where there are several lists, who won each."""
    standings = list(standings)
    lists = {(standing.section, standing.direction) for standing in standings}
    last = SHOWN_PLACES if len(lists) == 1 else 1
    return [each for each in standings if each.place.number and each.place.number <= last]


def _winners(
    standings: Iterable[Standing], contestants: dict[int, ContestantRecord]
) -> Iterable[Winner]:
    for standing in standings:
        # Deleted since the standings were read.
        if record := contestants.get(cast(int, standing.contestant)):
            is_percentage = standing.of is not None
            yield Winner(
                str(standing.place),
                record.players or record.label,
                standing.percentage if is_percentage else standing.points,
                is_percentage,
                standing.section,
                standing.direction or "",
            )


def _tournament_winners(
    tournaments: Sequence[Tournament], *, director: bool
) -> dict[int, tuple[Winner, ...]]:
    if not tournaments:
        return {}
    best = _best_numbers(tournaments)
    wanted = Q(pk__in=[])
    for pk, found in best.items():
        wanted |= Q(tournament=pk, number__in=[who for _, who, _ in found if isinstance(who, int)])
    names = {
        (entry.tournament_id, entry.number): entry.shown_name if director else entry.public_name
        for entry in Entry.objects.filter(wanted).select_related("player")
    }
    return {
        pk: tuple(
            Winner(place, name, figure, words=decimals(write_points(figure)))
            for place, who, figure in found
            if (name := who if isinstance(who, str) else names.get((pk, who)))
        )
        for pk, found in best.items()
    }


def _best_numbers(tournaments: Sequence[Tournament]) -> dict[int, Best]:
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    return kept_many(
        "winners of a tournament",
        tournament_stamps(by_pk),
        lambda missing: {pk: _best(by_pk[pk]) for pk in missing},
    )


def _best(tournament: Tournament) -> Best:
    if tournament.teams_meet and (event := team_event(tournament_value(tournament))):
        return [
            (str(place.place), place.name, place.points)
            for place in team_places(event)
            if place.place.number <= SHOWN_PLACES
        ]
    scored = standings_of(tournament)
    return [
        (str(line.place), line.number, scored.score_of(line))
        for line in scored.lines
        if line.place.number and line.place.number <= SHOWN_PLACES
    ]
