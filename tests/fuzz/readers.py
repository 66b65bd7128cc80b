"""Every reader of what comes from outside: bytes in; a value, or a reported error.

A reader here does what its door does, without the database.
"""

import csv
import io
import json
import lzma
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import openpyxl
from django.conf import settings

from clubscore.files.decoding import ENCODINGS, decode
from clubscore.files.reader_process import read_apart
from clubscore.files.uploads import TEXT_LIMIT
from clubscore.text.problems import Refused, sentence
from events.exchange.domain.plan_comparison import compare
from events.exchange.engines.access_file import read_tables
from events.exchange.figures.opening import MAX_FILE_SIZE, Read
from events.exchange.figures.planning import plan_of
from events.exchange.formats import bws, dlm, dup, lin, pbn, usebio
from events.sessions.bridgescore import formats as bridgescore
from events.sessions.core.domain.result_field import read_result
from events.sessions.scoring.formats import traveller_sheet
from events.tournaments.files.domain import Profile
from events.tournaments.files.formats.egf import read_h9
from events.tournaments.files.formats.krause import reader as krause
from events.tournaments.files.formats.opengotha import read_opengotha
from events.tournaments.go.domain.event import tournament_of
from movements.formats import anyformat
from players.domain.members.matching import match
from players.domain.members.member import Known
from players.domain.registration import Registration
from players.formats import register
from players.formats.members.reading import read_members
from players.formats.members.tables import Table, read_text, read_xlsx

ROOT = Path(settings.BASE_DIR)
DATA = ROOT / "tests" / "data"

BRIDGESCORE = b"2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n"
PLAYERS = (
    b"ID\tFAMILY\tGIVEN\tGRADE\tCLUB\tCOUNTRY\tNOTE\tREG\tGROUP\tROUNDS\r\n"
    b"1\tMarlowe\tAgnes\t7k\tOxford\tFrance\tsits by the door\tr\tA~\t1 3\r\n"
    b"\tBr\xc3\xbcck\tImke\t12k\tOxford\t\t\t\t\t\r\n"
)
MEMBERS = (
    b"Members of the Mill\r\n"
    b"No;Given name;Particle;Surname;Born;E-mail;Phone;Elo;Grade;Town;FIDE;Reg;Rounds;Group\r\n"
    b"7;Jan;van der;Berg;21-3-1958;jan@example.org;06-12345678;1834.0;3 dan;Ede;1001;r;1 3;a*\r\n"
    b'8;"Ann ""A""";;Lee;1961;;;;;"Ede; north";;;;\r\n'
    b"9;J.;van der;Berg;;;;;;;;;;\r\n"
)
EGF = (
    b"; EV[Lake]\n; PC[NL,Arnhem]\n; DT[2026-11-21,2026-11-22]\n; HA[h1]\n; KM[6.5]\n"
    b"   1 Lamb_Ada 4d NL Arn 33 62 120 0 2+/w0 3+/w3\n"
    b"   2 de_Vries_Bo 1k BE xxxx 30\xbd 62 120 0 1-/b0 4+!w0\n"
    b"     Moss_Cy 5k XX Gen 26 60 120 0 4=/w0 1-/b3 ; remark\n"
    b"   4 Reed_Di 7k NL Gen 24 55 120 0 3=/b0 2-!b0 |12345678\n"
    b"   5 Shaw_Ed 9k NL Gen 22 55 120 0 0+ 0=\n"
)
_NOT_BWS = "This is no database of results."
TYPED = (
    b"4sn=",
    b"3ntx e -2",
    b"620",
    b"62+",
    b"p",
    b"a6040",
    b"7nxxs+1",
    b"w 60 620 40 -100",
    b"x",
)


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads the bytes, and real ones to be damaged."""

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    is_spreadsheet: bool = False
    limit: int = TEXT_LIMIT
    """More bytes its door does not let in."""
    page: int = 1
    """A damaged file is cut to whole pages of so many bytes; any other is refused at once."""
    share: int = 1
    """One of so many examples, for a reader that takes long."""
    seconds: float = 1.0
    """Of the processor, at most."""
    parts: str = ""
    """A pattern that stands between the parts of a file (lines, elements, words of LIN), by which
    real ones are put together anew."""


def _files(*patterns: str) -> tuple[bytes, ...]:
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    if not paths:
        raise FileNotFoundError(patterns)
    return tuple(path.read_bytes() for path in paths)


def _cases() -> list[bytes]:
    """The good files among those that show the rules."""
    lines = (DATA / "register" / "cases.tsv").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines]
    good = [row[1] for row in fields if row[2].startswith("ok ")]
    return [text.replace("\\t", "\t").replace("\\n", "\n").encode() for text in good]


def _spreadsheet(text: bytes, delimiter: str) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in list(csv.reader(io.StringIO(text.decode()), delimiter=delimiter))[:40]:
        sheet.append([int(each) if each.isdecimal() else each for each in row])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: read(decode(data).text)


def _members(text: str) -> object:
    return _matched(read_text(text))


def _matched(table: Table) -> object:
    """A list, compared with itself as the register."""
    found = read_members(table, today=date(2026, 3, 1), registration=Registration())
    known = [
        Known(number, member.name, member.facts) for number, member in enumerate(found.members)
    ]
    return match(found.members, []), match(found.members, known)


def _decoded(data: bytes) -> object:
    """With an encoding that the first byte chooses."""
    names = ["", *ENCODINGS]
    return decode(data[1:], encoding=names[data[0] % len(names)] if data else "")


def _bws(data: bytes) -> object:
    bws.refuse_cut_off(data)
    if not bws.looks_like_bws(data):
        raise Refused(sentence(_NOT_BWS))
    return _planned(bws.read(read_apart(read_tables, data)))


def _bws_tables(data: bytes) -> object:
    """What a damaged database may say; no database has a table that is not one of columns."""
    try:
        tables = json.loads(data)
    except (ValueError, RecursionError):
        tables = None
    if not isinstance(tables, dict) or not all(_is_table(table) for table in tables.values()):
        raise Refused(sentence(_NOT_BWS))
    return _planned(bws.read(tables))


def _is_table(table: object) -> bool:
    return isinstance(table, dict) and all(isinstance(each, list) for each in table.values())


def _planned(reading: Read) -> object:
    """As far as an import goes without the database."""
    plan = plan_of(reading, date="2026-03-01")
    return compare(plan) if plan.lines else plan


_BWS = lzma.decompress((DATA / "exchange" / "evening.bws.xz").read_bytes())
_LINES = _files("tests/data/scoring/*/lines.csv")
_KRAUSE = _files("tests/data/krause/*.tab")
READERS: dict[str, Reader] = {
    "BWS": Reader(_bws, (_BWS,), limit=MAX_FILE_SIZE, page=2_048, share=20),
    "BWS tables": Reader(
        _bws_tables, (json.dumps(read_tables(_BWS)).encode(),), parts=r'(?<=[\w"]),', share=5
    ),
    "text": Reader(_decoded, (*_KRAUSE, "\ufeffé\n".encode("utf-16"))),
    "movement": Reader(
        _text(anyformat.read), _files("tests/data/asc/*.asc", "movements/examples/*.asc")
    ),
    "players": Reader(_text(register.read), (PLAYERS, *_cases())),
    "players as CSV": Reader(_text(register.read_csv), (PLAYERS.replace(b"\t", b","),)),
    "players as spreadsheet": Reader(
        lambda data: read_apart(register.read_xlsx, data),
        (_spreadsheet(PLAYERS, "\t"),),
        is_spreadsheet=True,
    ),
    # Read, and compared twice: a file of 1 MiB may name 50,000 people.
    "members": Reader(_text(_members), (MEMBERS, PLAYERS, MEMBERS.replace(b";", b"\t")), seconds=5),
    "members as spreadsheet": Reader(
        lambda data: _matched(read_apart(read_xlsx, data)),
        (_spreadsheet(MEMBERS, ";"),),
        is_spreadsheet=True,
    ),
    "tournament": Reader(_text(lambda text: krause.read(text)), _KRAUSE),
    "tournament, strictly": Reader(
        _text(lambda text: krause.read(text, profile=Profile.STRICT)), _KRAUSE
    ),
    "OpenGotha": Reader(
        _text(lambda text: tournament_of(read_opengotha(text).event)),
        _files("tests/data/opengotha/*.xml"),
    ),
    "EGF": Reader(_text(read_h9), (EGF,)),
    "BridgeScore": Reader(_text(bridgescore.read), (BRIDGESCORE,)),
    "USEBIO": Reader(
        lambda data: _planned(usebio.read(data)),
        _files("tests/data/exchange/*.xml", "tests/data/exchange/world/*.xml"),
        limit=MAX_FILE_SIZE,
        parts=r"(?=<\w)",
    ),
    "PBN": Reader(
        _text(lambda text: _planned(pbn.read(text))),
        _files("tests/data/exchange/*.pbn", "tests/data/exchange/world/*.pbn"),
        parts=r"\n",
    ),
    "LIN": Reader(
        _text(lin.read),
        _files("tests/data/exchange/*.lin", "tests/data/exchange/world/*.lin"),
        parts=r"\|",
    ),
    "DUP": Reader(dup.read, _files("tests/data/exchange/*.dup")),
    "DLM": Reader(_text(dlm.read), _files("tests/data/exchange/*.dlm")),
    "traveller lines": Reader(_text(traveller_sheet.read_csv), _LINES, seconds=5.0),
    "traveller lines of an import": Reader(
        _text(lambda text: _planned(traveller_sheet.read_csv(text, generous=True))),
        (*_LINES, b"1,1,2,2H+2,N\n1,3,4,4S=,S\n2,1,4,3N,W,9,,400,0,2\n2,3,2,2SX,E,7,100,,2,0\n"),
        parts=r"\n",
        seconds=5.0,
    ),
    "traveller lines as spreadsheet": Reader(
        lambda data: read_apart(traveller_sheet.read_xlsx, data),
        tuple(_spreadsheet(line, ",") for line in _LINES[:2]),
        is_spreadsheet=True,
    ),
    "typed result": Reader(lambda data: read_result(data.decode("latin-1"), board=1), TYPED),
}


def parts_of(data: bytes) -> dict[str, bytes]:
    """The parts of a spreadsheet."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def joined(parts: dict[str, bytes]) -> bytes:
    """A spreadsheet of these parts."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return data.getvalue()
