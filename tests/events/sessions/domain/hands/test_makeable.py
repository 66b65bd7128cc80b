import pytest

from clubscore.problems import Refused
from events.sessions.domain.contract import Seat, Strain
from events.sessions.domain.hands.makeable import Makeable, par, read_makeable


def makeable(digits: str) -> Makeable:
    found = read_makeable(digits)
    assert found
    return found


def test_digits_are_identity_in_the_order_of_the_programs():
    table = makeable("7c5c67c5c61181711817")
    assert str(table) == "7c5c67c5c61181711817"
    assert table.of(Seat.N, Strain.SPADES) == 12
    assert table.of(Seat.E, Strain.HEARTS) == 8
    assert table.of(Seat.W, Strain.CLUBS) == 7


def test_unknown_and_wrong_digits():
    assert read_makeable("") is read_makeable("*" * 20) is None
    for wrong in ("7c5c6", "e" * 20, "x"):
        with pytest.raises(Refused):
            read_makeable(wrong)


@pytest.mark.parametrize(
    ("board", "digits", "score", "contracts"),
    [
        # As BridgeComposer has them; several making contracts, sacrifices, partscores, seats.
        (1, "7c5c67c5c61181711817", "NS 980", ["6SN=", "6SS="]),
        (2, "00082000827cc5a7cc5a", "EW 980", ["6HE=", "6HW=", "6SE=", "6SW="]),
        # As the solver's own par has them.
        (8, "43746437468968789687", "EW 140", ["2SE+1", "2SW+1"]),
        (13, "080300803054c9bc4cab", "NS -1400", ["7SxN-5", "7SxS-5"]),
        (2, "3a8333a8436339a9339a", "EW -100", ["4NTxW-1", "5CxE-1", "5CxW-1"]),
        (1, "6" * 20, "NS 0", []),
    ],
)
def test_par(board, digits, score, contracts):
    found = par(makeable(digits), board)
    assert str(found) == score
    assert [str(each) for each in found.contracts] == contracts


def test_where_both_sides_could_open_the_dealer_does():
    # Seven tricks in no trump for everybody, and nothing else.
    table = Makeable((7, 0, 0, 0, 0) * 4)
    assert str(par(table, 1)) == "NS 90"
    assert str(par(table, 2)) == "EW 90"
