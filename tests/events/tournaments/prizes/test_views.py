import pytest

from clubscore.web.visitors import Actor
from events.models import Tournament
from events.tournaments.core.services import finish_tournament, publish_tournament
from events.tournaments.prizes.domain.lines import read_lines
from events.tournaments.prizes.forms import Row, merged_rows
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups
from tests.site.pageforms import forms_of

PAGE = "/tournaments/spring-cup/prizes/"
SENT = {
    "method": "equal",
    "unit": "1",
    "rows-0-name": "Open",
    "rows-0-prizes": "30 20",
    "rows-1-name": "Women",
    "rows-1-prizes": "10",
    "rows-1-sex": "w",
}
LINES = """Open: 300 200
Under 1800: 80 40.50; rating below 1800; rating from 1500
Juniors: 50; born from 2008; group youth
Seniors: 50; born until 1960; federation NED; club Mill Lane
Women: 40; women
Masters: 30; rated; title GM IM
limit 100: unrated"""

pytestmark = pytest.mark.django_db


@pytest.fixture(name="made")
def _made():
    return cups.played()


def awards(answer):
    return [(row.place, row.number, row.category, row.amount) for row in answer.context["rows"]]


def test_prizes_are_typed_and_divided(director_client, client, made):
    answer = director_client.post(f"{PAGE}edit/", SENT, follow=True)

    assert answer.redirect_chain[0][0] == PAGE
    assert awards(answer)[0][:3] == ("1", 1, "Open")
    assert answer.context["unpaid"][0][:2] == ("Women", "10")
    assert "As it stands: the tournament is not finished." in answer.text
    finish_tournament(tournament=made, by=Actor())
    publish_tournament(tournament=Tournament.objects.get(), by=Actor())
    public = client.get(PAGE)
    assert "As it stands" not in public.text
    assert "Change the prizes" not in public.text
    assert f'href="{PAGE}"' in client.get("/tournaments/spring-cup/standings/").text


def test_worst_and_best_before_the_end(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT)
    before = director_client.get(PAGE)
    assert "The last round is not paired yet. These are bounds" in " ".join(before.text.split())
    game = made.rounds.get(number=2).games.get(board_number=2)
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    cups.play(made, 3, (1, 4, "1"), (2, 3, ""))

    answer = director_client.get(PAGE)
    rows = [(row.number, row.least, row.most) for row in answer.context["chance_rows"]]
    assert answer.context["chances"].is_exact
    assert rows == [(1, "30", "30"), (3, "0", "20"), (2, "0", "20")]
    assert "by every way in which the game that is still open can end" in " ".join(
        answer.text.split()
    )


def stored():
    return Tournament.objects.get().prizes


def fields(answer):
    """What the form of the prizes would send."""
    [form] = [form for form in forms_of(answer, f"{PAGE}edit/") if form.shown]
    return {name: texts[0].replace("\r\n", "\n") for name, texts in form.values.items()}


def test_lines_that_are_pasted_take_the_place_of_the_rows(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT | {"unit": "0.01", "lines": LINES})

    assert stored() == read_lines(LINES, method="equal", unit="0.01")


def test_rows_show_all_that_is_stored_and_store_it_as_it_was(director_client, made):
    director_client.post(f"{PAGE}edit/", {"method": "hort", "unit": "0.01", "lines": LINES})
    before = stored()
    page = director_client.get(f"{PAGE}edit/")
    sent = fields(page)
    del sent["shown"]
    Tournament.objects.update(prizes={})
    director_client.post(f"{PAGE}edit/", sent)

    assert before["categories"][1]["prizes"] == ["80", "40.50"]
    assert stored() == before
    assert sent["rows-1-prizes"] == "80 40.50"
    assert (sent["rows-5-rated"], sent["rows-5-title"]) == ("yes", "GM IM")
    assert (sent["limits-0-most"], sent["limits-0-rated"]) == ("100", "no")


def test_an_emptied_row_is_removed_and_without_rows_there_are_no_prizes(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT)
    director_client.post(f"{PAGE}edit/", SENT | {"rows-0-name": " ", "rows-0-prizes": ""})
    assert [each["name"] for each in stored()["categories"]] == ["Women"]

    director_client.post(f"{PAGE}edit/", {"method": "equal", "unit": "1"})
    assert stored() == {}


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"rows-1-prizes": "many"}, "Women: “many” is not an amount in steps of 1, such as 20."),
        ({"rows-0-prizes": "20 30"}, "Open: a prize is larger than the one before it."),
        ({"rows-1-name": "open"}, "This category is there already."),
        ({"rows-1-name": ""}, "This field is required."),
        ({"rows-1-rating_below": "high"}, "Enter a whole number."),
        ({"rows-1-born_from": "08"}, "greater than or equal to 1000"),
        ({"limits-0-most": "½"}, "At most: “½” is not an amount in steps of 1, such as 20."),
    ],
)
def test_what_is_wrong_stands_in_its_row_with_what_was_typed(director_client, made, sent, told):
    answer = director_client.post(f"{PAGE}edit/", SENT | sent)

    assert answer.status_code == 422
    assert told in answer.text
    assert "Not stored: look at the rows that are marked." in answer.text
    [(name, text)] = sent.items()
    assert fields(answer).get(name, "") == text
    assert stored() == {}


def test_more_rows_are_offered_without_scripts_and_nothing_is_stored(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT)
    first = fields(director_client.get(f"{PAGE}edit/"))
    answer = director_client.post(f"{PAGE}edit/", first | {"rows-2-name": "Juniors", "more": "6"})

    after = fields(answer)
    assert answer.status_code == 200
    assert after["rows-2-name"] == "Juniors"
    assert ("rows-4-name" in first, "rows-5-name" in first) == (True, False)
    assert ("rows-8-name" in after, "rows-9-name" in after) == (True, False)
    assert after["shown"] == first["shown"]
    assert len(stored()["categories"]) == 2


def test_pasted_lines_ask_before_they_replace_what_somebody_else_has_changed(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT)
    mine = fields(director_client.get(f"{PAGE}edit/")) | {"lines": "Open: 5"}
    director_client.post(f"{PAGE}edit/", SENT | {"rows-1-prizes": "15"})
    answer = director_client.post(f"{PAGE}edit/", mine)

    told = "Somebody else has changed this to “Open 30 20; Women 15 w” meanwhile."
    assert told in answer.text
    assert stored()["categories"][1]["prizes"] == ["15"]
    again = mine | {"shown": fields(answer)["shown"]}
    director_client.post(f"{PAGE}edit/", again)
    assert [each["prizes"] for each in stored()["categories"]] == [["5"]]


def test_rows_that_others_changed_or_added_stay_and_what_is_replaced_is_said(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT)
    mine = fields(director_client.get(f"{PAGE}edit/")) | {"rows-0-prizes": "40 20"}
    theirs = {"rows-1-prizes": "15", "rows-2-name": "Juniors", "rows-2-prizes": "5"}
    director_client.post(f"{PAGE}edit/", SENT | theirs)
    director_client.post(f"{PAGE}edit/", mine)

    assert {each["name"]: each["prizes"] for each in stored()["categories"]} == {
        "Open": ["40", "20"], "Women": ["15"], "Juniors": ["5"]
    }  # fmt: skip

    answer = director_client.post(f"{PAGE}edit/", mine | {"rows-1-prizes": "12"})
    told = "Women: Somebody else has changed this to “Women 15 w” meanwhile. Save again"
    assert (answer.status_code, answer.text.count(told)) == (422, 1)
    again = fields(answer)
    assert (again["rows-1-prizes"], again["rows-2-name"]) == ("12", "Juniors")
    director_client.post(f"{PAGE}edit/", again)
    assert [each["prizes"] for each in stored()["categories"]] == [["40", "20"], ["12"], ["5"]]


def test_rows_of_one_name_are_merged_as_one_thing() -> None:
    two, other = (
        [Row(name="Open", prizes="30"), Row(name="open", prizes="20")],
        [Row(name="Seniors")],
    )
    assert merged_rows(shown=two, stored=other, sent=two) == (other, [])
    assert merged_rows(shown=other, stored=other, sent=two) == (two, [])
    rows, [told] = merged_rows(shown=[], stored=other, sent=two)
    assert (rows, "“Seniors”" in told) == (two, True)


def test_what_cannot_be_read_is_told_with_its_line(director_client, made):
    answer = director_client.post(f"{PAGE}edit/", SENT | {"lines": "Open: 30\nWomen 10"})

    assert answer.status_code == 422
    assert "line 2: “Women 10” is no line of prizes." in answer.text
    assert Tournament.objects.get().prizes == {}


def test_without_prizes_visitors_have_no_such_page_in_the_tabs(client, director_client, made):
    publish_tournament(tournament=made, by=Actor())

    assert f'href="{PAGE}"' not in client.get("/tournaments/spring-cup/standings/").text
    assert "There are no prizes." in client.get(PAGE).text
    assert f'href="{PAGE}edit/"' in director_client.get(PAGE).text
