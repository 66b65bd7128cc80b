from itertools import product

import endplay.types as reference
import pytest

from events.sessions.domain.board import Vulnerability
from events.sessions.domain.contract import PASS, Contract, Doubling, Seat, Strain
from events.sessions.domain.scoring.contract_score import (
    contract_score,
    possible_scores,
    score_to_ns,
    why_impossible,
)


def test_all_contract_scores_are_those_of_endplay():
    ours = {}
    theirs = {}
    for level, strain, doubling, vulnerable, tricks in product(
        range(1, 8), Strain, Doubling, (False, True), range(14)
    ):
        case = level, strain, doubling, vulnerable, tricks
        ours[case] = contract_score(Contract(level, strain, doubling), vulnerable, tricks)
        text = f"{level}{strain}N{doubling}{tricks - level - 6:+d}"
        vul = reference.Vul.both if vulnerable else reference.Vul.none
        theirs[case] = reference.Contract(text).score(vul)
    assert len(ours) == 2940
    assert ours == theirs


def test_passed_out_is_nothing():
    assert contract_score(PASS, True, 0) == 0
    assert score_to_ns(PASS, None, 0, 1) == 0


def test_more_than_thirteen_tricks_is_our_mistake():
    with pytest.raises(ValueError, match="14 tricks"):
        contract_score(Contract(1, Strain.CLUBS), False, 14)


@pytest.mark.parametrize(
    ("declarer", "board", "score"),
    [("N", 1, 420), ("N", 2, 620), ("E", 1, -420), ("W", 2, -420), ("W", 3, -620)],
)
def test_score_to_ns_of_four_spades(declarer, board, score):
    assert score_to_ns(Contract(4, Strain.SPADES), Seat(declarer), 10, board) == score


def test_number_of_possible_scores():
    assert [len(possible_scores(vulnerable)) for vulnerable in Vulnerability] == [
        283,
        315,
        315,
        343,
    ]


def test_possible_scores_of_the_sides_mirror_each_other():
    mirrored = {-score for score in possible_scores(Vulnerability.NS)}
    assert mirrored == possible_scores(Vulnerability.EW)


@pytest.mark.parametrize("score", [4, 412, 60, 290, -10, 7700])
def test_no_contract_gives(score):
    sign = f"{score:+d}".replace("-", "−")
    message = why_impossible(score, 4)
    assert str(message) == f"{sign} is not a score: no contract gives it."


def test_score_of_the_other_vulnerability():
    assert why_impossible(620, 2) is None
    assert str(why_impossible(620, 1)) == (
        "+620 to North–South is impossible on board 1, where nobody is vulnerable."
    )
    assert str(why_impossible(-620, 2)) == (
        "−620 to North–South is impossible on board 2, where North–South are vulnerable."
    )


def test_score_on_an_unknown_board_may_have_any_vulnerability():
    assert why_impossible(620, None) is None
    assert str(why_impossible(412, None)) == "+412 is not a score: no contract gives it."


def test_any_score_has_an_end():
    assert why_impossible(412, 1, any_score=True) is None
    assert str(why_impossible(10_000, 1, any_score=True)) == (
        "+10000 is larger than any score of a board."
    )
