"""Auctions, card play and claims as LIN, PBN and the LIN of USEBIO have them."""

from functools import cache

import pytest

from events.exchange.figures.opening import open_results
from events.exchange.figures.played_boards import played_boards, write_played
from events.exchange.formats import lin, pbn, usebio
from events.exchange.formats.records import Record
from events.sessions.cardplay.domain.auction import MAX_CALLS, MAX_EXPLANATION
from events.sessions.cardplay.domain.tricks import end_of
from events.sessions.core.domain.contract import Seat
from tests.events.exchange.files import data_of

WHOLE = (
    "CKCTCACJHKHAHTH2DJD8DQH5DKS4DTD9D7H6DAD4S5STS2SJS6SKS7SQC2C5D3CQ"
    "HJD5H9HQS9S3C7SAC3D6C4C9C6C8S8H7H4H8H3D2"
)
UNTIL_8 = WHOLE[:16]
NOTRUMP = "P 1H 2NT! P 3NT P P P\n2 minors, 5-5"


@cache
def boards_of(name: str):
    return played_boards(open_results(data_of(name)).reading)


def test_of_an_auction_without_end_only_its_first_calls_are_kept():
    record = Record(1, 1, Seat.N, Seat.N, calls=[])
    for _ in range(3):
        record.call("P!" * 60, 1)
        record.explain("spades  and" * 40)
    assert record.calls == ["P"] * (MAX_CALLS + 1)
    assert len(record.explanations[MAX_CALLS]) < 3 * MAX_EXPLANATION


@pytest.mark.parametrize(
    ("place", "room", "contract", "auction", "play", "problems"),
    [
        ("plays.lin 0", "open", "3D N", "P P 1D P 1S! 2H! 3C P 3D P P P\n4 4+ spades, forcing",
         "H4H2HJHAD5D4DQC4=b claimed", []),
        ("plays.lin 1", "closed", "3NT N", NOTRUMP, "H4H2HJHADTD4DQC4 open", []),
        ("plays.lin 2", "open", "1NT E", "1D P 1NT P P P", "S2S9S3SJ?=7 cut",
         ["9: Board 16, card 5: East does not hold ♥2; North does."]),
        ("plays.lin 3", "closed", "1NT E", "1D P 1NT P P P", "S2S9S3SJ?=c cut",
         ["11: Board 16, card 5: ♠2 was played already (trick 1)."]),
        ("plays.lin 4", "open", None, None, "CA open",
         ["12: Board 17, call 2: “1C” cannot be made there; the auction is left out."]),
        ("plays.lin 5", "closed", None, None, "CA? cut",
         ["15: Board 17: “what” is not a call; the auction is left out.",
          "15: Board 17: “??” is not a card; the play ends before it."]),
        ("plays.pbn 0", "", "3NT N", NOTRUMP, f"{WHOLE} played", []),
        # The same, its rows in the order in which they were played.
        ("plays.pbn 1", "", "3NT N", NOTRUMP, f"{WHOLE} played", []),
        ("plays.pbn 2", "", "3NT N", "P 1H X", "CKCTCACJHKHA=9 claimed", []),
        ("plays.pbn 3", "", "3NT N", None, "CKCTCACJHKHAHTS2DJD8D6H5=9 revoke",
         ["96: Board 15: the auction begins with North, but South deals; it is left out."]),
        ("plays.pbn 4", "", "3NT N", None, f"{WHOLE} played",
         ["116: Board 15, call 2: “1H” cannot be made there; the auction is left out.",
          "132: Board 15, card 53: ♠2 is one more than the 52 cards of the pack."]),
        ("plays.pbn 5", "", "3NT N", None, f"{UNTIL_8}?=9 cut",
         ["147: Board 15: somebody called out of turn; the auction is left out.",
          "151: Board 15, card 9: North does not hold ♦8; East does."]),
        ("plays.pbn 6", "", "3NT N", None, "CKCTCACJHKHAHT?=9 cut",
         ["166: Board 15: the auction gives 4♠ by North, but the file says 3NT by North; it is"
          " left out.",
          "170: Board 15: “oops” is not a card; the play ends before it."]),
        ("plays.pbn 7", "", "PASS None", "P P P P", " none", []),
        ("plays.pbn 8", "", "3NT N", None, "CKCTCACJ?=9 cut",
         ["203: Board 15, card 5: it is not there; those after it are left out."]),
        ("plays.pbn 9", "", "3NT N", "P P 3NT", f"{UNTIL_8} open",
         ["218: Board 15: a claim of 13 tricks does not go with the cards; it is left out."]),
        ("plays.xml 0", "", "3NT N", NOTRUMP, f"{UNTIL_8}=8 claimed", []),
        ("plays.xml 1", "", "3NT N", NOTRUMP, "H4H2HJHA=9 claimed", []),
        ("plays.xml 2", "", "3NT N", None, " none",
         ["24: Board 15: the LIN of this line is of another contract; it is left out."]),
        ("plays.xml 3", "", "3NT N", None, " none",
         ["25: Board 15: the LIN of this line is of another deal; it is left out."]),
        ("plays.xml 4", "", "3NT N", None, " none",
         ["26: Board 15: the LIN of this line cannot be read; it is left out."]),
        ("plays.xml 5", "", "3NT N", None, " none", []),
        ("plays.xml 6", "", "3NT N", NOTRUMP, "H4H2?=9 cut",
         ["28: Board 15, card 3: West does not hold ♠2; South does."]),
    ],
)  # fmt: skip
def test_how_a_board_was_bid_and_played(place, room, contract, auction, play, problems):
    name, number = place.split()
    board = boards_of(name)[int(number)]
    value, declarer = board.contract
    tricks = board.tricks
    end = end_of(board.play, tricks.revoke if tricks else None)
    assert board.line.room == room
    assert (None if value is None else f"{value} {declarer}") == contract
    assert (str(board.line.auction) if board.line.auction else None) == auction
    assert f"{board.play} {end}" == play
    assert [f"{each.line}: {each.message}" for each in board.line.problems] == problems


def test_rooms_have_their_players_and_usebio_gets_its_hands():
    opened, closed = boards_of("plays.lin")[:2]
    assert [opened.names[seat] for seat in "NESW"] == ["Otter", "Heron", "Badger", "Stoat"]
    assert [closed.names[seat] for seat in "NESW"] == ["Weasel", "Shrew", "Marten#12", "Vole"]
    (event,) = usebio.read(data_of("plays.xml")).events
    assert event.hands == {15: opened.deal}


@pytest.mark.parametrize("to", ["lin", "pbn"])
@pytest.mark.parametrize("name", ["plays.lin", "plays.pbn", "plays.xml"])
def test_what_was_written_is_read_again(name, to):
    def facts(board):
        auction = str(board.line.auction or "").replace(", ", " ")
        cards = board.play.cards
        return board.board, board.deal, auction, cards, board.play.claim if cards else None

    before = [board for board in boards_of(name) if board.line.auction or board.line.play]
    text = write_played(before, to).decode("utf-8" if to == "lin" else "latin-1")
    reading = {"lin": lin.read, "pbn": pbn.read}[to](text.replace("\r\n", "\n"))
    assert sorted(map(str, map(facts, played_boards(reading)))) == sorted(
        str(facts(board)) for board in before
    )


def test_percent_and_plus_in_the_lin_of_a_line():
    text = data_of("plays.xml").decode()
    plus = text.replace("minors%2C+5-5", "1%2B1+minors")
    (event,) = usebio.read(plus.encode()).events
    line = event.sections[0].boards[0].lines[1]
    assert line.auction is not None
    assert line.auction.explanations == ((2, "1+1 minors"),)
