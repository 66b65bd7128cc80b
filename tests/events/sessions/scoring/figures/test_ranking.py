from decimal import Decimal

import pytest

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.desk.services.handicaps import Handicaps, set_handicaps
from events.sessions.scoring.figures.carry_over import carried_over, source_of
from events.sessions.scoring.figures.ranking import RankedLine, rank_session
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.series.services import set_carry_over
from tests.events import factories
from tests.events.sessions.evenings import evening, individual, series

pytestmark = pytest.mark.django_db

Lines = list[tuple[str, str, str | None]]


def ranking(session: Session) -> list[tuple[Lines, Lines]]:
    """For each list, scratch and handicap: place, number, value."""
    session = Session.objects.get(pk=session.pk)
    source = source_of(session)
    contestants = session_contestants(session.pk)
    over = carried_over(session, source) if source else None

    def lines(ranked: tuple[RankedLine, ...]) -> Lines:
        return [
            (
                str(line.place),
                contestants[line.contestant].label,
                None if line.value is None else f"{float(line.value):.2f}",
            )
            for line in ranked
        ]

    return [
        (lines(ranked_list.scratch), lines(ranked_list.handicap))
        for ranked_list in rank_session(score_session(session), contestants, over)
    ]


def give(session: Session, **texts: str) -> None:
    wanted = {code: Handicaps(own=Decimal(text)) for code, text in texts.items()}
    set_handicaps(session=session, handicaps=wanted, by=Actor())


def test_without_anything_added_the_lists_are_those_of_the_scoring() -> None:
    assert ranking(evening()) == [
        ([("1", "1", "100.00"), ("2", "3", "50.00"), ("3", "5", "0.00")], []),
        ([("1", "6", "100.00"), ("2", "4", "50.00"), ("3", "2", "0.00")], []),
    ]


def test_no_results_make_no_list() -> None:
    assert ranking(evening(scores=())) == []


def test_a_handicap_list_stands_beside_every_scratch_list() -> None:
    session = evening()
    give(session, A3="51", A5="-2")
    [north_south, east_west] = ranking(session)
    assert north_south == (
        [("1", "1", "100.00"), ("2", "3", "50.00"), ("3", "5", "0.00")],
        [("1", "3", "101.00"), ("2", "1", "100.00"), ("3", "5", "-2.00")],
    )
    assert east_west[0] == east_west[1]


def test_handicaps_are_points_where_there_are_no_percentages() -> None:
    session = evening(method="total")
    give(session, A5="421")
    assert ranking(session)[0][1] == [
        ("1", "5", "421.00"),
        ("2", "1", "420.00"),
        ("3", "3", "50.00"),
    ]


def test_a_carry_over_is_weighed_with_the_session() -> None:
    heat = evening("EF", "CD", "AB", "KL", day=1)
    final = evening(day=2)
    set_carry_over(session=final, earlier_session=heat, weight=50, by=Actor())
    # 100 and half of 50; 50 and half of 100; and for 5 the session alone.
    assert ranking(final) == [
        ([("1", "1", "83.33"), ("2", "3", "66.67"), ("3", "5", "0.00")], []),
        ([("1", "6", "83.33"), ("2", "4", "50.00"), ("3", "2", "0.00")], []),
    ]


def test_a_carry_over_of_totals_is_added() -> None:
    heat = evening("EF", "CD", "AB", day=1, method="total")
    final = evening(day=2, method="total")
    set_carry_over(session=final, earlier_session=heat, weight=200, by=Actor())
    assert ranking(final)[0][0] == [("1", "3", "890.00"), ("2", "1", "520.00"), ("3", "5", "0.00")]


def test_handicap_and_carry_over_go_together() -> None:
    heat, final = evening(day=1), evening(day=2)
    set_carry_over(session=final, earlier_session=heat, weight=100, by=Actor())
    give(heat, A3="60")
    give(final, A3="50")
    [(scratch, handicap), _] = ranking(final)
    assert scratch == [("1", "1", "100.00"), ("2", "3", "50.00"), ("3", "5", "0.00")]
    assert handicap == [("1", "3", "105.00"), ("2", "1", "100.00"), ("3", "5", "0.00")]


def test_players_carry_their_own() -> None:
    heat, final = individual(day=1), individual(day=2, letters="EFGHABCD")
    set_carry_over(session=final, earlier_session=heat, weight=100, by=Actor())
    assert {number: value for _, number, value in ranking(final)[0][0]} == {
        "1": "50.00",
        "2": "50.00",
        "3": "50.00",
        "4": "50.00",
        "5": "50.00",
        "6": "50.00",
        "7": "50.00",
        "8": "50.00",
    }


def test_whoever_has_no_place_has_none_with_what_is_added() -> None:
    session = evening(boards_per_round=2)
    factories.enter(session, 2, "630", "50", "np")
    Session.objects.filter(pk=session.pk).update(minimum_part=60)
    set_carry_over(session=session, earlier_series=series(evening(day=1)), by=Actor())
    give(session, A5="200")
    [(scratch, handicap), _] = ranking(session)
    assert [line[:2] for line in scratch] == [("1", "1"), ("2", "3"), ("", "5")]
    assert [line[:2] for line in handicap] == [("1", "1"), ("2", "3"), ("", "5")]


def test_whoever_played_nothing_has_no_value() -> None:
    session = evening(scores=("420", "50", "np"))
    assert ranking(session)[0][0][-1] == ("", "5", None)


def test_sections_apart_have_lists_of_their_own() -> None:
    session = evening(winners=1)
    session.sections.update(letter="B")
    Session.objects.filter(pk=session.pk).update(one_field=False)
    scored = score_session(Session.objects.get(pk=session.pk))
    assert [
        ranked_list.section for ranked_list in rank_session(scored, session_contestants(session.pk))
    ] == ["B"]
