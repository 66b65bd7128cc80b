"""``LIN_DATA`` of a USEBIO line, as RealBridge writes it: how the board was bid and played, in LIN
whose signs are percent-encoded. The line wins: what is of another deal or contract is left out.
"""

from collections import Counter
from collections.abc import MutableMapping, Sequence
from typing import Final
from urllib.parse import unquote, unquote_plus

from clubscore.text.problems import gettext_noop
from events.exchange.domain.results_file import FileLine
from events.exchange.formats import lin
from events.exchange.formats.findings import Findings
from events.exchange.formats.records import Record, contract_of_line, with_record
from events.sessions.cardplay.domain.auction import ended
from events.sessions.core.domain.contract import dealer
from events.sessions.hands.domain import Deal

ELEMENT: Final = "LIN_DATA"

_BROKEN = gettext_noop("Board %(board)s: the LIN of this line cannot be read; it is left out.")
_OTHER_DEAL = gettext_noop(
    "Board %(board)s: the LIN of this line is of another deal; it is left out."
)
_OTHER_CONTRACT = gettext_noop(
    "Board %(board)s: the LIN of this line is of another contract; it is left out."
)


def read_lin_data(text: str, board: int, line: int) -> Record | None:
    """What a text says; ``None`` where there is none."""
    if not text:
        return None
    # A blank is “+” or “%20”, and where it is the latter “+” is itself.
    decoded = unquote(text) if "%20" in text else unquote_plus(text)
    address, found, rest = decoded.partition("lin=")
    record = lin.read_record(rest if found and "|" not in address else decoded, board, line)
    if record is None:
        record = Record(board, line, dealer(board), dealer(board))
        record.lost(_BROKEN, line, ELEMENT)
    return record


def with_records(
    lines: Sequence[FileLine],
    records: Sequence[Record | None],
    board: int,
    hands: MutableMapping[int, Deal],
    found: Findings,
) -> list[FileLine]:
    """The lines of a board with what their records say; the board gets its deal from those, where
    the file has no other."""
    deals = Counter(record.deal for record in records if record and record.deal)
    if deals and board not in hands:
        hands[board] = deals.most_common(1)[0][0]
    return [
        _with_record(line, record, hands.get(board), found) if record else line
        for line, record in zip(lines, records, strict=True)
    ]


def _with_record(line: FileLine, record: Record, deal: Deal | None, found: Findings) -> FileLine:
    result = ended(record.calls or [], record.opener)
    contract, declarer = contract_of_line(line)
    if record.problems and record.deal is None:
        record.empty()
    elif record.deal != deal:
        record.lost(_OTHER_DEAL, None, ELEMENT)
        record.empty()
    elif result and contract is not None and result != (contract, declarer):
        record.lost(_OTHER_CONTRACT, None, ELEMENT)
        record.empty()
    record.claim = line.tricks
    return with_record(line, record, found)
