import datetime
import re
from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubscore.web import caching
from clubscore.web.visitors import Actor
from events.models import Entry, Game, Team, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.services import change_details, finish_tournament, publish_tournament
from events.tournaments.entries.services.entries import change_entry, withdraw_entry
from events.tournaments.results.views import results
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry
from tests.queries import queries

CUP = "/tournaments/spring-cup/"
PAGES = ["standings", "standings/1", "crosstable", "teams", "players/1"]

pytestmark = pytest.mark.django_db


def text(client: Client, path: str) -> str:
    return " ".join(client.get(f"{CUP}{path}/").content.decode().split())


def test_the_standings_show_points_and_tie_breaks(client: Client) -> None:
    cups.published()
    assert cells(client.get(f"{CUP}standings/")) == [
        ["1", "1", "Finch, Clara BH ½ · SB 0.50", "1990", "2", "½", "0.50"],
        ["2", "2", "Tarrant, Hugo BH 2½ · SB 0.25", "1980", "½", "2½", "0.25"],
        ["3", "4", "Moss, Quentin BH ½ · SB 0.25", "1960", "½", "½", "0.25"],
        ["4", "3", "Lamb, Edith BH 2 · SB 0.00", "1970", "0", "2", "0.00"],
    ]


def test_on_paper_the_days_of_the_tournament_stand_at_the_foot(client: Client) -> None:
    cups.published(start=datetime.date(2026, 3, 7), finish=datetime.date(2026, 3, 8))
    page = client.get("/tournaments/spring-cup/standings/").content.decode()
    assert re.search(r'<meta name="print-date" content="\s*7 – 8 March 2026\s*">', page)


def test_each_tie_break_is_explained_in_a_sentence(client: Client) -> None:
    cups.published()
    page = text(client, "standings")
    assert (
        '<dt>BH</dt><dd class="m-0"><strong>Buchholz.</strong> The opponents’ points, added up.'
        in page
    )


def test_the_standings_after_a_round(client: Client) -> None:
    cups.published()
    rows = cells(client.get(f"{CUP}standings/1/"))
    assert [(row[0], row[2], row[4]) for row in rows] == [
        ("1", "Finch, Clara BH 0 · SB 0.00", "1"),
        ("2=", "Tarrant, Hugo BH ½ · SB 0.25", "½"),
        ("2=", "Moss, Quentin BH ½ · SB 0.25", "½"),
        ("4", "Lamb, Edith BH 1 · SB 0.00", "0"),
    ]


@pytest.mark.parametrize("number", ["0", "4", "99999999999999999999"])
def test_a_round_that_is_not_there_is_reported(client: Client, number: str) -> None:
    cups.published()
    answer = client.get(f"{CUP}standings/{number}/")
    assert answer.status_code == 404
    assert f"Round {number} is not in this tournament." in answer.content.decode()


def test_a_page_says_whether_it_is_provisional(client: Client) -> None:
    made = cups.published()
    said = [text(client, "standings")]
    game = Game.objects.get(outcome="**")
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    said.append(text(client, "standings"))
    cups.play(made, 3, (1, 4, "1"), (2, 3, "="))
    said.append(text(client, "standings"))
    finish_tournament(tournament=made, by=Actor())
    said.append(text(client, "standings"))
    marks = [
        "Provisional: 1 game is still to be played.",
        "After round 2 of 3.",
        "Provisional: the tournament is not finished.",
        "rovisional",
    ]
    assert [mark in page for mark, page in zip(marks, said, strict=True)] == [
        True,
        True,
        True,
        False,
    ]


def test_the_crosstable_names_opponents_by_their_row(client: Client) -> None:
    made = cups.published()
    pairings = Pairings((), ((1, Code.HALF_BYE),))
    set_pairings(round=made.rounds.get(number=3), pairings=pairings, by=Actor())
    rows = cells(client.get(f"{CUP}crosstable/"))
    assert [row[:5] for row in rows] == [
        ["1", "Finch, Clara", "4w1", "2b1", "2"],
        ["2", "Tarrant, Hugo", "3b½", "1w0", "½"],
        ["3", "Moss, Quentin", "2w½", "4b*", "½"],
        ["4", "Lamb, Edith", "1b0", "3w*", "0"],
    ]
    dutch = client.get(f"{CUP}crosstable/", headers={"Accept-Language": "nl"})
    assert [row[3] for row in cells(dutch)][:2] == ["2z1", "1w0"]


def test_every_column_of_a_keizer_crosstable_has_a_heading(client: Client) -> None:
    cups.published(kind="Keizer")
    page = client.get(f"{CUP}crosstable/").text
    headings, first, *_others = page[page.rindex("<table") :].split("</tr>")
    assert headings.count("<th ") == first.count("<td")
    assert ">KZ</abbr>" in headings


def test_the_crosstable_by_starting_number(client: Client) -> None:
    cups.published()
    rows = cells(client.get(f"{CUP}crosstable/?order=number"))
    assert [row[:6] for row in rows] == [
        ["1", "1", "Finch, Clara", "3w1", "2b1", "2"],
        ["2", "2", "Tarrant, Hugo", "4b½", "1w0", "½"],
        ["3", "4", "Lamb, Edith", "1b0", "4w*", "0"],
        ["4", "3", "Moss, Quentin", "2w½", "3b*", "½"],
    ]


def test_a_forfeit_a_bye_and_an_absence_have_their_marks(client: Client) -> None:
    made = cups.tournament(entries=4, tie_breaks=[])
    cups.play(made, 1, (1, 2, "-"))
    pairings = Pairings(((1, 2),), ((3, Code.HALF_BYE),))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    publish_tournament(tournament=made, by=Actor())
    rows = cells(client.get(f"{CUP}crosstable/?order=number"))
    assert [row[3] for row in rows] == ["2w−", "1b+", "–½", "·"]


def test_a_round_robin_has_its_square(client: Client) -> None:
    made = cups.tournament(entries=3, kind="round robin", tie_breaks=[])
    cups.play(made, 1, (1, 2, "1"))
    cups.play(made, 2, (2, 3, "="))
    publish_tournament(tournament=made, by=Actor())
    assert cells(client.get(f"{CUP}crosstable/"))[:3] == [
        ["1", "Finch, Clara", "×", "1", "", "1"],
        ["2", "Tarrant, Hugo", "0", "×", "½", "½"],
        ["3", "Lamb, Edith", "", "½", "×", "½"],
    ]


def test_a_forfeit_has_its_sign_in_both_tables_of_a_round_robin(client: Client) -> None:
    made = cups.tournament(entries=3, kind="round robin", tie_breaks=[])
    cups.play(made, 1, (1, 2, "+"))
    publish_tournament(tournament=made, by=Actor())
    rows = cells(client.get(f"{CUP}crosstable/"))
    assert (rows[0][3], rows[3][2]) == ("+", "2w+")
    assert {row[2] for row in rows[:3]} == {"×", "−", ""}
    page = text(client, "crosstable")
    assert page.index("<h2>Player against player</h2>") < page.index("<h2>Round by round</h2>")


def test_a_player_has_a_card_of_all_rounds(client: Client) -> None:
    made = cups.published()
    pairings = Pairings((), ((4, Code.HALF_BYE),))
    set_pairings(round=made.rounds.get(number=3), pairings=pairings, by=Actor())
    answer = client.get(f"{CUP}players/4/")
    assert cells(answer)[:3] == [
        ["1", "2 Tarrant, Hugo", "1980", "½", "White", "½", "½"],
        ["2", "3 Lamb, Edith", "1970", "0", "Black", "*", "½"],
        ["3", "bye, ½ point", "", "", "", "½", "1"],
    ]
    page = text(client, "players/4")
    assert "<strong>Buchholz: ½</strong>" in page


def test_a_card_says_forfeits_and_absences(client: Client) -> None:
    made = cups.tournament(entries=3, tie_breaks=[])
    cups.play(made, 1, (1, 2, "+"))
    publish_tournament(tournament=made, by=Actor())
    first, third = (cells(client.get(f"{CUP}players/{number}/"))[0] for number in (1, 3))
    assert (first[5:], third[1:]) == (["1 by forfeit", "1"], ["absent", "", "", "", "", ""])
    assert {cell[1] for cell in cells(client.get(f"{CUP}players/3/"))[1:3]} == {"not paired yet"}


@pytest.mark.parametrize("number", ["9", "0", "99999999999999999999"])
def test_a_player_who_is_not_there_is_reported(client: Client, number: str) -> None:
    cups.published()
    answer = client.get(f"{CUP}players/{number}/")
    assert answer.status_code == 404
    assert "There is no such player in this tournament." in answer.content.decode()


def test_teams_are_ranked_by_those_who_count(client: Client) -> None:
    made = cups.published()
    for number, name in ((1, "Rooks"), (3, "Rooks"), (2, "Knights"), (4, "Knights")):
        change_entry(entry=entry(made, number), fields=[], team_name=name, by=Actor())
    assert cells(client.get(f"{CUP}teams/"))[0][:4] == ["1", "Rooks", "2", "5"]
    assert [row[1:4] for row in cells(client.get(f"{CUP}teams/?count=1"))] == [
        ["Rooks", "2", "1"],
        ["Knights", "½", "2"],
    ]
    assert client.get(f"{CUP}teams/?count=many").status_code == 200
    assert Team.objects.count() == 2


def test_how_many_count_is_kept_with_the_tournament(client: Client) -> None:
    made = cups.published()
    for number, name in ((1, "Rooks"), (3, "Rooks"), (2, "Knights"), (4, "Knights")):
        change_entry(entry=entry(made, number), fields=[], team_name=name, by=Actor())
    made.counting_members = 1
    change_details(tournament=made, fields=["counting_members"], by=Actor())
    shown = [cells(client.get(f"{CUP}teams/{asked}")) for asked in ("", "?count=1", "?count=0")]
    assert [[row[1:4] for row in rows] for rows in shown] == [
        [["Rooks", "2", "1"], ["Knights", "½", "2"]],
        [["Rooks", "2", "1"], ["Knights", "½", "2"]],
        [["Rooks", "2", "5"], ["Knights", "1", "5"]],
    ]


def test_no_teams_are_reported(client: Client) -> None:
    cups.published()
    assert "There are no teams." in text(client, "teams")


@pytest.mark.parametrize("path", PAGES)
def test_a_tournament_without_players_or_results_has_its_pages(
    director_client: Client, path: str
) -> None:
    cups.tournament()
    status = director_client.get(f"{CUP}{path}/").status_code
    assert status == (404 if path.startswith("players") else 200)
    cups.tournament(entries=2, name="Two")
    assert director_client.get(f"/tournaments/two/{path}/").status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_a_page_follows_every_change(client: Client, path: str) -> None:
    made = cups.published()
    before = text(client, path)
    first = entry(made, 1)
    first.family = "Finchley"
    change_entry(entry=first, fields=["family"], team_name="Rooks", by=Actor())
    after = text(client, path)
    assert ("Finchley" in before, "Finchley" in after) == (False, True)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_made_once_for_a_state(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cups.published()
    made: list[Any] = []
    original = results.render_to_string
    monkeypatch.setattr(
        results, "render_to_string", lambda *given: made.append(given) or original(*given)
    )
    assert text(client, path) == text(client, path)
    assert len(made) == 1


@pytest.mark.parametrize("path", PAGES)
def test_queries_do_not_grow(client: Client, path: str) -> None:
    counts = []
    for pairs in (1, 3):
        made = cups.tournament(entries=2 * pairs, name=f"Cup {pairs}", tie_breaks=["BH"])
        games = [(2 * pair + 1, 2 * pair + 2, "1") for pair in range(pairs)]
        for number in range(1, pairs + 1):
            cups.play(made, number, *games)
        for number in range(1, 2 * pairs + 1):
            change_entry(entry=entry(made, number), fields=[], team_name="Rooks", by=Actor())
        publish_tournament(tournament=made, by=Actor())
        counts.append(queries(partial(client.get, f"/tournaments/{made.slug}/{path}/")))
    assert counts[0] == counts[1]


def test_exact_values_stand_in_the_title(client: Client) -> None:
    made = cups.tournament(entries=4, tie_breaks=["AOB"], start=datetime.date(2026, 3, 6))
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"))
    cups.play(made, 2, (1, 3, "="), (2, 4, "="))
    cups.play(made, 3, (1, 4, "1"), (2, 3, "1"))
    publish_tournament(tournament=made, by=Actor())
    rows = cells(client.get(f"{CUP}standings/"))
    assert [row[-1] for row in rows] == ["4.83", "4.50", "4.50", "4.17"]
    assert '<span title="25/6">4.17</span>' in text(client, "standings")


def test_the_columns_of_go_are_grades(client: Client) -> None:
    made = cups.published(discipline=Tournament.Discipline.GO)
    Entry.objects.filter(tournament=made).update(grade="3d")
    rows = cells(client.get(f"{CUP}standings/"))
    assert [row[3] for row in rows] == ["3d"] * 4
    assert ">Grade<" in text(client, "standings")


def left_early(after: int) -> None:
    """A round robin of four, of which the fourth leaves after a round."""
    cup = cups.tournament(entries=4, kind="Round robin")
    games = {1: ((4, 1, "1"), (2, 3, "1")), 2: ((3, 4, "="), (1, 2, "1"))}
    for number in range(1, after + 1):
        cups.play(cup, number, *games[number])
    withdraw_entry(entry=entry(cup, 4), after_round=after, by=Actor())
    for number, (bye, game) in {2: (3, (1, 2)), 3: (2, (1, 3))}.items():
        if number > after:
            here = cup.rounds.get(number=number)
            pairings = Pairings((game,), ((bye, Code.PAIRING_BYE),))
            set_pairings(round=here, pairings=pairings, by=Actor())
            enter_result(tournament=cup, game_id=here.games.get().pk, text="1", by=Actor())
    publish_tournament(tournament=cup, by=Actor())


def test_who_leaves_a_round_robin_early_counts_for_nobody(client: Client) -> None:
    left_early(after=1)

    page = text(client, "standings")
    assert "Moss, Quentin left after round 1 with fewer than half of the games played" in page
    assert [row[4] for row in cells(client.get(f"{CUP}standings/"))] == ["2", "1", "0", "0"]
    assert "(4b0)" in text(client, "crosstable")
    card = text(client, "players/1")
    assert "0, does not count" in card


def test_who_leaves_a_round_robin_later_loses_the_other_games_by_default(client: Client) -> None:
    left_early(after=2)

    page = text(client, "standings")
    assert "Moss, Quentin left after round 2 with at least half of the games played" in page
    assert [row[4] for row in cells(client.get(f"{CUP}standings/"))] == ["2", "2", "1½", "½"]
    assert "1 by forfeit" in text(client, "players/2")


def test_what_is_kept_is_what_a_fresh_process_shows(director_client: Client) -> None:
    """Results, corrections, names and settings in turn: standings and crosstable are the same when
    nothing is kept."""
    made = cups.tournament(4)
    third = made.rounds.get(number=1)
    set_pairings(round=third, pairings=Pairings(((1, 2), (3, 4))), by=Actor())
    games = list(third.games.order_by("pk"))

    def rename() -> None:
        entry = made.entries.get(number=1)
        entry.family = "Changed"
        change_entry(entry=entry, fields=["family"], by=Actor())

    def typed(game: int, text: str) -> None:
        enter_result(tournament=made, game_id=games[game].pk, text=text, by=Actor())

    for change in (
        partial(typed, 0, "1"), partial(typed, 1, "="), partial(typed, 0, "0"), rename,
        partial(typed, 0, "1"), partial(typed, 1, ""),
    ):  # fmt: skip
        change()
        for page in ("standings", "crosstable"):
            address = f"/tournaments/{made.slug}/{page}/"
            shown = director_client.get(address).context["results"]
            caching.forget()
            assert director_client.get(address).context["results"] == shown
