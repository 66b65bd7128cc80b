from players.domain.lookup import Listed
from players.formats.lookup import fide_xml
from tests.players.formats.lookup.lists import FIDE_XML


def test_players_come_one_by_one():
    pieces = [FIDE_XML[start : start + 50].encode() for start in range(0, len(FIDE_XML), 50)]

    assert list(fide_xml.read(iter(pieces))) == [
        (
            1,
            Listed(
                "1000012",
                "Finch, Clara",
                "WFM",
                2101,
                "NED",
                "1990",
                "",
                "w",
                1999,
                1888,
                20,
                20,
                20,
            ),
        ),
        (2, Listed("1000047", "O'Hare & Sons", "", None, "ENG", "", "", "m")),
    ]


def test_a_player_without_a_number_is_none():
    text = b"<playerslist><player><name>Ann</name></player></playerslist>"

    assert list(fide_xml.read(iter([text]))) == [(1, None)]


def test_an_endless_text_is_cut_and_so_no_name():
    long = b"x" * 100_000
    text = b"<playerslist><player><fideid>1</fideid><name>%b</name></player></playerslist>" % long

    assert list(fide_xml.read(iter([text]))) == [(1, None)]
