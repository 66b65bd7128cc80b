"""What a hall meets: withdrawals before the pairing, a round that is published, and what somebody
tries who has a code, or none."""

import json
from datetime import timedelta

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.utils import timezone

from events.hall.services.asking import decide_request
from events.models import HallCall, HallRequest, HallSubmission, WrongCode
from events.tournaments.core.domain.results import Colour
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.engines.systems import pair as proposed
from events.tournaments.pairing.selectors import proposal_task
from events.tournaments.rounds.services.pairings import publish_round
from tests.events.hall.phones import BY, Phone, code_of, game_of, hall, pair, typed

pytestmark = pytest.mark.django_db


def test_case_14_who_has_withdrawn_is_not_paired():
    made = hall(8, rounds=4)
    for board in range(1, 5):
        typed(made, game_of(made, board), "1")
    third = Phone(made, "player", 3)
    asked = third.post("requests/", kind="withdraw", round=None).json()["request"]
    assert asked["state"] == "open"
    decide_request(tournament=made, request_id=asked["request"], grant=True, reason="", by=BY)
    task = proposal_task(made, 2, System.DUTCH, accelerated=False, lot=Colour.WHITE)
    proposal = proposed(task)
    pairs = {number for each in proposal.pairs for number in (each.white, each.black)}
    assert pairs | set(proposal.byes) == {1, 2, 4, 5, 6, 7, 8}
    assert third.now["requests"][0]["state"] == "granted"
    assert HallRequest.objects.get().decided_at is not None
    assert third.post("requests/", kind="zero-bye", round=3).status_code == 409


@pytest.mark.parametrize("game", ["chess", "go"])
def test_case_16_all_see_board_colour_and_opponent_once_published(game):
    made = hall(6, paired=False, publishes_by_hand=True, discipline=game)
    phones = {number: Phone(made, "player", number) for number in range(1, 7)}
    here = made.rounds.get(number=1)
    pair(made, 1, (4, 1), (2, 5), (6, 3))
    here.refresh_from_db()
    assert [phone.now["games"] for phone in phones.values()] == [[]] * 6
    assert phones[1].now["round"] == {"number": 1, "state": "waiting"}
    publish_round(round=here, by=BY)
    shown = {}
    for number, phone in phones.items():
        own = phone.game
        other = "white" if own["me"] == "black" else "black"
        assert own[own["me"]]["number"] == number
        shown[number] = own["board"], own["me"], own[other]["number"]
        assert (own["komi"] is None) == (game == "chess")
    assert shown == {
        1: (1, "black", 4), 2: (2, "white", 5), 3: (3, "black", 6),
        4: (1, "white", 1), 5: (2, "black", 2), 6: (3, "white", 3),
    }  # fmt: skip
    listed = phones[1].client.get("/hall/rounds/1/").json()["games"]
    assert [(each["white"]["number"], each["black"]["number"]) for each in listed] == [
        (4, 1), (2, 5), (6, 3)
    ]  # fmt: skip


def test_case_34_thirty_three_wrong_codes_and_the_right_one():
    made = hall()
    bound = Phone(made, "player", 1)
    tried = [Client().get(f"/h/ZZZZZZZZ{place:02}/").status_code for place in range(33)]
    assert tried == [404] * 30 + [429] * 3
    assert "Retry-After" in Client().get("/h/ZZZZZZZZ33/").headers
    assert Client().get(f"/h/{code_of(made, 'player', 2)}/").status_code == 200
    assert Phone(made, "player", 2).joined.status_code == 303
    assert bound.report("1").status_code == 200


def test_case_35_rows_of_a_clock_that_was_put_back_count_for_nothing():
    made = hall()
    white, later = Phone(made, "player", 1), timezone.now() + timedelta(hours=1)
    for _ in range(30):
        white.post("call/", withdraw=True)
    first = white.post("call/")
    assert first.status_code == 429
    HallSubmission.objects.update(at=later)
    called = white.post("call/").json()["call"]["id"]
    HallCall.objects.update(at=later)
    assert white.post("call/").json()["call"]["id"] != called
    for place in range(31):
        Client().get(f"/h/ZZZZZZZZ{place:02}/")
    WrongCode.objects.update(since=later)
    assert Client().get("/h/ZZZZZZZZ40/").status_code == 404


def test_case_36_who_only_looks_takes_nothing_from_those_who_play(monkeypatch):
    monkeypatch.setattr("events.hall.services.joining.MAX_LOOKING", 3)
    made = hall()
    white, looks = Phone(made, "player", 1), [Phone(made, "door") for _ in range(5)]
    call = white.post("call/").json()["call"]
    for _ in range(40):
        assert looks[-1].post("call/", withdraw=True).status_code == 403
    assert (white.now["call"]["id"], HallSubmission.objects.count()) == (call["id"], 1)
    # Whoever looked longest ago gives way to others who look, and to nobody else.
    asked = [phone.client.get("/hall/now/").status_code for phone in (*looks, white)]
    assert asked == [401, 401, 200, 200, 200, 200]
    assert Phone(made, "player", 2).joined.status_code == 303


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_while_the_database_restarts_phones_are_told_to_try_again(error):
    white = Phone(hall(), "player", 1)

    def broken(*_args: object) -> None:
        raise error

    body = json.dumps({"key": "1" * 32})
    with connection.execute_wrapper(broken):
        answers = [
            white.client.get("/hall/now/"),
            white.client.post("/hall/call/", body, content_type="application/json"),
            white.client.get("/hall/standings/"),
        ]
    assert [(each.status_code, each["Retry-After"]) for each in answers] == [(503, "5")] * 3
    assert white.post("call/", key="1" * 32).status_code == 200
