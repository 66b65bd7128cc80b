import io

import openpyxl
import pytest

from clubscore.problems import Refused
from players.domain.members.matching import Action
from players.domain.names import read_name
from players.domain.registration import Registration
from players.formats.members.facts import Fact
from players.models import Player
from players.services.member_files import MemberList, read_member_list
from players.services.register_files import Source

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
    assert [str(each) for each in read(data).notices] == [
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
    found = read_member_list(source=source, registration=Registration(), unused=("grade",))
    [match] = found.matching.matches
    assert dict(match.member.facts) == {"rating": "1800"}
    assert [str(notice) for notice in found.notices] == [
        "The column “Grade” is left out: the club does not use this, as its settings say."
    ]
    chosen = read_member_list(
        source=source, registration=Registration(), unused=("grade",), chosen={1: Fact.GRADE}
    )
    assert chosen.matching.matches[0].member.facts["grade"] == "3d"
