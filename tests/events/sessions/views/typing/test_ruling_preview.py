"""What a ruling on a line of a match of teams is worth; of a field of pairs: test_ruling."""

import pytest
from django.urls import reverse

from clubscore.actor import Actor
from events.models import MatchPlay
from events.sessions.services.seats import change_seats
from tests.events.reading import cells
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db

PLUS_MINUS = {"kind": "artificial", "ns_award": "+", "ew_award": "-"}


def page(client, line, name="ruling", data=None):
    return client.get(reverse(f"events:{name}", args=[line.section.session_id, line.pk]), data)


def shares(client, line, data):
    preview = page(client, line, "ruling-preview", data).context["preview"]
    return [
        (share.points, share.unit, share.percentage) for share in (preview.ns, preview.ew)
    ], preview.is_generous


def test_a_match_is_ruled_in_imps(director_client):
    session = match_evenings.made("teams", 2)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 1)

    shown = page(director_client, line)
    assert (shown.context["table_points"], shown.context["other_room"]) == (
        "+4 IMPs to NS",
        "passed out, 0",
    )
    assert cells(shown) == []
    assert [label for _value, label in shown.context["form"]["ns_award"].field.choices] == [
        "average plus (3 IMPs)",
        "average (0 IMPs)",
        "average minus (−3 IMPs)",
        "a percentage (10 more or less are 3 IMPs)",
    ]
    assert shares(director_client, line, PLUS_MINUS) == (
        [("3", "IMPs", ""), ("−3", "IMPs", "")],
        False,
    )
    both = {"kind": "artificial", "ns_award": "+", "ew_award": "+"}
    assert shares(director_client, line, both) == ([("3", "IMPs", ""), ("3", "IMPs", "")], True)
    weighted = {
        "kind": "weighted",
        "weighted_weight_1": "60",
        "weighted_result_1": "420",
        "weighted_weight_2": "40",
        "weighted_result_2": "-50",
    }
    # 60 % of 9 IMPs, less 40 % of 2.
    assert shares(director_client, line, weighted)[0] == [
        ("4.6", "IMPs", ""),
        ("−4.6", "IMPs", ""),
    ]


def test_the_preview_is_what_the_match_then_has(director_client):
    session = match_evenings.made("teams", 2)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 2)
    split = {
        "kind": "split",
        "ns_result_1": "-50",
        "ew_result_1": "100",
        "law": "12C1",
    }

    # Of home +140 here: North–South is the visitors' pair.
    assert shares(director_client, line, split)[0] == [("−5", "IMPs", ""), ("1", "IMPs", "")]
    director_client.post(reverse("events:ruling", args=[session.pk, line.pk]), split)

    home, away = match_evenings.scored(session).scored[0].boards[0].score.imps
    assert (home, away) == (1, -5)


def test_a_match_of_points_is_ruled_in_parts_of_the_board(director_client):
    session = match_evenings.made("teams", 2, scored_by=MatchPlay.ScoredBy.POINT_A_BOARD)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 1)

    shown = page(director_client, line)
    assert shown.context["table_points"] == "1–0 points for NS and EW"
    assert ("+", "average plus (60 %)") in shown.context["form"]["ns_award"].field.choices
    assert shares(director_client, line, PLUS_MINUS) == (
        [("0.6", "", "60.00"), ("0.4", "", "40.00")],
        False,
    )


def test_a_ruling_waits_for_the_other_room(director_client):
    session = match_evenings.made("teams", 2)
    line = match_evenings.line(session, 1, 1)

    shown = page(director_client, line, data=None)
    assert shown.context["other_room"] == "not in yet"
    text = page(director_client, line, "ruling-preview", PLUS_MINUS).text
    assert "It counts as soon as the other room has a result, or a ruling." in text
    text = page(director_client, line, "ruling-preview", {"kind": "not-played"}).text
    assert text.count("nothing: the board does not count") == 2


def test_a_line_that_others_played_is_in_no_match(director_client):
    session = match_evenings.made("swiss-teams", 4)
    line = match_evenings.line(session, 1, 1)
    change_seats(session_id=session.pk, line_id=line.pk, text="3*8", by=Actor())

    text = page(director_client, line, "ruling-preview", PLUS_MINUS).text
    assert "Others played here than those of the match" in text
