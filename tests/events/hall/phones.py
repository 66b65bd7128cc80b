"""Phones of the players of a tournament, driven through the addresses that they use."""

import json
from collections.abc import Iterator
from typing import Any

from django.test import Client

from clubscore.web.visitors import Actor
from events.hall.services.settings import switch_on
from events.models import Game, HallCode, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

BY = Actor()
KEYS: Iterator[str] = (f"{number:032x}" for number in range(1, 1_000_000))


def hall(
    entries: int = 4, preset: str = "club", *, paired: bool = True, **values: Any
) -> Tournament:
    """A tournament that is on; its first round is paired 1-2, 3-4, …"""
    made = cups.tournament(entries=entries, **values)
    if paired:
        pair(made, 1, *((white, white + 1) for white in range(1, entries, 2)))
    switch_on(tournament=made, preset=preset, by=BY)
    return made


def pair(made: Tournament, number: int, *games: tuple[int, int]) -> None:
    set_pairings(round=made.rounds.get(number=number), pairings=Pairings(games), by=BY)


def code_of(made: Tournament, kind: str, number: int = 0) -> str:
    """The standing code of a starting number, a board, or of a thing of which there is one."""
    which = {"player": {"entry__number": number}, "board": {"board": number}}.get(kind, {})
    if kind == "team":
        which = {"team": number}
    return HallCode.objects.get(tournament=made, kind=kind, revoked_at=None, **which).code


def game_of(made: Tournament, board: int = 1, number: int = 1) -> Game:
    return Game.objects.get(round__tournament=made, round__number=number, board_number=board)


def typed(made: Tournament, game: Game, text: str, by: Actor = BY) -> None:
    enter_result(tournament=made, game_id=game.pk, text=text, by=by)


class Phone:
    """A browser, bound by a card unless ``entry`` is tapped at the door."""

    def __init__(
        self, made: Tournament, kind: str = "player", number: int = 0, agent: str = "", **form: Any
    ) -> None:
        self.client = Client(headers={"user-agent": agent})
        self.tournament = made
        self.joined = self.join(kind, number, **form)

    def join(self, kind: str, number: int = 0, **form: Any) -> Any:
        return self.client.post(f"/h/{code_of(self.tournament, kind, number)}/join/", form)

    @property
    def now(self) -> dict[str, Any]:
        return self.client.get("/hall/now/").json()

    @property
    def device(self) -> int:
        return self.now["device"]["id"]

    @property
    def game(self) -> dict[str, Any]:
        [game] = self.now["games"]
        return game

    def post(self, path: str, key: str = "", **values: Any) -> Any:
        body = json.dumps({"key": key or next(KEYS), **values})
        return self.client.post(f"/hall/{path}", body, content_type="application/json")

    def say(self, game: int, what: str = "report", key: str = "", **values: Any) -> Any:
        """Say something about a game; ``as`` is ``side`` here."""
        side = {"as": values.pop("side")} if "side" in values else {}
        return self.post(f"games/{game}/{what}/", key, **values, **side)

    def report(self, result: str, **values: Any) -> Any:
        """Report the only game, with the version that is shown unless said otherwise."""
        game = self.game
        return self.say(game["game"], result=result, **({"version": game["version"]} | values))

    def answer(self, what: str, **values: Any) -> Any:
        """Say something about what is reported of the only game."""
        game = self.game
        report = game["reports"][0]
        return self.say(game["game"], what, report=report["report"], **values)
