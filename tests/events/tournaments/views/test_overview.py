import datetime
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.actor import Actor
from events.models import Game
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.services.entries import change_entry
from events.tournaments.services.registration import close_registration
from events.tournaments.services.results import enter_result
from events.tournaments.services.storing import store_tournament
from events.tournaments.services.tournaments import (
    change_details,
    date_round,
    finish_tournament,
    publish_tournament,
)
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


def desk(client: Client, slug: str = "spring-cup") -> tuple[str, str, list[str]]:
    """The stage that is marked, the label of the next step, and what needs attention."""
    context = client.get(f"/tournaments/{slug}/").context
    [stage] = [each.label for each in context["stages"] if each.state == "current"]
    return stage, context["next"].label, [each.text for each in context["attention"]]


def test_the_desk_says_what_comes_next_before_the_first_round(director_client: Client) -> None:
    made = cups.tournament(tie_breaks=["BH"])
    steps = [desk(director_client)]
    second = cups.tournament(entries=2, name="Second", tie_breaks=["BH"])
    steps.append(desk(director_client, "second"))
    second.entries.filter(number=2).update(registered=False)
    steps.append(desk(director_client, "second"))
    close_registration(tournament=second, by=Actor())
    steps.append(desk(director_client, "second"))
    made.rounds.all().delete()
    steps.append(desk(director_client))
    assert steps == [
        ("Players", "Enter the players", []),
        ("Registration", "Close the registration", []),
        ("Registration", "Register the players", []),
        ("Round 1", "Pair round 1", ["1 player is not registered"]),
        ("Players", "Choose the number of rounds", []),
    ]


def test_round_one_can_be_paired_without_closing_the_registration(director_client: Client) -> None:
    cups.tournament(entries=2)
    assert f'href="{DESK}rounds/1/pairings/"' in page(director_client)


def test_the_desk_leads_from_round_to_round(director_client: Client) -> None:
    made = cups.played()
    steps = [desk(director_client)]
    game = Game.objects.get(round__tournament=made, outcome="**")
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    steps.append(desk(director_client))
    for action in ("finish", "publish"):
        director_client.post(f"{DESK}state/", {"action": action})
        steps.append(desk(director_client))
    assert steps == [
        (
            "Round 2",
            "Enter the results of round 2",
            ["Round 2: 1 result is missing"],
        ),
        ("Round 3", "Pair round 3", []),
        ("Publish", "Publish the tournament", []),
        ("Publish", "Standings, to read and to print", []),
    ]


def test_an_early_end_is_offered_once_the_last_day_is_over(director_client: Client) -> None:
    made = cups.played()
    over = page(director_client)
    made.finish = timezone.localdate()
    made.save(update_fields=["finish"])
    assert [
        "Finish although 1 result is not in" in text for text in (over, page(director_client))
    ] == [True, False]


def test_the_desk_leads_to_the_boards_that_are_unusual(director_client: Client) -> None:
    made = cups.tournament(entries=6)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"), (5, 6, "1"))
    cups.play(made, 2, (3, 6, ""), (2, 1, ""), (5, 4, ""))
    made.entries.filter(number__in=(3, 6)).update(club="Weir")
    page = director_client.get("/tournaments/spring-cup/").text

    assert "Round 2: 1 unusual pairing" in page
    answer = director_client.get("/tournaments/spring-cup/rounds/2/pairings/")
    again = "Board 2: Tarrant, Hugo and Finch, Clara have met before, in round 1."
    assert answer.context["saved_so"] == [again]
    assert again in answer.text
    made.same_club = "avoid"
    made.save()
    answer = director_client.get("/tournaments/spring-cup/rounds/2/pairings/")
    assert answer.context["saved_so"] == [again, "Board 1: Both are of one club."]


def test_withdrawn_players_and_unusual_pairings_need_attention(director_client: Client) -> None:
    made = cups.played()
    made.same_club = "avoid"
    made.save()
    made.entries.filter(number=4).update(withdrawn_after=2)
    made.entries.filter(number=3).update(club="Knights")
    made.entries.filter(number=4).update(club="Knights")
    assert desk(director_client)[2] == [
        "Round 2: 1 result is missing",
        "Round 2: 1 unusual pairing",
        "1 player has withdrawn",
    ]


def test_who_is_not_registered_when_the_registration_closes_needs_attention(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=3, tie_breaks=["BH"])
    made.entries.filter(number=3).update(registered=False, number=None)
    assert desk(director_client)[2] == []
    close_registration(tournament=made, by=Actor())
    assert desk(director_client)[2] == ["1 player is not registered"]


def test_players_who_came_late_and_missing_grades_need_attention(director_client: Client) -> None:
    made = cups.played(discipline="go")
    made.entries.filter(number=1).update(registered=False)
    made.entries.exclude(number=2).update(grade="3k")
    made.entries.filter(number=2).update(grade="0k")
    assert desk(director_client)[2][-2:] == [
        "1 player is not registered",
        "1 player without a grade",
    ]


def test_the_last_stage_is_ticked_once_all_is_done(director_client: Client) -> None:
    made = cups.played()
    ticks = []
    for action in (finish_tournament, publish_tournament):
        action(tournament=made, by=Actor())
        ticks.append([each.is_done for each in director_client.get(DESK).context["stages"]])
    assert ticks == [[True, True, True, False], [True, True, True, True]]


def test_every_format_is_one_click_away(director_client: Client) -> None:
    cups.tournament(entries=2)
    page = director_client.get(DESK).content.decode()
    for value, name in (("trf16", "TRF16"), ("trf26", "TRF26"), ("krause", "Krause 2006")):
        link = f'<a href="{DESK}trf/?format={value}" download>Download as {name}</a>'
        assert link in page
        answer = director_client.get(f"{DESK}trf/?format={value}")
        assert answer.headers["Content-Disposition"].startswith("attachment")


def test_the_top_five_stand_on_the_desk(director_client: Client) -> None:
    made = cups.tournament(entries=8)
    before = director_client.get(DESK).context["leaders"]
    cups.play(made, 1, (1, 5, "1"), (6, 2, "0"), (3, 7, "1"), (8, 4, "0"))
    leaders = director_client.get(DESK).context["leaders"]
    assert before == []
    assert [(row.place, row.name, row.points) for row in leaders[:2]] == [
        ("1=", "Finch, Clara", "1"),
        ("1=", "Tarrant, Hugo", "1"),
    ]
    assert len(leaders) == 5
    assert f'<a href="{DESK}players/1/">Finch, Clara</a>' in page(director_client)


def test_the_public_address_is_shown_once_there_is_one(director_client: Client) -> None:
    cups.tournament(name="Autumn cup")
    cups.published()
    hidden, shown = (
        director_client.get(f"/tournaments/{slug}/").context["public"]
        for slug in ("autumn-cup", "spring-cup")
    )
    assert (hidden, shown.address) == (None, f"http://testserver{DESK}")


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
        [
            "result corrected: Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: 1–0 → 0–1",
            "misread",
        ],
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
        f'<a href="{DESK}settings/">No tie-breaks are chosen</a>' in text
        for text in (without, page(director_client))
    ] == [True, False]


def test_the_log_reports_a_tournament_that_was_read_from_a_file(director_client: Client) -> None:
    entrants = (Entrant(1, "Finch"), Entrant(2, "Moss"))
    store_tournament(value=Tournament("Spring cup", rounds=3, entrants=entrants), by=Actor())
    assert [row[2:] for row in cells(director_client.get(f"{DESK}log/"))] == [
        ["read from a file: players: 2, rounds: 3", ""],
        ["created: name: Spring cup", ""],
    ]


def test_a_late_entry_without_a_place_and_pairings_to_publish_need_attention(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=4, tie_breaks=["BH"], publishes_by_hand=True)
    cups.play(made, 1, (1, 2, ""), (3, 4, ""))
    add = f"{DESK}players/add/"
    answer = director_client.post(add, {"name": "Zeller, Odo*", "rating": "1900"}, follow=True)
    assert "Round 1 is paired already: to play in it" in answer.text
    assert desk(director_client)[2] == [
        "Round 1: 2 results are missing",
        "Round 1: the pairings are not published",
        "Round 1: 1 player is not paired",
    ]
    made.entries.filter(number=5).update(absent_rounds=[1])
    assert "Round 1: 1 player is not paired" not in desk(director_client)[2]


def test_a_rating_that_others_have_is_missed(director_client: Client) -> None:
    made = cups.tournament(entries=3, tie_breaks=["BH"])
    made.entries.filter(number=2).update(rating=None)
    assert desk(director_client)[2] == ["1 player without a rating"]
    made.entries.update(rating=None)
    assert desk(director_client)[2] == []


def test_the_desk_of_a_mcmahon_has_its_score_and_its_file(director_client: Client) -> None:
    made = cups.tournament(entries=2, discipline="go", kind="McMahon", tie_breaks=["MMS", "SOS"])
    made.entries.update(grade="1k", rating=None)
    cups.play(made, 1, (1, 2, "1"))
    answer = director_client.get(DESK)
    assert [row.points for row in answer.context["leaders"]] == ["30", "29"]
    assert "MMS</th>" in answer.text
    assert "Download as EGF result file (.h9)" in answer.text


def test_only_go_has_the_file_of_go(director_client: Client) -> None:
    cups.tournament(entries=2)
    assert ".h9" not in director_client.get(DESK).text
