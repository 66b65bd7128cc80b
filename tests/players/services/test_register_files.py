import io
from collections.abc import Callable

import openpyxl
import pytest

from clubscore.problems import Refused
from players.domain.registration import Registration
from players.formats.register_mistakes import placed, refusal_sentence
from players.models import Player
from players.services.register_files import Source, check_register_file
from tests.players.register_files import GOOD, HEADER

pytestmark = pytest.mark.django_db

CSV = 'NAME,GRADE,CLUB\n"Clara Finch",3d,Hollybrook\nHugo Tarrant,12k,Millford\n'


def spreadsheet() -> bytes:
    book = openpyxl.Workbook()
    for line in GOOD.splitlines():
        book.active.append(line.split("\t"))
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def told(source: Source) -> str:
    with pytest.raises(Refused) as caught:
        check_register_file(source=source)
    return str(refusal_sentence(caught.value)).removesuffix(" No players were imported.")


@pytest.mark.parametrize("name", ["", "players.txt", "PLAYERS.TSV", "csv", "players.csv.txt"])
def test_a_text_has_tabs_whatever_its_name(name: str) -> None:
    checked = check_register_file(source=Source(GOOD.encode(), name))
    assert [str(row.name) for row in checked.reading.rows] == ["Clara Finch", "Hugo Tarrant"]
    assert (checked.encoding, checked.notices) == ("utf-8", ())


def test_a_csv_is_known_by_its_name() -> None:
    checked = check_register_file(source=Source(CSV.encode(), "Players.CSV"))
    assert [str(row.name) for row in checked.reading.rows] == ["Clara Finch", "Hugo Tarrant"]
    assert told(Source(CSV.encode(), "players.txt")).startswith(
        "Line 1: Fields are separated by TABs, and this line has none."
    )


@pytest.mark.parametrize("name", ["players.xlsx", "Players.XLSX", "players.xlsm"])
def test_a_spreadsheet_is_known_by_its_name(name: str) -> None:
    checked = check_register_file(source=Source(spreadsheet(), name))
    assert [str(row.name) for row in checked.reading.rows] == ["Clara Finch", "Hugo Tarrant"]
    assert checked.encoding == ""


@pytest.mark.parametrize("name", ["players.txt", "players.csv", "players", "players.ods"])
def test_a_renamed_spreadsheet_is_reported(name: str) -> None:
    assert told(Source(spreadsheet(), name)) == (
        "This is no text: it looks like a spreadsheet. Give it its ending .xlsx back, or save it as"
        " tab-delimited text."
    )


def test_a_text_that_is_called_a_spreadsheet_is_reported() -> None:
    assert told(Source(GOOD.encode(), "players.xlsx")) == (
        "The spreadsheet cannot be read: it is damaged or not an .xlsx file."
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"%PDF-1.7", "This is not a text file: it looks like a PDF document."),
        (
            b"NAME\tGRADE\tCLUB\n\0",
            "This is not a text file: it has NUL bytes, the first in line 2.",
        ),
        (
            b"\xef\xbb\xbfNAME\tGRADE\n\xff",
            "The file begins as UTF-8 text, but line 2 is damaged.",
        ),
        (b"\n\n", "Line 1: There is no header: the file has only empty lines."),
    ],
)
def test_what_is_no_text_is_reported(data: bytes, message: str) -> None:
    assert told(Source(data, "players.txt")) == message


def test_an_encoding_is_found_and_reported() -> None:
    data = f"{HEADER}\nÉlodie\t1k\tHolly\n".encode("cp1252")
    checked = check_register_file(source=Source(data))
    assert checked.encoding == "cp1252"
    assert [str(row.name) for row in checked.reading.rows] == ["Élodie"]
    assert [str(placed(notice, checked.reading.unit)) for notice in checked.notices] == [
        "The file is not UTF-8; it was read as Windows-1252."
    ]


@pytest.mark.parametrize("name", ["players.txt", "players.csv"])
def test_an_encoding_is_chosen(name: str) -> None:
    data = f"{HEADER}\nŁucja\t1k\tŁódź\n".encode("cp1250")
    checked = check_register_file(source=Source(data, name, "cp1250"))
    [row] = checked.reading.rows
    assert (str(row.name), row.club, checked.encoding) == ("Łucja", "Łódź", "cp1250")


@pytest.mark.parametrize(
    "make",
    [
        lambda: (GOOD.encode(), ""),
        lambda: (CSV.encode(), "a.csv"),
        lambda: (spreadsheet(), "a.xlsx"),
    ],
)
def test_a_player_of_the_register_is_reported_in_every_format(
    make: Callable[[], tuple[bytes, str]],
) -> None:
    hugo = Player.objects.create(given="Hugo", family="TARRANT")
    data, name = make()
    unit = "Row" if name else "Line"
    assert told(Source(data, name)) == (
        f'{unit} 3, NAME: "Hugo Tarrant" is already in the register, with the number {hugo.number}.'
    )


def test_what_it_is_read_for_stays_with_the_reading() -> None:
    registration = Registration(rounds=3, closed=True, next_round=2)
    checked = check_register_file(source=Source(GOOD.encode()), registration=registration)
    assert checked.reading.registration == registration
    assert {row.rounds for row in checked.reading.rows} == {(2, 3)}
