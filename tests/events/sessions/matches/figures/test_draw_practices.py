from decimal import Decimal
from fractions import Fraction

import pytest

from events.models import BridgeTeam, LineContestant, MatchPlay
from events.sessions.matches.figures.draw import draw_basis, judge, proposal, reason_of
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def swiss(contestants, kind="swiss-teams", **practices):
    """Of three rounds, the first of which is 1 against n/2 + 1, and so on, with its results."""
    session = match_evenings.made(kind, contestants, rounds=3)
    MatchPlay.objects.filter(session=session).update(**practices)
    match_evenings.play(session)
    return session


def next_draw(session, *, in_arrears=False):
    now = match_evenings.scored(session)
    basis = draw_basis(now, now.matches.drawn + 1, in_arrears=in_arrears)
    return basis, proposal(basis, now.matches.play)


def test_a_danish_round_comes_at_the_end():
    session = swiss(4, danish_rounds=1)
    assert next_draw(session)[0].is_danish is False
    match_evenings.draw(session)
    match_evenings.play(session)
    basis, draw = next_draw(session)

    first, second = (contestant.number for contestant in basis.contestants[:2])
    assert {first, second} in map(set, draw.pairs)
    assert basis.is_danish is True
    # They met in round 2, which nobody has to confirm; below them it is asked as ever.
    assert second in basis.contestants[0].met
    assert [str(warning) for warning in judge(basis, draw).warnings] == ["4 and 3 have met before."]
    upper = next(pair for pair in draw.pairs if first in pair)
    assert str(reason_of(basis, draw, upper)) == (
        f"{second} is next to {first} in the upper half, where all meet their neighbours."
    )


def test_an_accelerated_draw_gives_the_upper_numbers_more_until_round_2():
    session = swiss(6, accelerated=True)
    basis, _draw = next_draw(session)
    assert basis.head_starts == {1: 10, 2: 10, 3: 10, 4: 10}
    # 1 to 3 won by 8 IMPs, and 4 lost with its 10 VPs more.
    won = match_evenings.scored(session).standings[0].points
    assert [(contestant.number, contestant.vp) for contestant in basis.contestants] == [
        (1, won + 10),
        (2, won + 10),
        (3, won + 10),
        (4, 30 - won),
        (5, 20 - won),
        (6, 20 - won),
    ]
    match_evenings.draw(session)

    assert next_draw(session)[0].head_starts == {}


def test_a_scale_of_30_accelerates_by_half_of_it():
    play = MatchPlay(accelerated=True, scale=MatchPlay.Scale.ACBL_30)
    assert [play.head_start(number) for number in (1, 2, 3)] == [15, 15, 0]
    assert MatchPlay().head_start(1) == Fraction(0)


def test_a_pair_keeps_its_table_and_sits_north_south():
    session = swiss(6, kind="swiss-pairs")
    BridgeTeam.objects.filter(session=session, number=6).update(keeps_table=1)
    basis, draw = next_draw(session)

    assert draw.pairs[0][0] == 6
    turned = draw.__class__((*draw.pairs[1:], draw.pairs[0]))
    assert [str(warning) for warning in judge(basis, turned).warnings] == [
        "6 keeps table 1, and is not there in this draw."
    ]
    match_evenings.draw(session)
    matches = match_evenings.scored(session).matches
    assert next((each.table, each.home) for each in matches.of_round(2)) == (1, 6)


def test_at_home_tables_each_north_south_stays_and_matches_count_as_ever():
    session = swiss(5, home_tables=True)
    match_evenings.draw(session)
    match_evenings.play(session)
    seats = LineContestant.objects.filter(
        line__section__session=session, line__round=2, direction="NS"
    ).values_list("line__table", "contestant__number")

    assert {(number + 1) // 2 for _table, number in seats} == {table for table, _number in seats}
    played = [each for each in match_evenings.scored(session).scored if each.match.round == 2]
    assert [each.result.imps for each in played if each.match.away] == [
        (8, 0) if each.match.home < each.match.away else (0, 8)
        for each in played
        if each.match.away
    ]
    assert {each.match.table for each in played if each.match.away} == {
        each.match.home for each in played if each.match.away
    }


def test_a_triangle_at_home_tables_ends_in_the_next_round():
    session = match_evenings.made("swiss-teams", 5, rounds=3, odd="triangle")
    MatchPlay.objects.filter(session=session).update(home_tables=True)
    match_evenings.play(session)
    match_evenings.draw(session)
    match_evenings.play(session)

    now = match_evenings.scored(session)
    assert [each.result.is_complete for each in now.scored] == [True] * len(now.scored)
    assert not any(each.notices for each in now.scored)


def test_a_bye_counts_as_soon_as_its_round_has_a_result():
    session = match_evenings.made("swiss-teams", 5, rounds=3)

    def points():
        return {row.side: row.points for row in match_evenings.scored(session).standings}

    assert points()[5] == 0
    match_evenings.play(session, only={"board": 1, "table__in": (1, 2)})
    assert points()[5] == 12
    match_evenings.play(session)
    match_evenings.draw(session)
    # The bye of round 2 waits, as its matches do.
    assert max(points().values()) < 20


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ({}, "12"),
        ({"scale": "acbl30", "boards": 8}, "18"),
        ({"scored_by": "imps"}, "0"),
        ({"scored_by": "point-a-board", "boards": 7}, "4.2"),
        ({"scored_by": "won-lost"}, "0.6"),
    ],
)
def test_a_bye_counts_60_per_cent_of_a_match(values, points):
    session = match_evenings.made("swiss-teams", 5, **values)
    assert MatchPlay.objects.get(session=session).bye_points == Decimal(points)
