"""Captains: sealed line-ups, the boards that the arbiter sets, the score."""

import pytest
from django.test import Client

from events.hall.services.settings import switch_on
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.entries.services.entries import join_team
from events.tournaments.teams.services import set_team_matches
from tests.events.hall.phones import BY, Phone, game_of, pair, typed
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def teams():
    """Two teams of three, who meet on two boards: 1 and 2 against 4 and 5."""
    made = cups.tournament(entries=6)
    for number in range(1, 7):
        name = "Rooks" if number < 4 else "Knights"
        join_team(entry=cups.entry(made, number), name=name, by=BY)
    set_team_matches(tournament=made, rules=TeamRules(boards=2, colours="WB"), by=BY)
    made.refresh_from_db()
    pair(made, 1, (1, 4), (5, 2))
    switch_on(tournament=made, preset="club", by=BY)
    return made


def display(made):
    return Client().get(f"/hall/d/{made.hall.display_code}/now/").json()["pages"]


def captains(made):
    pks = [team.pk for team in made.teams.order_by("pk")]
    return [Phone(made, "team", pk) for pk in pks]


def entries(made, *numbers):
    return [cups.entry(made, number).pk for number in numbers]


def test_line_ups_are_sealed_until_the_boards_are_set(director_client):
    made = teams()
    rooks, knights = captains(made)

    def do(what, **values):
        path = f"/tournaments/{made.slug}/hall/do/"
        return director_client.post(path, {"do": what, **values})

    early = rooks.post("line-up/", round=1, players=[])
    assert early.status_code == 410
    assert do("set-boards", round=1).status_code == 409
    assert do("publish-matches", round=1).json() == {"ok": True}
    assert (knights.now["games"], knights.now["match"]) == ([], None)
    asked = knights.now["line_up"]
    assert (asked["opponent"], asked["boards"], asked["sent"]) == ("Rooks", 2, None)
    assert [each["number"] for each in asked["players"]] == [4, 5, 6]
    for numbers in ((4, 1), (4, 4), (4, 5, 6), (6, 4)):
        wrong = knights.post("line-up/", round=1, players=entries(made, *numbers))
        assert (wrong.status_code, bool(wrong.json()["message"])) == (422, True)
    sent = entries(made, 5, 6)
    said = knights.post("line-up/", round=1, players=sent)
    assert said.json()["line_up"]["sent"] == sent
    assert rooks.now["line_up"]["sent"] is None
    [hidden] = display(made)
    assert hidden["rows"] == [{"home": "Rooks", "away": "Knights", "score": None}]
    assert do("set-boards", round=1).json() == {"ok": True}
    assert [page["kind"] for page in display(made)] == ["matches", "boards", "names"]
    assert display(made)[0]["rows"][0]["score"] == ["0", "0"]
    boards = rooks.client.get("/hall/rounds/1/").json()["games"]
    assert [(each["white"]["number"], each["black"]["number"]) for each in boards] == [
        (1, 5),
        (6, 2),
    ]
    assert knights.post("line-up/", round=1, players=sent).status_code == 410
    typed(made, game_of(made), "=")
    assert rooks.now["match"] == {
        "round": 1, "home": "Rooks", "away": "Knights", "score": ["½", "½"]
    }  # fmt: skip
    assert do("publish-matches", round=1).status_code == 422


def test_a_captain_reports_the_own_side_alone():
    made = teams()
    rooks, knights = captains(made)
    game = game_of(made).pk
    assert [each["me"] for each in rooks.now["games"]] == ["white", "black"]
    assert rooks.say(game, result="1", version=0).status_code == 422
    assert rooks.say(game, result="1", version=0, side="black").status_code == 403
    said = rooks.say(game, result="1", version=0, side="white").json()["game"]
    report = said["reports"][0]["report"]
    assert knights.say(game, "agree", report=report, side="black").status_code == 200
    assert knights.now["match"]["score"] == ["1", "0"]


def test_a_line_up_with_an_empty_board(director_client):
    made = teams()
    rooks, _knights = captains(made)
    path = f"/tournaments/{made.slug}/hall/do/"
    director_client.post(path, {"do": "publish-matches", "round": 1})
    rooks.post("line-up/", round=1, players=entries(made, 2))
    director_client.post(path, {"do": "set-boards", "round": 1})
    shown = rooks.client.get("/hall/rounds/1/").json()
    assert [(each["white"]["number"], each["black"]["number"]) for each in shown["games"]] == [
        (2, 4)
    ]
    assert [(each["number"], each["kind"]) for each in shown["byes"]] == [(5, "f")]
