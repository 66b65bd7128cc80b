"""The bin: what was deleted and can be brought back, and what becomes of it in the end."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubscore.database.models import KEPT_IN_BIN
from clubscore.database.transactions import in_transaction
from clubscore.jobs.queue import Answer
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import lock_all_series
from events.hall.services.forgetting import KEPT, ended, forget_phones
from events.models import Series, Session, Tournament
from events.sessions.desk.services.bin import erase, restore_session
from events.sessions.series.services import erase_series, restore_series
from events.tournaments.desk.services import erase_tournaments, restore_tournament
from players.models import Player
from players.selectors.register import players_in_bin
from players.services.log import change_register
from players.services.players import empty_bin_of_players, restore_player

_RESTORE: dict[str, Callable[..., Any]] = {
    "session": lambda number, by: restore_session(pk=number, by=by),
    "series": lambda number, by: restore_series(pk=number, by=by),
    "tournament": lambda number, by: restore_tournament(pk=number, by=by),
    "player": lambda number, by: restore_player(number=number, by=by),
}


@dataclass(frozen=True, slots=True)
class Binned:
    """One thing in the bin: what to bring back (``kind`` and ``number``), what it was, since when
    it lies there, and when it is gone for good."""

    kind: str
    number: int
    word: str
    title: str
    at: datetime.datetime

    @property
    def until(self) -> datetime.datetime:
        return self.at + KEPT_IN_BIN


def in_bin() -> list[Binned]:
    """Everything in the bin, the last one first."""
    words = {"session": _("session"), "series": _("series"), "tournament": _("tournament")}
    models: tuple[type[Model], ...] = (Session, Series, Tournament)
    found = []
    for model, (kind, word) in zip(models, words.items(), strict=True):
        gone: QuerySet[Any] = QuerySet(model)
        found += [
            Binned(kind, event.pk, word, title_of(event), event.deleted_at)
            for event in gone.filter(deleted_at__isnull=False)
        ]
    for player in cast("QuerySet[Any]", players_in_bin()):
        title = f"{player}, {player.pk}"
        found.append(Binned("player", player.pk, _("player"), title, player.deleted_at))
    return sorted(found, key=lambda binned: binned.at, reverse=True)


def title_of(event: Session | Series | Tournament | Player) -> str:
    """What something in the bin is called, an event with its date as the language writes it."""
    day = getattr(event, "date", None) or getattr(event, "start", None)
    date = f", {date_format(day, 'SHORT_DATE_FORMAT')}" if day else ""
    return f"{event.title if isinstance(event, Session) else event}{date}"


def bring_back(*, kind: str, number: int, by: Actor) -> Any:
    """Bring back the session, series, tournament or player of this id. Raises :class:`Refused` when
    it is not in the bin (any more), or cannot come back."""
    if kind not in _RESTORE:
        raise Refused.because("This is no longer in the bin.")
    return _RESTORE[kind](number, by)


@in_transaction
def empty_bin(*, before: datetime.datetime, by: Actor) -> int:
    """Remove what was put into the bin before a moment, for good; how much it was."""
    change_register()
    lock_all_series()
    gone = {"deleted_at__lt": before}
    series = list(Series.everything.filter(**gone))
    sessions = list(Session.everything.filter(**gone))
    tournaments = list(Tournament.everything.filter(**gone))
    erase_series(series=series, by=by)
    erase(sessions=sessions, by=by)
    erase_tournaments(tournaments=tournaments)
    # Last: whoever played only in these has not played any more.
    players = empty_bin_of_players(before=before, by=by)
    return len(series) + len(sessions) + len(tournaments) + players


def empty(_job: Job) -> Answer:
    """Remove what has been in the bin for its time, and the phones of tournaments that are over."""
    now = timezone.now()
    empty_bin(before=now - KEPT_IN_BIN, by=Actor())
    for tournament in ended(before=now - KEPT):
        forget_phones(tournament=tournament)
    return {}
