import pytest

from clubscore.text.problems import Refused
from events.exchange.formats import usebio
from tests.events.exchange.files import data_of


def test_sections_with_hands_and_latin_letters():
    reading = usebio.read(data_of("sections.xml"))
    (event,) = reading.events
    assert (event.title, event.date, event.type, event.scoring, event.winners) == (
        "Café pairs", "2026-01-19", "PAIRS", "MATCH_POINTS", 2,
    )  # fmt: skip
    (section,) = event.sections
    pair = section.contestants[0]
    assert (pair.number, pair.direction, pair.players, pair.score, pair.place) == (
        "1", "NS", ("Ann Otter", "Bo Badger"), "75.00", "1",
    )  # fmt: skip
    one, two = section.boards
    assert (one.lines[0].contract, one.lines[0].lead, one.lines[0].tricks) == ("3NTX", "H10", 9)
    assert (one.lines[1].contract, one.lines[1].score_ns) == (None, -50)
    assert (two.lines[0].artificial, two.lines[0].mp_ns) == ((50, 50), "1")
    assert str(event.hands[1]).startswith("N:5.A85.K4.QT97632 ")
    assert [(notice.line, str(notice)) for notice in reading.notices] == [
        (25, "“42” is not a contract; the score is kept.")
    ]


def test_boards_straight_in_the_event_of_an_individual():
    (event,) = usebio.read(data_of("direct.xml")).events
    (board,) = event.sections[0].boards
    assert (event.type, event.scoring, event.winners) == ("INDIVIDUAL", "MATCH_POINTS", 1)
    assert (board.lines[0].ns, board.lines[0].ew) == (("1", "2"), ("3", "4"))


def test_matches_of_teams():
    (event,) = usebio.read(data_of("matches.xml")).events
    first, second = event.sections[0].boards[0].lines
    assert (event.type, event.scoring, event.winners) == ("TEAMS", "IMPS", None)
    assert (first.ns, first.ew, first.lead, first.round) == ("1", "2", "CA", 1)
    assert (second.ns, second.ew, second.lead) == ("2", "1", None)


@pytest.mark.parametrize(
    ("old", "kind", "scoring"),
    [
        ("MP_PAIRS", "PAIRS", "MATCH_POINTS"),
        ("BUTLER_PAIRS", "PAIRS", "BUTLER_IMPS"),
        ("SWISS_PAIRS_CROSS_IMPS", "SWISS_PAIRS", "CROSS_IMPS"),
    ],
)
def test_types_of_old(old, kind, scoring):
    (event,) = usebio.read(f'<USEBIO><EVENT EVENT_TYPE="{old}"/></USEBIO>'.encode()).events
    assert (event.type, event.scoring) == (kind, scoring)


def test_handset_beside_the_event():
    data = data_of("sections.xml")
    start, end = data.index(b"<HANDSET>"), data.index(b"</HANDSET>") + len(b"</HANDSET>")
    moved = data[:start] + data[end:].replace(b"</EVENT>", b"</EVENT>" + data[start:end])
    assert list(usebio.read(moved).events[0].hands) == [1]


def test_every_mistake_at_once_with_its_line():
    data = b"""<USEBIO><EVENT EVENT_TYPE="PAIRS"><PARTICIPANTS>
<PAIR><PLACE>1</PLACE></PAIR>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR></PARTICIPANTS>
<BOARD><BOARD_NUMBER>x</BOARD_NUMBER></BOARD>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><SCORE>1</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>many</SCORE>
</TRAVELLER_LINE><HAND><DIRECTION>N</DIRECTION><SPADES>AA</SPADES></HAND></BOARD>
</EVENT></USEBIO>"""
    with pytest.raises(Refused) as refused:
        usebio.read(data)
    problems = [(problem.line, problem.column) for problem in refused.value.problems]
    assert problems[:6] == [
        (2, "PAIR"),
        (4, "PAIR"),
        (5, "BOARD_NUMBER"),
        (6, "HAND"),
        (6, "HAND"),
        (7, "TRAVELLER_LINE"),
    ]
    assert problems[-1] == (8, "score")


def test_datum_of_a_board_is_kept_as_printed():
    data = data_of("sections.xml").replace(
        b"</BOARD_NUMBER>", b"</BOARD_NUMBER><BOARD_AVERAGE>-50</BOARD_AVERAGE>", 1
    )
    first, *others = usebio.read(data).events[0].sections[0].boards
    assert (first.datum, {board.datum for board in others}) == ("-50", {None})


def test_results_for_a_pair_that_does_not_exist_are_noted_and_stay():
    data = data_of("sections.xml").replace(
        b"<EW_PAIR_NUMBER>11</EW_PAIR_NUMBER>\n     <CONTRACT>",
        b"<EW_PAIR_NUMBER>77</EW_PAIR_NUMBER>\n     <CONTRACT>",
    )
    reading = usebio.read(data)
    assert reading.events[0].sections[0].boards[0].lines[0].ew == "77"
    assert "Board 1: there is no contestant 77." in [str(notice) for notice in reading.notices]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<USEBIO>",
        b"<html/>",
        b"<USEBIO/>",
        b'<!DOCTYPE USEBIO [<!ATTLIST EVENT a CDATA "b">]><USEBIO><EVENT/></USEBIO>',
        b'<!DOCTYPE USEBIO SYSTEM "a.dtd" [<!-- -->]><USEBIO><EVENT/></USEBIO>',
        b'<!DOCTYPE USEBIO [<!ENTITY a "b">]><USEBIO><EVENT/></USEBIO>',
        b'<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO>&a;</USEBIO>',
        b"<USEBIO>" + b"<a>" * 100 + b"</a>" * 100 + b"</USEBIO>",
        b'<?xml version="1.0" encoding="klingon"?><USEBIO/>',
    ],
)
def test_what_is_no_usebio(data):
    with pytest.raises(Refused):
        usebio.read(data)


def test_latin_letters_under_a_declaration_of_utf_8():
    data = data_of("sections.xml").replace(b"ISO-8859-1", b"UTF-8")
    assert usebio.read(data).events[0].title == "Café pairs"


def test_hands_beside_the_events_are_those_of_each():
    data = data_of("sections.xml")
    start, end = data.index(b"<HAND>"), data.rindex(b"</HAND>") + len(b"</HAND>")
    number = data.rindex(b"<BOARD_NUMBER>", 0, start)
    board = b"<BOARD>" + data[number : data.index(b"</BOARD_NUMBER>", number)] + b"</BOARD_NUMBER>"
    apart = b"<HANDSET>" + board + data[start:end] + b"</BOARD></HANDSET>"
    both = usebio.read(b"<USEBIO>" + apart + b"<EVENT/><EVENT/></USEBIO>").events
    (event,) = usebio.read(data).events
    assert [dict(each.hands) for each in both] == [dict(event.hands)] * 2


def test_more_events_than_are_looked_at_are_refused():
    assert len(usebio.read(b"<USEBIO>" + b"<EVENT/>" * 100 + b"</USEBIO>").events) == 100
    with pytest.raises(Refused, match="The file has 101 events"):
        usebio.read(b"<USEBIO>" + b"<EVENT/>" * 101 + b"</USEBIO>")
