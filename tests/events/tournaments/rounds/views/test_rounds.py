import datetime
from collections.abc import Sequence
from functools import partial

import pytest
from django.db.models import F
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.limits import MAX_FIELD
from clubscore.web.visitors import Actor
from events.models import Entry, Game, LogEntry, Round, RoundResult, Team, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import KNOCKOUT
from events.tournaments.core.services import change_details, publish_tournament
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.rounds.services.pairings import publish_round, set_pairings, withdraw_round
from events.tournaments.rounds.views.pairings import left_out
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry
from tests.queries import queries
from tests.site.pageforms import forms_of


def pair(
    client: Client,
    *rows: tuple[str, str],
    number: int = 1,
    date: str = "",
    accepted: Sequence[str] = (),
) -> object:
    typed = {
        "first": [first for first, _ in rows],
        "second": [second for _, second in rows],
        "date": date,
        "accepted": accepted,
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
    assert [(row.typed, row.shown) for row in context["games"]] == [("0", "0–1"), ("", "")]
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


def test_who_is_left_is_asked_about_once(director_client: Client) -> None:
    made = cups.tournament(entries=4)
    asked = pair(director_client, ("1", "3"))
    questions = ["2 players have neither a game nor a bye: 2 Tarrant, Hugo; 4 Moss, Quentin."]
    assert (asked.status_code, asked.context["questions"], stored(made)) == (422, questions, [])
    answer = pair(director_client, ("1", "3"), accepted=questions)
    assert (answer.status_code, len(stored(made))) == (302, 2)


def test_who_is_knocked_out_is_not_expected(director_client: Client) -> None:
    made = cups.tournament(entries=4, rounds=2, kind=KNOCKOUT)
    cups.play(made, 1, (1, 4, "1"), (2, 3, "1"))
    page = director_client.get(f"{CUP}rounds/2/pairings/")
    assert [each.number for each in page.context["entries"]] == [1, 2]
    pairs = {"first": ["1"], "second": ["2"], "date": ""}
    assert director_client.post(f"{CUP}rounds/2/pairings/", pairs).status_code == 302


@pytest.mark.parametrize(("paired", "asked"), [((1, 3), 0), ((1, 2), 1)])
def test_of_teams_only_whole_ones_are_expected(
    director_client: Client, paired: tuple[int, int], asked: int
) -> None:
    made = cups.tournament(entries=4)
    Tournament.objects.update(teams_meet=True)
    for name, numbers in (("Rooks", (1, 2)), ("Knights", (3, 4))):
        team = Team.objects.create(tournament=made, name=name)
        for place, number in enumerate(numbers, start=1):
            made.entries.filter(number=number).update(team=team, team_place=place)
    made.refresh_from_db()
    missing = left_out(made, Pairings((paired,)), made.entries.order_by("number"))
    assert len(list(missing)) == asked


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
            "The opponent is missing. For a bye type bye, or h, f or z "
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
    pairs = {"first": ["2", "3"], "second": ["1", "u"]}
    assert director_client.post(path, pairs).status_code == 302
    path = f"/tournaments/{made.slug}/rounds/5/pairings/"
    asked = director_client.post(path, {"first": ["1", "3"], "second": ["2", "z"]})
    assert asked.context["questions"] == [
        "Board 1: Finch, Clara and Tarrant, Hugo have met before, in round 4."
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
    made.same_club = "avoid"
    made.save()
    made.entries.filter(number__lte=2).update(club="Weir")
    made.entries.filter(number__in=(3, 4)).update(club="Hill")
    cups.play(made, 1, (7, 8, "1"))
    typed = {"first": ["1", "3", "7"], "second": ["2", "4", "8"]}
    asked = director_client.post(f"/tournaments/{made.slug}/rounds/2/pairings/", typed)
    first, second, _left = asked.context["questions"]
    assert first.startswith("Board 3: ")
    assert second == "Players of one club meet on boards 1, 2."


def test_a_null_character_is_no_mistake_of_ours(director_client: Client) -> None:
    cups.tournament(entries=2)
    assert pair(director_client, ("1", "\0")).status_code == 422


def test_the_form_shows_what_is_stored_with_room_for_who_is_left(director_client: Client) -> None:
    made = cups.tournament(entries=6)
    Entry.objects.filter(pk=entry(made, 6).pk).update(absent_rounds=[1])
    pairings = Pairings(((1, 4),), ((5, Code.PAIRING_BYE),))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    context = director_client.get(f"{CUP}rounds/1/pairings/").context
    assert [(row.first, row.second) for row in context["rows"]] == [
        ("1 Finch, Clara", "4 Moss, Quentin"),
        ("5 Dale, Kirsten", "bye"),
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


CUP = "/tournaments/spring-cup/"

PAGES = ("standings/", "crosstable/", "find/?q=finch", "places/", "rounds/", "players/2/", "teams/")

pytestmark = pytest.mark.django_db


@pytest.fixture
def second():
    """A published cup of which round 1 is published, and round 2 is played and hidden."""
    made = cups.tournament(entries=4, publishes_by_hand=True)
    publish_tournament(tournament=made, by=Actor())
    cups.play(made, 1, (1, 3, "1"), (2, 4, "="))
    publish_round(round=made.rounds.get(number=1), by=Actor())
    cups.play(made, 2, (1, 2, "0"), (4, 3, "1"))
    return made.rounds.get(number=2)


def test_what_is_saved_is_hidden_until_it_is_published(client, director_client, second):
    page = f"{CUP}rounds/2/"
    assert "This round is not paired yet." in client.get(page).text
    assert "Finch" not in client.get(page).text
    assert client.get(f"{page}sheet/").status_code == 404
    assert client.get(f"{CUP}rounds/", follow=True).redirect_chain[-1][0] == page
    assert "Only directors see this round and its results." in director_client.get(page).text

    hidden = {each: client.get(f"{CUP}{each}", follow=True).text for each in PAGES}
    director_client.post(f"{page}publish/")
    shown = {each: client.get(f"{CUP}{each}", follow=True).text for each in PAGES}
    assert "Finch" in client.get(page).text
    assert client.get(f"{page}sheet/").status_code == 200
    assert {each for each in PAGES if hidden[each] == shown[each]} == set()
    assert "after round 2" not in hidden["standings/"]


def test_a_director_sees_a_hidden_round_everywhere(client, director_client, second):
    # First the visitor's page: it is kept, and not for the director.
    visitors, directors, again = (
        who.get(f"{CUP}crosstable/").text for who in (client, director_client, client)
    )
    cell = '<td class="cross">2w'
    assert [page.count(cell) for page in (visitors, directors, again)] == [0, 1, 0]


def test_hiding_is_refused_once_there_are_results(director_client, second):
    publish_round(round=second, by=Actor())
    answer = director_client.post(f"{CUP}rounds/2/publish/", {"withdraw": "1"}, follow=True)
    assert "Round 2 has results already: its pairings stay published." in answer.text
    with pytest.raises(Refused, match="This round is not paired yet"):
        publish_round(round=Round.objects.get(number=3), by=Actor())


def test_publishing_is_taken_back_and_logged(client, director_client):
    made = cups.tournament(entries=4, publishes_by_hand=True)
    publish_tournament(tournament=made, by=Actor())
    cups.play(made, 1, (1, 3, ""), (2, 4, ""))
    first = made.rounds.get(number=1)
    publish_round(round=first, by=Actor())
    publish_round(round=first, by=Actor())
    assert "Finch" in client.get(f"{CUP}rounds/1/").text
    answer = director_client.post(f"{CUP}rounds/1/publish/", {"withdraw": "1"}, follow=True)
    assert "Only directors see the pairings of round 1." in answer.text
    withdraw_round(round=first, by=Actor())
    assert "Finch" not in client.get(f"{CUP}rounds/1/").text
    logged = LogEntry.objects.filter(after={"round": 1}).order_by("pk")
    assert [log_entry.action for log_entry in logged] == ["published", "withdrawn"]


def test_pairings_are_published_at_once_unless_the_tournament_says_otherwise(client):
    made = cups.tournament(entries=4)
    publish_tournament(tournament=made, by=Actor())
    cups.play(made, 1, (1, 3, ""), (2, 4, ""))
    assert "Finch" in client.get(f"{CUP}rounds/1/").text

    made.publishes_by_hand = True
    change_details(tournament=made, fields=["publishes_by_hand"], by=Actor())
    assert "Finch" in client.get(f"{CUP}rounds/1/").text
    cups.play(made, 2, (1, 2, ""), (3, 4, ""))
    assert "Finch" not in client.get(f"{CUP}rounds/2/").text
    made.publishes_by_hand = False
    change_details(tournament=made, fields=["publishes_by_hand"], by=Actor())
    assert "Finch" in client.get(f"{CUP}rounds/2/").text


def test_the_page_says_that_saved_pairings_are_not_public(director_client):
    cups.tournament(entries=4, publishes_by_hand=True)
    typed = {"first": ["1", "3"], "second": ["2", "4"], "date": ""}
    answer = director_client.post(f"{CUP}rounds/1/pairings/", typed, follow=True)

    assert "are saved. They are not published yet." in answer.text
    assert "Publish the pairings" in answer.text


@pytest.mark.parametrize(
    ("entries", "date", "status", "said"),
    [
        (4, "", 422, "Nothing is saved, for nobody is paired"),
        (4, "2026-03-06", 200, "The date of round 1 is saved; nobody is paired in it."),
    ],
)
def test_empty_pairings_are_not_said_to_be_saved(director_client, entries, date, status, said):
    cups.tournament(entries=entries)
    typed = {"first": ["", ""], "second": ["", ""], "date": date}
    answer = director_client.post(f"{CUP}rounds/1/pairings/", typed, follow=True)
    assert (answer.status_code, said in answer.text) == (status, True)
    assert "are saved" not in answer.text


def test_a_proposal_without_anybody_leads_to_the_registration(director_client):
    cups.tournament()
    answer = director_client.post(f"{CUP}rounds/1/proposal/", {"system": "dutch"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"{CUP}registration/"
    assert "Nobody is registered for round 1 yet: register the players first." in answer.text


def test_the_wall_sheet_lists_everybody_by_name(client):
    made = cups.published()
    RoundResult.objects.create(
        round=made.rounds.get(number=2),
        entry=Entry.objects.create(tournament=made, number=5, family="Dale"),
        bye=Code.HALF_BYE,
    )
    answer = client.get(f"{CUP}rounds/2/sheet/")

    assert [row["name"] for row in answer.context["rows"]] == [
        "Dale", "Finch, Clara", "Lamb, Edith", "Moss, Quentin", "Tarrant, Hugo",
    ]  # fmt: skip
    assert cells(answer) == [
        ["", "", "half-point bye"],
        ["1", "Black", "Tarrant, Hugo"],
        ["2", "White", "Moss, Quentin"],
        ["2", "Black", "Lamb, Edith"],
        ["1", "White", "Finch, Clara"],
    ]


def test_the_wall_sheet_sorts_as_the_register_and_tells_namesakes_apart(client):
    made = cups.published()
    names = [("Ångström", "Ada", ""), ("van der Berg", "Bo", ""), ("Ek", "Li", "Oxford"),
             ("Ek", "Li", "Leiden")]  # fmt: skip
    for one, (family, given, club) in zip(made.entries.order_by("number"), names, strict=True):
        one.family, one.given, one.club = family, given, club
        change_entry(entry=one, fields=["family", "given", "club"], by=Actor())
    sheet = client.get(f"{CUP}rounds/2/sheet/")
    assert [row["name"] for row in sheet.context["rows"]] == [
        "Ångström, Ada", "van der Berg, Bo", "Ek, Li (Oxford)", "Ek, Li (Leiden)",
    ]  # fmt: skip
    for page in ("players/", "standings/", "rounds/2/"):
        assert "Ek, Li (Leiden)" in client.get(f"{CUP}{page}").text, page
    one.family = "Eks"
    change_entry(entry=one, fields=["family"], by=Actor())
    assert "Ek, Li (Oxford)" not in client.get(f"{CUP}rounds/2/").text


def test_without_colours_there_is_no_column_of_them(client):
    cups.published(discipline=Tournament.Discipline.OTHER)
    assert cells(client.get(f"{CUP}rounds/1/sheet/"))[0] == ["1", "Lamb, Edith"]


@pytest.mark.parametrize("page", ["sheet", "slips"])
def test_a_round_that_is_not_paired_has_no_papers(director_client, page):
    cups.published()
    answer = director_client.get(f"{CUP}rounds/3/{page}/")

    assert answer.status_code == 404
    assert "This round is not paired yet." in answer.content.decode()


def test_every_board_has_a_slip(director_client):
    cups.published()
    page = director_client.get(f"{CUP}rounds/2/slips/").content.decode()

    assert page.count('class="result-slip"') == 2
    assert "Spring cup · round 2 · board 1" in page
    assert "2 Tarrant, Hugo" in page


def test_the_wall_sheet_of_go_has_grades_stones_and_komi(client):
    made = cups.published(discipline="go")
    made.entries.update(grade="1d")
    Game.objects.filter(round__number=2, board_number=1).update(handicap=2)
    Game.objects.filter(round__number=2, board_number=2).update(doubled_komi=11)

    assert cells(client.get(f"{CUP}rounds/2/sheet/")) == [
        ["1d", "1", "Black", "Tarrant, Hugo", "1d", "2 stones"],
        ["1d", "2", "White", "Moss, Quentin", "1d", "komi 5½"],
        ["1d", "2", "Black", "Lamb, Edith", "1d", "komi 5½"],
        ["1d", "1", "White", "Finch, Clara", "1d", "2 stones"],
    ]


def test_the_crosstable_of_go_has_grades_and_stones(client):
    made = cups.published(discipline="go")
    made.entries.update(grade="1d")
    Game.objects.filter(round__number=2, board_number=1).update(handicap=2)
    answer = client.get(f"{CUP}crosstable/?order=number")
    first = next(row for row in cells(answer) if "Finch, Clara" in row)
    assert first[3:6] == ["1d", "3w1", "2b1h2"]
    assert "h2 behind a game: Black had two stones." in answer.content.decode()


def test_the_crosstable_of_chess_says_nothing_of_stones(client):
    cups.published()
    page = client.get(f"{CUP}crosstable/?order=number").content.decode()

    assert "12w1: against the player with the number 12 in this list, with White, one point" in page
    assert "two stones" not in page
