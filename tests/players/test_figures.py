import io
from collections.abc import Callable

import openpyxl
import pytest

from clubscore.text.problems import Refused
from players.domain.members.columns import Fact
from players.domain.members.matching import Action
from players.domain.names import read_name
from players.domain.register_rows import placed, refusal_sentence
from players.domain.registration import Registration
from players.figures import MemberList, Source, check_register_file, read_member_list
from players.models import Player
from tests.players.register_files import GOOD, HEADER

CSV = 'NAME,GRADE,CLUB\n"Clara Finch",3d,Hollybrook\nHugo Tarrant,12k,Millford\n'


def register_files_spreadsheet() -> bytes:
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
    checked = check_register_file(source=Source(register_files_spreadsheet(), name))
    assert [str(row.name) for row in checked.reading.rows] == ["Clara Finch", "Hugo Tarrant"]
    assert checked.encoding == ""


@pytest.mark.parametrize("name", ["players.txt", "players.csv", "players", "players.ods"])
def test_a_renamed_spreadsheet_is_reported(name: str) -> None:
    assert told(Source(register_files_spreadsheet(), name)) == (
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
        (b"\xef\xbb\xbfNAME\tGRADE\n\xff", "The file begins as UTF-8 text, but line 2 is damaged."),
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
        lambda: (register_files_spreadsheet(), "a.xlsx"),
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


pytestmark = pytest.mark.django_db


def read(data: bytes, name: str = "", encoding: str = "", **chosen: Fact) -> MemberList:
    places = {int(key[1:]): fact for key, fact in chosen.items()}
    source = Source(data, name, encoding)
    return read_member_list(source=source, registration=Registration(), chosen=places)


def names(found: MemberList) -> list[str]:
    return [match.member.name.text for match in found.matching.matches]


def spreadsheet() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["Name", "Phone"])
    book.active.append(["Ann Lee", 612345678])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize("name", ["list.xlsx", "list.txt", ""])
def test_a_spreadsheet_is_read_whatever_it_is_called(name: str):
    found = read(spreadsheet(), name)
    assert (names(found), found.encoding) == (["Ann Lee"], "")
    assert [notice.line for notice in found.notices] == [2]


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_a_text_is_read_whatever_separates_its_cells(separator: str):
    text = separator.join(("Name", "Club")) + "\n" + separator.join(("Zoë Lee", "Mill")) + "\n"
    found = read(text.encode())
    assert (names(found), found.encoding) == (["Zoë Lee"], "utf-8")


def test_an_encoding_is_detected_or_chosen():
    data = "Name\nŁucja\n".encode("cp1250")
    assert names(read(data)) == ["£ucja"]
    assert names(read(data, encoding="cp1250")) == ["Łucja"]
    assert [str(notice) for notice in read(data).notices] == [
        "The file is not UTF-8; it was read as Windows-1252."
    ]


@pytest.mark.parametrize("data", [b"%PDF-", b"Name\nA\0"])
def test_what_is_no_list_is_refused(data: bytes):
    with pytest.raises(Refused):
        read(data)


def test_a_list_is_compared_with_the_register():
    ann = Player(born="1958")
    ann.set_name(read_name("Ann Lee"))
    ann.save()
    found = read(b"Name;Born\nAnn Lee;21-3-1958\nann-lee;1958\nBo;x\n")
    [match] = found.matching.matches
    assert (match.action, match.changes) == (Action.UPDATE, {"born": ("1958", "1958-03-21")})
    assert [problem.line for problem in found.problems] == [3, 4]


def test_columns_are_read_as_chosen():
    found = read(b"Name;Town\nAnn Lee;Ede\n", c1=Fact.NOTE)
    assert found.members.members[0].facts == {"note": "Ede"}


def test_columns_of_facts_that_the_club_does_not_use_are_left_out():
    source = Source(b"Name;Grade;Rating\nAnn Lee;3d;1800\n", "list.csv")
    member_list = read_member_list(source=source, registration=Registration(), unused=("grade",))
    [match] = member_list.matching.matches
    assert dict(match.member.facts) == {"rating": "1800"}
    assert [str(notice) for notice in member_list.notices] == [
        "The column “Grade” is left out: the club does not use this, as its settings say."
    ]
    chosen = read_member_list(
        source=source, registration=Registration(), unused=("grade",), chosen={1: Fact.GRADE}
    )
    assert chosen.matching.matches[0].member.facts["grade"] == "3d"
