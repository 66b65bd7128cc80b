"""A small club with two evenings, a series and a tournament, and what may happen to it."""

import datetime
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.club.bin import bring_back
from events.models import ClubSite, Entry, Game, Series, Session, Tournament, TravellerLine
from events.models.website import ONLY_ROW
from events.sessions.desk.services.bin import delete_session
from events.sessions.lines.services.saving import enter_result as enter_line
from events.sessions.series.services import (
    create_series,
    delete_series,
    publish_series,
    set_carry_over,
    withdraw_series,
)
from events.sessions.setup.services import sessions
from events.sessions.typing.services.undo import undo_last
from events.tournaments.core.services import (
    finish_tournament,
    publish_tournament,
    withdraw_tournament,
)
from events.tournaments.desk.services import delete_tournament
from events.tournaments.rounds.services.results import enter_result
from players.models import ClubSettings, Player
from players.services.erasure import erase_player
from players.services.players import add_player, change_player
from tests.events import factories
from tests.events.tournaments import cups

DAY: Final = datetime.date(2026, 3, 5)


def small_club() -> None:
    """Two evenings of four pairs, of which the later carries the earlier over and is not published,
    a series of both, and a cup."""
    director = Actor(factories.DirectorFactory())
    first = factories.played()
    second = factories.played(title="Second evening", date=DAY + datetime.timedelta(days=7))
    sessions.publish(session=first, by=director)
    series = create_series(
        series=Series(name="Spring series"), weights={first.pk: 100, second.pk: 100}, by=director
    )
    publish_series(series=series, by=director)
    set_carry_over(session=second, earlier_session=first, by=director)
    cup = cups.tournament(entries=4, tie_breaks=["BH"])
    cups.play(cup, 1, (1, 3, "1"), (4, 2, "="))
    publish_tournament(tournament=cup, by=director)
    # Players of the register, who can be renamed and erased.
    for entry, player in zip(
        Entry.objects.filter(tournament=cup), Player.objects.order_by("pk"), strict=False
    ):
        Entry.objects.filter(pk=entry.pk).update(player=player)


def _by() -> Actor:
    return Actor(factories.User.objects.first())


def _session(number: int) -> Session:
    return Session.objects.order_by("pk")[number]


def _correct(number: int, text: str) -> None:
    session = _session(number)
    for line in TravellerLine.objects.filter(section__session=session, board=1):
        enter_line(session_id=session.pk, line_id=line.pk, text=text, by=_by())


def _player(number: int) -> Player:
    return Player.objects.filter(erased_at=None).order_by("pk")[number]


def _rename(number: int, name: str) -> None:
    player = _player(number)
    player.name = player.given = player.particle = player.family = ""
    player.name = name
    change_player(player=player, by=_by())


def _initials(number: int) -> None:
    player = _player(number)
    player.initials_only = not player.initials_only
    change_player(player=player, by=_by())


def _game(text: str) -> None:
    game = Game.objects.order_by("pk").first()
    cup = Tournament.objects.get()
    if game:
        enter_result(tournament=cup, game_id=game.pk, text=text, by=_by())


def _settings(**values: object) -> None:
    ClubSettings.objects.update_or_create(pk=1, defaults=values)


def _site(**values: object) -> None:
    ClubSite.objects.update_or_create(pk=ONLY_ROW, defaults=values)


def _back(kind: str) -> None:
    model = {"session": Session, "series": Series, "tournament": Tournament}[kind]
    gone = model.everything.filter(deleted_at__isnull=False).first()
    if gone:
        bring_back(kind=kind, number=gone.pk, by=_by())


def _title() -> None:
    session = _session(0)
    session.title = "Evening of spring" if session.title == "Club evening" else "Club evening"
    sessions.change_settings(session=session, fields=["title"], by=_by())


CHANGES: Final[Mapping[str, Callable[[], object]]] = {
    "publish the first": lambda: sessions.publish(session=_session(0), by=_by()),
    "publish the second": lambda: sessions.publish(session=_session(1), by=_by()),
    "withdraw the first": lambda: sessions.withdraw(session=_session(0), by=_by()),
    "withdraw the second": lambda: sessions.withdraw(session=_session(1), by=_by()),
    "finish the first": lambda: sessions.finish(session=_session(0), by=_by()),
    "reopen the first": lambda: sessions.reopen(session=_session(0), by=_by()),
    "correct the first": lambda: _correct(0, "140"),
    "correct the second": lambda: _correct(1, "-50"),
    "clear a line": lambda: _correct(0, ""),
    "undo": lambda: undo_last(session_id=_session(0).pk, by=_by()),
    "title": _title,
    "rename": lambda: _rename(0, "Zelda Quince"),
    "rename another": lambda: _rename(3, "Ada Player-A"),
    "initials": lambda: _initials(1),
    "erase": lambda: erase_player(number=_player(2).pk, by=_by()),
    "new member": lambda: add_player(player=Player(name="Nora New"), by=_by()),
    "delete the first": lambda: delete_session(session=_session(0), by=_by()),
    "session back": lambda: _back("session"),
    "publish the series": lambda: publish_series(series=Series.objects.get(), by=_by()),
    "withdraw the series": lambda: withdraw_series(series=Series.objects.get(), by=_by()),
    "delete the series": lambda: delete_series(series=Series.objects.get(), by=_by()),
    "series back": lambda: _back("series"),
    "game": lambda: _game("0"),
    "same game": lambda: _game("="),
    "finish the cup": lambda: finish_tournament(tournament=Tournament.objects.get(), by=_by()),
    "withdraw the cup": lambda: withdraw_tournament(tournament=Tournament.objects.get(), by=_by()),
    "publish the cup": lambda: publish_tournament(tournament=Tournament.objects.get(), by=_by()),
    "delete the cup": lambda: delete_tournament(tournament=Tournament.objects.get(), by=_by()),
    "cup back": lambda: _back("tournament"),
    "name of the club": lambda: _settings(name="Hollybrook"),
    "only bridge": lambda: _settings(plays_chess=False, plays_go=False),
    "address": lambda: _site(address="https://club.example/results/"),
    "no search": lambda: _site(has_search=False),
    "listed": lambda: _site(is_listed=True),
}
"""What may happen between two exports."""


def change(name: str) -> None:
    """Let it happen, where it can."""
    with suppress(Refused, IndexError, Series.DoesNotExist, Tournament.DoesNotExist):
        CHANGES[name]()
