import pytest

from clubscore.text.problems import Refused
from events.tournaments.prizes.domain.fund import Method, read_fund, read_prizes

PLAYER = {"number": 1, "place": 1, "name": "Ann", "points": "5½", "born": "2008-05-01"}
VALID = {
    "method": "equal",
    "unit": "0.01",
    "players": [PLAYER, {"number": 2, "place": 1, "name": "Bo", "points": 5.5, "rating": "1900"}],
    "categories": [{"name": "Open", "prizes": ["300", 200.5], "who": {"title": ["gm", "IM"]}}],
    "limits": [{"who": {"unrated": True}, "most": "50"}],
}


def test_what_is_read():
    fund, (one, other) = read_prizes(VALID)

    assert (fund.method, fund.scale, fund.total) == (Method.EQUAL, 100, 50050)
    assert fund.categories[0].prizes == (30000, 20050)
    assert fund.categories[0].who.title == ("GM", "IM")
    assert fund.limits[0].most == 5000
    assert (one.points, one.born, one.rating) == (other.points, 2008, None)
    assert other.rating == 1900
    whole = read_fund({"method": "place", "unit": "1", "categories": []})
    assert (fund.text(20050), whole.text(7)) == ("200.50", "7")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "lots"}, "method: “lots” is not known. Known are place, equal, hort, us32b."),
        ({"unit": "0.05"}, "unit: “0.05” is not known"),
        ({"players": None}, "players is missing."),
        ({"players": {}}, "players: a list is expected."),
        ({"players": [PLAYER, PLAYER]}, "players: “1” is there twice."),
        ({"players": [PLAYER | {"place": 0}]}, "players 1: “0” is no whole number from 1 to 9999."),
        ({"players": [PLAYER | {"points": "many"}]}, "players 1: “many” is no number of points."),
        ({"players": [PLAYER | {"name": ""}]}, "players 1: a text of 1 to 100 characters"),
        ({"players": [PLAYER | {"age": 7}]}, "players 1: “age” is not known."),
        ({"players": [PLAYER] * 2001}, "players: there are 2001; at most 2000"),
        ({"categories": [{"name": "Open"}]}, "categories 1, prizes is missing."),
        ({"categories": [{"name": "Open", "prizes": ["1", "2"]}]}, "a prize is larger than"),
        ({"categories": [{"name": "Open", "prizes": ["1.005"]}]}, "not an amount in steps of 0.01"),
        ({"categories": [{"name": "Open", "prizes": ["-1"]}]}, "not an amount in steps of 0.01"),
        ({"categories": [{"name": "O", "prizes": ["1"] * 101}]}, "there are 101; at most 100"),
        ({"categories": [{"name": "O", "prizes": ["1"], "who": {"age": 3}}]}, "“age” is not known"),
        (
            {"categories": [{"name": "O", "prizes": [], "who": {"unrated": "yes"}}]},
            "true or false is expected",
        ),
        ({"categories": [{"name": "O", "prizes": []}, {"name": "o", "prizes": []}]}, "twice"),
        ({"limits": [{"who": {}}]}, "limits 1, most is missing."),
        ({"prices": []}, "JSON: “prices” is not known."),
    ],
)
def test_what_is_refused(change, message):
    with pytest.raises(Refused) as refused:
        read_prizes(VALID | change)

    assert message in str(refused.value)


def test_what_is_no_object_is_refused():
    with pytest.raises(Refused, match="JSON: an object is expected"):
        read_prizes([])
