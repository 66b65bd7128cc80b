"""Club points: the rules, a session's list, the season's table."""

import pytest
from django.urls import reverse

from clubscore.web.visitors import Actor
from events.models import PointsRule, Session
from events.sessions.club_points.figures import points_of_players, session_points
from events.sessions.club_points.services import choose_rule
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from tests.events import factories
from tests.events.sessions import evenings, match_evenings
from tests.markup import squeezed

pytestmark = pytest.mark.django_db
RULE = {
    "name": "House",
    "preset": "own",
    "weight": "",
    "part": "33",
    "step": "0.06",
    "least": "",
    "most": "",
    "ties": "mean",
}


def rule(**values) -> PointsRule:
    return PointsRule.objects.create(**{"name": "House", **values})


def points(session, by):
    contestants = session_contestants(session.pk)
    found = session_points(session, by, score_session(session), contestants)
    return found, points_of_players(found, contestants)


@pytest.mark.parametrize(
    ("values", "winners", "lists"),
    [
        # Three tables, two lists of three pairs: the EBU's first third is one pair, 0.10.
        ({"preset": "ebu-club"}, 2, None),
        # The ABF's winner in two lists: 2 × 3 tables × 1.5, in hundredths; one award.
        ({"preset": "abf-club"}, 2, [[9], [9]]),
        # The ACBL's: three in the line, 0.10 each, two fifths of three is one.
        ({"preset": "acbl-open"}, 2, [[30], [30]]),
        # The club's own: a third of six in one list.
        ({}, 1, [[9, 9]]),
    ],
)
def test_the_rules_on_an_evening_of_six_pairs(values, winners, lists):
    session = evenings.evening(winners=winners)

    found, of_players = points(session, rule(**values))

    if lists is None:
        # One board is no club session of the EBU.
        assert "18 to 35 boards, not of 1" in str(found.problem)
        assert of_players == {}
        return
    assert [[award.points for award in awards] for awards in found.lists] == lists
    # Both players of a pair have the points.
    assert len(of_players) == 2 * sum(map(len, lists))


def test_the_rules_of_unions_are_offered_before_there_is_any(director_client):
    session = evenings.evening()
    address = reverse("events:session-points", args=[session.pk])
    offered = dict(director_client.get(address).context["form"].fields["rule"].choices)
    assert [*offered] == ["", "ebu-club", "abf-club", "acbl-open"]

    for _again in range(2):
        director_client.post(
            reverse("events:session-points-rule", args=[session.pk]), {"rule": "abf-club"}
        )
    made = PointsRule.objects.get()
    session.refresh_from_db()
    assert (session.points_rule, made.preset) == (made, "abf-club")
    offered = dict(director_client.get(address).context["form"].fields["rule"].choices)
    assert [*offered] == ["", str(made.pk), "ebu-club", "acbl-open"]


def test_teams_have_points_by_their_standings():
    session = match_evenings.made("teams", 4)
    match_evenings.play(session)

    found, _of_players = points(session, rule())

    assert [(award.place.number, award.points) for award in found.lists[0]] == [(1, 12), (2, 6)]
    assert all(len(award.contestants) == 2 for award in found.lists[0])


def test_an_evening_is_as_long_as_what_one_team_played_of_it():
    session = match_evenings.made("swiss-teams", 5, boards=12, odd="triangle", rounds=3)
    match_evenings.play(session)
    match_evenings.draw(session)
    match_evenings.play(session)

    found, _of_players = points(session, rule(preset=PointsRule.Preset.EBU))

    # With the third set of the triangle 36 boards are in play; each team plays 24 of them.
    assert found.problem is None
    assert [award.points for award in found.lists[0]] == [15, 15]


def test_a_rule_is_made_changed_and_deleted(director_client):
    director_client.post(reverse("events:points-rule-new"), RULE)
    made = PointsRule.objects.get()
    address = reverse("events:points-rule", args=[made.pk])
    director_client.post(address, RULE | {"step": "0,10"})

    made.refresh_from_db()
    assert str(made.step) == "0.10"
    twice = director_client.post(reverse("events:points-rule-new"), RULE)
    assert "already a rule of this name" in twice.text
    director_client.post(reverse("events:points-rule-delete", args=[made.pk]))
    assert not PointsRule.objects.exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "This field is required"),
        ({"part": "0"}, "greater than or equal to 1"),
        ({"part": "101"}, "less than or equal to 100"),
        ({"step": "0"}, "greater than or equal to 0.01"),
        ({"weight": "x"}, "Enter a number"),
        ({"least": "0.50", "most": "0.10"}, "At most cannot be less than at least."),
    ],
)
def test_a_rule_that_cannot_be(director_client, changes, message):
    response = director_client.post(reverse("events:points-rule-new"), RULE | changes)

    assert response.status_code == 422
    assert message in response.text
    assert not PointsRule.objects.exists()


def test_a_session_chooses_a_rule_which_stays(director_client, client):
    session = evenings.evening(winners=1)
    house = rule()
    page = reverse("events:session-points", args=[session.pk])
    assert client.get(page).status_code == 404

    director_client.post(
        reverse("events:session-points-rule", args=[session.pk]), {"rule": house.pk}
    )

    assert Session.objects.get(pk=session.pk).points_rule == house
    text = client.get(page).text
    assert "0.09" in text
    assert "Ann Ax – Ann Bx" in text
    answer = director_client.post(
        reverse("events:points-rule-delete", args=[house.pk]), follow=True
    )
    assert "is used by a session and cannot be deleted" in answer.text


def test_the_season_adds_up(client, director_client):
    house = rule()
    for day, scores in ((1, ("420", "50", "p")), (2, ("420", "p", "50"))):
        session = evenings.evening(day=day, winners=1, scores=scores)
        choose_rule(session=session, rule=house, by=Actor())
    address = reverse("events:club-points")

    text = client.get(address, {"season": "2025"}).text
    assert "Ann Ax" in text
    assert "0.18" in text or "0.21" in text
    best = client.get(address, {"season": "2025", "best": "1"}).text
    assert "best session counts" in best
    csv = (
        client.get(reverse("events:club-points-file", args=["csv"]), {"season": "2025"})
        .getvalue()
        .decode()
    )
    assert csv.splitlines()[0].count("2026-03-0") == 2
    assert client.get(reverse("events:club-points-file", args=["xlsx"])).status_code == 200
    assert client.get(reverse("events:club-points-file", args=["pdf"])).status_code == 404
    assert "No session of this season" in client.get(address, {"season": "1990"}).text


def test_a_session_that_is_not_published_counts_for_directors_alone(client, director_client):
    session = evenings.evening(winners=1)
    choose_rule(session=session, rule=rule(), by=Actor())
    Session.objects.filter(pk=session.pk).update(published_at=None)
    address = reverse("events:club-points") + "?season=2025"

    assert "Ann Ax" not in client.get(address).text
    assert "Ann Ax" in director_client.get(address).text


def test_guests_are_left_out_and_said(client):
    session = evenings.evening(winners=1)
    names = [read_name("Ann Ax"), read_name("Gus Guest")]
    enter_names(session=session, names={"A1": names}, guests={"gus guest"}, by=Actor())
    choose_rule(session=session, rule=rule(), by=Actor())

    text = client.get(reverse("events:club-points") + "?season=2025").text

    assert "Gus Guest" not in text
    assert "1 guest, who is not in the register, is left out." in text


# Two tables and a half: of three pairs North–South one has nobody to play against.
HALF_TABLE = " 5  3  2  3  0\n 1- 2 A  3- 4 B  5- 0 C\n 3- 0 A  5- 2 B  1- 4 C\n"


def test_a_half_table_counts_for_both_lines():
    session = factories.session(HALF_TABLE, winners=2)
    for board in (1, 2, 3):
        factories.enter(session, board, *(["110", "p"] if board == 2 else ["110"]))

    found, _of_players = points(session, rule(preset="acbl-open"))

    # Of three and of two pairs, with the half table three.
    assert [[award.points for award in awards] for awards in found.lists] == [[30], [30]]


@pytest.mark.parametrize(
    ("values", "explanation"),
    [
        (
            {"preset": "abf-club", "weight": "2.50"},
            "3 pairs compared, 3 tables that count. Half of the field gets points: the first 0.02 "
            "a table times the weight (usually 1.5), the second 70 per cent of that, the others "
            "its half, third, quarter and so on. Shared places have the mean. Weight: 2.50.",
        ),
        (
            {"least": "0.10", "most": "0.50", "ties": "best"},
            "3 pairs compared. 33 per cent of the field gets points, in steps of 0.06. At least "
            "0.10. At most 0.50. Shared places have the points of the best of them.",
        ),
    ],
)
def test_lists_say_whose_they_are_and_how_the_points_came_about(client, values, explanation):
    session = evenings.evening(winners=2)
    chosen = rule(**values)
    chosen.refresh_from_db()
    choose_rule(session=session, rule=chosen, by=Actor())

    lists = client.get(reverse("events:session-points", args=[session.pk])).context["lists"]

    assert [each.heading for each in lists] == ["North–South", "East–West"]
    assert [each.explanation for each in lists] == [explanation, explanation]


def test_shared_places_are_marked(client):
    session = evenings.evening(winners=1)
    choose_rule(session=session, rule=rule(), by=Actor())

    (only,) = client.get(reverse("events:session-points", args=[session.pk])).context["lists"]

    assert [(row.place, row.points) for row in only.rows] == [("1=", "0.09"), ("1=", "0.09")]


def test_a_rule_in_use_says_by_how_many_sessions(director_client):
    house = rule()
    unused = rule(name="Other")
    for day in (1, 2):
        choose_rule(session=evenings.evening(day=day), rule=house, by=Actor())

    pages = [
        director_client.get(reverse("events:points-rule", args=[each.pk])).text
        for each in (house, unused)
    ]
    listed = director_client.get(reverse("events:points-rules")).text

    said = "2 sessions use this rule: a change changes their points as well."
    assert [said in text for text in pages] == [True, False]
    assert listed.count("used by") == listed.count("used by 2 sessions") == 1


def test_a_season_says_what_is_provisional_and_its_download_that_it_is_unofficial(client):
    session = evenings.evening(winners=1)
    choose_rule(session=session, rule=rule(), by=Actor())
    address = reverse("events:club-points") + "?season=2025"
    assert "Provisional, for not finished" not in client.get(address).text

    Session.objects.filter(pk=session.pk).update(state=Session.State.OPEN)

    text = squeezed(client.get(address).text)
    assert "Provisional, for not finished: Evening 1, 1 March." in text
    file = client.get(reverse("events:club-points-file", args=["csv"]) + "?season=2025")
    assert "Total (unofficial)" in file.getvalue().decode().splitlines()[0]
