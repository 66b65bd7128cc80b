import pytest

from players.formats.members.contents import (
    fact_of,
    is_counter,
    is_of_codes,
    is_of_letters,
    is_of_whole_names,
    is_of_words,
)
from players.formats.members.facts import Fact


@pytest.mark.parametrize(
    ("cells", "fact"),
    [
        (["ann@example.org", "bo@example.org"], Fact.EMAIL),
        (["21-3-1958", "1961-01-02", "3/4/1970", "1.2.1980", "4 mei 1990"], Fact.BORN),
        (["1958", "1999"], Fact.BORN),
        (["1958"], None),
        (["3d", "12k", "1 dan", "9 kyu"], Fact.GRADE),
        (["GM", "wim", "FM"], Fact.TITLE),
        (["m", "v", "m"], Fact.GENDER),
        (["Male", "Female"], Fact.GENDER),
        (["m", "m"], None),
        (["06-12345678", "+44 20 1234567", "(030) 1"], None),
        (["06-12345678", "+44 20 1234567", "0301234567"], Fact.TELEPHONE),
        (["1834", "2210.0", "1500"], Fact.RATING),
        (["1000123", "24012345"], Fact.FIDE_NUMBER),
        (["NED", "ENG"], Fact.FEDERATION),
        (["Smith, Ann", "Berg, Jan van der"], Fact.NAME),
        (["Ann Smith", "Jan Jansen"], None),
        (["Utrecht", "Zeist"], None),
        ([], None),
        (["x@y.org"] * 9 + ["?"], Fact.EMAIL),
        (["x@y.org"] * 8 + ["?"] * 2, None),
    ],
)
def test_fact_is_known_by_the_cells(cells: list[str], fact: Fact | None):
    assert fact_of(cells) is fact


def test_counter_begins_with_1():
    assert is_counter(["1", "2", "3"])
    assert not is_counter(["1", "3"])
    assert not is_counter(["2", "3"])
    assert not is_counter(["1"])


def test_codes_words_and_whole_names():
    assert is_of_codes(["NED", "ned"])
    assert not is_of_codes(["Netherlands"])
    assert is_of_words(["Ann", "O'Brien", "J. P."])
    assert not is_of_words(["Ann", "Street 3"])
    assert is_of_letters(["Ann", "Guest 2", "12"])
    assert not is_of_letters(["Ann", "12"])
    assert is_of_whole_names(["Ann Lee", "Bo Finch", "Cher"])
    assert not is_of_whole_names(["Ann", "Bo", "Mary Jane"])
