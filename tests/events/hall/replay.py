"""Tournaments through phones that misbehave, beside the same ones that are typed."""

import random
from collections.abc import Callable

from clubscore.web.visitors import Actor
from events.hall.domain.reports import OUTCOMES
from events.hall.services.settings import switch_on
from events.models import Game, HallSubmission, LogEntry, Tournament
from events.tournaments.core.domain.results import read_outcome
from events.tournaments.core.selectors.tournaments import tournament_at
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import krause_file, value_to_write
from tests.events.hall.phones import BY, KEYS, Phone, pair
from tests.events.tournaments import cups

ENTRIES, ROUNDS = 8, 5

Trouble = Callable[[random.Random, Phone], None]
"""What happens to a phone, or to the server, before something is sent once more."""


def schedule(number):
    """The games of a round by the circle method: nobody meets anybody twice."""
    others = list(range(2, ENTRIES + 1))
    turned = others[number - 1 :] + others[: number - 1]
    ring = [1, *turned]
    return [(ring[each], ring[-1 - each]) for each in range(ENTRIES // 2)]


class Replay:
    """A tournament whose results come from phones: the answer is lost, the finger taps twice, the
    server is another one by then."""

    def __init__(self, seed: int, arbiter: Actor, trouble: Trouble, rounds: int = ROUNDS) -> None:
        self.chance, self.arbiter, self.trouble = random.Random(seed), arbiter, trouble
        self.rounds = rounds
        self.typed = cups.tournament(ENTRIES, rounds=rounds)
        self.played = cups.tournament(ENTRIES, rounds=rounds)
        switch_on(tournament=self.played, preset="club", by=BY)
        self.phones = {
            number: Phone(self.played, "player", number) for number in range(1, ENTRIES + 1)
        }

    def play(self) -> None:
        """All rounds, the games of each in any order."""
        for number in range(1, self.rounds + 1):
            results = {
                board: self.chance.choice(["1", "=", "0", "1", "0", "+", "--"])
                for board in range(1, ENTRIES // 2 + 1)
            }
            for made in (self.typed, self.played):
                pair(made, number, *schedule(number))
            for game in self._games(self.typed, number):
                self._type(self.typed, game, results[game.board_number])
            games = self._games(self.played, number)
            self.chance.shuffle(games)
            for game in games:
                # The quota of a minute is tested elsewhere.
                HallSubmission.objects.update(at="2026-01-01T00:00:00Z")
                self._settle(game, results[game.board_number])
                game.refresh_from_db()
                assert game.outcome == read_outcome(results[game.board_number])

    def check(self) -> None:
        """The files are the same, and every result was written once."""
        files = [
            krause_file(value_to_write(tournament_at(made.slug)), Format.TRF26).text
            for made in (self.typed, self.played)
        ]
        assert files[0] == files[1]
        written = LogEntry.objects.filter(tournament=self.played, action="entered")
        assert written.count() == self.rounds * ENTRIES // 2

    def _games(self, made: Tournament, number: int) -> list[Game]:
        return list(Game.objects.filter(round__tournament=made, round__number=number))

    def _type(self, made: Tournament, game: Game, text: str, **version: int) -> None:
        cups.enter_result(tournament=made, game_id=game.pk, text=text, by=self.arbiter, **version)

    def _send(self, phone: Phone, game: Game, what: str, **values):
        key = next(KEYS)
        first = phone.say(game.pk, what, key, **values)
        for _ in range(self.chance.randrange(3)):
            self.trouble(self.chance, phone)
            again = phone.say(game.pk, what, key, **values)
            assert (again.status_code, again.json()) == (first.status_code, first.json())
        return first

    def _settle(self, game: Game, text: str) -> None:
        """A game comes to its result on phones, or by the arbiter's hand."""
        white, black = (self.phones[side.entry.number] for side in game.sides.order_by("side"))
        if text not in OUTCOMES:
            self._type(self.played, game, text)
            return
        ways = ["agree", "alike", "differ", "take back", "same device", "late tap"]
        way = self.chance.choice(ways)
        one, other = self.chance.sample([(white, "white"), (black, "black")], 2)
        first = self._send(one[0], game, "report", result=text, version=0)
        assert first.json()["game"]["state"] == "reported"
        report = first.json()["game"]["reports"][0]["report"]
        if way == "alike":
            self._send(other[0], game, "report", result=text, version=0)
        elif way == "differ":
            wrong = self.chance.choice([each for each in OUTCOMES if each != text])
            self._send(other[0], game, "report", result=wrong, version=0)
            self._type(self.played, game, text, version=0)
            late = self._send(one[0], game, "agree", report=report, side=other[1])
            assert late.status_code in (403, 409)
        elif way == "take back":
            self._send(one[0], game, "take-back", report=report)
            again = self._send(other[0], game, "report", result=text, version=0)
            report = again.json()["game"]["reports"][0]["report"]
            self._send(one[0], game, "agree", report=report)
        elif way == "same device":
            refused = self._send(one[0], game, "agree", report=report, side=other[1])
            assert refused.status_code == 403
            self._send(other[0], game, "agree", report=report)
        else:
            self._send(other[0], game, "agree", report=report)
            late = self._send(one[0], game, "report", result=text, version=0)
            assert late.status_code == 200
