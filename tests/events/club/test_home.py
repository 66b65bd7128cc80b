"""The lists of the first page: made once, and never out of date."""

import datetime
from fractions import Fraction

import pytest

from clubscore.web.visitors import Actor
from events.club.home import LastResult, home_events, last_results, result_cards
from events.models import CarryOver, LineContestant, Session, Tournament
from events.sessions.desk.services.bin import delete_session
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services.sessions import finish, publish
from events.tournaments.core.services import finish_tournament
from players.models import Player
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.events.sessions.evenings import evening as evenings_evening
from tests.events.tournaments import cups
from tests.queries import queries, queries_again

pytestmark = pytest.mark.django_db


def test_the_lists_are_made_once_for_each_state():
    evenings_evening(day=1)
    home_events(director=True)

    assert queries_again(lambda: home_events(director=True)) == 1


def test_what_is_deleted_is_gone_at_once():
    session = evenings_evening(day=1)
    shown = home_events(director=True)
    delete_session(session=session, by=Actor())
    after = home_events(director=True)

    assert (session.title in shown.html, shown.has_sessions) == (True, True)
    assert (session.title in after.html, after.has_sessions) == (False, False)


def test_a_tournament_is_listed_when_it_is_published():
    cup = cups.played()
    hidden = home_events(director=False)
    assert "not published" in home_events(director=True).html
    cups.publish_tournament(tournament=cup, by=Actor())

    assert (cup.name in hidden.html, cup.name in home_events(director=False).html) == (False, True)


def evening(title: str = "Club evening", text: str = factories.HOWELL_4, day: int = 5) -> Session:
    made = factories.played(text, title=title, date=datetime.date(2026, 3, day))
    if text == factories.HOWELL_4:
        won_by(made, 1)
    finish(session=made, by=Actor())
    return made


def won_by(session: Session, number: int) -> None:
    """Give a pair the best score of every board."""
    sides = LineContestant.objects.filter(line__section__session=session)
    own = dict(sides.filter(contestant__number=number).values_list("line", "direction"))
    for line in {side.line_id for side in sides}:
        text = {"NS": "140", "EW": "-140"}.get(own.get(line, ""), "110")
        enter_result(session_id=session.pk, line_id=line, text=f"{text}! asked", by=Actor())


def cup() -> Tournament:
    made = cups.tournament(entries=4, rounds=1, finish=datetime.date(2026, 3, 8))
    cups.play(made, 1, (1, 3, "1"), (4, 2, "="))
    finish_tournament(tournament=made, by=Actor())
    return made


def winners(result: LastResult) -> list[tuple[str, str]]:
    return [(winner.direction, winner.name) for winner in result.winners]


def test_winner_of_a_session_is_first_in_its_ranking() -> None:
    made = evening()
    (result,) = last_results(director=True)
    assert (result.event, result.date) == (made, made.date)
    first = result.winners[0]
    assert (first.place, first.is_percentage, first.figure) == ("1", True, 100)
    assert first.name == "Ada Player-A – Bo Player-A"
    assert len(result.winners) == 3


def test_each_direction_has_its_winner() -> None:
    evening(text=factories.MITCHELL_3)
    (result,) = last_results(director=True)
    assert {direction for direction, _ in winners(result)} == {"NS", "EW"}
    assert {winner.list_name for winner in result_cards([result])[0].winners} == {"NS", "EW"}


def test_winner_of_matches_is_the_team() -> None:
    session = match_evenings.made("teams", 4)
    match_evenings.play(session)
    Session.objects.update(state="finished")
    (result,) = last_results(director=True)
    shown = [(row.place, row.name, row.figure) for row in result_cards([result])[0].winners]
    assert [(place, name) for place, name, _figure in shown[:2]] == [
        ("1", "Team 1"),
        ("2", "Team 2"),
    ]
    assert shown[0][2].endswith(" VPs")


def test_team_that_has_its_place_by_a_bye_is_shown() -> None:
    match_evenings.play(match_evenings.made("swiss-teams", 3))
    Session.objects.update(state="finished")
    (result,) = last_results(director=True)
    shown = [(winner.place, winner.name) for winner in result.winners]
    assert shown == [("1", "Team 1"), ("2", "Team 3"), ("3", "Team 2")]


def test_winner_of_a_tournament_is_first_in_its_standings() -> None:
    made = cup()
    (result,) = last_results(director=True)
    assert (result.event, result.date) == (made, datetime.date(2026, 3, 8))
    assert [(winner.place, winner.name, winner.figure) for winner in result.winners] == [
        ("1", cups.entry(made, 1).name, Fraction(1)),
        ("2=", cups.entry(made, 2).name, Fraction(1, 2)),
        ("2=", cups.entry(made, 4).name, Fraction(1, 2)),
    ]


@pytest.mark.parametrize(
    ("facts", "winners"),
    [
        ({"kind": "Keizer"}, [("1", "Finch, Clara", 7), ("2=", "Tarrant, Hugo", 3)]),
        ({"teams_meet": True, "board_colours": "WB"}, [("1", "Rooks", 2), ("2", "Knights", 0)]),
    ],
)
def test_the_first_of_a_tournament_are_those_of_its_own_standings(facts, winners) -> None:
    made = cups.tournament(entries=4, rounds=1, **facts)
    for place, name in enumerate(("Rooks", "Knights")):
        team = made.teams.create(name=name, number=place + 1)
        for seat, number in enumerate((place + 1, place + 3), start=1):
            made.entries.filter(number=number).update(team=team, team_place=seat)
    cups.play(made, 1, (1, 2, "1"), (4, 3, "0"))
    finish_tournament(tournament=made, by=Actor())
    (result,) = last_results(director=True)

    shown = [(winner.place, winner.name, winner.figure) for winner in result.winners]
    assert shown[:2] == winners


def test_latest_come_first_and_few_are_shown() -> None:
    sessions = [evening(f"Evening {day}", day=day) for day in (2, 9, 4)]
    made = cup()
    assert [result.event for result in last_results(director=True, max_count=3)] == [
        sessions[1],
        made,
        sessions[2],
    ]


def test_what_is_not_finished_is_no_result() -> None:
    factories.played()
    cups.played()
    assert last_results(director=True) == []


def test_visitor_sees_what_is_published_by_public_names() -> None:
    made = evening()
    assert last_results(director=False) == []
    publish(session=made, by=Actor())
    Player.objects.update(initials_only=True)
    names = [
        winners(result)[0] for known in (False, True) for result in last_results(director=known)
    ]
    assert names == [("", "A. P. – B. P."), ("", "Ada Player-A – Bo Player-A")]


def test_session_with_something_carried_over_names_no_winner() -> None:
    first, second = evening("First", day=2), evening("Second", day=9)
    CarryOver.objects.create(session=second, earlier_session=first)
    assert winners(last_results(director=True)[0]) == []


def test_change_of_a_result_changes_the_winner() -> None:
    made = evening()
    before = last_results(director=True)
    won_by(made, 2)
    after = last_results(director=True)
    assert [winners(before[0])[0], winners(after[0])[0]] == [
        ("", "Ada Player-A – Bo Player-A"),
        ("", "Ada Player-B – Bo Player-B"),
    ]


def test_queries_do_not_grow_and_are_few_once_the_standings_are_known() -> None:
    counts, known = [], []
    for day in (1, 2, 3):
        evening(f"Evening {day}", day=day)
        counts.append(queries(lambda: last_results(director=True)))
        known.append(queries_again(lambda: last_results(director=True)))
    assert counts[0] == counts[2]
    assert known == [4, 4, 4]


def test_card_leads_to_the_ranking() -> None:
    session, tournament = evening(day=2), cup()
    cards = result_cards(last_results(director=True))
    assert [(card.title, card.url, card.winners[0].figure) for card in cards] == [
        ("Spring cup", f"/tournaments/{tournament.slug}/standings/", "1"),
        ("Club evening", f"/sessions/{session.pk}/ranking/", "100.00 %"),
    ]


def test_halves_of_a_tournament_are_shown_as_in_its_standings() -> None:
    made = cups.tournament(entries=2, rounds=1, finish=datetime.date(2026, 3, 8))
    cups.play(made, 1, (1, 2, "="))
    finish_tournament(tournament=made, by=Actor())
    [card] = result_cards(last_results(director=True))
    assert card.winners[0].figure == "½"
