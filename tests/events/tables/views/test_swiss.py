"""A Swiss event whose tables enter results: a match runs itself, from the draw to the next one."""

import pytest
from django.urls import reverse

from clubscore.web.visitors import Actor
from events.models import TravellerLine
from events.sessions.core.selectors import read_matches
from events.tables.services.marks import raise_revision
from events.tables.services.settings import change_table_settings, switch_on
from tests.events.sessions import match_evenings
from tests.events.tables.phones import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    made = match_evenings.made("swiss-teams", 4, rounds=3)
    switch_on(session_id=made.pk, preset="social", by=Actor())
    change_table_settings(
        session_id=made.pk, values={"confirm": False, "standings": True, "hide_last": 1}, by=Actor()
    )
    return made


def test_phones_wait_for_the_draw_and_follow_it(session, director_client):
    phone = Phone(session, 1, "NS")
    assert (phone.now["round"], phone.now["rounds"]) == (1, 3)
    match_evenings.play(session)
    waiting = phone.now
    assert (waiting["next"], waiting["moves"]) == (None, [])

    match_evenings.draw(session)

    following = phone.now["next"]
    assert following is not None
    assert following["round"] == 2
    assert following["boards"] == [3, 4]
    assert phone.now["movement"] != waiting["movement"]


def test_phones_name_the_teams(session):
    phone = Phone(session, 1, "NS")
    session.teams.filter(number=1).update(name="Jackdaws")
    raise_revision(session.pk)
    state = phone.now
    assert {seat: each["team"] for seat, each in state["seats"].items()} == {
        "N": "Jackdaws", "S": "Jackdaws", "E": "Team 3", "W": "Team 3",
    }  # fmt: skip
    match_evenings.play(session)
    match_evenings.draw(session)
    assert [way["team"] for way in phone.now["moves"]] == ["Jackdaws", "Team 3"]


def test_tables_that_are_done_are_those_of_the_phones_round(session):
    change_table_settings(session_id=session.pk, values={"others": True}, by=Actor())
    phone = Phone(session, 1, "NS")
    match_evenings.play(session, only={"table": 1})
    assert phone.now["switches"]["done"] == [1, 4]
    match_evenings.play(session)
    assert phone.now["switches"]["done"] == [4, 4]
    match_evenings.draw(session)
    phone.post("/play/round/", round=2)
    state = phone.now
    assert (state["round"], state["switches"]["done"]) == (2, [0, 4])


def test_standings_between_rounds_are_those_of_the_teams(session):
    phone = Phone(session, 1, "NS")
    match_evenings.play(session)

    found = phone.client.get("/play/standings/").json()

    assert found["rounds"] == 1
    assert [(row["place"], row["names"], row["points"]) for row in found["rows"]] == [
        ("1=", "Team 1", "15.50"),
        ("1=", "Team 2", "15.50"),
        ("3=", "Team 3", "4.50"),
        ("3=", "Team 4", "4.50"),
    ]
    assert [row["own"] for row in found["rows"]] == [True, False, False, False]


def test_a_new_table_has_its_code_at_once(session, director_client):
    match_evenings.play(session)
    for _team in range(2):
        director_client.post(reverse("events:team-late", args=[session.pk]))
    draw = director_client.get(reverse("events:draw", args=[session.pk]))
    fields = {
        f"{side}-{row.table}": getattr(row, side)
        for row in draw.context["tables"]
        for side in ("home", "away")
    }
    director_client.post(
        reverse("events:draw", args=[session.pk]), fields | {"round": "2", "publish": "1"}
    )

    assert Phone(session, 6).now["round"] == 2


def test_no_round_of_matches_is_an_arrow_switch():
    pairs = match_evenings.made("swiss-pairs", 4)
    switch_on(session_id=pairs.pk, preset="social", by=Actor())
    match_evenings.play(pairs, only={"table": 1})
    for line in TravellerLine.objects.filter(section__session=pairs, table=2):
        match_evenings.enter(line, "3nte=")
    match_evenings.draw(pairs)
    phone = Phone(pairs, 1, "NS")

    phone.post("/play/round/", round=2)

    # 1 sat North–South, and 4 East–West: both won, and change sides.
    top = read_matches(pairs.pk).of_round(2)[0]
    assert (top.home, top.away) == (4, 1)
    assert (phone.now["round"], phone.now["switched"]) == (2, False)
