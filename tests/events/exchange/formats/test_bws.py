import pytest

from clubscore.text.problems import Refused
from events.exchange.formats import bws

SECTION = {
    "ID": [1],
    "Letter": ["A  "],
    "Tables": [2],
    "ScoringType": [1],
    "Winners": [0],
    "MissingPair": [0],
}
ROUNDS = {
    "Section": [1, 1], "Table": [1, 2], "Round": [1, 1], "NSPair": [1, 2], "EWPair": [11, 12],
    "LowBoard": [1, 3], "HighBoard": [2, 4], "CustomBoards": [None, "3,5"],
}  # fmt: skip
COLUMNS = (
    "ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer", "NS/EW", "Contract",
    "Result", "LeadCard", "Remarks", "Erased",
)  # fmt: skip


def tables(*rows, **more):
    received = {column: [row[place] for row in rows] for place, column in enumerate(COLUMNS)}
    return {"Section": SECTION, "RoundData": ROUNDS, "ReceivedData": received, **more}


def row(number=1, *, table=1, board=1, ns=1, ew=11, by=1, seat="N", contract="3 NT x", result="+1",
        lead="", remark="", erased=False):  # fmt: skip
    return (number, 1, table, 1, board, ns, ew, by, seat, contract, result, lead, remark, erased)


def test_section_with_its_lines():
    section = bws.read(tables(row(lead="H10"))).sections[0]
    ((board, line),) = section.lines
    assert (section.letter, section.tables, section.winners, section.rounds) == ("A", 2, 2, 1)
    assert (board, line.ns, line.ew, line.round, line.table) == (1, "1", "11", 1, 1)
    assert (line.contract, line.declarer, line.tricks, line.lead) == ("3NTX", "N", 10, "H10")
    assert line.score_ns == 650


def test_each_section_has_its_own_rows():
    rows = [(n, n % 1_000 + 1, *row(n, board=n // 1_000 + 1)[2:]) for n in range(30_000)]
    sections = {column: list(range(1, 1_001)) for column in ("ID", "Letter", "Tables")}
    found = bws.read(tables(*rows) | {"Section": sections}).sections
    assert [len(section.lines) for section in found] == [30] * 1_000
    assert [board for board, _ in found[7].lines] == list(range(1, 31))


def test_section_that_is_there_again_is_one():
    again = {column: values * 1_000 for column, values in SECTION.items()}
    assert len(bws.read(tables(row()) | {"Section": again}).sections) == 1


def test_last_entry_counts_unless_it_is_erased():
    lines = (
        bws.read(
            tables(
                row(3, result="-1"),
                row(1, result="="),
                row(2, board=2),
                row(4, board=2, erased=True),
            )
        )
        .sections[0]
        .lines
    )
    assert [(board, line.score_ns) for board, line in lines] == [(1, -100)]


@pytest.mark.parametrize(
    ("remark", "artificial", "not_played"),
    [("40%-60%", (40, 60), False), ("Not played", None, True), ("", None, True)],
)
def test_boards_that_were_not_played(remark, artificial, not_played):
    reading = bws.read(tables(row(contract="", result="", remark=remark, by=0)))
    ((_, line),) = reading.sections[0].lines
    assert (line.artificial, line.not_played, line.score_ns) == (artificial, not_played, None)


@pytest.mark.parametrize("changes", [{"remark": "Wrong direction", "by": 0}, {"by": 11}])
def test_pairs_that_exchanged_seats(changes):
    reading = bws.read(tables(row(**changes)))
    ((_, line),) = reading.sections[0].lines
    assert (line.ns, line.ew) == ("11", "1")
    assert "exchanged seats" in str(reading.notices[0])


def test_missing_and_unplanned_boards_are_noted():
    notices = [str(notice) for notice in bws.read(tables(row(), row(2, board=9))).notices]
    assert notices == [
        "Section A: 1 results of 4 that the movement has.",
        "Section A: the movement has no board 9 for pairs 1 and 11 in round 1.",
    ]


def test_names_by_the_pair_and_where_it_began():
    players = {
        "Section": [1] * 5, "Table": [1, 1, 1, 1, 2], "Direction": ["N", "S", "E", "W", "N"],
        "Number": ["", "", "", "77", ""], "Name": ["Ann", "Bo", "Cy", "", "Di"], "Round": [0] * 5,
    }  # fmt: skip
    names = {"strID": ["77"], "Name": ["Fay"]}
    section = bws.read(tables(row(), PlayerNumbers=players, PlayerNames=names)).sections[0]
    assert section.players == {"1NS": ("Ann", "Bo"), "11EW": ("Cy", "Fay"), "2NS": ("Di",)}


def test_individual():
    data = tables(row())
    data["ReceivedData"] |= {"South": [3], "West": [4]}
    ((_, line),) = bws.read(data).sections[0].lines
    assert (line.ns, line.ew) == (("1", "3"), ("11", "4"))


def test_what_cannot_be_read_is_named_and_costs_its_cell():
    hands = {"Section": [1], "Board": [1], "NorthSpades": ["AKQ"]}
    data = tables(
        row(contract="9 X"),
        row(2, board=2, result="+9"),
        row(3, table=2, seat="Q"),
        HandRecord=hands,
    )
    wrong = [
        "Contract", "Result", "NS/EW", "HandRecord", "HandRecord", "HandRecord", "HandRecord",
    ]  # fmt: skip
    with pytest.raises(Refused) as refused:
        bws.read(data)
    assert [problem.column for problem in refused.value.problems] == wrong
    for name, column in tables(row(4, board=3))["ReceivedData"].items():
        data["ReceivedData"][name] = [*data["ReceivedData"][name], *column]
    reading = bws.read(data)
    assert [problem.column for problem in reading.losses] == wrong
    assert [line.is_settled for _, line in reading.sections[0].lines] == [False] * 3 + [True]


@pytest.mark.parametrize("data", [{}, {"ReceivedData": {}}])
def test_databases_of_something_else(data):
    with pytest.raises(Refused):
        bws.read(data)


def test_length_is_whole_pages():
    bws.refuse_cut_off(bytes(2_048))
    for data in (bytes(3_000), bytes(0x14) + b"\1" + bytes(2_048 * 3 - 21)):
        with pytest.raises(Refused):
            bws.refuse_cut_off(data)
