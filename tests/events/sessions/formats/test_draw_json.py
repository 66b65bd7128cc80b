import json
from fractions import Fraction

import pytest

from clubscore.problems import Refused
from events.sessions.domain.teams.draw import Contestant, Draw
from events.sessions.formats.draw_json import draw_data, read_draw


def read(*contestants: object, **others: object):
    return read_draw(json.dumps({"contestants": contestants, **others}).encode())


def test_contestants():
    whole = {"number": 1, "vp": "33.50", "imps": -12, "met": [2, 5], "byes": 1, "ns": 2, "ew": 1}
    order = read(whole, {"number": 2}, odd="triangle")

    first = Contestant(1, vp=Fraction(67, 2), imps=-12, met=(2, 5), byes=1, ns=2, ew=1)
    assert (order.contestants, order.odd) == ((first, Contestant(2)), "triangle")


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({"number": 1}, "Number 1 is there twice"),
        ({"number": 2, "met": [2]}, "Number 2 has met itself"),
        ({"number": 0}, "Contestant 2 of the file: “number” is 0"),
        ({"number": "2"}, "“number” is '2'"),
        ({"number": 2, "vp": "x"}, "“vp” is 'x'"),
        ({"number": 2, "vp": "1/0"}, "“vp” is '1/0'"),
        ({"number": 2, "ns": -1}, "“ns” is -1"),
        ({"number": 2, "met": 3}, "“met” is 3"),
        ({"number": 2, "met": [True]}, "“met”"),
        ([], "“contestant” is"),
    ],
)
def test_a_bad_contestant(second: object, words: str):
    with pytest.raises(Refused) as caught:
        read({"number": 1}, second)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"{", "not JSON"), (b"[" * 100_000, "not JSON"), (b"[]", "no list"), (b"{}", "no list")],
)
def test_no_contestants(data: bytes, words: str):
    with pytest.raises(Refused, match=words):
        read_draw(data)


def test_neither_bye_nor_triangle():
    with pytest.raises(Refused, match="“square”"):
        read({"number": 1}, {"number": 2}, odd="square")


def test_the_answer():
    draw = Draw(((1, 4), (3, 2)), triangle=(5, 6, 7), repeats=((3, 2),))
    expected = {"pairs": [[1, 4], [3, 2]], "bye": None, "triangle": [5, 6, 7], "repeats": [[3, 2]]}
    assert draw_data(draw) == expected
    assert draw_data(Draw((), bye=3))["triangle"] is None
