import pytest
from endplay.parsers import pbn as oracle
from endplay.types import Player

from events.exchange.formats import pbn
from events.exchange.formats.hands_writer import HandFormat, write_hands
from tests.events.exchange.files import data_of
from tests.events.exchange.formats.test_dealing_files import BOARDS


@pytest.mark.parametrize("to", HandFormat)
def test_each_format_byte_by_byte(to):
    expected = data_of(f"hands.{to}").replace(b"Headline=Made here", b"Headline=")
    assert write_hands(BOARDS, to) == expected


def test_pbn_is_what_endplay_reads():
    text = write_hands(BOARDS, HandFormat.PBN).decode()
    boards = oracle.loads(text)
    assert [each.board_num for each in boards] == [number for number, _ in BOARDS]
    assert [each.deal.to_pbn(Player.north) for each in boards] == [str(deal) for _, deal in BOARDS]
    assert [each.deal for each in pbn.read(text.replace("\r\n", "\n")).boards] == [
        deal for _, deal in BOARDS
    ]
