import io
import random
import struct
import zipfile
from unittest.mock import patch

import pytest

from clubscore.text.problems import Refused
from players.domain.lookup import Listed, NumberKind
from players.formats.lookup import reading as opening
from players.formats.lookup.reading import Stream, open_list
from tests.players.formats.lookup.lists import EGD, FIDE, FIDE_XML, PARTS, TABLE, packed, plain


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


CLARA = Listed(
    "1000012", "Finch, Clara", "WFM", 2101, "NED", "1990", "", "w", 1999, 1888, 20, 20, 20
)


def players_of(file: io.BytesIO) -> list[Listed]:
    return list(open_list(file).players())


@pytest.mark.parametrize(
    ("text", "kind", "count"),
    [
        (FIDE, NumberKind.FIDE, 4),
        (FIDE_XML, NumberKind.FIDE, 2),
        (EGD, NumberKind.EGD, 3),
        (TABLE, NumberKind.NATIONAL, 2),
        (PARTS, NumberKind.FIDE, 2),
    ],
)
def test_each_kind_of_list_is_recognised(text: str, kind: NumberKind, count: int):
    reading = open_list(plain(text))

    assert (reading.kind, len(list(reading.players()))) == (kind, count)


@pytest.mark.parametrize("text", [FIDE, FIDE_XML, EGD, TABLE])
def test_an_archive_has_the_players_of_its_one_file(text: str):
    assert players_of(packed(text)) == players_of(plain(text))


def test_text_and_xml_have_the_same_player():
    assert players_of(plain(FIDE))[0] == players_of(plain(FIDE_XML))[0] == CLARA


def test_lines_without_a_player_are_counted():
    reading = open_list(plain("number,name\n1,Ann Finch\n,Nobody\n2,Bo Pym\n3,--\n4,Cy Wren\n"))
    found = [player.name for player in reading.players()]

    assert found == ["Ann Finch", "Bo Pym", "Cy Wren"]
    assert (reading.count, reading.skipped, reading.first_skipped) == (3, 2, 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty."),
        (b"\n\n", "The file is empty."),
        (b"number,name\n", "There is no player in the list."),
        (
            b"club,city\nHollybrook,Mill\n",
            "The first line has to name the columns, among them a number and a name: “number” or "
            "“FIDE id”, “name” or “family name”; also known are given name, title, rating, "
            "federation, born and grade. This one has: “club”, “city”.",
        ),
        (
            b"number,name\nAnn Finch,1\nBo Pym,2\n",
            "Most lines of the list have no number and name where their columns should be, the "
            "first of them line 2. Is it a list of players?",
        ),
        (
            b"ID Number      Name             Fed\n",
            "Line 1 looks like that of a rating list, but names no column for the number, the name "
            "and the rating.",
        ),
        (b"number,name\n1," + b"x" * 60_000, "Line 2 is longer than any of a list of players."),
        (b"<playerslist><player></playerslist>", "The list is damaged: line 1 is not XML."),
        (
            b'<!DOCTYPE a [<!ENTITY b "c">]><playerslist/>',
            "The list defines entities of its own, as no rating list does.",
        ),
        (b"PK\x03\x04 and no more", "The archive is damaged, or it is no zip archive."),
        (
            b'number,name\n1,"Ann' + b"\n x" * 90_000,
            "Line 2 cannot be read: its quotes do not match.",
        ),
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(data: bytes, message: str):
    with pytest.raises(Refused) as refused:
        players_of(plain(data))

    assert str(refused.value) == message


def test_an_archive_of_several_files_is_refused():
    with pytest.raises(Refused, match=r"has to hold one list, and this one holds 2 files\."):
        open_list(packed(FIDE, EGD))


def test_a_spreadsheet_is_to_be_saved_as_csv():
    sheet = io.BytesIO()
    with zipfile.ZipFile(sheet, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")

    with pytest.raises(Refused, match=r"Save the list as CSV\."):
        open_list(sheet)


def test_progress_is_counted_in_bytes_of_the_file():
    file = packed(FIDE)
    reading = open_list(file)
    assert list(reading.players())

    read, size = reading.part
    assert (0 < read <= size, size) == (True, len(file.getvalue()))
