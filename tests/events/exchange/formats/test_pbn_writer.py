from typing import Any

import pytest

from events.exchange.formats import pbn
from events.exchange.formats.pbn_writer import PbnBoard, PbnTable, quoted, write, write_hands
from events.sessions.hands.domain import HandFormat, read_makeable
from tests.events.exchange.files import data_of
from tests.events.exchange.formats.test_dealing_files import BOARDS


@pytest.mark.parametrize("to", HandFormat)
def test_each_format_byte_by_byte(to):
    expected = data_of(f"hands.{to}").replace(b"Headline=Made here", b"Headline=")
    assert write_hands(BOARDS, to) == expected


def read_by_endplay(text: str) -> list[Any]:
    """Its boards, which have the same numbers and deals."""
    # It takes long to import.
    from endplay.parsers import pbn as oracle
    from endplay.types import Player

    boards = oracle.loads(text)
    assert [(board.board_num, board.deal.to_pbn(Player.north)) for board in boards] == [
        (number, str(deal)) for number, deal in BOARDS
    ]
    return list(boards)


def test_pbn_is_what_endplay_reads():
    text = write_hands(BOARDS, HandFormat.PBN).decode()
    assert read_by_endplay(text)
    assert [board.deal for board in pbn.read(text.replace("\r\n", "\n")).boards] == [
        deal for _, deal in BOARDS
    ]


MAKEABLE = read_makeable("97a8997a893535435354")

TABLE = PbnTable(
    "ScoreTable",
    ("PairId_NS\\2R", "PairId_EW\\2R", "Names_NS\\9L", "Contract\\5L", "Declarer", "Result\\2R"),
    [(" 1", "11", quoted('O"tter;B\\adger'), "4H   ", "S", "10")],
)


def test_board_with_everything_is_read_back():
    board = PbnBoard(1, BOARDS[0][1], MAKEABLE, (TABLE,))
    data = write([board], event='A "cup"\nof\x00 tea', date="2026.01.19", scoring="MP")
    reading = pbn.read(data.decode("latin-1").replace("\r\n", "\n"))
    (read,) = reading.boards
    assert (reading.title, reading.date) == ('A "cup" of  tea', "2026-01-19")
    assert (read.deal, read.double_dummy) == (BOARDS[0][1], "97a8997a893535435354")
    assert read.par == "NS 420"
    assert read.lines[0].names_ns == ('O"tter', "B\\adger")
    assert (read.lines[0].contract, read.lines[0].tricks) == ("4H", 10)
    assert data == write([board], event='A "cup"\nof\x00 tea', date="2026.01.19", scoring="MP")


def test_no_line_is_longer_than_the_standard_allows():
    lines = write([PbnBoard(1)], event="e" * 900).decode().split("\r\n")
    assert max(len(line) for line in lines) == 255


def test_endplay_reads_the_same_deals_contracts_and_tables():
    written = write([PbnBoard(number, deal, MAKEABLE, (TABLE,)) for number, deal in BOARDS])

    boards = read_by_endplay(written.decode())

    assert [board.dealer.abbr for board in boards[:5]] == ["N", "E", "S", "W", "N"]
    assert {board.info.DoubleDummyTricks for board in boards} == {str(MAKEABLE)}
    rows = boards[0].info.OptimumResultTable["rows"]
    assert [f"{int(tricks):x}" for _, _, tricks in rows] == list(str(MAKEABLE))
    assert [row[3:] for row in boards[0].info.ScoreTable["rows"]] == [["4H", "S", "10"]]
