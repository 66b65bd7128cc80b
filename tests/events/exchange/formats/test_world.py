"""Files as other programs write them: what is read of each, and what is said of the rest."""

import pytest

from clubscore.text.problems import Refused
from events.exchange.domain.results_file import FileBoard, FileLine, Number
from events.exchange.figures.opening import Opened, has_results, open_results
from events.exchange.figures.planning import plan_of
from events.exchange.formats import bws, pbn
from tests.events.exchange.files import data_of


def opened(name: str) -> Opened:
    return open_results(data_of(f"world/{name}"))


def boards_of(reading) -> list[FileBoard]:
    if hasattr(reading, "events"):
        return [board for part in reading.events[0].sections for board in part.boards]
    return list(reading.boards)


def _side(section: str, number: Number, names: tuple[str, ...]) -> str:
    return f"{section}{number or ''}{'(' + '+'.join(names) + ')' if names else ''}"


def short(board: int, line: FileLine) -> str:
    """A line on one: board, pairs with names, contract, declarer, tricks, score."""
    ns = _side(line.section, line.ns, line.names_ns)
    ew = _side(line.section, line.ew, line.names_ew)
    contract = f"{line.contract or ''}{line.declarer or ''}"
    given = "A" + "/".join(map(str, line.artificial)) if line.artificial else line.score_ns
    tricks = "" if line.tricks is None else line.tricks
    return f"{board} {ns}-{ew} {contract}{tricks} {'NP' if line.not_played else given}"


MADE = "(Otter, Al+Badger, Bo)-(Heron, Cy+Stoat, Dee) 4HS10 420"
FOUR = ["1 3-4 4SN9 -50", "1 5-6 4SN9 -50", "1 7-8 3SN9 140"]
SECTIONS = ["1 A1-A2 4HS11 450", "1 A3-A4 4HS10 420", "1 B1-B2 3NTN8 -50", "1 B3-B4 3NTN9 400"]
CLUB = [
    "1 A1(Otter+Badger)-A1(Heron+Stoat) 4HS11 450",
    "1 A2(Finch+Wren)-A2(Newt+Toad) 4HS10 420",
    "1 B1(Mole+Vole)-B1(Hare+Lynx) PASS 0",
    "1 B2(Crow+Rook)-B2(Carp+Tench) 3NTXN8 -100",
]
HYPHENS = [
    "1 A1(Al Otter+Bo Badger)-A1(Cy Heron+Dee Stoat) 4HS10 420",
    "1 A3(Anne-Marie Mole+Joe Vole)-A3(Kay Hare+Lee Lynx) 4HS9 -50",
]
BLANKS = [
    "1 A1(Van Otter+De Badger)-A1(Ter Heron+Stoat) 4HS10 420",
    "1 A3(Mole+Vole)-A3(Hare+Lynx) 4HS9 -50",
]
AVERAGES = [
    "1 A1(Al Otter)-A1(Cy Heron) 4HS10 420",
    "1 A2(Ed Finch)-A2(Gi Newt)  A60/40",
    "1 A3(Ida Mole)-A3(Kay Hare)  NP",
    "1 A4(Lou Crow)-A4(Max Carp) PASS 0",
]
SECOND = ["1 " + MADE, "1 (Finch, Ed+Wren, Fay)-(Newt, Gi+Toad, Hy) 3NTN9 400"]
VUGRAPH = ["1 (ned+sue)-(eve+wes) 1SN7 80", "1 (nora+sam)-(ed+walt) 2SN8 110"]


@pytest.mark.parametrize(
    ("name", "lines", "said"),
    [
        ("sections.pbn", SECTIONS, ""),
        ("sections-apart.pbn", ["1 A1-A2 4HS11 450", "1 B3-B4 3NTN8 -50",
                                "2 A3-A4 4HS10 620", "2 B1-B2 3NTN8 -100"], ""),
        ("club-game.pbn", CLUB, "“Otter-Badger” is taken for two partners"),
        ("letters.pbn", SECTIONS, "are taken for the sections A, B."),
        ("nobody.pbn", ["1 - 4HS10 420"], ""),
        ("multiplicity.pbn", ["1 - 4HS11 450", "1 - 4HS10 420", "1 - 3NTN8 -50"],
         "Board 1: this row stands for 7 results."),
        ("second-room.pbn", SECOND, "another result of the game before, board 1."),
        ("no-board.pbn", [], "by its place in the file it is board 1."),
        ("statistics.pbn", [], "4 lines from here on, beginning with “Frequency HCP South :”"),
        ("side.pbn", [f"{board} {MADE}" for board in (1, 3, 4)], ""),
        ("declarers-score.pbn", ["1 " + MADE.replace("4HS10 420", "4SW9 50")], ""),
        ("averages.pbn", AVERAGES, ""),
        ("hyphens.pbn", HYPHENS, "Al Otter and Bo Badger; all others alike."),
        ("blanks.pbn", BLANKS, "Van Otter and De Badger; all others alike."),
        ("utf16.pbn", ["1 " + MADE], ""),
        ("iso-day.pbn", ["1 " + MADE], ""),
        ("title-day.pbn", ["1 " + MADE], ""),
        ("bad-deal.pbn", ["1 " + MADE, "2 " + MADE.replace("Al", "Cid").replace("420", "620")],
         "“N:A K” is not a deal"),
        ("redouble.lin", ["27 (ned+sue)-(eve+wes) 1SXXN7 520"], ""),
        ("vugraph.lin", VUGRAPH, ""),
        ("utf16.lin", ["27 (ned+sue)-(eve+wes) 1SN7 80"], ""),
        ("decimals.xml", ["1 1-2 4SN10 420", *FOUR], ""),
        ("passed.xml", ["1 1-2 PASS 0", *FOUR], ""),
        ("average.xml", ["1 1-2  A60/40", *FOUR], ""),
        ("not-played.xml", ["1 1-2  NP", *FOUR], ""),
        ("variable.xml", ["1 1-2  A75/40", *FOUR],
         "Board 1: the file says 60/40 % and awards 4.5 and 2.4 of 6. The points are taken."),
        ("unknown-type.xml", ["1 1-2 4SN10 420", *FOUR], "“BUTLERPAIRS” is not a type of event"),
        ("unknown-type.xml", ["1 1-2 4SN10 420", *FOUR], "Board 1: 1 sat out"),
        ("unknown-type.xml", ["1 1-2 4SN10 420", *FOUR], "Board 1: this line does not say who"),
    ],
)  # fmt: skip
def test_lines_and_what_is_said(name: str, lines: list[str], said: str):
    file = opened(name)
    problems = [str(problem) for problem in (*file.losses, *file.notices)]
    assert [
        short(board.board, line) for board in boards_of(file.reading) for line in board.lines
    ] == lines
    assert any(said in problem for problem in problems) if said else problems == []


@pytest.mark.parametrize(
    ("name", "day"),
    [("iso-day.pbn", "2026-02-05"), ("title-day.pbn", "2026-02-12"), ("utf16.pbn", "2026-02-05")],
)
def test_days(name: str, day: str):
    assert opened(name).reading.date == day


@pytest.mark.parametrize(
    ("date", "day"),
    [("5/13/2026", "2026-05-13"), ("13/5/2026", "2026-05-13"), ("20260513", "2026-05-13"),
     ("5/3/2026", None), ("2026.??.??", None), ("2026.02.30", None)],
)  # fmt: skip
def test_a_day_that_might_be_two_is_none(date: str, day: str | None):
    assert pbn.read(f'[Date "{date}"]\n[Board "1"]\n').date == day


def test_boards_without_numbers_and_hands_beside_statistics():
    reading = opened("no-board.pbn").reading
    assert [(board.board, board.deal is not None) for board in boards_of(reading)] == [
        (1, True), (2, True),
    ]  # fmt: skip
    assert [board.deal is not None for board in boards_of(opened("bad-deal.pbn").reading)] == [
        True, False,
    ]  # fmt: skip
    # Hands with a contract that nobody is named for are hands.
    assert not has_results(opened("nobody.pbn").reading)


@pytest.mark.parametrize(
    ("name", "contestants"),
    [
        ("sections.pbn", ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]),
        ("sections-apart.pbn", ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]),
        ("letters.pbn", ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]),
        ("club-game.pbn", ["AEW1", "AEW2", "ANS1", "ANS2", "BEW1", "BEW2", "BNS1", "BNS2"]),
    ],
)
def test_a_section_is_part_of_who_a_contestant_is(name: str, contestants: list[str]):
    planned = plan_of(opened(name).reading).contestants
    assert sorted(contestant.label for contestant in planned) == contestants


def test_letters_of_sections_in_usebio_and_traveller_lines():
    data = data_of("world/decimals.xml").decode()
    for number in range(1, 9):
        letter = "AB"[number > 4]
        for tag in ("PAIR_NUMBER", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER"):
            data = data.replace(f"<{tag}>{number}<", f"<{tag}>{letter}{(number - 1) % 4 + 1}<")
    lines = "Board,NS,EW,Score\n1,A1,A2,420\n1,A3,A4,-50\n1,B1,B2,-50\n1,B3,B4,140\n"
    for file in (data, lines):
        plan = plan_of(open_results(file.encode()).reading, date="2026-02-03")
        assert [contestant.label for contestant in plan.contestants] == [
            "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4",
        ]  # fmt: skip
        assert [line.result.score_ns for line in plan.lines] == [420, -50, -50, 140]


def test_imps_under_percentage_are_points():
    data = data_of("world/decimals.xml").decode().replace("MATCH_POINTS", "CROSS_IMP_POINTS")
    data = data.replace("MP_PAIRS", "CROSS_IMPS").replace(
        "<PAIR>", "<PAIR><PERCENTAGE>7</PERCENTAGE>"
    )
    opened = open_results(data.encode())
    assert not any(each.is_percentage for each in plan_of(opened.reading).contestants)
    assert "what stands under PERCENTAGE are points" in str(opened.notices[0])


ROWS = {
    "Section": {"ID": [1], "Letter": ["A"], "Tables": [2], "ScoringType": [1], "Winners": [1]},
    "ReceivedData": {
        "ID": [1, 2, 3, 4], "Section": [1] * 4, "Table": [1, 2, 3, 1], "Round": [1] * 4,
        "Board": [1, 1, 1, 2], "PairNS": [1, 3, 5, 1], "PairEW": [2, 4, 6, 2],
        "Declarer": [1, 0, 0, 1], "NS/EW": ["N", "", "", "S"],
        "Contract": ["4 S", "", "", "3 NT"], "Result": ["=", "", "", "-1"],
        "LeadCard": [""] * 4, "Remarks": ["", "Arbitral score", "62.5% - 0%", ""],
    },
    "HandRecord": {
        "Section": [1, 1], "Board": [1, 2],
        "NorthSpades": ["5", ""], "NorthHearts": ["A85", ""], "NorthDiamonds": ["K4", ""],
        "NorthClubs": ["QT97632", ""], "EastSpades": ["T9832", ""], "EastHearts": ["3", ""],
        "EastDiamonds": ["8762", ""], "EastClubs": ["A84", ""], "SouthSpades": ["AK76", ""],
        "SouthHearts": ["QJT94", ""], "SouthDiamonds": ["AQ9", ""], "SouthClubs": ["J", ""],
        "WestSpades": ["QJ4", ""], "WestHearts": ["K762", ""], "WestDiamonds": ["JT53", ""],
        "WestClubs": ["K5", ""],
    },
}  # fmt: skip


def test_remarks_and_blank_rows_of_a_database():
    reading = bws.read(ROWS)
    (section,) = reading.sections
    assert [short(board, line) for board, line in section.lines] == [
        "1 1-2 4SN10 420", "1 3-4  None", "1 5-6  A125/2/0", "2 1-2 3NTS8 -100",
    ]  # fmt: skip
    assert list(section.hands) == [1]
    assert [str(notice) for notice in reading.notices] == [
        "Section A, board 1: pairs 3 and 4 have the remark “Arbitral score”, but no score; the line"
        " is left to be settled."
    ]
    assert reading.losses == ()
    # The line is there for the director, without a result.
    assert [line.result.is_empty for line in plan_of(reading, date="2026-02-05").lines] == [
        False, True, False, False,
    ]  # fmt: skip


def test_a_csv_for_bridgewebs_says_what_to_do():
    data = b"#VERSION 1\n#TITLE Pairs\n#SCORES\nPOSITION,PAIR\n#TRAVELLERS\n"
    with pytest.raises(Refused, match="let the program that wrote it save USEBIO or PBN"):
        open_results(data)
