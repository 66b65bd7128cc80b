r"""The auction and the play of a PBN game, from their tables.

A call or card may have a suffix (``!``, ``?``), a note (``=1=``), an annotation (``$12``); ``^I``
and ``^S`` stand before a call, ``^R`` and ``^L`` before a card, that was irregular. ``-`` is
nothing, ``*`` is the end, ``+`` where it goes on. A row of the play has four cards in columns from
the seat of the tag; some programs turn them, so that a row is put in order by who holds its cards.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from clubscore.text.problems import gettext_noop
from events.exchange.domain.results_file import FileLine
from events.exchange.formats.findings import Findings
from events.exchange.formats.pbn_games import Game, Tag
from events.exchange.formats.records import Record, card_of, with_record
from events.exchange.formats.words import contract_value, seat_of, tricks_of
from events.sessions.cardplay.domain.auction import ended
from events.sessions.cardplay.domain.tricks import holders_of, leader_of, winner_of
from events.sessions.core.domain.contract import Card, Seat
from events.sessions.hands.domain import SEATS, Deal

_WORD = re.compile(
    r"=(?P<note>\d{1,3})=|\$\d{1,3}|\^(?P<odd>[A-Za-z])|[!?]+|(?P<word>[^\s=$^!?]+)|\S", re.ASCII
)
_ENDS: Final = ("*", "+")
_ROOMS: Final = {"OPEN": "open", "CLOSED": "closed"}

_OUT_OF_TURN = gettext_noop(
    "Board %(board)s: somebody called out of turn; the auction is left out."
)
_MISSING = gettext_noop(
    "Board %(board)s, card %(card)s: it is not there; those after it are left out."
)


def with_play(
    line: FileLine, game: Game, board: int, dealer: Seat, deal: Deal | None, found: Findings
) -> FileLine:
    """The line of a game with its auction and play."""
    record = Record(board, game.line_of("Auction"), dealer, dealer, deal)
    auction, play = game.tags.get("Auction"), game.tags.get("Play")
    if auction and auction.table:
        _read_auction(record, auction)
    line = _completed(line, record)
    if play and play.table:
        # A game without its contract has no result, but a claim.
        record.claim = tricks_of(game.text("Result")) if line.tricks is None else line.tricks
        _read_play(record, play, line)
    return with_record(line, record, found, room=_ROOMS.get(game.text("Room").upper(), ""))


def _completed(line: FileLine, record: Record) -> FileLine:
    """The line with what its auction says and its tags do not: the declarer, or where they have no
    result at all the contract too."""
    result = ended(record.calls or [], record.opener)
    if result is None or result[1] is None or line.declarer or line.is_settled:
        return line
    contract = str(result[0]).upper()
    if line.contract not in (None, contract):
        return line
    return replace(line, contract=contract, declarer=result[1].value)


def has_record(game: Game) -> bool:
    """Whether a game has an auction or a play."""
    return any(tag.table for name in ("Auction", "Play") if (tag := game.tags.get(name)))


def _read_auction(record: Record, tag: Tag) -> None:
    record.calls = []
    record.opener = Seat(seat_of(tag.value) or record.opener)
    for line, text in tag.table:
        for match in _WORD.finditer(text):
            if match["note"]:
                record.explain(tag.notes.get(match["note"], ""))
            elif match["odd"] in ("S", "s"):
                record.lost(_OUT_OF_TURN, line, "Auction")
                record.calls = None
                return
            elif match["word"] in _ENDS:
                return
            elif match["word"] == "-" and not record.calls:
                # Before the dealer's first call.
                continue
            elif match["word"]:
                record.call(match["word"], line)
            if record.calls is None:
                return


def _read_play(record: Record, tag: Tag, line: FileLine) -> None:
    """The cards in the order in which they were played, as far as they are there."""
    declarer = Seat(line.declarer) if line.declarer else None
    leader = leader_of(declarer) if declarer else Seat(seat_of(tag.value) or "N")
    first = Seat(seat_of(tag.value) or leader)
    strain = contract_value(line.contract).strain if line.contract and declarer else None
    holders = holders_of(record.deal) if record.deal else {}
    rows = list(_rows(record, tag))
    for place, (number, row, out_of_turn) in enumerate(rows):
        if strain is None:
            # Nobody knows whose turn it is: the order of the file.
            for card in filter(None, row):
                record.card(card, number)
            continue
        seated = _seated(row, first, holders)
        if out_of_turn is not None:
            leader = SEATS[(SEATS.index(first) + out_of_turn) % 4]
        turns = (SEATS[(SEATS.index(leader) + step) % 4] for step in range(4))
        cards = [seated[seat] for seat in takewhile(seated.__contains__, turns)]
        for card in cards:
            record.card(card, number)
        there = sum(card is not None for card in row)
        has_more = any(any(card for card in other) for _n, other, _o in rows[place + 1 :])
        if len(cards) < 4:
            if (len(cards) < there or has_more) and not record.is_cut:
                record.lost(_MISSING, number, "Play", card=len(record.cards) + 1)
                record.is_cut = True
            return
        leader = winner_of(cards, leader, strain)


def _seated(
    row: Sequence[Card | None], first: Seat, holders: Mapping[Card, Seat]
) -> dict[Seat, Card]:
    """The cards of a row by their players: by who holds them, else by the columns."""
    cards = [card for card in row if card]
    held = {holders[card]: card for card in cards} if holders else {}
    if held and len(held) == len(cards):
        return held
    start = SEATS.index(first)
    return {
        SEATS[(start + column) % 4]: card for column, card in enumerate(row) if card is not None
    }


def _rows(record: Record, tag: Tag) -> Iterator[tuple[int, list[Card | None], int | None]]:
    """The rows of four, each with its line, and the column of a lead out of turn. Rows are lines,
    where none has more than four words."""
    lines = [(line, list(_words(text))) for line, text in tag.table]
    lines = [(line, words) for line, words in lines if words]
    if any(sum(word not in _ENDS for word, _odd in words) > 4 for _line, words in lines):
        every = [(line, word) for line, words in lines for word in words]
        lines = [
            (every[place][0], [word for _line, word in every[place : place + 4]])
            for place in range(0, len(every), 4)
        ]
    for line, words in lines:
        row: list[Card | None] = []
        out_of_turn = None
        ends = False
        for column, (word, odd) in enumerate(words):
            if word == "*":
                ends = True
                break
            card = None if word in ("-", "+") else card_of(word)
            if card is None and word not in ("-", "+"):
                record.no_card(word, line)
                ends = True
            row.append(card)
            out_of_turn = column if odd in ("L", "l") else out_of_turn
        if row:
            yield line, row, out_of_turn
        if ends:
            return


def _words(text: str) -> Iterator[tuple[str, str]]:
    """The words of a row, each with the letter of what was irregular."""
    odd = ""
    for match in _WORD.finditer(text):
        if match["odd"]:
            odd = match["odd"]
        elif match["word"]:
            yield match["word"], odd
            odd = ""
