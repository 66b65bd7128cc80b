"""LIN, DUP and DLM: three ways to write the same hands."""

import pytest

from clubscore.text.problems import Refused
from events.exchange.formats import dlm, dup, lin, pbn
from tests.events.exchange.files import data_of, text_of

DEALS = [board.deal for board in pbn.read(text_of("hands.pbn")).boards]
BOARDS = [(number, deal) for number, deal in enumerate(DEALS, start=1) if deal]
READINGS = {
    "lin": lin.read(text_of("hands.lin")),
    "dlm": dlm.read(text_of("hands.dlm")),
    "dup": dup.read(data_of("hands.dup")),
}


@pytest.mark.parametrize("name", READINGS)
def test_same_hands_in_every_format(name):
    boards = READINGS[name].boards
    assert [(each.board, each.deal) for each in boards] == BOARDS
    assert [(board.dealer, board.vulnerable) for board in boards[:4]] == [
        ("N", "None"), ("E", "NS"), ("S", "EW"), ("W", "All"),
    ]  # fmt: skip


def test_written_as_other_programs_write_them():
    assert lin.write(BOARDS) == data_of("hands.lin")
    assert dup.write(BOARDS) == data_of("hands.dup")
    assert dlm.write(BOARDS) == data_of("hands.dlm").replace(b"Made here", b"")


def test_lin_of_a_board_that_was_played():
    (board,) = lin.read(text_of("played.lin")).boards
    (line,) = board.lines
    assert (board.board, board.dealer, board.vulnerable, board.deal) == (3, "S", "EW", DEALS[0])
    assert (line.contract, line.declarer, line.tricks, line.lead, line.score_ns) == (
        "4HX", "S", 10, "SQ", 590,
    )  # fmt: skip
    assert (line.names_ns, line.names_ew) == (("Otter", "Badger"), ("Heron", "Stoat"))


def test_tricks_of_a_board_played_to_the_end():
    hands = ("SAKQJT98765432HDC", "SHAKQJT98765432DC", "SHDAKQJT98765432C")
    deal = f"md|1{','.join(hands)},|sv|o|"
    ranks = "AKQJT98765432"
    # South wins the first trick with a trump and leads on.
    ruffed = "pc|HA|pc|DA|pc|CA|pc|SA|" + "".join(
        f"pc|S{rank}|pc|H{rank}|pc|D{rank}|pc|C{rank}|" for rank in ranks[1:]
    )
    cards = "".join(f"pc|H{rank}|pc|D{rank}|pc|C{rank}|pc|S{rank}|" for rank in ranks)
    spades = lin.read(f"{deal}mb|1S|mb|p|mb|p|mb|p|{ruffed}").boards[0].lines[0]
    assert (spades.contract, spades.tricks, spades.lead) == ("1S", 13, "HA")
    assert lin.read(f"{deal}mb|1N|mb|ppp|{cards}").boards[0].lines[0].tricks == 0
    assert lin.read(f"{deal}mb|p|mb|p|mb|p|mb|p|").boards[0].lines[0].contract == "PASS"
    (begun,) = lin.read(f"{deal}mb|1S|mb|p|").boards[0].lines
    assert (begun.contract, begun.is_settled, begun.is_record_alone) == (None, False, True)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [1]),
        ("qx|o1|", [1]),
        ("qx|o1|md|1nonsense|\nqx|o2|\nmd|1SAKHDC,S,S|", [1, 3]),
        ("md|1SAHDC,,,|mb|8S|\npc|XX|", None),
    ],
)
def test_lin_that_is_wrong(text, lines):
    with pytest.raises(Refused) as refused:
        lin.read(text)
    if lines:
        assert [problem.line for problem in refused.value.problems] == lines


def test_what_is_wrong_in_dlm_costs_its_board():
    text = text_of("hands.dlm").replace(
        "kpfgineokipchilofhdfmibana001", "kpfgineokipchilofhdfmibana002"
    )
    text = text.replace("Board 02=jee", "Board 02=zee")
    reading = dlm.read(text.replace("From board=1\n", "From board=0\n"))
    assert [(each.board, each.deal) for each in reading.boards] == BOARDS[2:]
    assert [(problem.line, str(problem.message)) for problem in reading.losses] == [
        (None, "From board 0 to board 24 are no boards; all that the file has are read."),
        (12, "Board 1: its check digits are 002, and should be 001; it is left out."),
        (14, "“Board 02=zeeopgmgfoigimoihifepmmhak015” is not a board, 26 letters from a to p and"
             " three digits; it is left out."),
    ]  # fmt: skip


def test_the_first_of_two_boards_of_one_number_counts():
    text = text_of("hands.dlm")
    [row] = [row for row in text.splitlines() if row.startswith("Board 03")]
    letters = row[9:35].translate(str.maketrans("abcd", "badc"))
    other = f"Board 03={letters}{dlm.checksum(3, letters):03d}"
    assert dlm.read(f"{text}\n{row}").losses == ()
    reading = dlm.read(f"{text}\n{other}")
    assert [(each.board, each.deal) for each in reading.boards] == BOARDS
    assert [str(each.message) for each in reading.losses] == [
        "Board 3 is here twice; the first counts."
    ]


def test_dlm_letters_that_are_no_deal():
    letters = "a" * 26
    text = (
        f"[Document]\nFrom board=1\nTo board=1\nBoard 01={letters}{dlm.checksum(1, letters):03d}\n"
    )
    with pytest.raises(Refused) as refused:
        dlm.read(text)
    assert [problem.line for problem in refused.value.problems] == [4] * 4


@pytest.mark.parametrize("text", ["[Document]\n", "[Document]\nFrom board=9\nTo board=1\n"])
def test_dlm_without_boards(text):
    with pytest.raises(Refused):
        dlm.read(text)


def test_dlm_has_99_boards():
    with pytest.raises(Refused):
        dlm.write([(100, BOARDS[0][1])])


def test_dup_for_a_machine_that_shows_nothing():
    data = data_of("hands.dup")
    blind = data[:78] + b" " * 68 + data[146:]
    assert dup.read(blind).boards[0].deal == DEALS[0]


@pytest.mark.parametrize(
    ("change", "left_out", "count"),
    [
        (lambda data: b"1010" + data[4:], {1}, 1),
        (lambda data: b"53" + data[2:], {1}, 1),
        (lambda data: data[:80] + b"2" + data[81:], {1}, 1),
        (lambda data: data[:146] + b"Z" + data[147:], set(), 1),
        (lambda data: b"99" + data[2:156] + b"99" + data[158:], {1, 2}, 2),
    ],
)
def test_what_is_damaged_in_dup_costs_its_board(change, left_out, count):
    reading = dup.read(change(data_of("hands.dup")))
    rest = [board for board in BOARDS if board[0] not in left_out]
    assert [(each.board, each.deal) for each in reading.boards] == rest
    assert len(reading.losses) == count


@pytest.mark.parametrize("part", [slice(0, -20), slice(0, 155)])
def test_dup_that_is_cut_off(part):
    data = data_of("hands.dup")[part]
    with pytest.raises(Refused):
        dup.read(data if len(data) > 155 else b"53" + data[2:])
