import pytest

from clubscore.problems import Refused
from clubscore.spreadsheets import MAX_CELLS, MAX_ROWS, refuse_bomb
from tests.files import SPREADSHEETS, spreadsheet, with_rows

LEFT_TO_THE_READER = {"cut off", "no archive", "entities"}


@pytest.mark.parametrize("kind", [each for each in SPREADSHEETS if each not in LEFT_TO_THE_READER])
def test_a_bomb_is_refused(kind: str):
    data, sentence = SPREADSHEETS[kind]

    with pytest.raises(Refused) as caught:
        refuse_bomb(data)

    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("kind", sorted(LEFT_TO_THE_READER))
def test_a_damaged_one_is_left_to_its_reader(kind: str):
    assert refuse_bomb(SPREADSHEETS[kind][0]) is None


def test_a_sound_one_passes():
    assert (
        refuse_bomb(spreadsheet(*(("Ada", f"Lark {n}", "7", "Ours") for n in range(500)))) is None
    )


def test_the_limits_themselves_pass():
    assert refuse_bomb(with_rows(b"<row>" + b"<c><v>1</v></c>" * MAX_CELLS + b"</row>")) is None
    assert refuse_bomb(with_rows(b"<row/>" * MAX_ROWS)) is None


def test_prefixes_hide_nothing():
    with pytest.raises(Refused, match="The spreadsheet has 11 cells"):
        refuse_bomb(with_rows(b"<row>" + b"<x:c/>" * 11 + b"</row>"), most_cells=10)
    with pytest.raises(Refused, match="The spreadsheet has 3 rows"):
        refuse_bomb(with_rows(b"<x:row >" * 3), most_rows=2)
