"""DUP files of dealing machines: 156 characters a board, without line ends.

Three hands as card numbers (*BRI*: N, E, S, 13 × 2 digits each in ascending order), the four
hands as suit signs and ranks (*DGE*; spaces where nobody may see them), and the numbers of the
first and the last board. Cards are numbered 01 for ♠A to 52 for ♣2.
"""

import re
from dataclasses import dataclass
from typing import Final

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileBoard
from events.exchange.formats.words import WRITTEN_VULNERABLE
from events.sessions.core.domain.contract import dealer, vulnerability
from events.sessions.hands.domain import SEATS, Deal, deal_of_owners

RECORD: Final = 156
MAX_BOARDS: Final = 999
_BRI: Final = 78
_DGE: Final = 68
_SIGNS: Final = b"\x06\x03\x04\x05"
"""♠ ♥ ♦ ♣ as DOS shows them."""
_TAIL = re.compile(rb"[YN][YN]([\d ]{3})([\d ]{2})([\d ]{3})")
_LENGTH = gettext_noop(
    "A DUP file has 156 characters a board; this one has %(count)s, which is no multiple."
)
_NO_CARDS = gettext_noop("Board %(board)s: “%(text)s” is not the number of a card from 01 to 52.")
_GAPS = gettext_noop("A DUP file has boards whose numbers follow one another; some are missing.")
_TWICE = gettext_noop("Board %(board)s: card %(card)s is dealt twice.")
_NO_TAIL = gettext_noop(
    "Board %(board)s: its last ten characters are damaged; its number is by its place."
)
_DIFFERENT = gettext_noop(
    "Board %(board)s: the hands as numbers and as cards differ; it is left out."
)


@dataclass(frozen=True, slots=True)
class Reading:
    boards: tuple[FileBoard, ...]
    losses: tuple[Problem, ...] = ()


def looks_like_dup(data: bytes) -> bool:
    """Whether the first board has the digits and the end of a DUP record."""
    first = data[:RECORD]
    return len(first) > _BRI and first[:_BRI].isdigit()


def read(data: bytes) -> Reading:
    """Read a file: what is wrong costs its board. Raises :class:`Refused` for a length that is not
    that of boards, and where none is left."""
    body = data.rstrip(b"\r\n\x1a\0")
    # The last record ends in a blank, which an editor may have removed.
    missing = -len(body) % RECORD
    body = body + b" " * missing if missing == 1 else body
    if not body or len(body) % RECORD or len(body) > MAX_BOARDS * RECORD:
        raise Refused(sentence(_LENGTH, count=len(data)))
    problems: list[Problem] = []
    boards = []
    records = [body[start : start + RECORD] for start in range(0, len(body), RECORD)]
    first = next((number for record in records if (number := _first_board(record))), 1)
    for number, record in enumerate(records, start=first):
        if _TAIL.match(record[_BRI + _DGE :]) is None:
            problems.append(Problem(sentence(_NO_TAIL, board=number), value=str(number)))
        deal = _deal(record, number, problems)
        if deal is None:
            continue
        vulnerable = WRITTEN_VULNERABLE[vulnerability(number)]
        boards.append(FileBoard(number, deal=deal, dealer=dealer(number), vulnerable=vulnerable))
    if not boards:
        raise Refused(*problems)
    return Reading(tuple(boards), tuple(problems))


def _first_board(record: bytes) -> int | None:
    tail = _TAIL.match(record[_BRI + _DGE :])
    return whole_number(tail[1].decode("ascii"), most=MAX_BOARDS) if tail else None


def _deal(record: bytes, board: int, problems: list[Problem]) -> Deal | None:
    before = len(problems)
    owners = [3] * 52
    given = record[:_BRI].decode("latin-1")
    for place in range(0, _BRI, 2):
        text = given[place : place + 2]
        card = whole_number(text, most=52) or 0
        if not card or not text.isdecimal():
            problems.append(Problem(sentence(_NO_CARDS, board=board, text=text), value=text))
        elif owners[card - 1] != 3:
            problems.append(Problem(sentence(_TWICE, board=board, card=text), value=text))
        else:
            owners[card - 1] = place // 26
    if len(problems) > before:
        return None
    deal = deal_of_owners(tuple(owners))
    shown = record[_BRI : _BRI + _DGE]
    if shown.strip() and shown != _dge(deal):
        problems.append(Problem(sentence(_DIFFERENT, board=board), value=str(board)))
        return None
    return deal


def write(boards: list[tuple[int, Deal]]) -> bytes:
    """The boards as Duplimate's and other machines take them. Raises :class:`Refused` where their
    numbers have gaps."""
    lowest, highest = boards[0][0], boards[-1][0]
    if [number for number, _ in boards] != list(range(lowest, highest + 1)):
        raise Refused(sentence(_GAPS))
    tail = f"YN{lowest:<3}{0:<2}{highest:<3}".encode("ascii")
    return b"".join(_bri(deal) + _dge(deal) + tail for _, deal in boards)


def _bri(deal: Deal) -> bytes:
    owners = deal.owners()
    cards = (card for seat in range(3) for card in range(52) if owners[card] == seat)
    return "".join(f"{card + 1:02d}" for card in cards).encode("ascii")


def _dge(deal: Deal) -> bytes:
    hands = (deal.hand(seat).split(".") for seat in SEATS)
    return b"".join(
        bytes([sign]) + ranks.encode("ascii")
        for suits in hands
        for sign, ranks in zip(_SIGNS, suits, strict=True)
    )
