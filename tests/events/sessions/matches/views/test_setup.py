import re

import pytest
from django.urls import reverse

from events.models import BridgeTeam, LogEntry, MatchPlay, Session, TravellerLine
from events.sessions.matches.views.rows import tables_text
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def address(session, name="draw-settings"):
    return reverse(f"events:{name}", args=[session.pk])


def shown(client, address):
    return re.sub(r"\s+", " ", client.get(address).text)


def test_practices_are_chosen_and_told_on_the_draw_page(director_client):
    session = match_evenings.made("swiss-teams", 6, rounds=3)
    match_evenings.play(session)
    assert "How rounds are drawn" in shown(director_client, address(session, "draw"))

    chosen = {
        "odd": "bye",
        "danish_rounds": "2",
        "accelerated": "on",
        "in_arrears": "on",
        "home_tables": "on",
    }
    answer = director_client.post(address(session), chosen)

    assert answer.url == address(session, "draw")
    play = MatchPlay.objects.get(session=session)
    assert (play.danish_rounds, play.accelerated, play.in_arrears, play.home_tables) == (
        2,
        True,
        True,
        True,
    )
    assert LogEntry.objects.latest("pk").action == LogEntry.Action.CHANGED
    text = shown(director_client, address(session, "draw"))
    assert "A Danish round: in the upper half first meets second" in text
    assert "the upper half, by their numbers, have 10 VPs more" in text
    assert "sits at the table of its team’s number" in text
    assert "In arrears: by the standings after round 0." in text


def test_in_arrears_is_a_habit_with_exceptions(director_client):
    session = match_evenings.made("swiss-pairs", 6, rounds=3)
    MatchPlay.objects.filter(session=session).update(in_arrears=True)
    match_evenings.play(session)
    draw = address(session, "draw")
    assert director_client.get(draw).context["in_arrears"] is True
    assert director_client.get(draw, {"arrears": "0"}).context["in_arrears"] is False
    match_evenings.draw(session)

    # The last round rests on all that is in.
    assert director_client.get(draw).context["in_arrears"] is False
    assert director_client.get(draw, {"arrears": "1"}).context["in_arrears"] is True


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"danish_rounds": "4"}, "At most the 3 rounds that are planned."),
        ({"danish_rounds": "-1"}, "greater than or equal to 0"),
        ({"accelerated": "on"}, "An accelerated draw needs victory points."),
    ],
)
def test_what_cannot_be_is_said(director_client, changes, message):
    session = match_evenings.made("swiss-teams", 6, rounds=3, scored_by="imps")
    answer = director_client.post(address(session), {"odd": "bye", "danish_rounds": "0"} | changes)

    assert (answer.status_code, message in answer.text) == (422, True)
    assert MatchPlay.objects.get(session=session).danish_rounds == 0


def test_pairs_have_no_home_tables_and_teams_that_all_meet_no_draw(director_client):
    pairs = match_evenings.made("swiss-pairs", 6)
    assert "home table" not in director_client.get(address(pairs)).text
    teams = match_evenings.made("teams", 4)
    answer = director_client.get(address(teams))
    assert (answer.status_code, "This session has no rounds to draw." in answer.text) == (404, True)


def test_a_kept_table_is_typed_beside_the_name(director_client):
    session = match_evenings.made("swiss-teams", 4)
    teams = address(session, "teams")
    assert "Keeps table" in director_client.get(teams).text
    director_client.post(teams, {"name-1": "Reds", "table-1": "3"})

    assert BridgeTeam.objects.get(session=session, number=1).keeps_table == 3
    entry = LogEntry.objects.latest("pk")
    assert (entry.action, entry.after["keeps_table"]) == (LogEntry.Action.TEAM_CHANGED, 3)
    answer = director_client.post(teams, {"table-1": "2", "table-4": "2"})
    assert (answer.status_code, "Table 2 is kept by both 1 and 4." in answer.text) == (422, True)
    assert (
        "Keeps table"
        not in director_client.get(address(match_evenings.made("teams", 4), "teams")).text
    )


def test_the_draw_says_who_keeps_a_table(director_client):
    session = match_evenings.made("swiss-pairs", 4)
    BridgeTeam.objects.filter(session=session, number=4).update(keeps_table=1)
    match_evenings.play(session)

    reasons = [row.why for row in director_client.get(address(session, "draw")).context["tables"]]
    assert [reason.endswith(" 4 keeps table 1.") for reason in reasons] == [True, False]


def test_tables_that_are_not_neighbours_are_both_named(director_client):
    session = match_evenings.made("swiss-teams", 6, rounds=3)
    MatchPlay.objects.filter(session=session).update(home_tables=True)
    match_evenings.play(session)
    match_evenings.draw(session)
    match_evenings.play(session)
    match_evenings.draw(session)

    matches = match_evenings.scored(session).matches
    assert [
        [tables_text(matches.play, match) for match in matches.of_round(number)]
        for number in (1, 2, 3)
    ] == [["1–2", "3–4", "5–6"], ["1–2", "4, 3", "5–6"], ["3, 1", "5, 4", "6, 2"]]


def test_a_round_drawn_by_an_older_version_has_neighbouring_tables(director_client):
    session = match_evenings.made("swiss-teams", 4)
    session.bridge_matches.update(second_table=None)
    matches = match_evenings.scored(session).matches

    assert [tables_text(matches.play, match) for match in matches.matches] == ["1–2", "3–4"]


def met(client, session):
    rows = client.get(address(session, "draw")).context["standings"]
    return {row["row"].number: row["met"] for row in rows}


def test_a_round_without_a_match_is_named(director_client):
    session = match_evenings.made("swiss-teams", 5, rounds=3)
    match_evenings.play(session)
    director_client.post(address(session, "team-late"))

    assert met(director_client, session) == {
        1: "3",
        2: "4",
        3: "1",
        4: "2",
        5: "bye",
        6: "not there yet",
    }


@pytest.mark.parametrize(
    ("kind", "odd", "words"),
    [
        ("swiss-teams", "triangle", "triangle"),
        ("swiss-teams", "halves", "half matches"),
        ("swiss-pairs", "halves", "half matches"),
    ],
)
def test_three_who_meet_are_named(director_client, kind, odd, words):
    session = match_evenings.made(kind, 5, rounds=4, odd=odd)
    match_evenings.play(session)
    if odd == "triangle":
        # Those three go on in round 2, and are drawn in round 3 again.
        match_evenings.draw(session)
        match_evenings.play(session)

    found = met(director_client, session)
    assert {number for number, each in found.items() if each.endswith(words)} == {3, 4, 5}


@pytest.mark.parametrize(
    ("kind", "teams", "table_count", "rounds"), [("whist", 4, 4, 4), ("at-once", 5, 4, 5)]
)
def test_teams_play_the_movement_that_was_chosen(director_client, kind, teams, table_count, rounds):
    new = reverse("events:new-matches")
    page = director_client.get(new).context["form"]
    values = {name: page[name].value() or "" for name in page.fields}
    asked = {"title": "Teams", "date": "2026-03-05", "contestants": teams, "boards": 2}
    answer = director_client.post(new, values | asked | {"kind": "teams", "movement": kind})
    session = Session.objects.get()
    assert answer.url == address(session, "teams")
    play = MatchPlay.objects.get(session=session)
    movement = session.sections.get().movement
    assert (play.rounds, movement.rounds, movement.tables) == (rounds, rounds, table_count)
    match_evenings.play(session)
    scored = match_evenings.scored(session)
    assert len(scored.scored) == teams * (teams - 1) // 2
    assert all(each.result.is_complete for each in scored.scored)
    assert director_client.get(address(session, "matches")).status_code == 200
    again = director_client.get(new, {"like": session.pk}).context["form"]
    assert (again["movement"].value(), again["rounds"].value()) == (kind, None)


def draw_settings(client, session, odd):
    return client.post(address(session), {"odd": odd, "danish_rounds": "0"})


@pytest.mark.parametrize(("kind", "contestants"), [("swiss-teams", 5), ("swiss-pairs", 7)])
def test_an_odd_number_may_do_something_else_after_the_start(director_client, kind, contestants):
    session = match_evenings.made(kind, contestants, rounds=4)
    match_evenings.play(session)
    before = [each.result.points for each in match_evenings.scored(session).scored]

    assert draw_settings(director_client, session, "halves").status_code == 302
    assert session.sections.get().boards_per_round == 1
    rounds = set(TravellerLine.objects.values_list("round", flat=True))
    assert rounds == {1, 2}
    assert [each.result.points for each in match_evenings.scored(session).scored] == before
    # Back again, as nobody has played half a match yet; and once more.
    assert draw_settings(director_client, session, "bye").status_code == 302
    assert set(TravellerLine.objects.values_list("round", flat=True)) == {1}
    assert session.sections.get().boards_per_round == 2
    draw_settings(director_client, session, "halves")
    match_evenings.draw(session)
    match_evenings.play(session)
    scored = match_evenings.scored(session)
    assert all(each.result.is_complete for each in scored.scored)
    halves = [each for each in scored.matches.matches if each.round == 2 and len(each.boards) == 1]
    assert len(halves) >= 3
    refused = draw_settings(director_client, session, "bye")
    assert (refused.status_code, "so their rounds stay divided" in refused.text) == (422, True)


def test_a_triangle_ends_before_half_matches_begin(director_client):
    session = match_evenings.made("swiss-teams", 5, rounds=4)
    draw_settings(director_client, session, "triangle")
    match_evenings.play(session)
    match_evenings.draw(session)
    refused = draw_settings(director_client, session, "halves")
    assert (refused.status_code, "A triangle is under way" in refused.text) == (422, True)
    # The triangle that has begun goes on, whatever is chosen for the next one.
    assert draw_settings(director_client, session, "bye").status_code == 302
    match_evenings.play(session)
    match_evenings.draw(session)
    match_evenings.play(session)
    assert all(each.result.is_complete for each in match_evenings.scored(session).scored)
    assert draw_settings(director_client, session, "halves").status_code == 302
    assert set(TravellerLine.objects.values_list("round", flat=True)) == {1, 2, 3, 4, 5, 6}


def test_what_an_odd_number_cannot_do_is_said(director_client):
    pairs = match_evenings.made("swiss-pairs", 7)
    assert draw_settings(director_client, pairs, "triangle").status_code == 422
    teams = match_evenings.made("swiss-teams", 5, boards=3)
    refused = draw_settings(director_client, teams, "halves")
    assert "Half matches need an even number of boards, not 3." in refused.text
