"""The demo club: invented players, the example movements, sessions of bridge, a series,
and a chess tournament.

One session is played and published, one of today is half entered, one is an individual, one is of
teams; two earlier ones make a series with the first. Building it again removes what it made
before, with its log, and nothing else.

What there is of the demo, and what removing it would change.

What the club added itself stays, and so does what it uses of the demo: a player in an event of its
own, a movement of such a session.

The demo club's evening of teams: six teams of four, all against all.

The demo club's chess tournament: five rounds by hand, the last of them half played.
"""

import datetime
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from django.db.models import Q
from django.utils import translation

import movements
from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Sentence
from clubscore.web.visitors import Actor
from events.common.selectors import log_state
from events.common.services import lock_all_series
from events.models import ContestantPlayer, Entry, Game, Series, Session, Tournament, TravellerLine
from events.sessions.core.domain.contract import Contract, Doubling, Seat, Strain
from events.sessions.core.domain.line_result import LineResult
from events.sessions.core.domain.result_field import read_result
from events.sessions.desk.selectors import effects_of_sessions
from events.sessions.desk.services.bin import erase
from events.sessions.lines.services import saving as lines
from events.sessions.matches.services.teams import (
    MatchWish,
    TeamEntry,
    change_teams,
    create_match_session,
)
from events.sessions.scoring.selectors.lines import EMPTY, LineRecord, session_lines
from events.sessions.series.selectors import effects_of_series
from events.sessions.series.services import create_series, erase_series, publish_series
from events.sessions.setup.services import sessions
from events.sessions.setup.services.sessions import enter_names
from events.tournaments.core.domain.results import OPEN, Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament as TournamentValue
from events.tournaments.core.services import publish_tournament
from events.tournaments.desk.services import erase_tournaments
from events.tournaments.files.services.storing import store_tournament
from movements.models import Movement
from movements.services import store_movement_once
from players.domain.names import Name, read_name
from players.models import Club, Player
from players.selectors.register import players_by_key
from players.services.clubs import name_club_once
from players.services.log import change_register
from players.services.players import add_missing_players, mark_demo_players

CLUB = "Hollybrook Bridge Club"

TROPHY = "Autumn trophy"

SEED = 14

PLAYERS = (
    "Agnes Marlowe", "Bertil Oakes", "Clara Finch", "Desmond Pryce", "Edith Lamb",
    "Florian Weck", "Greta Sandoval", "Hugo Tarrant", "Imke van der Brink", "Jonas Holm",
    "Kirsten Dale", "Lionel Ashcroft", "Maud Pettifer", "Niall Corrigan", "Odile Renaud",
    "Percy Whitlock", "Quentin Moss", "Rosalind Keane", "Sander Hoekstra", "Tilda Brandt",
    "Ulf Ekman", "Vera Lindqvist", "Walter Pym", "Xenia Kovar", "Yorick Bell",
    "Zelda O'Hare", "Anton Fairweather", "Beatrix Stroud",
)  # fmt: skip

MOVEMENTS = {
    "fourteen-pairs": "Fourteen pairs, six rounds",
    "mitchell-7-tables": "Mitchell, seven tables",
    "rainbow-5-tables": "Rainbow individual, five tables",
}

BY = Actor(device="demo")


@in_transaction
# Its travellers are typed in English letters.
@translation.override("en")
def build_demo(*, today: datetime.date) -> list[Session]:
    """Rebuild the demo club. Its sessions are one that was played, that of ``today``, an
    individual, one of teams, and the earlier ones of the series.
    """
    change_register()
    lock_all_series()
    erase_series(series=list(Series.everything.filter(is_demo=True)), by=BY)
    erase(sessions=list(Session.everything.filter(is_demo=True)), by=BY)
    erase_tournaments(tournaments=list(Tournament.everything.filter(is_demo=True)))
    club, _ = Club.objects.get_or_create(name=CLUB, defaults={"is_demo": True})
    name_club_once(name=CLUB)
    movements = {stem: _movement(stem, name) for stem, name in MOVEMENTS.items()}
    players = [read_name(player) for player in PLAYERS]
    known = players_by_key(name.key for name in players)
    added = add_missing_players(names=players)
    # Whoever was in the register before is the club's own, also of the same name.
    mark_demo_players(numbers=[added[key].pk for key in added.keys() - known.keys()])
    choice = random.Random(SEED)  # noqa: S311 - a game, the same at every start
    evening = sessions.create_session(
        title="Autumn pairs",
        date=today - datetime.timedelta(days=7),
        movement=movements["fourteen-pairs"],
        names=_pairs(players),
        club=club,
        is_demo=True,
        by=BY,
    )
    tonight = sessions.create_session(
        title="Club evening",
        date=today,
        movement=movements["mitchell-7-tables"],
        names=_pairs(choice.sample(players, len(players))),
        club=club,
        is_demo=True,
        by=BY,
    )
    individual = sessions.create_session(
        title="Individual cup",
        date=today - datetime.timedelta(days=14),
        movement=movements["rainbow-5-tables"],
        names={f"A{n}": [name] for n, name in enumerate(players[:20], start=1)},
        club=club,
        is_demo=True,
        by=BY,
    )
    teams = set_up_teams(
        date=today - datetime.timedelta(days=10), names=players[:24], club=club, by=BY
    )
    for session in (evening, individual, teams):
        _play(session, session_lines(session.pk), choice)
        sessions.finish(session=session, by=BY)
    so_far = session_lines(tonight.pk)
    boards = sorted({line.board for line in so_far})[:10]
    _play(tonight, [line for line in so_far if line.board in boards], choice)
    _play(tonight, [line for line in so_far if line.board == boards[-1] + 1][:4], choice)
    for session in (evening, tonight, individual, teams):
        sessions.publish(session=session, by=BY)
    earlier = _earlier(evening, players, movements["fourteen-pairs"])
    trophy = create_series(
        series=Series(name=TROPHY, club=club, best=2, minimum=2, is_demo=True),
        weights={session.pk: 100 for session in (evening, *earlier)},
        by=BY,
    )
    publish_series(series=trophy, by=BY)
    build_tournament(today=today, names=players[2:], club=club, by=BY)
    return [evening, tonight, individual, teams, *earlier]


def _earlier(last: Session, players: list[Name], movement: Movement) -> list[Session]:
    """Two evenings before the last one; on the second of them, two players changed partners."""
    choice = random.Random(SEED + 1)  # noqa: S311 - a game, the same at every start
    changed = [players[0], players[3], players[2], players[1], *players[4:]]
    evenings = []
    for weeks, pairs in ((3, players), (2, changed)):
        evening = sessions.create_session(
            title=last.title,
            date=last.date - datetime.timedelta(weeks=weeks),
            movement=movement,
            names=_pairs(pairs),
            club=last.club,
            is_demo=True,
            by=BY,
        )
        _play(evening, session_lines(evening.pk), choice)
        sessions.finish(session=evening, by=BY)
        sessions.publish(session=evening, by=BY)
        evenings.append(evening)
    return evenings


def _movement(stem: str, name: str) -> Movement:
    path = Path(movements.__file__).parent / "examples" / f"{stem}.asc"
    return store_movement_once(name=name, text=path.read_text(encoding="utf-8"), is_demo=True)


def _pairs(players: list[Name]) -> dict[str, list[Name | None]]:
    pairs = zip(players[::2], players[1::2], strict=True)
    return {f"A{number}": list(pair) for number, pair in enumerate(pairs, start=1)}


def _play(session: Session, places: list[LineRecord], choice: random.Random) -> None:
    """Invent a result for each of the lines: most tables near the board's usual contract."""
    stored = TravellerLine.objects.select_related("section").in_bulk([line.pk for line in places])
    usual: dict[int, tuple[Contract, Seat, int]] = {}
    for line in places:
        if line.board not in usual:
            usual[line.board] = _usual_contract(choice)
        result = _result(line.board, usual[line.board], choice)
        lines.store_result(line=stored[line.pk], result=result, by=BY)


def _usual_contract(choice: random.Random) -> tuple[Contract, Seat, int]:
    strain = choice.choices(list(Strain), weights=(1, 1, 3, 3, 3))[0]
    level = choice.choices((1, 2, 3, 4, 6), weights=(1, 2, 4, 5, 1))[0]
    if strain in (Strain.HEARTS, Strain.SPADES) and level == 3:
        level = 4
    seat = choice.choice(list(Seat))
    tricks = min(13, level + 6 + choice.choice((-1, 0, 0, 0, 1)))
    return Contract(level, strain), seat, tricks


def _result(board: int, usual: tuple[Contract, Seat, int], choice: random.Random) -> LineResult:
    contract, seat, tricks = usual
    level = contract.level
    if choice.random() < 0.25:
        level = max(1, min(7, level + choice.choice((-1, -1, 1))))
    doubling = Doubling.DOUBLED if choice.random() < 0.05 else Doubling.UNDOUBLED
    tricks = max(0, min(13, tricks + choice.choice((-2, -1, -1, 0, 0, 0, 0, 0, 1, 1))))
    if choice.random() < 0.3:
        partners = {Seat.N: Seat.S, Seat.S: Seat.N, Seat.E: Seat.W, Seat.W: Seat.E}
        seat = partners[seat]
    typed = f"{Contract(level, contract.strain, doubling)}{seat}{tricks:02d}"
    return read_result(typed, board=board)


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
    sessions = Session.everything.filter(is_demo=True, state=Session.State.OPEN)
    return sessions.order_by("-date", "-pk").first()


def read_demo() -> Demo:
    """The demo as it is now."""
    sessions = tuple(Session.everything.filter(is_demo=True).order_by("-date", "-pk"))
    series = tuple(Series.everything.filter(is_demo=True))
    tournaments = tuple(Tournament.everything.filter(is_demo=True))
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
    return entered + games.exclude(outcome__in=OPEN).count()


def _changes(sessions: tuple[Session, ...], series: tuple[Series, ...]) -> Iterator[Sentence]:
    going = frozenset(session.pk for session in sessions)
    yield from effects_of_sessions(list(sessions), without=frozenset(each.pk for each in series))
    yield from effects_of_series(list(series), without=going)


def _stamp(
    sessions: tuple[Session, ...], series: tuple[Series, ...], tournaments: tuple[Tournament, ...]
) -> str:
    states = [
        *(log_state(session=session.pk) for session in sessions),
        *(log_state(series=each.pk) for each in series),
        *(log_state(tournament=tournament.pk) for tournament in tournaments),
    ]
    players = list(Player.objects.filter(is_demo=True).values_list("pk", "updated_at"))
    return hashlib.sha256(repr((states, players)).encode()).hexdigest()[:16]


TITLE = "Teams of four"

TEAMS = ("Alders", "Birches", "Cedars", "Damsons", "Elms", "Firs")

BOARDS_PER_MATCH = 4


def set_up_teams(*, date: datetime.date, names: Sequence[Name], club: Club, by: Actor) -> Session:
    """The session without results; ``names`` are four for each team."""
    wish = MatchWish(
        title=TITLE,
        date=date,
        kind=Session.Matches.TEAMS,
        contestants=len(TEAMS),
        boards=BOARDS_PER_MATCH,
        club=club,
    )
    session = create_match_session(wish=wish, by=by, is_demo=True)
    entries = {
        number: TeamEntry(name=name, added=Decimal(0), reason="", last_round=None)
        for number, name in enumerate(TEAMS, start=1)
    }
    change_teams(session_id=session.pk, entries=entries, by=by)
    pairs = zip(names[::2], names[1::2], strict=True)
    enter_names(
        session=session,
        names={f"A{number}": list(pair) for number, pair in enumerate(pairs, start=1)},
        by=by,
    )
    return session


NAME = "Hollybrook chess cup"

ROUNDS = 5

TABLE = (
    ("FM", 2067, "6w1 2b0 10w1 3w0 5b*"),
    ("", 2009, "7w1 1w1 3b0 8w= 9b1"),
    ("", 1977, "8w= 4b1 2w1 1b1 6w="),
    ("", 1918, "9w= 3w0 8b- U 7b*"),
    ("", 1885, "10w0 6b0 U 7b1 1w*"),
    ("WCM", 1835, "1b0 5w1 11b= 10w1 3b="),
    ("", 1796, "2b0 U 9b0 5w0 4w*"),
    ("", 1745, "3b= 9w= 4w+ 2b= 11b*"),
    ("", 1695, "4b= 8b= 7w1 11w= 2w0"),
    ("", 1645, "5b1 11w= 1b0 6b0 U"),
    ("", 1607, "U 10b= 6w= 9b= 8w*"),
)
"""A player a row: title, rating, and every round's opponent, colour and result, or a bye."""


def build_tournament(
    *, today: datetime.date, names: Sequence[Name], club: Club, by: Actor
) -> Tournament:
    """Make the tournament with the first of these names, its last round on ``today``."""
    names = names[: len(TABLE)]
    players = add_missing_players(names=names)
    week = datetime.timedelta(days=7)
    dates = tuple(today - week * (ROUNDS - number) for number in range(1, ROUNDS + 1))
    value = TournamentValue(
        name=NAME,
        start=dates[0],
        finish=dates[-1],
        city="Hollybrook",
        kind="Swiss",
        time_control="60 min + 30 s",
        chief_arbiter="Maud Pettifer",
        rounds=ROUNDS,
        round_dates=dates,
        entrants=tuple(
            Entrant(
                number=number,
                family=name.surname,
                given=name.forenames,
                title=title,
                rating=rating,
                results=tuple(_round_result(text) for text in results.split()),
            )
            for number, (name, (title, rating, results)) in enumerate(
                zip(names, TABLE, strict=True), start=1
            )
        ),
        tie_breaks=("BH/C1", "BH", "SB"),
    )
    stored = store_tournament(
        value=value,
        players={number: players[name.key] for number, name in enumerate(names, start=1)},
        club=club,
        is_demo=True,
        by=by,
    )
    publish_tournament(tournament=stored, by=by)
    return stored


def _round_result(text: str) -> Result:
    if len(text) == 1:
        return Result(None, None, Code(text))
    return Result(int(text[:-2]), Colour(text[-2]), Code(text[-1]))
