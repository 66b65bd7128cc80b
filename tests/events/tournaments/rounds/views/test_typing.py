from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Game, LogEntry, RoundResult, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups
from tests.queries import queries

CUP = "/tournaments/spring-cup/"
JSON = {"accept": "application/json"}

pytestmark = pytest.mark.django_db


def of(board: int, number: int = 1) -> Game:
    return Game.objects.get(round__number=number, board_number=board)


def save(client: Client, game: Game, typed: str, version: str = "", number: int = 1) -> Any:
    address = f"{CUP}rounds/{number}/games/{game.pk}/"
    return client.post(address, {"typed": typed, "version": version}, headers=JSON)


def read(client: Client, game: Game, typed: str, number: int = 1) -> dict[str, str]:
    address = f"{CUP}rounds/{number}/games/{game.pk}/reading/"
    return client.get(address, {"typed": typed}, headers=JSON).json()


@pytest.fixture
def cup() -> Tournament:
    """Two games in the first round without results, and a bye."""
    made = cups.tournament(entries=5, tie_breaks=["BH"])
    pairings = Pairings(((1, 3), (4, 2)), ((5, Code.HALF_BYE),))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    return made


def bye_address(more: str = "") -> str:
    return f"{CUP}rounds/1/byes/{RoundResult.objects.get(game=None).pk}/{more}"


@pytest.mark.parametrize("typed", ["7 1", " 7  = "])
def test_a_board_that_is_not_there_is_named(
    director_client: Client, cup: Tournament, typed: str
) -> None:
    said = "There is no board 7 in this round: the last one is board 2."
    answer = save(director_client, of(1), typed, version="0")
    assert (answer.status_code, answer.json()["error"]) == (422, said)
    assert read(director_client, of(1), typed) == {"error": said}
    assert "is not a result" in read(director_client, of(1), "2 9")["error"]


def test_a_result_is_saved(director_client: Client, cup: Tournament) -> None:
    answer = save(director_client, of(1), "1", version="0")
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "line": {
                "version": "1",
                "typed": "1",
                "shown": "1–0",
                "understood": "Finch, Clara wins",
            },
            "last": {
                "log": LogEntry.objects.latest("pk").pk,
                "text": "Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: * → 1–0",
            },
            "round": {"number": 1, "entered": 1, "games": 2, "state": "part"},
        },
    )
    assert of(1).outcome == "10"


def test_a_draw_in_a_knock_out_asks_at_once_who_goes_on(director_client: Client) -> None:
    made = cups.tournament(entries=2, kind="Knockout")
    cups.play(made, 1, (1, 2, ""))
    asked = save(director_client, of(1), "=").json()["play_offs"]
    page = director_client.get(f"{CUP}rounds/1/")
    decided = save(director_client, of(1), "1").json()["play_offs"]

    assert ("Board 1, who goes on?" in asked, "data-open" in asked) == (True, True)
    assert (page.context["is_done"], "who goes on" in decided) == (False, False)


def test_a_game_is_cleared(director_client: Client, cup: Tournament) -> None:
    save(director_client, of(1), "1")
    line = save(director_client, of(1), "").json()["line"]
    assert (line["typed"], line["shown"], of(1).outcome) == ("", "", "**")


def test_what_is_no_result_is_refused(director_client: Client, cup: Tournament) -> None:
    answer = save(director_client, of(1), "7")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("“7” is not a result.")
    assert of(1).outcome == "**"


@pytest.mark.parametrize("version", ["0", "-1", "x", "99999999999999999999"])
def test_a_change_by_somebody_else_is_reported_with_what_is_stored(
    director_client: Client, cup: Tournament, version: str
) -> None:
    save(director_client, of(1), "1")
    answer = save(director_client, of(1), "0", version=version)
    assert (answer.status_code, answer.json()) == (
        409,
        {
            "error": "Somebody else has entered 1–0 here. Press Enter again to overwrite it.",
            "line": {
                "version": "1",
                "typed": "1",
                "shown": "1–0",
                "understood": "Finch, Clara wins",
            },
        },
    )
    assert of(1).outcome == "10"


def test_a_pairing_that_is_gone_is_reported(director_client: Client, cup: Tournament) -> None:
    gone = of(1)
    set_pairings(round=gone.round, pairings=Pairings(((1, 2),)), by=Actor())
    answer = save(director_client, gone, "1")
    assert (answer.status_code, answer.json()) == (
        404,
        {"error": "This pairing is no longer in the round. Reload the page."},
    )


def test_a_correction_shows_who_moves(director_client: Client, cup: Tournament) -> None:
    save(director_client, of(1), "1")
    save(director_client, of(2), "=")
    line = save(director_client, of(1), "0").json()["line"]
    assert line["understood"] == (
        "Lamb, Edith wins · places: Lamb, Edith 5 → 1; Finch, Clara 1 → 5"
    )


def test_a_correction_that_moves_nobody_says_no_more(
    director_client: Client, cup: Tournament
) -> None:
    save(director_client, of(1), "1")
    line = save(director_client, of(1), "w").json()["line"]
    assert line["understood"] == "Finch, Clara wins, not rated"


def test_what_is_typed_is_understood_before_it_is_saved(
    director_client: Client, cup: Tournament
) -> None:
    assert read(director_client, of(1), "=") == {"understood": "draw"}
    assert read(director_client, of(1), "7")["error"].startswith("“7” is not a result.")
    save(director_client, of(1), "1")
    save(director_client, of(2), "=")
    assert read(director_client, of(1), "0") == {
        "understood": "Lamb, Edith wins · places: Lamb, Edith 5 → 1; Finch, Clara 1 → 5"
    }
    assert (of(1).outcome, of(1).version) == ("10", 1)


def test_a_bye_is_saved(director_client: Client, cup: Tournament) -> None:
    save(director_client, of(1), "00")
    save(director_client, of(2), "00")
    answer = director_client.post(bye_address(), {"typed": "f", "version": "H"}, headers=JSON)
    assert (answer.status_code, answer.json()["line"]) == (
        200,
        {
            "version": "F",
            "typed": "f",
            "shown": "bye, 1 point",
            "understood": "full-point bye · the places stay as they are",
        },
    )
    assert RoundResult.objects.get(game=None).bye == "F"


def test_a_bye_is_read(director_client: Client, cup: Tournament) -> None:
    save(director_client, of(1), "1")
    said = director_client.get(bye_address("reading/"), {"typed": "z"}).json()
    assert said["understood"].startswith("zero-point bye · places: ")
    refused = director_client.get(bye_address("reading/"), {"typed": "1"}).json()
    assert refused["error"].startswith("“1” is not a bye.")


def test_a_bye_changed_by_somebody_else_is_reported(
    director_client: Client, cup: Tournament
) -> None:
    director_client.post(bye_address(), {"typed": "f", "version": "H"}, headers=JSON)
    answer = director_client.post(bye_address(), {"typed": "z", "version": "H"}, headers=JSON)
    assert (answer.status_code, answer.json()["line"]["version"]) == (409, "F")
    assert RoundResult.objects.get(game=None).bye == "F"


def test_a_wrong_bye_and_one_that_is_gone_are_refused(
    director_client: Client, cup: Tournament
) -> None:
    address = bye_address()
    assert director_client.post(address, {"typed": "1"}, headers=JSON).status_code == 422
    RoundResult.objects.filter(game=None).delete()
    assert director_client.post(address, {"typed": "f"}, headers=JSON).status_code == 404


def test_a_lost_login_is_reported_to_the_script(client: Client, cup: Tournament) -> None:
    answer = save(client, of(1), "1")
    assert (answer.status_code, answer.json()["login"]) == (401, "/login/")
    assert of(1).outcome == "**"


def test_the_last_result_is_undone(director_client: Client, cup: Tournament) -> None:
    save(director_client, of(1), "1")
    last = director_client.get(f"{CUP}rounds/1/").context["last"]
    answer = director_client.post(f"{CUP}undo/", {"log": last.pk}, follow=True)
    assert answer.redirect_chain == [(f"{CUP}rounds/1/", 302)]
    assert "The last result is undone. Undo again to redo it." in answer.content.decode()
    assert of(1).outcome == "**"


@pytest.mark.parametrize("log", ["", "x", "1", "99999999999999999999"])
def test_what_is_not_the_last_result_is_not_undone(
    director_client: Client, cup: Tournament, log: str
) -> None:
    save(director_client, of(1), "1")
    answer = director_client.post(f"{CUP}undo/", {"log": log}, follow=True)
    assert "Another result has been entered in the meantime" in answer.content.decode()
    assert of(1).outcome == "10"


def test_there_may_be_nothing_to_undo(director_client: Client, cup: Tournament) -> None:
    answer = director_client.post(f"{CUP}undo/", {"log": "1"})
    assert answer["Location"] == CUP


def test_queries_of_saving_do_not_grow(director_client: Client) -> None:
    one = cups.tournament(entries=2, name="One", tie_breaks=["BH"])
    three = cups.tournament(entries=6, name="Three", tie_breaks=["BH"])
    cups.play(one, 1, (1, 2, "1"))
    cups.play(three, 1, (1, 2, "1"), (3, 4, "="), (5, 6, ""))
    counts = []
    for made in (one, three):
        game = Game.objects.get(round__tournament=made, board_number=1)
        address = f"/tournaments/{made.slug}/rounds/1/games/{game.pk}/"
        counts.append(queries(partial(director_client.post, address, {"typed": "0"})))
    assert counts[0] == counts[1]
