import re
from typing import Any

import pytest
from django.test import Client

from events.models import Game, LogEntry, Tournament
from tests.events import factories
from tests.events.reading import cells
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return cups.played()


def game() -> Game:
    return Game.objects.get(round__number=1, board_number=1)


def address() -> str:
    return f"/tournaments/spring-cup/rounds/1/games/{game().pk}/correct/"


def correct(client: Client, **typed: Any) -> Any:
    values = {
        "result": "0",
        "reason": "score sheet misread",
        "version": str(game().version),
        "action": "save",
    }
    return client.post(address(), values | typed)


def focused(answer: Any) -> str:
    """The one element that the page begins at."""
    (found,) = re.findall(r"<[^>]*\bautofocus\b[^>]*>", answer.content.decode())
    return found


def test_the_page_shows_the_game_as_it_is(director_client: Client, cup: Tournament) -> None:
    answer = director_client.get(address())
    page = " ".join(answer.content.decode().split())
    assert "1 Finch, Clara – 3 Lamb, Edith: <strong>1–0</strong>" in page
    assert (answer.context["form"]["result"].value(), answer.context["moves"]) == ("1", None)
    assert 'name="result"' in focused(answer)
    assert [row[2] for row in cells(answer)] == [
        "result entered: Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: * → 1–0"
    ]


def test_what_changes_is_shown_before_anything_is_stored(
    director_client: Client, cup: Tournament
) -> None:
    answer = correct(director_client, action="preview")
    assert 'value="save"' in focused(answer)
    assert [
        (move.number, move.place_before, move.place_after, move.points_before, move.points_after)
        for move in answer.context["moves"]
    ] == [
        (1, "1", "1", "2", "1"),
        (3, "4", "2", "0", "1"),
        (2, "2", "3", "½", "½"),
        (4, "3", "4", "½", "½"),
    ]
    assert game().outcome == "10"


def test_a_correction_is_stored_with_its_reason_and_shows_who_moved(
    director_client: Client, cup: Tournament
) -> None:
    answer = correct(director_client)
    assert answer["Location"] == "/tournaments/spring-cup/rounds/1/"
    page = director_client.get(answer["Location"]).content.decode()
    assert "The result is corrected. Places: Lamb, Edith" in page
    entry = LogEntry.objects.filter(tournament=cup).first()
    assert (game().outcome, entry.reason, entry.before["outcome"], entry.after["outcome"]) == (
        "01",
        "score sheet misread",
        "10",
        "01",
    )


def test_colours_are_corrected_for_themselves(director_client: Client, cup: Tournament) -> None:
    answer = correct(director_client, result="1", swap="on")
    page = director_client.get(answer["Location"]).content.decode()
    assert "The places stay as they are." in page
    sides = game().sides.order_by("side").values_list("entry__number", flat=True)
    assert (list(sides), game().outcome) == ([3, 1], "01")


def test_result_and_colours_are_corrected_together(
    director_client: Client, cup: Tournament
) -> None:
    correct(director_client, result="=0", swap="on")
    sides = game().sides.order_by("side").values_list("entry__number", flat=True)
    assert (list(sides), game().outcome) == ([3, 1], "0=")


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"reason": " "}, "reason", "This field is required."),
        ({"result": "7"}, "result", "“7” is not a result."),
        ({"version": "0"}, "__all__", "Somebody else has entered 1–0 here."),
        ({"version": "x"}, "__all__", "Somebody else has entered 1–0 here."),
    ],
)
def test_what_is_wrong_is_reported_and_nothing_is_stored(
    director_client: Client, cup: Tournament, typed: dict[str, str], field: str, said: str
) -> None:
    answer = correct(director_client, **typed)
    errors = answer.context["form"].errors
    assert (answer.status_code, list(errors)) == (422, [field])
    assert errors[field][0].startswith(said)
    assert (game().outcome, game().version) == ("10", 1)


def test_the_field_that_is_wrong_is_focused(director_client: Client, cup: Tournament) -> None:
    form = correct(director_client, reason=" ").context["form"]
    focused = [name for name in form.fields if form.fields[name].widget.attrs.get("autofocus")]
    assert focused == ["reason"]


def test_a_game_that_is_gone_is_reported(director_client: Client, cup: Tournament) -> None:
    answer = director_client.get(address().replace(f"games/{game().pk}", "games/999999"))
    assert answer.status_code == 404
    assert "This pairing is no longer in the round." in answer.content.decode()


def test_who_did_it_is_in_the_log(client: Client, cup: Tournament) -> None:
    director = factories.DirectorFactory(username="ada")
    client.force_login(director)
    correct(client)
    assert [row[1] for row in cells(client.get(address()))] == ["ada", ""]
