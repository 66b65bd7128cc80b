"""What there is of the demo, and what removing it would change.

What the club added itself stays, and so does what it uses of the demo: a player in an event of its
own, a movement of such a session.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from clubscore.problems import Sentence
from events.common.selectors.stamp import log_state
from events.models import (
    ContestantPlayer,
    Entry,
    Game,
    Series,
    Session,
    Tournament,
    TravellerLine,
)
from events.sessions.selectors.deletion import effects_of_series, effects_of_sessions
from events.sessions.selectors.lines import EMPTY
from events.tournaments.domain.outcome import Outcome
from movements.models import Movement
from players.models import Player


@dataclass(frozen=True, slots=True)
class Staying:
    """A player of the demo who stays, and the club's own events that name this player."""

    name: str
    url: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """What there is of the demo, and what removing it changes; ``seen`` is a stamp of it."""

    sessions: tuple[Session, ...]
    series: tuple[Series, ...]
    tournaments: tuple[Tournament, ...]
    players: int
    movements: int
    results: int
    staying: tuple[Staying, ...]
    staying_movements: tuple[str, ...]
    changes: tuple[Sentence, ...]
    seen: str

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the demo is there."""
        is_there = self.sessions or self.series or self.tournaments
        return not (is_there or self.players or self.movements or self.staying)


def has_demo() -> bool:
    """Whether there is an event of the demo."""
    return any(model.objects.filter(is_demo=True).exists() for model in (Session, Tournament))


def has_own_events() -> bool:
    """Whether the club has an event of its own."""
    models = (Session, Tournament, Series)
    return any(model.objects.filter(is_demo=False).exists() for model in models)


def demo_session() -> Session | None:
    """The session of the demo to look at first: the one that is still being entered."""
    sessions = Session.objects.filter(is_demo=True, state=Session.State.OPEN)
    return sessions.order_by("-date", "-pk").first()


def read_demo() -> Demo:
    """The demo as it is now."""
    sessions = tuple(Session.objects.filter(is_demo=True).order_by("-date", "-pk"))
    series = tuple(Series.objects.filter(is_demo=True))
    tournaments = tuple(Tournament.objects.filter(is_demo=True))
    staying = tuple(_staying())
    kept = tuple(_kept_movements())
    return Demo(
        sessions=sessions,
        series=series,
        tournaments=tournaments,
        players=Player.objects.filter(is_demo=True).count() - len(staying),
        movements=Movement.objects.filter(is_demo=True).count() - len(kept),
        results=_results(),
        staying=staying,
        staying_movements=kept,
        changes=tuple(_changes(sessions, series)),
        seen=_stamp(sessions, series, tournaments),
    )


def _staying() -> Iterator[Staying]:
    """The players of the demo whom an event of the club's own names, by name."""
    events: dict[int, list[str]] = {}
    seats = ContestantPlayer.objects.filter(player__is_demo=True, session__is_demo=False)
    for seat in seats.select_related("session").order_by("-session__date", "-session"):
        events.setdefault(seat.player_id, []).append(str(seat.session))
    entries = Entry.objects.filter(player__is_demo=True, tournament__is_demo=False)
    for entry in entries.select_related("tournament").order_by("tournament"):
        events.setdefault(entry.player_id or 0, []).append(str(entry.tournament))
    for player in Player.objects.filter(pk__in=events):
        yield Staying(str(player), player.get_absolute_url(), tuple(events[player.pk]))


def _kept_movements() -> list[str]:
    """The movements of the demo that a session of the club's own uses."""
    own = Q(section__session__is_demo=False) | Q(changes__section__session__is_demo=False)
    used = Movement.objects.filter(own, is_demo=True)
    return sorted(used.values_list("name", flat=True).distinct())


def _results() -> int:
    lines = TravellerLine.objects.filter(section__session__is_demo=True)
    entered = lines.exclude(EMPTY).count()
    games = Game.objects.filter(round__tournament__is_demo=True)
    return entered + games.exclude(outcome=Outcome.PENDING).count()


def _changes(sessions: tuple[Session, ...], series: tuple[Series, ...]) -> Iterator[Sentence]:
    going = frozenset(each.pk for each in sessions)
    yield from effects_of_sessions(list(sessions), without=frozenset(each.pk for each in series))
    yield from effects_of_series(list(series), without=going)


def _stamp(
    sessions: tuple[Session, ...], series: tuple[Series, ...], tournaments: tuple[Tournament, ...]
) -> str:
    states = [
        *(log_state(session=each.pk) for each in sessions),
        *(log_state(series=each.pk) for each in series),
        *(log_state(tournament=each.pk) for each in tournaments),
    ]
    players = list(Player.objects.filter(is_demo=True).values_list("pk", "updated_at"))
    return hashlib.sha256(repr((states, players)).encode()).hexdigest()[:16]
