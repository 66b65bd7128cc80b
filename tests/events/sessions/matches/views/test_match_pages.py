"""The pages of sessions that are played in matches, as a director and a reader use them."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.web.caching import forget
from clubscore.web.visitors import Actor
from events.models import LogEntry, Session
from events.sessions.core.selectors import read_matches
from events.sessions.lines.services.seats import change_seats
from events.sessions.matches.services.teams import add_late_team
from events.sessions.matches.views.matches import cross_rows
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.setup.services.sessions import publish
from tests.events import factories
from tests.events.reading import cells
from tests.events.sessions import match_evenings
from tests.markup import squeezed

pytestmark = pytest.mark.django_db

NEW = {
    "title": "Club teams",
    "date": "2026-03-05",
    "kind": "swiss-teams",
    "contestants": "9",
    "boards": "8",
    "rounds": "3",
    "first_board": "1",
    "scored_by": "vp",
    "scale": "wbf2013",
    "method": "cross-imps",
    "odd": "triangle",
    "first_round": "halves",
}


def page(client, name, session, *more, **query):
    return client.get(reverse(f"events:{name}", args=[session.pk, *more]), query)


def test_a_session_is_set_up_and_its_teams_named(director_client):
    response = director_client.post(reverse("events:new-matches"), NEW)

    session = Session.objects.get()
    assert response.url == reverse("events:teams", args=[session.pk])
    text = director_client.get(response.url).text
    assert "Boards needed so far: 1 to 32." in text
    names = {f"name-{number}": f"Team {number}" for number in range(1, 10)}
    director_client.post(response.url, names)
    assert [team.name for team in session.teams.all()] == list(names.values())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": ""}, "How many rounds are planned?"),
        ({"kind": "swiss-pairs", "method": "butler"}, "by matchpoints or by cross-IMPs"),
        ({"kind": "swiss-pairs"}, "triangles over two rounds are for teams"),
        ({"boards": "30", "scale": "acbl20"}, "6 to 11 boards, not of 30"),
        ({"contestants": "1"}, "greater than or equal to 2"),
    ],
)
def test_what_is_wrong_with_a_new_session(director_client, changes, message):
    response = director_client.post(reverse("events:new-matches"), NEW | changes)

    assert response.status_code == 422
    assert message in response.text
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("teams", "movement", "first", "boards"),
    [
        ("4", "usual", ["1–4", "2–1", "3–2", "4–3"], [32, 40, 24]),
        ("5", "usual", ["1–3", "2–4", "3–5", "4–1", "5–2"], [40, 40, 40]),
        ("4", "at-once", ["3–2", "2–3", "1–4", "4–1"], [32, 40, 24]),
        ("21", "usual", None, [168, 168, 0]),
    ],
)
def test_the_movements_of_teams_are_previewed_and_nothing_is_stored(
    director_client, teams, movement, first, boards
):
    asked = {"kind": "teams", "contestants": teams, "rounds": "", "movement": movement}
    page = director_client.post(
        reverse("events:new-matches"), NEW | asked | {"odd": "bye", "preview": "yes"}
    )

    shown = page.context["previews"]
    [chosen] = [preview for preview in shown if preview.is_chosen]
    assert [preview.boards for preview in shown] == boards
    if first:
        assert [cell.who for cell in chosen.grid.rows[0].cells] == first
    assert bool(shown[-1].problem) == (teams == "21")
    assert not Session.objects.exists()


def test_the_draw_is_proposed_with_reasons_and_published(director_client):
    session = match_evenings.made("swiss-teams", 6)
    match_evenings.play(session)

    text = page(director_client, "draw", session).text
    assert "Standings after round 1" in text
    assert "is the first of the ranking whom" in text
    fields = drawn(text)
    response = director_client.post(
        reverse("events:draw", args=[session.pk]), fields | {"round": "2", "publish": "1"}
    )

    assert response.status_code == 302
    assert match_evenings.scored(session).matches.drawn == 2


def drawn(text):
    """The fields of the draw as the page shows them."""
    selects = re.findall(r'<select[^>]* name="([\w-]+)".*?</select>', text, re.DOTALL)
    blocks = re.findall(r"<select.*?</select>", text, re.DOTALL)
    return {
        name: re.search(r'value="(\d+)" selected', block)[1]
        for name, block in zip(selects, blocks, strict=True)
    }


def test_a_draw_with_a_repeat_is_asked_about_once(director_client):
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)
    again = {"round": "2", "home-1": "1", "away-1": "3", "home-2": "2", "away-2": "4"}
    address = reverse("events:draw", args=[session.pk])

    response = director_client.post(address, again | {"publish": "1"})
    assert response.status_code == 422
    assert "1 and 3 have met before." in response.text
    assert "no draw without it" not in response.text
    assert "Draw round 2 all the same" in response.text
    assert match_evenings.scored(session).matches.drawn == 1
    digest = response.context["digest"]
    sent = again | {"publish": "1", "accepted": digest, "reason": "their wish"}
    response = director_client.post(address, sent)

    assert response.status_code == 302
    assert match_evenings.scored(session).matches.drawn == 2
    assert LogEntry.objects.filter(action="drawn", reason="their wish").exists()


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"home-1": "1", "away-1": "2", "home-2": "3", "away-2": "3"}, "3 cannot play itself."),
        ({"home-1": "1", "away-1": "2", "home-2": "2", "away-2": "4"}, "2 is there twice."),
        ({"home-1": "1", "away-1": "", "home-2": "3", "away-2": "4"}, "2 has no opponent."),
        ({"home-1": "x", "away-1": "2", "home-2": "3", "away-2": "4"}, "“x” is not the number"),
        ({"home-1": "9", "away-1": "2", "home-2": "3", "away-2": "4"}, "9 does not play"),
    ],
)
def test_a_draw_that_cannot_be_played(director_client, sent, message):
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)

    response = director_client.post(
        reverse("events:draw", args=[session.pk]), sent | {"round": "2", "publish": "1"}
    )

    assert response.status_code == 422
    assert message in response.text
    assert "all the same" not in response.text
    assert match_evenings.scored(session).matches.drawn == 1


def test_a_draw_with_results_missing_says_so_and_offers_arrears(director_client):
    session = match_evenings.made("swiss-teams", 6, rounds=4)
    match_evenings.play(session)
    match_evenings.draw(session)

    text = page(director_client, "draw", session).text
    assert "3 matches are not complete" in text
    assert "?arrears=1" in text
    first = scored_matches(session)[-1].match
    link = reverse("events:match", args=[session.pk, first.pk])
    assert f'<a href="{link}">' in text
    text = page(director_client, "draw", session, arrears=1).text

    assert "In arrears: by the standings after round 1." in text


def scored_matches(session):
    return match_evenings.scored(session).scored


def test_the_draw_page_lists_everybody_in_the_order_of_the_draw(director_client):
    session = match_evenings.made("swiss-teams", 6)
    match_evenings.play(session)
    response = page(director_client, "draw", session)

    rows = [standing["row"].number for standing in response.context["standings"]]
    assert rows == [contestant.number for contestant in response.context["basis"].contestants]
    assert "In the order of the draw: by VPs, then IMPs, then number." in response.text


def test_a_bye_of_the_rule_has_its_reason(director_client):
    session = match_evenings.made("swiss-teams", 5)
    match_evenings.play(session)

    text = page(director_client, "draw", session).text
    assert "The lowest of those with the fewest byes without whom the others" in text


def test_an_awarded_match_shows_the_boards_that_were_played(director_client):
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)
    match = session.bridge_matches.first()
    address = reverse("events:match-award", args=[session.pk, match.pk])
    director_client.post(address, {"home": "12", "away": "8", "reason": "late"})
    card = page(director_client, "match", session, match.pk)

    assert [row.home for row in card.context["card"].boards] == ["4", "4"]
    assert (card.context["card"].row.imps, card.context["card"].row.points) == (
        "–", "12.00 – 8.00",
    )  # fmt: skip


def test_a_finished_event_is_not_provisional(director_client):
    session = match_evenings.made("swiss-teams", 4, rounds=1)
    provisional = "Provisional: not all boards of all matches are in."
    assert provisional in page(director_client, "matches", session).text
    Session.objects.filter(pk=session.pk).update(state=Session.State.FINISHED)
    forget()

    assert provisional not in page(director_client, "matches", session).text


def test_visitors_read_standings_matches_and_cards(client):
    session = match_evenings.made("teams", 3)
    match_evenings.play(session)
    publish(session=session, by=Actor())

    ranking = page(client, "ranking", session).text
    assert "Standings" in ranking
    assert "31.00" in ranking
    matches = page(client, "matches", session).text
    assert "Crosstable" in matches
    assert "15.50 – 4.50" in matches
    match = session.bridge_matches.first()
    card = page(client, "match", session, match.pk).text
    assert "Open room" in card
    assert "8 – 0" in card
    assert "Award this match" not in card


def test_nothing_of_matches_on_a_session_of_pairs(director_client):
    session = factories.played()
    for name in ("matches", "draw", "teams", "match-settings"):
        assert page(director_client, name, session).status_code == 404
    assert page(director_client, "match", session, 1).status_code == 404
    assert (
        reverse("events:matches", args=[session.pk])
        not in page(director_client, "ranking", session).text
    )


def test_a_match_is_awarded(director_client):
    session = match_evenings.made("teams", 3)
    match = session.bridge_matches.first()
    address = reverse("events:match-award", args=[session.pk, match.pk])

    half = director_client.post(address, {"home": "8", "away": "", "reason": "Wrong boards"})
    assert "Type the points of both sides" in half.text
    silent = director_client.post(address, {"home": "8", "away": "8", "reason": ""})
    assert "Say why the match is awarded." in silent.text
    unsaid = director_client.post(address, {"reason": "They fought."})
    assert "Type the points of both sides: so far only a reason." in unsaid.text
    director_client.post(address, {"home": "8", "away": "8,5", "reason": "Wrong boards"})

    text = page(director_client, "matches", session).text
    assert "8.00 – 8.50" in text
    assert "Wrong boards" in text


def test_a_mismatch_is_proposed_by_its_rule(director_client):
    session = match_evenings.made("teams", 3)
    match_evenings.play(session)
    match = session.bridge_matches.first()
    address = reverse("events:match-award", args=[session.pk, match.pk])

    before = director_client.get(address).text
    assert "The match stands at 15.50 – 4.50." in before
    assert '<a href="?rule=away-stronger">15.50 – 8.38</a>' in before
    form = director_client.get(address, {"rule": "away-stronger"}).context["form"]

    assert (form["home"].value(), form["away"].value()) == ("15.50", "8.38")
    assert form["reason"].value().startswith("Team 3 met too strong an opponent")
    director_client.post(address, {name: form[name].value() for name in form.fields})
    assert "15.50 – 8.38" in page(director_client, "matches", session).text
    # What was awarded is no basis for another rule.
    assert "?rule=away-stronger" not in director_client.get(address).text


def test_rules_of_20_points_are_not_offered_on_another_scale(director_client):
    session = match_evenings.made("teams", 3, scored_by="imps")
    match = session.bridge_matches.first()

    text = director_client.get(reverse("events:match-award", args=[session.pk, match.pk])).text
    assert "?rule=" not in text


def test_one_more_team(director_client):
    session = match_evenings.made("swiss-teams", 4)

    director_client.post(reverse("events:team-late", args=[session.pk]))

    assert session.teams.count() == 5
    text = page(director_client, "draw", session).text
    assert '<option value="5"' in text


def test_a_line_shows_the_other_room(director_client):
    session = match_evenings.made("teams", 2, boards=4)
    first, second = (match_evenings.line(session, 1, number) for number in (1, 2))
    match_evenings.enter(first, "+140")

    shown = page(director_client, "board", session, 1).text
    assert "other room: +140 to North–South" in shown
    line = {"typed": "p", "version": second.version}
    answer = director_client.post(reverse("events:line", args=[session.pk, second.pk]), line).json()

    assert "−4 IMPs to NS · match 0–4" in answer["points"][str(second.pk)]["match"]
    assert "+4 IMPs to NS · match 4–0" in answer["points"][str(first.pk)]["match"]


def test_standings_and_matches_as_files(director_client):
    session = match_evenings.made("teams", 3)
    match_evenings.play(session)

    standings = page(director_client, "csv", session, "standings").getvalue().decode()
    matches = page(director_client, "csv", session, "matches").getvalue().decode()

    assert "1,1,Team 1,,2,2,0,0,16.00,,31.00" in standings
    assert "8.00,0.00,15.50,4.50" in matches
    assert page(director_client, "workbook", session).status_code == 200
    pairs = factories.played()
    assert page(director_client, "csv", pairs, "matches").status_code == 404


def test_a_team_has_up_to_six_players(director_client):
    session = match_evenings.made("teams", 2)
    address = reverse("events:names", args=[session.pk])
    assert "1 NS, player 3" in director_client.get(address).text
    typed = {
        f"A{pair}-{place}": f"Ann {letter}x"
        for (pair, place), letter in zip(
            [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)], "ABCDE", strict=True
        )
    }
    new = {f"{field}-new": "on" for field in typed}

    response = director_client.post(address, typed | new)

    assert response.status_code == 302, response.text
    teams = page(director_client, "teams", session).text
    assert "Ann Ax – Ann Bx – Ann Cx; Ann Dx – Ann Ex" in teams


def test_a_session_of_pairs_is_never_made_like_one_of_matches(director_client):
    session = match_evenings.made("teams", 3, title="Team evening")

    for like in (str(session.pk), "last"):
        text = director_client.get(reverse("events:new"), {"like": like}).text
        assert "Team evening" not in text
    again = director_client.get(reverse("events:new-matches"), {"like": session.pk}).text

    assert 'value="Team evening"' in again


def test_a_pair_without_names_is_called_by_its_team(director_client):
    session = match_evenings.made("swiss-teams", 4)
    session.teams.filter(number=3).update(name="Chaam")
    match_evenings.play(session)

    line = director_client.get(reverse("events:board", args=[session.pk, 1])).text
    assert '<span class="names" data-seat="ns_names">Chaam</span>' in line
    ranking = squeezed(page(director_client, "ranking", session).text)
    assert '<span class="player">Chaam</span>' in ranking
    assert "Number 1" in ranking
    teams = page(director_client, "teams", session).text
    assert "Nobody is named yet." in teams
    assert "Chaam</span>" not in teams


def test_a_match_of_a_triangle_says_when_the_other_room_plays(director_client):
    session = match_evenings.made("swiss-teams", 5, odd="triangle", rounds=3)
    match_evenings.play(session)

    text = page(director_client, "matches", session).text
    assert text.count("0 of 2 boards; the other room plays in round 2") == 3


def test_rooms_of_a_relay_that_play_in_different_rounds_say_so(director_client):
    session = match_evenings.made("teams", 6)

    assert "the other room plays in round" in page(director_client, "matches", session).text


@pytest.mark.parametrize(
    ("method", "heading", "shares"),
    [
        ("cross-imps", "IMPs", (("−4", "4"), ("0", "0"))),
        ("mp", "%", (("0.00", "100.00"), ("50.00", "50.00"))),
    ],
)
def test_the_match_of_two_pairs_has_its_boards(director_client, method, heading, shares):
    session = match_evenings.made("swiss-pairs", 4, method=method)
    match_evenings.play(session)
    match_evenings.enter(match_evenings.line(session, 1, 1), "2hn-1")
    match_evenings.enter(match_evenings.line(session, 1, 2), "1nts=")
    first = match_evenings.scored(session).scored[0].match

    answer = page(director_client, "match", session, first.pk)
    assert answer.context["card"].margin_heading == heading
    assert [row[1:] for row in cells(answer)] == [["−50", *shares[0]], ["+140", *shares[1]]]
    assert answer.context["card"].of_pairs[0].room.played.endswith("N−1")
    assert "Pair 1 sits North–South, Pair 3 East–West." in answer.text


def test_the_match_of_two_pairs_shows_who_else_sat_there(director_client):
    session = match_evenings.made("swiss-pairs", 4)
    line = match_evenings.line(session, 1, 1)
    change_seats(session_id=session.pk, line_id=line.pk, text="3*1", by=Actor())
    match_evenings.play(session)
    first = match_evenings.scored(session).scored[0].match

    card = page(director_client, "match", session, first.pk).context["card"]
    assert [row.seats for row in card.of_pairs] == ["3 against 1", ""]


def exact(points):
    return Decimal(points.replace("−", "-"))


def crosstable(session):
    """The cells of a row for matches, what else counts, and all points."""
    rows = cross_rows(session, match_evenings.scored(session), session_contestants(session.pk))
    return [([cell.text for cell in row.cells if cell.text], row.other, row.points) for row in rows]


def test_the_crosstable_adds_up():
    session = match_evenings.made("swiss-teams", 5, rounds=3)
    match_evenings.play(session)
    add_late_team(session_id=session.pk, by=Actor())
    session.teams.filter(number=1).update(added=-2, reason="Late.")
    match_evenings.draw(session)
    match_evenings.play(session)

    rows = crosstable(session)
    for of_matches, other, points in rows:
        assert sum(map(exact, [*of_matches, other or "0"])) == exact(points)
    others = {other for _matches, other, _points in rows}
    # The fine, the bye of round 1, and the round that the late team missed.
    assert others == {"−2.00", "12.00", "9.00", ""}


def test_the_points_of_the_crosstable_stand_beside_the_name(director_client):
    session = match_evenings.made("swiss-teams", 5, rounds=3)
    match_evenings.play(session)
    table = page(director_client, "matches", session).text.partition("Crosstable")[2]
    heads = re.findall(r"<th [^>]*>(?:<abbr[^>]*>)?([^<\s]+)", table)
    assert heads[:3] == ["Place", "Team", "VPs"]
    assert "VPs" not in heads[3:]


def test_imps_added_up_are_shown_once(director_client):
    session = match_evenings.made("swiss-teams", 4, scored_by="imps")
    match_evenings.play(session)

    for name in ("ranking", "matches"):
        heads = re.findall(
            r"<th[^>]*>(?:<abbr[^>]*>)?([^<]*)", page(director_client, name, session).text
        )
        assert [head for head in heads if head.startswith("IMPs")][:1] == ["IMPs"]
        assert "IMPs ±" not in heads
    text = page(director_client, "csv", session, "standings").getvalue().decode()
    assert text.splitlines()[0].count("IMPs") == 1
    assert "by IMPs, then number" in page(director_client, "draw", session).text


def test_travellers_of_teams_say_what_their_points_are(director_client):
    across = "The points of a line compare its pairs with all others across the room."
    for kind, count in (("teams", 1), ("swiss-pairs", 0)):
        session = match_evenings.made(kind, 4)
        match_evenings.play(session)
        for name, more in (("travellers", ()), ("board-page", (1,))):
            assert page(director_client, name, session, *more).text.count(across) == count
        assert ("NS across" in page(director_client, "board", session, 1).text) == bool(count)


@pytest.mark.parametrize(
    ("kind", "label"), [("teams", "Teams"), ("swiss-teams", "Teams"), ("swiss-pairs", "Pairs")]
)
def test_the_tab_is_named_after_who_plays(director_client, kind, label):
    session = match_evenings.made(kind, 4)
    for name in ("teams", "match-settings"):
        text = page(director_client, name, session).text
        tabs = re.findall(rf'href="/sessions/{session.pk}/teams/"[^>]*>(Teams|Pairs)', text)
        assert tabs[0] == label
        assert re.search(rf'href="/sessions/{session.pk}/teams/" aria-current="', text)


@pytest.mark.parametrize(
    ("mean", "board", "match"),
    [
        (True, "divided by their number.", "The traveller divides the same sum by r − 1."),
        (False, "every other result, added up.", "The traveller shows the sum itself."),
    ],
)
def test_pairs_by_cross_imps_are_told_which_imps_they_see(
    director_client: Client, mean: bool, board: str, match: str
) -> None:
    session = match_evenings.made("swiss-pairs", 4)
    Session.objects.update(method="cross-imps", cross_imps_mean=mean)
    match_evenings.play(session)
    own = read_matches(session.pk).matches[0]
    found = [
        squeezed(director_client.get(f"/sessions/{session.pk}/{page}/").content.decode())
        for page in ("travellers/1", "travellers", f"matches/{own.pk}")
    ]
    assert [board in found[0], board in found[1], match in found[2]] == [True] * 3
