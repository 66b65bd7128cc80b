import datetime
from functools import partial

import pytest
from django.db.models import F
from django.test import Client

from clubscore.actor import Actor
from clubscore.field_limit import MAX_FIELD
from events.models import Entry, Game, Round, RoundResult, Tournament
from events.tournaments.domain.pairings import Pairings
from events.tournaments.domain.results import Code
from events.tournaments.services.pairing import set_pairings
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry
from tests.queries import queries
from tests.site.pageforms import forms_of

CUP = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


def pair(client: Client, *rows: tuple[str, str], number: int = 1, date: str = "") -> object:
    typed = {
        "first": [first for first, _ in rows],
        "second": [second for _, second in rows],
        "date": date,
    }
    return client.post(f"{CUP}rounds/{number}/pairings/", typed)


def stored(tournament: Tournament, number: int = 1) -> list[tuple[int | None, str, str, str]]:
    """Board number, player, outcome and bye of every result of a round."""
    results = RoundResult.objects.filter(
        round__tournament=tournament, round__number=number
    ).select_related("game", "entry")
    return [
        (
            result.game.board_number if result.game else None,
            result.entry.family,
            result.game.outcome if result.game else "",
            result.bye,
        )
        for result in results.order_by(F("game__board_number").asc(nulls_last=True), "side", "pk")
    ]


def test_the_rounds_lead_to_the_one_that_waits(client: Client) -> None:
    cups.published()
    assert client.get(f"{CUP}rounds/")["Location"] == f"{CUP}rounds/2/"
    cups.tournament(name="No rounds", rounds=0, published_at="2026-03-05T12:00Z")
    nothing = client.get("/tournaments/no-rounds/rounds/")
    assert nothing.status_code == 404
    assert "This tournament has no rounds." in nothing.content.decode()


def test_a_visitor_reads_boards_names_points_and_results(client: Client) -> None:
    made = cups.published()
    RoundResult.objects.create(
        round=made.rounds.get(number=2),
        entry=Entry.objects.create(tournament=made, number=5, family="Dale", rating=1500),
        bye=Code.HALF_BYE,
    )
    assert cells(client.get(f"{CUP}rounds/2/")) == [
        ["1", "2 Tarrant, Hugo 1980 (½)", "0–1", "1 Finch, Clara 1990 (1)"],
        ["2", "3 Lamb, Edith 1970 (0)", "", "4 Moss, Quentin 1960 (½)"],
        ["", "5 Dale 1500 (0)", "", "bye, ½ point"],
    ]


def test_a_round_that_is_not_paired_says_so(client: Client) -> None:
    cups.published()
    page = client.get(f"{CUP}rounds/3/").content.decode()
    assert "This round is not paired yet." in page


@pytest.mark.parametrize("number", ["0", "4", "99999999999999999999"])
@pytest.mark.parametrize("page", ["", "pairings/"])
def test_a_round_that_is_not_there_is_reported(
    director_client: Client, number: str, page: str
) -> None:
    cups.tournament()
    answer = director_client.get(f"{CUP}rounds/{number}/{page}")
    assert answer.status_code == 404
    assert f"Round {number} is not in this tournament." in answer.content.decode()


def test_a_director_has_a_field_for_every_game_and_bye(director_client: Client) -> None:
    made = cups.played()
    RoundResult.objects.create(
        round=made.rounds.get(number=2),
        entry=Entry.objects.create(tournament=made, number=5, family="Dale"),
        bye=Code.ZERO_BYE,
    )
    answer = director_client.get(f"{CUP}rounds/2/")
    context = answer.context
    assert [(row.typed, row.shown, row.is_first_empty) for row in context["games"]] == [
        ("0", "0–1", False),
        ("", "", True),
    ]
    assert [(row.typed, row.shown) for row in context["byes"]] == [("z", "bye, 0 points")]
    assert "no-store" in answer.headers["Cache-Control"]
    assert context["last_described"] == (
        "Round 2, board 1, 2 Tarrant, Hugo – 1 Finch, Clara: * → 0–1"
    )


def test_a_game_that_is_not_rated_is_marked(client: Client) -> None:
    made = cups.published()
    cups.play(made, 3, (1, 4, "w"))
    assert cells(client.get(f"{CUP}rounds/3/"))[0][2] == "1–0 *"


def test_sides_without_colours_are_the_first_and_the_second(client: Client) -> None:
    cups.published(discipline="other")
    page = client.get(f"{CUP}rounds/1/").content.decode()
    assert (">White<" in page, ">First<" in page) == (False, True)


def test_queries_of_a_round_do_not_grow(director_client: Client) -> None:
    one = cups.tournament(entries=2, name="One")
    three = cups.tournament(entries=6, name="Three")
    cups.play(one, 1, (1, 2, "1"))
    cups.play(three, 1, (1, 2, "1"), (3, 4, "="), (5, 6, ""))
    counts = [
        queries(partial(director_client.get, f"/tournaments/{each.slug}/rounds/1/"))
        for each in (one, three)
    ]
    assert counts[0] == counts[1]


def test_pairings_are_typed_by_number_or_name(director_client: Client) -> None:
    made = cups.tournament(entries=6)
    answer = pair(
        director_client,
        ("1", "4 Moss, Quentin"),
        ("", ""),
        ("lamb", "TARRANT"),
        ("5", "h"),
        ("ekman", "u"),
        date="2026-03-06",
    )
    assert answer["Location"] == f"{CUP}rounds/1/"
    assert stored(made) == [
        (1, "Finch", "**", ""),
        (1, "Moss", "**", ""),
        (2, "Lamb", "**", ""),
        (2, "Tarrant", "**", ""),
        (None, "Dale", "", "H"),
        (None, "Ekman", "", "U"),
    ]
    assert Round.objects.get(tournament=made, number=1).date == datetime.date(2026, 3, 6)


def test_who_is_left_is_reported_after_saving(director_client: Client) -> None:
    cups.tournament(entries=4)
    pair(director_client, ("1", "3"))
    page = director_client.get(f"{CUP}rounds/1/").content.decode()
    assert "The pairings of round 1 are saved." in page
    assert "Not in this round: 2 Tarrant, Hugo; 4 Moss, Quentin." in page


def test_names_are_found_without_accents(director_client: Client) -> None:
    made = cups.tournament(entries=1)
    Entry.objects.create(tournament=made, number=2, family="Müller", given="Zoë")
    pair(director_client, ("zoe", "finch"))
    assert [family for _, family, _, _ in stored(made)] == ["Müller", "Finch"]


def test_wrong_fields_are_reported_and_what_was_typed_stays(director_client: Client) -> None:
    made = cups.tournament(entries=4)
    answer = pair(director_client, ("1", "2"), ("1", "nobody"), ("3", ""))
    assert (answer.status_code, stored(made)) == (422, [])
    assert [
        (row.first, row.second, row.first_problem, row.second_problem)
        for row in answer.context["rows"][:3]
    ] == [
        ("1", "2", "", ""),
        (
            "1",
            "nobody",
            "Player 1 is already on board 1.",
            "No player of this tournament has “nobody” in the name.",
        ),
        (
            "3",
            "",
            "",
            "The opponent is missing. For a bye type u (pairing-allocated), h, f or z "
            "(half-point, full-point, zero-point).",
        ),
    ]
    assert "3 fields need a second look. Nothing is saved yet." in answer.content.decode()


def test_a_wrong_date_keeps_everything(director_client: Client) -> None:
    made = cups.tournament(entries=2)
    answer = pair(director_client, ("1", "2"), date="soon")
    assert (answer.status_code, stored(made)) == (422, [])
    assert answer.context["rows"][0].first == "1"


def test_a_game_with_a_result_is_not_paired_again(director_client: Client) -> None:
    made = cups.played()
    answer = pair(director_client, ("1", "2"), ("4", "3"))
    assert answer.status_code == 422
    assert answer.context["problems"] == [
        "Finch, Clara against Lamb, Edith already has a result (1–0). Clear it before changing "
        "the pairing.",
        "Moss, Quentin against Tarrant, Hugo already has a result (½–½). Clear it before changing "
        "the pairing.",
    ]
    assert [family for _, family, _, _ in stored(made)] == ["Finch", "Lamb", "Moss", "Tarrant"]


def test_the_second_cycle_of_a_double_round_robin_asks_nothing(director_client: Client) -> None:
    made = cups.tournament(entries=3, rounds=6, kind="Double round robin")
    cups.play(made, 1, (1, 2, "1"))
    cups.play(made, 2, (3, 1, "1"))
    cups.play(made, 3, (2, 3, "1"))
    path = f"/tournaments/{made.slug}/rounds/4/pairings/"
    assert director_client.post(path, {"first": ["2"], "second": ["1"]}).status_code == 302
    path = f"/tournaments/{made.slug}/rounds/5/pairings/"
    asked = director_client.post(path, {"first": ["1"], "second": ["2"]})
    assert asked.context["questions"] == [
        "Board 1: Finch, Clara and Tarrant, Hugo have met before, in round 4.",
    ]


def test_what_is_unusual_is_asked_once(director_client: Client) -> None:
    made = cups.tournament(entries=4)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"))
    path = f"/tournaments/{made.slug}/rounds/2/pairings/"
    typed = {"first": ["1", "3"], "second": ["2", "4"]}
    asked = director_client.post(path, typed)
    questions = [
        "Board 1: Finch, Clara and Tarrant, Hugo have met before, in round 1.",
        "Board 2: Lamb, Edith and Moss, Quentin have met before, in round 1.",
    ]
    assert (asked.status_code, asked.context["questions"]) == (422, questions)
    assert made.rounds.get(number=2).games.count() == 0
    # One answer is not one to both.
    again = director_client.post(path, typed | {"accepted": questions[:1]})
    assert again.context["questions"] == questions
    [form] = [form for form in forms_of(asked, path) if form.action == path]
    assert director_client.post(path, form.values).status_code == 302
    assert made.rounds.get(number=2).games.count() == 2
    # What is stored is asked about no more.
    assert director_client.post(path, typed).status_code == 302


def test_who_has_withdrawn_cannot_be_paired(director_client: Client) -> None:
    made = cups.tournament(entries=4)
    made.entries.filter(number=2).update(withdrawn_after=1)
    typed = {"first": ["3", "1"], "second": ["4", "2"]}
    page = director_client.post(f"/tournaments/{made.slug}/rounds/2/pairings/", typed)
    assert page.status_code == 422
    assert page.context["rows"][1].second_problem == (
        "Tarrant, Hugo (2) has withdrawn. Whoever comes back is to be changed in the list of "
        "players first."
    )
    assert made.rounds.get(number=2).games.count() == 0


def test_all_refusals_come_at_once_and_no_row_is_lost(director_client: Client) -> None:
    cups.played()
    context = pair(director_client, ("1", "2"), ("", ""), ("5", "u"), ("3", "4")).context
    assert [(row.first, row.second, row.first_problem) for row in context["rows"][:4]] == [
        ("1", "2", ""),
        ("", "", ""),
        ("5", "u", "There is no player 5."),
        ("3", "4", ""),
    ]
    # Both games that are stored have a result.
    assert len(context["problems"]) == 2


def test_who_has_withdrawn_and_a_wrong_name_are_refused_together(director_client: Client) -> None:
    made = cups.tournament(entries=8)
    made.entries.filter(number=2).update(withdrawn_after=1)
    typed = {"first": ["3", "1", "5"], "second": ["nobody", "2", "6"], "date": "soon"}
    page = director_client.post(f"/tournaments/{made.slug}/rounds/2/pairings/", typed)
    rows = page.context["rows"]
    assert [bool(row.second_problem) for row in rows] == [True, True, False] + [False] * 3
    assert list(page.context["form"].errors) == ["date"]


def test_rows_come_back_as_many_as_they_were(director_client: Client) -> None:
    made = cups.tournament(entries=8)
    path = f"/tournaments/{made.slug}/rounds/1/pairings/"
    shown = director_client.get(path)
    [form] = [form for form in forms_of(shown, path) if form.action == path]
    typed = form.values | {"first": ["", "1", "3"], "second": ["", "2", "nobody"]}
    rows = director_client.post(path, typed).context["rows"]
    assert len(rows) == len(shown.context["rows"])
    assert [row.first for row in rows[:3]] == ["", "1", "3"]


def test_players_of_one_club_are_asked_about_last_and_in_one_sentence(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=8)
    made.entries.filter(number__lte=2).update(club="Weir")
    made.entries.filter(number__in=(3, 4)).update(club="Hill")
    cups.play(made, 1, (7, 8, "1"))
    typed = {"first": ["1", "3", "7"], "second": ["2", "4", "8"]}
    asked = director_client.post(f"/tournaments/{made.slug}/rounds/2/pairings/", typed)
    first, second = asked.context["questions"]
    assert first.startswith("Board 3: ")
    assert second == "Players of one club meet on boards 1, 2."


def test_a_null_character_is_no_mistake_of_ours(director_client: Client) -> None:
    cups.tournament(entries=2)
    assert pair(director_client, ("1", "\0")).status_code == 422


def test_the_form_shows_what_is_stored_with_room_for_who_is_left(director_client: Client) -> None:
    made = cups.tournament(entries=6)
    Entry.objects.filter(pk=entry(made, 6).pk).update(absent_rounds=[1])
    pair(director_client, ("1", "4"), ("5", "u"))
    context = director_client.get(f"{CUP}rounds/1/pairings/").context
    assert [(row.first, row.second) for row in context["rows"]] == [
        ("1 Finch, Clara", "4 Moss, Quentin"),
        ("5 Dale, Kirsten", "u"),
        ("", ""),
        ("", ""),
        ("", ""),
    ]
    assert [each.number for each in context["away"]] == [6]


def test_queries_of_the_form_do_not_grow(director_client: Client) -> None:
    one = cups.tournament(entries=2, name="One")
    three = cups.tournament(entries=6, name="Three")
    cups.play(one, 1, (1, 2, ""))
    cups.play(three, 1, (1, 2, ""), (3, 4, ""), (5, 6, ""))
    counts = [
        queries(partial(director_client.get, f"/tournaments/{each.slug}/rounds/1/pairings/"))
        for each in (one, three)
    ]
    assert counts[0] == counts[1]


def test_the_pairings_of_five_hundred_boards_are_saved(director_client: Client) -> None:
    """What such a page showed is longer than any other field may be."""
    made = cups.tournament()
    Entry.objects.bulk_create(
        Entry(tournament=made, number=number, family=f"Finch-{number}", given="Clara")
        for number in range(1, 1001)
    )
    pairs = tuple((number, number + 500) for number in range(1, 501))
    set_pairings(round=made.rounds.get(number=1), pairings=Pairings(pairs), by=Actor())
    path = f"/tournaments/{made.slug}/rounds/1/pairings/"
    [form] = [form for form in forms_of(director_client.get(path), path) if form.action == path]

    answer = director_client.post(path, form.sent({"date": "2026-03-07"}))

    assert len(form.values["shown-rows"][0]) > MAX_FIELD
    assert answer.status_code == 302
    assert Game.objects.count() == 500


def test_the_mcmahon_score_stands_beside_a_player(client: Client) -> None:
    cup = cups.published(discipline="go", kind="McMahon")
    Tournament.objects.filter(pk=cup.pk).update(tie_breaks=["MMS", "SOS"])
    cup.entries.update(grade="1d")
    page = client.get(f"{CUP}rounds/2/")

    assert cells(page)[0] == ["1", "2 Tarrant, Hugo 1d (30½)", "0–1", "1 Finch, Clara 1d (31)"]
    assert '<abbr title="McMahon score before this round">(31)</abbr>' in page.content.decode()
