"""The demo club: invented players, the example movements, sessions of bridge, a series,
and a chess tournament.

One session is played and published, one of today is half entered, one is an individual, one is of
teams; two earlier ones make a series with the first. Building it again removes what it made
before, with its log, and nothing else.
"""

import datetime
import random
from pathlib import Path

from django.conf import settings
from django.utils import translation

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.both.demo_teams import set_up_teams
from events.both.demo_tournament import build_tournament
from events.common.services.locks import lock_all_series
from events.models import Series, Session, Tournament, TravellerLine
from events.sessions.domain.contract import Contract, Doubling, Seat, Strain
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.typing.result_field import read_result
from events.sessions.selectors.lines import LineRecord, session_lines
from events.sessions.services import lines, sessions
from events.sessions.services.removal import erase
from events.sessions.services.series import create_series, publish_series
from events.sessions.services.series_removal import erase_series
from events.tournaments.services.removal import erase_tournaments
from movements.models import Movement
from movements.services import store_movement_once
from players.domain.names import Name, read_name
from players.models import Club
from players.selectors.search import players_by_key
from players.services.demo import mark_demo_players
from players.services.names import add_missing_players
from players.services.version import change_register

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
    erase_series(series=list(Series.objects.filter(is_demo=True)), by=BY)
    erase(sessions=list(Session.objects.filter(is_demo=True)), by=BY)
    erase_tournaments(tournaments=list(Tournament.objects.filter(is_demo=True)))
    club, _ = Club.objects.get_or_create(name=CLUB, defaults={"is_demo": True})
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
    path = Path(settings.BASE_DIR) / "movements" / "examples" / f"{stem}.asc"
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
