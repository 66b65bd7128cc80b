import datetime
from functools import partial

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Game
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.services.entries import change_entry
from events.tournaments.services.results import enter_result
from events.tournaments.services.storing import store_tournament
from events.tournaments.services.tournaments import change_details, date_round
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.queries import queries

DESK = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return " ".join(client.get(DESK).content.decode().split())


def test_a_visitor_is_sent_to_the_standings_or_the_start_list(client: Client) -> None:
    begun = cups.published()
    to_come = cups.tournament(name="Autumn cup", published_at=begun.published_at)
    assert [client.get(each.get_absolute_url())["Location"] for each in (begun, to_come)] == [
        "/tournaments/spring-cup/standings/",
        "/tournaments/autumn-cup/players/",
    ]


def test_the_desk_says_what_comes_next(director_client: Client) -> None:
    made = cups.tournament()
    steps = [page(director_client)]
    cups.tournament(entries=2, name="Second")
    made = cups.played(name="Third")
    steps += [
        " ".join(director_client.get(f"/tournaments/{slug}/").content.decode().split())
        for slug in ("second", "third")
    ]
    assert [
        step in text
        for step, text in zip(
            ("Enter the players", "Pair round 1", "Enter the results of round 2"),
            steps,
            strict=True,
        )
    ] == [True, True, True]
    assert "Finish although 1 result is missing" in steps[2]
    game = Game.objects.get(round__tournament=made, outcome="**")
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    after = director_client.get("/tournaments/third/").content.decode()
    assert "Pair round 3" in after
    assert "Finish although 1 round is not played" in " ".join(after.split())


def test_the_desk_finishes_and_publishes(director_client: Client) -> None:
    made = cups.played()
    for action, said in {
        "finish": "The tournament is finished.",
        "publish": "The tournament is published: everybody can read it.",
        "reopen": "The tournament is reopened.",
        "withdraw": "The tournament is unpublished: only directors see it.",
    }.items():
        answer = director_client.post(f"{DESK}state/", {"action": action}, follow=True)
        assert said in answer.content.decode()
    made.refresh_from_db()
    assert (made.is_finished, made.is_published) == (False, False)


def test_an_unknown_action_is_refused(director_client: Client) -> None:
    cups.tournament()
    assert director_client.post(f"{DESK}state/", {"action": "explode"}).status_code == 400


def test_queries_of_the_desk_do_not_grow(director_client: Client) -> None:
    cups.tournament(entries=2, name="One", rounds=1)
    cups.tournament(entries=6, name="Three")
    counts = [
        queries(partial(director_client.get, f"/tournaments/{slug}/")) for slug in ("one", "three")
    ]
    assert counts[0] == counts[1]


def test_the_log_shows_what_was_done_in_words(director_client: Client) -> None:
    made = cups.played()
    game = Game.objects.filter(round__number=1).first()
    enter_result(tournament=made, game_id=game.pk, text="0", reason="misread", by=Actor())
    director_client.post(f"{DESK}players/add/", {"name": "Ada Ash", "new": "on"})
    made.rounds_planned, made.tie_breaks = 4, ["SB", "BH"]
    change_details(tournament=made, fields=["rounds_planned", "tie_breaks"], by=Actor())
    first = cups.entry(made, 1)
    first.rating = 2000
    change_entry(entry=first, fields=["rating"], by=Actor())
    rows = [row[2:] for row in cells(director_client.get(f"{DESK}log/"))]
    assert rows == [
        ["entries changed: 1 Finch, Clara, rating: 1990 → 2000", ""],
        ["settings changed: rounds: 3 → 4, tie-breaks: BH; SB → SB; BH", ""],
        ["entries changed: added: Ash, Ada", ""],
        ["result entered: Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: 1–0 → 0–1", "misread"],
        ["result entered: Round 2, board 1, 2 Tarrant, Hugo – 1 Finch, Clara: * → 0–1", ""],
        ["pairings set: Round 2: 2–1, 3–4", ""],
        ["result entered: Round 1, board 2, 4 Moss, Quentin – 2 Tarrant, Hugo: * → ½–½", ""],
        ["result entered: Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: * → 1–0", ""],
        ["pairings set: Round 1: 1–3, 4–2", ""],
        ["created: name: Spring cup", ""],
    ]


def test_the_log_shows_which_round_has_another_day(director_client: Client) -> None:
    made = cups.tournament()
    date_round(round=made.rounds.get(number=2), date=datetime.date(2026, 3, 7), by=Actor())
    rows = cells(director_client.get(f"{DESK}log/"))
    assert rows[0][2:] == ["settings changed: Round 2, date: 2026-03-07", ""]


def test_a_desk_without_tie_breaks_leads_to_where_they_are_chosen(director_client: Client) -> None:
    made = cups.tournament()
    without = page(director_client)
    made.tie_breaks = ["BH"]
    change_details(tournament=made, fields=["tie_breaks"], by=Actor())
    assert [
        f'none: <a href="{DESK}settings/">' in text for text in (without, page(director_client))
    ] == [True, False]


def test_the_log_reports_a_tournament_that_was_read_from_a_file(director_client: Client) -> None:
    entrants = (Entrant(1, "Finch"), Entrant(2, "Moss"))
    store_tournament(value=Tournament("Spring cup", rounds=3, entrants=entrants), by=Actor())
    assert [row[2:] for row in cells(director_client.get(f"{DESK}log/"))] == [
        ["read from a file: players: 2, rounds: 3", ""],
        ["created: name: Spring cup", ""],
    ]
