"""The club whose pages ``bench.pages`` measures: sixty evenings with hands, and a tournament of
three hundred. Always the same."""

import datetime
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from bench.copies import copy_session, run_sql
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament

SESSIONS = 60
SEED = 7
TIE_BREAKS = ("BH/C1", "BH", "SB", "DE", "WIN")
GAMES = ("10", "01", "==") * 8 + ("+-", "-+")
BYES = ("U", "H", "F", "Z")


def make_club(sessions: int = SESSIONS) -> Mapping[str, Any]:
    """Fill an empty database: the keys of the last session, of its first pair and of the
    tournament's game at the first board, the tournament's slug, and the tokens of two phones at
    the first table; a game that is open, and the tokens of its players' phones."""
    from bench.evening import make_evening
    from clubscore.web.visitors import Actor
    from events.models import Contestant, Game, Section, Session, TravellerLine
    from events.models.line import columns_of
    from events.sessions.core.domain.line_result import EMPTY
    from events.tables.services.joining import join
    from events.tables.services.settings import switch_on
    from events.tournaments.core.services import publish_tournament
    from events.tournaments.files.services.storing import store_tournament

    by = Actor()
    first = Session.objects.get(pk=make_evening(directors=0)["session"])
    _name_players(first)
    copy_session(first.pk, range(1, sessions))
    _analyse()
    _date_weekly()
    last = Session.objects.latest("pk")
    _store_hands(last)
    switch_on(session_id=last.pk, preset="club", by=by)
    section = Section.objects.get(session=last).pk
    empty = columns_of(EMPTY)
    TravellerLine.objects.filter(section=section, table=1).update(**empty)
    pair = Contestant.objects.filter(section=section).order_by("number")[0]
    phones = [
        join(session_id=last.pk, section_id=section, table=1, kind="pair", side=side).token
        for side in ("NS", "EW")
    ]
    value = replace(swiss_tournament(300, 9), tie_breaks=TIE_BREAKS, rounds=10)
    stored = store_tournament(value=value, by=by)
    publish_tournament(tournament=stored, by=by)
    game = Game.objects.get(round__tournament=stored, round__number=9, board_number=1)
    open_game, players = _open_game(stored)
    return {
        "session": last.pk,
        "contestant": pair.pk,
        "phones": phones,
        "slug": stored.slug,
        "game": game.pk,
        "open_game": open_game,
        "players": players,
    }


def _open_game(tournament: Any) -> tuple[int, list[str]]:
    """A game of the last round without a result, and the tokens of both its players' phones."""
    from clubscore.web.visitors import Actor
    from events.hall.services.joining import join
    from events.hall.services.settings import switch_on
    from events.models import Game, HallCode
    from events.tournaments.rounds.services.results import enter_result

    by = Actor()
    switch_on(tournament=tournament, preset="club", by=by)
    game = Game.objects.get(round__tournament=tournament, round__number=9, board_number=2)
    enter_result(tournament=tournament, game_id=game.pk, text="", by=by)
    codes = HallCode.objects.filter(entry__results__game=game).order_by("entry__results__side")
    return game.pk, [join(code=code).token for code in codes.distinct()]


def _name_players(session: Any) -> None:
    """Two players of the register for every pair."""
    from events.models import Contestant, ContestantPlayer
    from players.models import Player

    for contestant in Contestant.objects.filter(section__session=session):
        for place in (1, 2):
            player = Player(given=f"Given{place}", family=f"Family{contestant.number}")
            player.save(force_insert=True)
            ContestantPlayer.objects.create(
                session=session, contestant=contestant, player=player, place=place
            )


def _store_hands(session: Any) -> None:
    """Hands with their double dummy tricks, invented: no solver is asked."""
    from clubscore.web.visitors import Actor
    from events.exchange.services.hands import attach_hands
    from events.models import BoardHands
    from events.sessions.hands.domain import deal_of_number
    from events.sessions.hands.selectors import boards_of

    hands = [(board, deal_of_number(board), None) for board in boards_of(session)]
    attach_hands(session=session, hands=hands, file_name="hands.pbn", by=Actor())
    choice = random.Random(SEED)
    for board in BoardHands.objects.filter(hand_set__session=session):
        north_south = [choice.randint(4, 11) for _ in range(5)]
        east_west = [13 - tricks for tricks in north_south]
        digits = "".join(f"{tricks:x}" for tricks in (*north_south, *north_south))
        board.tricks = digits + "".join(f"{tricks:x}" for tricks in (*east_west, *east_west))
        board.save(update_fields=["tricks"])


def _date_weekly() -> None:
    """The last session is of today, and those before it a week apart and finished."""
    from django.utils import timezone

    from events.models import Session

    made = list(Session.objects.order_by("-pk"))
    for age, session in enumerate(made):
        session.date = timezone.localdate() - age * datetime.timedelta(weeks=1)
        session.title = f"Evening {session.pk}"
        session.state = Session.State.FINISHED if age else Session.State.OPEN
    Session.objects.bulk_update(made, ["date", "title", "state"])


def _analyse() -> None:
    """Bring what the planner knows, and the sequences, up to date."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    # As autovacuum does; nothing does on SQLite.
    if connection.vendor == "postgresql":
        run_sql("ANALYZE")
    for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
        run_sql(statement)


def swiss_tournament(players: int, rounds: int) -> Tournament:
    """An invented Swiss, always the same, with forfeits, byes and withdrawals: neighbours in the
    standings meet."""
    choice = random.Random(SEED)
    results: dict[int, list[Result | None]] = {number: [] for number in range(1, players + 1)}
    points = dict.fromkeys(results, 0.0)
    for _ in range(rounds):
        order = sorted(results, key=lambda number: (-points[number], choice.random()))
        away = {number for number in order if choice.random() < 0.03}
        here = [number for number in order if number not in away]
        if len(here) % 2:
            away.add(here.pop())
        for number in away:
            results[number].append(Result(None, None, Code(choice.choice(BYES))))
        for white, black in zip(here[::2], here[1::2], strict=True):
            codes = choice.choice(GAMES)
            results[white].append(Result(black, Colour.WHITE, Code(codes[0])))
            results[black].append(Result(white, Colour.BLACK, Code(codes[1])))
            points[white] += {"1": 1, "+": 1, "=": 0.5}.get(codes[0], 0)
            points[black] += {"1": 1, "+": 1, "=": 0.5}.get(codes[1], 0)
    entrants = tuple(
        Entrant(number, f"Player {number}", rating=1200 + number, results=tuple(own))
        for number, own in results.items()
    )
    return Tournament(
        "Invented", start=date(2026, 4, 1), kind="Swiss", rounds=rounds, entrants=entrants
    )
