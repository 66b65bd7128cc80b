from random import Random

import pytest
from hypothesis import given, strategies as st

from events.sessions.cardplay.domain.verdicts import judge
from events.sessions.core.domain.contract import (
    PASS,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    contract_score,
    read_contract,
    vulnerability,
)
from events.sessions.hands.domain import BIDS, Makeable, par


def table(ns: str, ew: str) -> Makeable:
    """Tricks of both hands of each side in NT S H D C."""
    return Makeable(tuple(int(digit, 16) for digit in ns + ns + ew + ew))


FIRST = table("9a878", "43565")
SECOND = table("6a566", "73877")
THIRD = table("6a566", "73977")


@pytest.mark.parametrize(
    ("makeable", "board", "contract", "by", "ns", "ew"),
    [
        (FIRST, 1, "4S", "N", "correct.", "correct."),
        (FIRST, 1, "3S", "N", "underbid. 4♠ makes.", "correct."),
        (FIRST, 1, "3NT", "N", "underbid. 4♠ makes.", "correct."),
        (FIRST, 1, "5S", "N", "overbid.", "failed to double."),
        (FIRST, 1, "4Sx", "N", "correct.", "doubled incorrectly."),
        (FIRST, 1, "PASS", "", "underbid. 4♠ makes.", "correct."),
        (SECOND, 2, "5Hx", "E", "correct.", "correct."),
        (SECOND, 2, "5H", "E", "failed to double.", "correct."),
        (SECOND, 2, "4Hx", "E", "underbid. 4♠ makes.", "correct."),
        (SECOND, 2, "4S", "N", "correct.", "underbid. 4NT doubled costs less."),
        (THIRD, 3, "5Hx", "E", "correct.", "overbid."),
    ],
)
def test_verdicts_of_both_sides(makeable, board, contract, by, ns, ew):
    judged = judge(makeable, board, read_contract(contract), Seat(by) if by else None)
    assert [str(judged[side].sentence) for side in Side] == [ns, ew]


def second_worth(makeable, vulnerable):
    """What each bid is worth to each side, by recursion over the bids above."""

    def bid(side, place):
        level, strain = BIDS[place]
        best = []
        for seat in (Seat.N, Seat.S) if side is Side.NS else (Seat.E, Seat.W):
            tricks = makeable.of(seat, strain)
            doubling = Doubling.UNDOUBLED if tricks >= level + 6 else Doubling.DOUBLED
            score = contract_score(Contract(level, strain, doubling), vulnerable.of(side), tricks)
            best.append(score)
        return max(best)

    worth = {}
    for place in reversed(range(35)):
        for side in Side:
            above = [worth[side.opponents, over] for over in range(place + 1, 35)]
            worth[side, place] = min([bid(side, place), *([-max(above)] if above else [])])
    return worth


def second_writing(makeable, board, contract, declarer):
    """Section 6 once more."""
    vulnerable = vulnerability(board)
    worth = second_worth(makeable, vulnerable)

    def higher(side, place, least):
        return any(worth[side, over] > least for over in range(place + 1, 35))

    if contract is PASS:
        return {side: "underbid" if higher(side, -1, 0) else "correct" for side in Side}
    place = BIDS.index((contract.level, contract.strain))
    tricks = makeable.of(declarer, contract.strain)
    makes = tricks >= contract.tricks_needed
    doubled = contract.doubling is not Doubling.UNDOUBLED
    doubling = contract.doubling if makes or doubled else Doubling.DOUBLED
    side, others = declarer.side, declarer.side.opponents
    as_doubled = Contract(contract.level, contract.strain, doubling)
    punished = contract_score(as_doubled, vulnerable.of(side), tricks)
    par_ns = par(makeable, board).score_ns
    is_correct = makes or punished >= (par_ns if side is Side.NS else -par_ns)
    own = "correct" if is_correct else "overbid"
    theirs = "correct" if makes or doubled else "failed to double"
    if higher(others, place, -punished):
        theirs = "underbid"
    return {
        side: "underbid" if higher(side, place, punished) else own,
        others: "doubled incorrectly" if makes and doubled else theirs,
    }


@given(st.integers(0, 2**32))
def test_verdicts_agree_with_a_second_writing(seed):
    random = Random(seed)
    tricks = []
    for _strain in range(5):
        ns = random.randrange(14)
        tricks.append((ns, max(ns - random.randrange(2), 0), 13 - ns, 13 - ns))
    makeable = Makeable(tuple(row[seat] for seat in range(4) for row in tricks))
    board = random.randrange(1, 17)
    contract = Contract(random.randrange(1, 8), random.choice(list(Strain)))
    contract = Contract(contract.level, contract.strain, random.choice(list(Doubling)))
    declarer = random.choice(list(Seat))
    for value, by in ((contract, declarer), (PASS, None)):
        judged = judge(makeable, board, value, by)
        told = {side: str(answer.verdict) for side, answer in judged.items()}
        assert told == second_writing(makeable, board, value, by)
