import pytest

from events.models import Entry, Game, RoundResult, Tournament
from events.tournaments.domain.results import Code
from tests.events.reading import cells
from tests.events.tournaments import cups

CUP = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


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

    assert "12w1: against the player of row 12 with White, one point" in page
    assert "two stones" not in page
