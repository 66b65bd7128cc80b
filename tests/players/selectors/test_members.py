from decimal import Decimal

import pytest

from players.domain.members.matching import Action
from players.domain.members.member import Known, Member
from players.domain.names import Name, read_name
from players.models import Club, Player
from players.selectors.members import known_players, match_members, text_of

pytestmark = pytest.mark.django_db


def test_players_are_known_with_all_their_facts_in_one_query(django_assert_num_queries: object):
    club = Club.objects.create(name="Mill")
    jan = Player.objects.create(
        name="Jan van der Berg",
        given="Jan",
        particle="van der",
        family="Berg",
        club=club,
        rating=1834,
        handicap=Decimal("12.50"),
        born="1958",
    )
    bo = Player.objects.create(name="Bo", family="Bo")
    with django_assert_num_queries(1):  # type: ignore[operator]
        known = list(known_players())
    assert known == [
        Known(
            jan.number,
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
            {"rating": "1834", "handicap": "12.5", "club": "Mill", "born": "1958"},
        ),
        Known(bo.number, Name("Bo", "", "", "Bo"), {}),
    ]


def test_members_are_matched():
    Player.objects.create(name="Bo Lee", given="Bo", family="Lee")
    [found] = match_members((Member(2, read_name("Bo Lee")),)).matches
    assert found.action is Action.SAME


def test_texts():
    assert [text_of(value) for value in (Decimal("100.00"), Decimal("-3.5"), 12, "x")] == [
        "100",
        "-3.5",
        "12",
        "x",
    ]
