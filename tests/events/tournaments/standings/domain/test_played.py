"""Every tie-break of one small tournament in which everything was played, worked out by hand.

Ada 2½: beat Ben, drew with Cleo, beat Dan. Cleo 2: beat Dan, drew with Ada and Ben. Ben 1½: lost to
Ada, beat Dan, drew with Cleo. Dan 0.
"""

from dataclasses import replace

import pytest

from events.tournaments.standings.domain.catalogue import CATALOGUE
from tests.events.tournaments.standings.domain.strategies import FOOTBALL
from tests.events.tournaments.standings.domain.tables import (
    BEFORE_2026,
    places,
    points,
    table,
    values,
)

FOUR = table("""
    1 Ada 2000:  2w1  3b=  4w1
    2 Ben 1900:  1b0  4w1  3b=
    3 Cleo 1800: 4b1  1w=  2w=
    4 Dan 1701:  3w0  2b0  1b0
""")

WORKED = {
    # Won with White against 2 and 4; with Black against 4. Nobody had a bye.
    "WIN": "2 1 1 0",
    "WON": "2 1 1 0",
    # Ada was Black in round 2, Ben in 1 and 3, Cleo in 1, Dan in 2 and 3.
    "BPG": "1 2 1 2",
    "BWG": "0 0 1 0",
    # 1 + 1½ + 2½; 0 + 1 + 1½; 1 + 1½ + 2; nothing.
    "PS": "5 2½ 4½ 0",
    "PS/C1": "4 2½ 3½ 0",
    "PS/C2": "2½ 1½ 2 0",
    "REP": "3 3 3 3",
    "STD": "2½ 1½ 2 0",
    # Ada 1½ + 2 + 0, Ben 2½ + 0 + 2, Cleo 0 + 2½ + 1½, Dan 2 + 1½ + 2½.
    "BH": "3½ 4½ 4 6",
    # Without 0; without 0; without 0; without 1½.
    "BH/C1": "3½ 4½ 4 4½",
    # Without 0 and 1½; 0 and 2; 0 and 1½; 1½ and 2.
    "BH/C2": "2 2½ 2½ 2½",
    # Without 0 and 2; 0 and 2½; 0 and 2½; 1½ and 2½.
    "BH/M1": "1½ 2 1½ 2",
    # Two and two are more than there are.
    "BH/M2": "0 0 0 0",
    # With a drawn round 3 they have 2, 1½, 2 and ½: 1½ + 2 + ½, 2 + ½ + 2, ½ + 2 + 1½, 2 + 1½ + 2.
    "FB": "4 4½ 4 5½",
    "FB/C1": "3½ 4 3½ 4",
    # Without ½ and 1½; ½ and 2; ½ and 1½; 1½ and 2. Without the lowest and the highest.
    "FB/C2": "2 2 2 2",
    "FB/M1": "1½ 2 1½ 2",
    "FB/M2": "0 0 0 0",
    # (4½ + 4 + 6) / 3, (3½ + 6 + 4) / 3, (6 + 3½ + 4½) / 3, (4 + 4½ + 3½) / 3.
    "AOB": "29/6 4.5 14/3 4",
    # 1½·1 + 2·½ + 0·1; 2½·0 + 0·1 + 2·½; 0·1 + 2½·½ + 1½·½; 0.
    "SB": "2½ 1 2 0",
    # Ada without Dan's 0, Ben and Cleo too; Dan without Ben's 1½ times 0.
    "SB/C1": "2½ 1 2 0",
    # Ada without Dan and Ben (1½), Ben without Dan and Cleo (1), Cleo without Dan and Ben (¾).
    "SB/C2": "1 0 1.25 0",
    # Without Dan and Cleo, Dan and Ada, Dan and Ada, Ben and Ada.
    "SB/M1": "1½ 1 0.75 0",
    "SB/M2": "0 0 0 0",
    # Half of 3 points have Ada, Ben and Cleo: 1 + ½, 0 + ½, ½ + ½, 0.
    "KS": "1½ ½ 1 0",
    # 5401 / 3 = 1800.3, 5501 / 3 = 1833.7, 5601 / 3, 5700 / 3.
    "ARO": "1800 1834 1867 1900",
    # Without 1701: (1900 + 1800) / 2, (2000 + 1800) / 2, 3900 / 2; without 1800: 3900 / 2.
    "ARO/C1": "1850 1900 1950 1950",
    "ARO/C2": "1900 2000 2000 2000",
    "ARO/M1": "1800 1800 1900 1900",
    "ARO/M2": "- - - -",
    # 83 % is +273; 50 % is 0; 67 % is +125; 0 % is -800.
    "TPR": "2073 1834 1992 1100",
    # Nothing scored is 800 below the lowest opponent; the others by gacrux.
    "PTP": "2089 1831 2004 1000",
    # (1834 + 1992 + 1100) / 3, (2073 + 1100 + 1992) / 3, …
    "APRO": "1642 1722 1669 1966",
    "APPO": "1612 1698 1640 1975",
    "RTNG": "2000 1900 1800 1701",
    "RTNG/R": "2000 1900 1800 1701",
    "TPN": "1 2 3 4",
    "TPN/R": "1 2 3 4",
    # Nobody is tied.
    "DE": "- - - -",
    "DE/P": "- - - -",
    "EXT": "- - - -",
}


@pytest.mark.parametrize("code", [tie_break.code for tie_break in CATALOGUE])
def test_values_without_unplayed_rounds(code: str) -> None:
    assert values(FOUR, code) == points(WORKED[code])


@pytest.mark.parametrize("code", WORKED)
def test_values_before_2026_are_the_same_without_unplayed_rounds(code: str) -> None:
    older = replace(FOUR, start=BEFORE_2026)
    assert values(older, code) == values(FOUR, code)


def test_places_are_by_points_first() -> None:
    assert places(FOUR) == ["1 Ada", "2 Cleo", "3 Ben", "4 Dan"]
    assert places(FOUR, "BH", "RTNG") == ["1 Ada", "2 Cleo", "3 Ben", "4 Dan"]


def test_values_with_three_points_for_a_win() -> None:
    """Points 7, 4, 5, 0. A win counts 3, a draw 1; a draw in round 3 gives 5, 4, 5, 1."""
    played = replace(FOUR, system=FOOTBALL)
    # 4 + 5 + 0, 7 + 0 + 5, 0 + 7 + 4, 5 + 4 + 7
    assert values(played, "BH") == points("9 12 11 16")
    # 4·3 + 5·1 + 0·3, 7·0 + 0·3 + 5·1, 0·3 + 7·1 + 4·1, 0
    assert values(played, "SB") == points("17 5 11 0")
    # 3 + 4 + 7, 0 + 3 + 4, 3 + 4 + 5, 0
    assert values(played, "PS") == points("14 7 12 0")
    # 4 + 5 + 1, 5 + 1 + 5, 1 + 5 + 4, 5 + 4 + 5
    assert values(played, "FB") == points("10 11 10 14")
    # Half of 9 points is 4½: Ben's 4 are too few. Ada 1 from Cleo, Ben 0 + 1, Cleo 1, Dan 0.
    assert values(played, "KS") == points("1 1 1 0")
    assert values(played, "WIN") == points("2 1 1 0")
    assert values(played, "STD") == points("2½ 1½ 2 0")
    # Performance does not depend on what a win is worth.
    assert values(played, "TPR") == points("2073 1834 1992 1100")
