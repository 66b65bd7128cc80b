import random
import struct
from unittest.mock import patch

import pytest

from clubscore.problems import Refused
from players.formats.lookup import opening
from players.formats.lookup.opening import Stream
from tests.players.formats.lookup.lists import packed, plain


def lines_of(data: str | bytes) -> list[str]:
    return list(Stream(plain(data)).lines())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_come_without_their_ends(end: str):
    assert lines_of(end.join(("one", "", "three", ""))) == ["one", "", "three"]


def test_every_line_is_decoded_by_itself():
    data = "Søren\n".encode() + "Åsa\n".encode("cp1252") + b"last"

    assert lines_of(data) == ["Søren", "Åsa", "last"]


def test_unicode_text_of_a_spreadsheet_is_read():
    assert lines_of("nummer\tnaam\r\n1\tÅsa\r\n".encode("utf-16")) == ["nummer\tnaam", "1\tÅsa"]


def test_lines_cross_the_pieces_in_which_a_file_is_read():
    lines = [str(number) * 7 for number in range(30_000)]

    assert lines_of("\n".join(lines)) == lines


def test_what_unpacks_to_too_much_is_refused():
    bomb = packed(b"a,b\n" * 2**20)
    with patch.object(opening, "MAX_UNPACKED", 2**21):
        stream = Stream(bomb)
        with pytest.raises(Refused, match=r"Unpacked, the list is larger than 2 MiB\."):
            list(stream.pieces())


def test_an_endless_directory_is_not_read():
    data = bytearray(packed(b"number,name\n").getvalue())
    struct.pack_into("<I", data, data.rfind(b"PK\x05\x06") + 12, 2**21)

    with pytest.raises(Refused, match="The archive is damaged"):
        Stream(plain(bytes(data)))


@pytest.mark.parametrize("seed", range(20))
def test_damaged_archives_are_refused_or_read(seed: int):
    data = bytearray(packed(b"number,name\n" + b"1,Ann Finch\n" * 500).getvalue())
    chance = random.Random(seed)
    for _ in range(8):
        data[chance.randrange(2, len(data))] = chance.randrange(256)

    try:
        lines = list(Stream(plain(bytes(data))).lines())
    except Refused as refused:
        assert str(refused)
    else:
        assert lines
