from pathlib import Path

import pytest

from events.tournaments.formats.krause.cut import Cut, cut_off

CLUB = Path("tests/data/krause/club.tab").read_text()


def test_a_file_without_its_last_players_is_cut_off() -> None:
    whole, fewer = CLUB, CLUB[: CLUB.rindex("001 ")]
    assert [cut_off(text) for text in (whole, fewer)] == [None, Cut(9, 8)]


@pytest.mark.parametrize("text", ["", "062 9\n", "001    1      Lamb,Ada\n", "062 x\n001    1\n"])
def test_what_says_nothing_of_players_or_holds_none_is_not_taken_for_cut(text: str) -> None:
    assert cut_off(text) is None
