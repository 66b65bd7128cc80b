from fractions import Fraction

from events.sessions.domain.scoring.ranking import Standing, Sums, Tally, printed, rank


def test_places_with_ties():
    values = {"A": 5000, "B": 5500, "C": 5500, "D": 4000}
    assert rank(values) == [("1=", "B"), ("1=", "C"), ("3", "A"), ("4", "D")]


def test_equals_are_in_the_order_of_their_numbers():
    assert rank({10: 1, 9: 1, 2: 1}) == [("1=", 2), ("1=", 9), ("1=", 10)]
    assert rank({"10": 1, "9": 1, "2": 1}) == [("1=", "2"), ("1=", "9"), ("1=", "10")]


def test_without_a_value_is_last_and_without_a_place():
    values = {"A": None, "B": -300, "C": 0, "D": None}
    assert rank(values) == [("1", "C"), ("2", "B"), ("", "A"), ("", "D")]


def test_printed_value_is_in_hundredths():
    # 27/7 points of 8: 48.214… %
    assert printed(Sums(27, 8, 2), 7, tops=True) == 4821
    assert printed(Sums(27, 0, 2), 7, tops=False) == 386
    assert printed(Sums(0, 0, 2), 1, tops=True) is None
    assert printed(Sums(0, 0, 0), 1, tops=False) is None


def test_tally_of_unlike_tops_and_missing_boards():
    tally = Tally()
    tally.add([("a",), ("b",)], [420, 450], {420: 6, 450: 12}, 6)
    tally.add_one(("a",), 1, 8)
    tally.add_one(("b",), None, 8)
    assert tally.sums() == {"a": Sums(7, 14, 2), "b": Sums(12, 6, 1)}


def test_tally_knows_who_never_scored():
    tally = Tally()
    tally.add_one(("a",), None, 6)
    tally.add_one(("b",), 4, 6)
    assert tally.sums() == {"a": Sums(0, 0, 0), "b": Sums(4, 6, 1)}


def test_tally_gives_partners_the_points_of_their_side():
    tally = Tally()
    tally.add([("a", "b"), ("c", "d")], [420, 50], {420: 2, 50: 0}, 2)
    tally.add([("a", "c"), ("b", "d")], [50, 50], {50: 1}, 2)
    assert tally.sums() == {
        "a": Sums(3, 4, 2),
        "b": Sums(3, 4, 2),
        "c": Sums(1, 4, 2),
        "d": Sums(1, 4, 2),
    }


def test_percentage_of_a_standing():
    points = Standing(None, "1", Fraction(216), Fraction(440), "6", 20)
    assert points.percentage == Fraction(540, 11)
    assert Standing(None, "1", Fraction(7), None, "1", 20).percentage is None
    assert Standing(None, "1", Fraction(0), Fraction(0), "", 0).percentage is None
