"""A tournament through phones that misbehave gives the file of the same one that was typed."""

import random

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubscore.web import caching
from clubscore.web.visitors import Actor
from events.hall.domain.reports import OUTCOMES
from events.hall.services.settings import switch_on
from events.models import Game, LogEntry
from events.tournaments.core.domain.results import read_outcome
from events.tournaments.core.selectors.tournaments import tournament_at
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import krause_file, value_to_write
from tests.events.hall.phones import BY, KEYS, Phone, pair
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

ENTRIES, ROUNDS = 8, 5


def schedule(number):
    """The games of a round by the circle method: nobody meets anybody twice."""
    others = list(range(2, ENTRIES + 1))
    turned = others[number - 1 :] + others[: number - 1]
    ring = [1, *turned]
    return [(ring[each], ring[-1 - each]) for each in range(ENTRIES // 2)]


def sent(chance, phone, game, what, **values):
    """Send something as a phone does on a bad network: the answer is lost, the finger taps twice,
    the server is another one by then."""
    key = next(KEYS)
    first = phone.say(game, what, key, **values)
    for _ in range(chance.randrange(3)):
        if chance.random() < 0.3:
            caching.forget()
            cookies, phone.client = phone.client.cookies, Client()
            phone.client.cookies = cookies
        again = phone.say(game, what, key, **values)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
    return first


def settle(chance, arbiter, made, phones, game, text):
    """A game comes to its result on phones, or by the arbiter's hand."""
    white, black = (phones[side.entry.number] for side in game.sides.order_by("side"))
    if text not in OUTCOMES:
        cups.enter_result(tournament=made, game_id=game.pk, text=text, by=arbiter)
        return
    way = chance.choice(["agree", "alike", "differ", "take back", "same device", "late tap"])
    one, other = chance.sample([(white, "white"), (black, "black")], 2)
    first = sent(chance, one[0], game.pk, "report", result=text, version=0)
    assert first.json()["game"]["state"] == "reported"
    report = first.json()["game"]["reports"][0]["report"]
    if way == "alike":
        sent(chance, other[0], game.pk, "report", result=text, version=0)
    elif way == "differ":
        wrong = chance.choice([each for each in OUTCOMES if each != text])
        sent(chance, other[0], game.pk, "report", result=wrong, version=0)
        cups.enter_result(tournament=made, game_id=game.pk, text=text, by=arbiter, version=0)
        assert sent(chance, one[0], game.pk, "agree", report=report, side=other[1]).status_code in (
            403,
            409,
        )
    elif way == "take back":
        sent(chance, one[0], game.pk, "take-back", report=report)
        again = sent(chance, other[0], game.pk, "report", result=text, version=0)
        report = again.json()["game"]["reports"][0]["report"]
        sent(chance, one[0], game.pk, "agree", report=report)
    elif way == "same device":
        refused = sent(chance, one[0], game.pk, "agree", report=report, side=other[1])
        assert refused.status_code == 403
        sent(chance, other[0], game.pk, "agree", report=report)
    else:
        sent(chance, other[0], game.pk, "agree", report=report)
        late = sent(chance, one[0], game.pk, "report", result=text, version=0)
        assert late.status_code == 200


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.large) for n in (2, 3))])
def test_phones_give_the_file_of_typing(seed):
    chance = random.Random(seed)
    typed, played = cups.tournament(ENTRIES, rounds=ROUNDS), cups.tournament(ENTRIES, rounds=ROUNDS)
    switch_on(tournament=played, preset="club", by=BY)
    arbiter = Actor(user=User.objects.create_user("arbiter"))
    phones = {number: Phone(played, "player", number) for number in range(1, ENTRIES + 1)}
    for number in range(1, ROUNDS + 1):
        results = {
            board: chance.choice(["1", "=", "0", "1", "0", "+", "--"])
            for board in range(1, ENTRIES // 2 + 1)
        }
        for made in (typed, played):
            pair(made, number, *schedule(number))
        for game in Game.objects.filter(round__tournament=typed, round__number=number):
            text = results[game.board_number]
            cups.enter_result(tournament=typed, game_id=game.pk, text=text, by=arbiter)
        games = list(Game.objects.filter(round__tournament=played, round__number=number))
        chance.shuffle(games)
        for game in games:
            # The quota of a minute is tested elsewhere.
            for phone in phones.values():
                rows = played.hall_devices.get(pk=phone.device).submissions
                rows.update(at="2026-01-01T00:00:00Z")
            settle(chance, arbiter, played, phones, game, results[game.board_number])
            game.refresh_from_db()
            assert game.outcome == read_outcome(results[game.board_number])
    files = [
        krause_file(value_to_write(tournament_at(made.slug)), Format.TRF26).text
        for made in (typed, played)
    ]
    assert files[0] == files[1]
    written = LogEntry.objects.filter(tournament=played, action=LogEntry.Action.ENTERED)
    assert written.count() == ROUNDS * ENTRIES // 2
