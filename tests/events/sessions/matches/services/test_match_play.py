"""Whole events of matches: set up, played, drawn, scored."""

from decimal import Decimal
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import BridgeTeam, LogEntry, Session, TravellerLine
from events.sessions.desk.services.bin import delete_session, erase
from events.sessions.lines.services.seats import change_seats
from events.sessions.matches.domain.draw import Draw
from events.sessions.matches.services import teams as match_teams
from events.sessions.matches.services.rounds import change_match_settings, publish_draw
from movements.models import Movement
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db
TEAMS, SWISS, PAIRS = "teams", "swiss-teams", "swiss-pairs"


def table(scored):
    return [(str(row.place), row.side, row.points) for row in scored.standings]


def test_teams_that_all_meet():
    session = match_evenings.made(TEAMS, 5)
    match_evenings.play(session)

    scored = match_evenings.scored(session)

    # Two boards, 4 IMPs each, make 8: the lower number always wins by as much.
    win, loss = Fraction("15.50"), Fraction("4.50")
    assert table(scored) == [
        (str(place), place, win * (5 - place) + loss * (place - 1)) for place in range(1, 6)
    ]
    assert not scored.is_provisional
    assert {each.result.imps for each in scored.scored} <= {(8, 0), (0, 8)}


def test_two_teams_head_to_head():
    session = match_evenings.made(TEAMS, 2, boards=6)
    match_evenings.play(session)

    (match,) = match_evenings.scored(session).scored

    assert match.result.imps in {(24, 0), (0, 24)}
    assert len(match.boards) == 6


@pytest.mark.parametrize("odd", ["bye", "triangle", "halves"])
@pytest.mark.parametrize("teams", [4, 7, 9])
def test_a_swiss_event_of_teams(teams, odd):
    session = match_evenings.made(SWISS, teams, odd=odd, rounds=3)
    for _round in (1, 2):
        match_evenings.play(session)
        match_evenings.draw(session)
    match_evenings.play(session)

    scored = match_evenings.scored(session)

    assert scored.matches.drawn == 3
    assert not scored.is_provisional
    met = [
        frozenset((each.match.home, each.match.away))
        for each in scored.scored
        if each.match.away is not None
    ]
    # Of seven, two who met in a triangle meet again in the third.
    assert len(met) - len(set(met)) <= (3 if (teams, odd) == (7, "halves") else 0)
    # Nobody has played a board twice.
    lines = TravellerLine.objects.filter(section__session=session)
    seats = list(lines.values_list("board", "sides__contestant"))
    assert len(seats) == len(set(seats))
    # Every match and every bye has 20 or 12 VPs, a half match 10.
    for each in scored.scored:
        total = sum(each.result.points)
        half = odd == "halves" and len(each.match.boards) == 1
        assert total == (12 if each.match.away is None else 10 if half else 20)


def test_swiss_pairs_are_scored_alone():
    session = match_evenings.made(PAIRS, 6, method="mp", boards=4)
    for table_, text in ((1, "+140"), (2, "+110"), (3, "p")):
        for board in range(1, 5):
            match_evenings.enter(match_evenings.line(session, board, table_), text)

    scored = match_evenings.scored(session)

    # A top, an average and a bottom: 100 % is 20–0.
    assert [(each.result.imps, each.result.points) for each in scored.scored] == [
        ((100, 0), (20, 0)),
        ((50, 50), (10, 10)),
        ((0, 100), (0, 20)),
    ]


def test_swiss_pairs_by_cross_imps():
    session = match_evenings.made(PAIRS, 4, method="cross-imps", boards=4)
    first, second = (match_evenings.line(session, 1, number) for number in (1, 2))
    match_evenings.enter(first, "+140")
    match_evenings.enter(second, "p")

    scored = match_evenings.scored(session)

    # One comparison of 4 IMPs: √1.
    assert [each.result.imps for each in scored.scored] == [(4, -4), (-4, 4)]


def test_a_bye_goes_round():
    session = match_evenings.made(SWISS, 5, rounds=3)
    for _round in (1, 2):
        match_evenings.play(session)
        match_evenings.draw(session)

    byes = [
        match.home for match in match_evenings.scored(session).matches.matches if not match.away
    ]

    assert len(set(byes)) == 3


def test_a_round_is_drawn_again_until_it_has_a_result():
    session = match_evenings.made(SWISS, 4)
    again = Draw(((1, 4), (2, 3)))
    publish_draw(session_id=session.pk, number=1, draw=again, by=Actor())
    matches = match_evenings.scored(session).matches.matches
    assert [(match.home, match.away) for match in matches] == [(1, 4), (2, 3)]

    match_evenings.enter(match_evenings.line(session, 1, 1), "p")
    with pytest.raises(Refused, match="Round 1 has results"):
        publish_draw(session_id=session.pk, number=1, draw=again, by=Actor())
    assert TravellerLine.objects.exclude(score_ns=None).count() == 1


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (((1, 2), (3, 3)), "Contestant 3 is there twice"),
        (((1, 2),), "Contestant 3 has no opponent"),
        (((1, 2), (3, 4), (5, 6)), "Contestant 5 does not take part"),
    ],
)
def test_a_draw_that_cannot_be_played(pairs, message):
    session = match_evenings.made(SWISS, 4)
    before = list(TravellerLine.objects.values_list("board", "table", "round"))

    with pytest.raises(Refused, match=message):
        publish_draw(session_id=session.pk, number=2, draw=Draw(pairs), by=Actor())

    assert list(TravellerLine.objects.values_list("board", "table", "round")) == before


def test_a_round_out_of_turn():
    session = match_evenings.made(SWISS, 4)

    with pytest.raises(Refused, match="Round 3 cannot be drawn now: round 1 is the last"):
        publish_draw(session_id=session.pk, number=3, draw=Draw(((1, 2), (3, 4))), by=Actor())


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        (TEAMS, {"contestants": 1}, "two contestants, not 1"),
        (TEAMS, {"scale": "acbl20"}, "6 to 11 boards, not of 2"),
        (PAIRS, {"odd": "triangle"}, "triangles over two rounds are for teams"),
        (SWISS, {"odd": "halves", "boards": 3}, "even number of boards, not 3"),
        (SWISS, {"odd": "triangle", "rounds": 1}, "needs two rounds"),
        (SWISS, {"rounds": None}, "how many rounds"),
        (SWISS, {"odd": "halves", "boards": 6, "scale": "acbl20"}, "scales of the WBF alone"),
        (TEAMS, {"contestants": 9, "rounds": 3}, "even number of rounds, not 3"),
    ],
)
def test_what_cannot_be_set_up(kind, values, message):
    values = {"contestants": 4} | values
    with pytest.raises(Refused, match=message):
        match_evenings.made(kind, **values)

    assert not Session.objects.exists()


def test_a_late_team_has_its_missed_rounds_void():
    session = match_evenings.made(SWISS, 4, boards=3)
    match_evenings.play(session)

    number = match_teams.add_late_team(session_id=session.pk, by=Actor())
    match_evenings.draw(session)

    scored = match_evenings.scored(session)
    # Of three boards two are 40 %, one is 50 %: 13/30 of 20.
    own = next(row for row in scored.standings if row.side == number)
    assert own.points in {Fraction("8.67"), Fraction("20.67")}
    assert any(number in (each.home, each.away) for each in scored.matches.of_round(2))


def test_a_team_that_withdrew_is_drawn_no_more():
    session = match_evenings.made(SWISS, 6)
    match_evenings.play(session)
    gone = match_teams.TeamEntry("", Decimal(0), "", 1)
    match_teams.change_teams(session_id=session.pk, entries={6: gone}, by=Actor())

    match_evenings.draw(session)

    matches = match_evenings.scored(session).matches
    assert {team for each in matches.of_round(2) for team in (each.home, each.away)} == {
        *range(1, 6),
        None,
    }


def test_an_awarded_match_and_points_taken_away():
    session = match_evenings.made(TEAMS, 3)
    match_evenings.play(session)
    match = session.bridge_matches.first()
    award = {"session_id": session.pk, "match_id": match.pk, "by": Actor()}
    match_teams.award_match(points=(Decimal(8), Decimal(12)), reason="Wrong boards", **award)
    fine = match_teams.TeamEntry("Aalst", Decimal(-1), "slow play", None)
    match_teams.change_teams(session_id=session.pk, entries={1: fine}, by=Actor())

    scored = match_evenings.scored(session)

    found = next(each for each in scored.scored if each.match.pk == match.pk)
    assert found.result.points == (8, 12)
    assert found.result.is_awarded
    actions = set(LogEntry.objects.values_list("action", flat=True))
    assert {"awarded", "team"} <= actions
    match_teams.award_match(points=None, reason="", **award)
    again = match_evenings.scored(session)
    assert not any(each.result.is_awarded for each in again.scored)
    assert next(row for row in again.standings if row.side == 1).added == -1


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({1: ("A", 0, ""), 2: ("a", 0, "")}, "the name of two teams"),
        ({1: ("A", 2, "")}, "say why points are added"),
        ({9: ("A", 0, "")}, "There is no team 9"),
    ],
)
def test_what_cannot_be_said_of_teams(entries, message):
    session = match_evenings.made(TEAMS, 3)
    typed = {
        number: match_teams.TeamEntry(name, Decimal(added), reason, None)
        for number, (name, added, reason) in entries.items()
    }

    with pytest.raises(Refused, match=message):
        match_teams.change_teams(session_id=session.pk, entries=typed, by=Actor())

    assert not BridgeTeam.objects.exclude(name="").exists()


def test_a_team_that_sat_north_south_in_both_rooms():
    session = match_evenings.made(TEAMS, 2)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 2)
    change_seats(session_id=session.pk, line_id=line.pk, text="*", by=Actor(), version=line.version)

    (match,) = match_evenings.scored(session).scored

    assert "sat North–South at both tables" in str(match.notices[0])
    assert match.boards[0].score.imps is None
    assert not match.result.is_complete


def test_the_settings_of_matches():
    session = match_evenings.made(TEAMS, 3)
    match_evenings.play(session)
    play = match_evenings.scored(session).matches.play
    play.scored_by = "won-lost"

    change_match_settings(play=play, fields=["scored_by"], by=Actor())

    assert table(match_evenings.scored(session)) == [("1", 1, 2), ("2", 2, 1), ("3", 3, 0)]
    play.scored_by, play.scale = "vp", "acbl30"
    with pytest.raises(Refused, match="6 to 11 boards, not of 2"):
        change_match_settings(play=play, fields=["scored_by", "scale"], by=Actor())


def test_a_session_takes_its_drawn_movement_along():
    session = match_evenings.made(SWISS, 4)
    assert Movement.objects.filter(is_drawn=True).count() == 1

    delete_session(session=session, by=Actor())
    # In the bin it may still come back.
    assert Movement.objects.filter(is_drawn=True).exists()
    erase(sessions=list(Session.everything.filter(pk=session.pk)), by=Actor())

    assert not Movement.objects.filter(is_drawn=True).exists()


def test_the_club_types_its_own_scale():
    session = match_evenings.made(TEAMS, 3, scale="own", own_scale="0 6 6\n5 8 4\n9 12 0\n")
    match_evenings.play(session)

    # Every match is won by 8 IMPs.
    assert table(match_evenings.scored(session)) == [("1", 1, 16), ("2", 2, 12), ("3", 3, 8)]


@pytest.mark.parametrize(
    ("scale", "message"),
    [("", "The scale is empty"), ("0 10 9", "both sides get the same"), ("0 10 10\n3 12 9", "20")],
)
def test_a_scale_that_is_not_symmetrical(scale, message):
    with pytest.raises(Refused, match=message):
        match_evenings.made(TEAMS, 3, scale="own", own_scale=scale)
