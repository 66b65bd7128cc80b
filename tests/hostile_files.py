"""Files of some megabytes that could cost gigabytes or minutes, of every format but spreadsheets
(those are in :mod:`tests.hostile`): made here, none stored.

:data:`HOSTILE_FILES` has them by what they hold, each of 10 MB at most.
"""

import io
import lzma
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from clubscore.files.reader_process import read_in_steps
from events.club.file_kinds import inspect_file, kind_of_file
from events.exchange.figures import opening
from events.exchange.figures.opening import MAX_FILE_SIZE, Kind, hands_of
from events.exchange.figures.planning import compared, plan_of
from events.exchange.formats.zip_files import files_of_zip

DATA = Path(__file__).parent / "data"
MEBI = 2**20
PAGE = 4_096
_SUITS = (b"SPADES", b"HEARTS", b"DIAMONDS", b"CLUBS")
_HANDS = b"".join(
    b"<HAND><DIRECTION>%s</DIRECTION><%s>AKQJT98765432</%s></HAND>" % (seat, suit, suit)
    for seat, suit in zip((b"N", b"E", b"S", b"W"), _SUITS, strict=True)
)


def usebio(inside: bytes, *, before: bytes = b"", root: bytes = b"") -> bytes:
    """A file of results with this in its root."""
    return before + b"<USEBIO" + root + b">" + inside + b"</USEBIO>"


def event(boards: bytes, participants: bytes = b"") -> bytes:
    """An event of pairs with these boards."""
    date = b"<DATE>19/01/2026</DATE>"
    pairs = b"<PARTICIPANTS>" + participants + b"</PARTICIPANTS>"
    return b'<EVENT EVENT_TYPE="MP_PAIRS">' + date + pairs + boards + b"</EVENT>"


def board(number: int, inside: bytes) -> bytes:
    return b"<BOARD><BOARD_NUMBER>%d</BOARD_NUMBER>" % number + inside + b"</BOARD>"


def lines(pairs: Iterable[tuple[int, int]]) -> bytes:
    """Traveller lines of these pairs."""
    return b"".join(
        b"<TRAVELLER_LINE><NS_PAIR_NUMBER>%d</NS_PAIR_NUMBER><EW_PAIR_NUMBER>%d</EW_PAIR_NUMBER>"
        b"<SCORE>420</SCORE></TRAVELLER_LINE>" % pair
        for pair in pairs
    )


def defaults() -> bytes:
    """An attribute that every element has by the document's type, of some length."""
    kind = b'<!DOCTYPE USEBIO [<!ATTLIST x a CDATA "' + b"a" * 10_000 + b'">]>'
    return usebio(b"<x/>" * 300_000 + b"\n" * MEBI, before=kind)


def entities() -> bytes:
    """An entity of entities of entities."""
    names = [b'<!ENTITY a0 "aaaaaaaaaa">']
    names += [b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 9)]
    return usebio(b"&a8;", before=b"<!DOCTYPE USEBIO [" + b"".join(names) + b"]>")


def many_events() -> bytes:
    """Hands that stand beside many events, and belong to each."""
    boards = b"".join(board(number, _HANDS) for number in range(1, 3_001))
    return usebio(b"<HANDSET>" + boards + b"</HANDSET>" + b"<EVENT/>" * 20_000)


def unknown_pairs() -> bytes:
    """One board with pairs that nobody listed, each another one."""
    known = b"<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>"
    pairs = ((2 * n, 2 * n + 1) for n in range(1, 35_001))
    return usebio(event(board(1, lines(pairs)), known))


def long_namespace() -> bytes:
    """A namespace of a megabyte on many elements."""
    return usebio(b"<x/>" * 500_000, root=b' xmlns="' + b"a" * MEBI + b'"')


def latin_as_utf8() -> bytes:
    """A text of Latin-1 in a file that says it is UTF-8: the last letter tells."""
    declared = b'<?xml version="1.0" encoding="UTF-8"?>'
    every = event(board(1, lines((n, n + 1) for n in range(1, 75_000, 2))))
    return declared + usebio(every + b"<x>\xe9</x>")


def one_match() -> bytes:
    """A match of many boards, each of one line that leaves the teams to the match."""
    boards = b"".join(
        board(n, b"<TRAVELLER_LINE><SCORE>420</SCORE></TRAVELLER_LINE>") for n in range(1, 9_999)
    )
    sides = b"<ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
    return usebio(
        b'<EVENT EVENT_TYPE="TEAMS">' + b"<MATCH>" + boards * 5 + sides + b"</MATCH></EVENT>"
    )


def many_results() -> bytes:
    """As many results as a file may have, of listed pairs."""
    known = b"".join(
        b"<PAIR><PAIR_NUMBER>%d</PAIR_NUMBER><PERCENTAGE>50.12</PERCENTAGE></PAIR>" % n
        for n in range(1, 2_001)
    )
    boards = b"".join(
        board(n, lines((2 * m - 1, 2 * m) for m in range(1, 1_001))) for n in range(1, 38)
    )
    return usebio(event(boards, known))


def _pages_of(data: bytes) -> list[bytes]:
    size = PAGE if data[0x14] else PAGE // 2
    return [data[start : start + size] for start in range(0, len(data), size)]


def repeated_pages(*owners: int) -> bytes:
    """An Access file of an evening, the pages of rows of these tables again and again."""
    data = lzma.decompress((DATA / "exchange" / "evening.bws.xz").read_bytes())
    pages = [
        page
        for page in _pages_of(data)
        if page[0] == 1 and int.from_bytes(page[4:8], "little") in owners
    ]
    return data + b"".join(pages) * (1_500 // len(pages))


def repeated(path: str, size: int = 5 * MEBI) -> bytes:
    """A sound file again and again."""
    data = (DATA / path).read_bytes()
    return data * (size // len(data))


def sections_of_lines() -> bytes:
    """19,000 lines in 1,000 sections."""
    numbers = ((n // 1_000 + 1, n % 1_000) for n in range(19_000))
    rows = (b"%d,%d,%d,0,s%d\n" % (board, 2 * n + 1, 2 * n + 2, n) for board, n in numbers)
    return b"board,ns,ew,score,section\n" + b"".join(rows)


def gotha_namespace() -> bytes:
    """A namespace as long as a line may be on many elements."""
    start = b'<Tournament xmlns="' + b"a" * 19_000 + b'">\n'
    return start + b"<x/>\n" * 50_000 + b"</Tournament>"


def gotha_defaults() -> bytes:
    """An attribute that every element has by the document's type, of some length."""
    kind = (
        b'<!-- <Tournament -->\n<!DOCTYPE Tournament [<!ATTLIST x a CDATA "'
        + b"a" * 10_000
        + b'">]>\n'
    )
    return kind + b"<Tournament>\n" + b"<x/>\n" * 50_000 + b"</Tournament>"


def bomb_of_zip() -> bytes:
    """An archive of files of blanks, 256 MB of them."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(50):
            archive.writestr(f"{number}.pbn", b" " * (5 * MEBI))
    return data.getvalue()


def rating_list(inside: bytes, *, root: bytes = b"") -> bytes:
    """FIDE's list as XML."""
    return b"<playerslist" + root + b">" + inside + b"</playerslist>"


def strange_rows() -> bytes:
    """10,000 rows of PBN in which no word is one."""
    table = '[ScoreTable "Section;PairId_NS;PairId_EW;Contract;Result;Score_NS;Names_NS;Names_EW"]'
    row = "A 1 2 9Q x 42x Al.Otter-Bo.Badger Van Heron-De Stoat-Vos\n"
    return f'[Board "1"]\n{table}\n{row * 10_000}'.encode()


def averages() -> bytes:
    """10,000 lines of USEBIO, of which every second is a word beside its points."""
    line = "<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>"
    points = "<NS_MATCH_POINTS>4.5</NS_MATCH_POINTS><EW_MATCH_POINTS>1.5</EW_MATCH_POINTS>"
    lines = "".join(
        f"{line}<SCORE>{score}</SCORE>{points}</TRAVELLER_LINE>" for score in ("A6040", "420.0")
    )
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines * 5_000}</BOARD>"
    return f'<USEBIO><EVENT EVENT_TYPE="MP_PAIRS">{board}</EVENT></USEBIO>'.encode()


HOSTILE_FILES: dict[str, Callable[[], bytes]] = {
    "USEBIO: attributes by default": defaults,
    "USEBIO: entities": entities,
    "USEBIO: hands beside 20,000 events": many_events,
    "USEBIO: 35,000 lines of unknown pairs": unknown_pairs,
    "USEBIO: a namespace of 1 MB": long_namespace,
    "USEBIO: Latin-1 that says UTF-8": latin_as_utf8,
    "USEBIO: a match of 50,000 boards": one_match,
    "USEBIO: 37,000 results": many_results,
    "Access: pages of results again": lambda: repeated_pages(48),
    "Access: pages of sections and results again": lambda: repeated_pages(48, 52),
    "Access: pages of rounds and hands again": lambda: repeated_pages(50, 26),
    "PBN: again and again": lambda: repeated("exchange/games.pbn"),
    "PBN: score tables": lambda: repeated("exchange/score_table.pbn"),
    "PBN: 10,000 rows of strange words": strange_rows,
    "USEBIO: 10,000 lines, half of them averages": averages,
    "LIN: again and again": lambda: repeated("exchange/played.lin"),
    "LIN: one auction of 50,000 calls": lambda: b"qx|o1|md|3" + b"|mb|1S|an|spades|" * 50_000,
    "DUP: again and again": lambda: repeated("exchange/hands.dup"),
    "DLM: again and again": lambda: repeated("exchange/hands.dlm"),
    "traveller lines: sections of their own": sections_of_lines,
    "movement: again and again": lambda: repeated("asc/canonical-14-pairs.asc", MEBI),
    "Krause: again and again": lambda: repeated("krause/fantasy.tab", MEBI),
    "OpenGotha: a long namespace": gotha_namespace,
    "OpenGotha: attributes by default": gotha_defaults,
    "zip: 250 MB of blanks": bomb_of_zip,
}
"""Files by what they hold; whoever reads one answers or refuses it, and either takes little."""


def whole(data: bytes) -> str:
    """Read a file as far as its page does before anything is stored; what it is."""
    if data.startswith(b"PK"):
        return f"{len(list(read_in_steps(files_of_zip, data, limit=MAX_FILE_SIZE)))} files"
    kind = kind_of_file(data)
    if kind in list(Kind):
        opened = opening.read(data, Kind(kind))
        hands_of(opened.reading)
        compared(plan_of(opened.reading, date=""))
    elif kind is not None:
        inspect_file(data)
    return str(kind)
