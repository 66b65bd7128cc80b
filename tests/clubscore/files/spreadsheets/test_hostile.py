"""Whatever is uploaded as a spreadsheet is read or refused by the process of the readers, and the
next one is read."""

import io
from itertools import islice, product
from string import ascii_lowercase

import pytest

from clubscore.files.reader_process import TOO_MUCH, read_apart
from clubscore.text.problems import Refused
from players.formats import register as register_sheet
from tests.files import spreadsheet
from tests.hostile import HOSTILE, every_row

TAKES_MUCH = {
    "a shared text of 46 MB in 60 cells", "a shared text in 60,000 cells", "a directory that lies",
    "a directory and a header that lie", "a size of nothing", "packed by bzip2, and a lie",
    "bold letters",
}  # fmt: skip
"""What the limits of the process end."""
REFUSED = {
    "500 parts", "20,000 parts", "deep nesting", "entities", "attributes by default",
    "enormous columns", "another encoding", "two bytes a letter",
}  # fmt: skip
"""What is no spreadsheet; all others are read."""
USUAL = {
    "a long namespace", "a size of nothing", "150,000 shared texts", "attributes by default",
    "entities",
}  # fmt: skip
"""What is tried in every run; the others take long."""


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=() if kind in USUAL else pytest.mark.large) for kind in HOSTILE],
)
def test_hostile_spreadsheet_is_read_or_refused(kind: str):
    said = ""
    try:
        read_apart(every_row, HOSTILE[kind]())
    except Refused as refusal:
        said = str(refusal)

    assert (said == TOO_MUCH) == (kind in TAKES_MUCH), said
    assert (said != "") == (kind in TAKES_MUCH | REFUSED), said
    assert read_apart(every_row, spreadsheet(("a",), ("b",))) == 2


@pytest.mark.large
def test_largest_register_is_read():
    data = io.BytesIO()
    columns = ("GIVEN", "FAMILY", "GRADE", "CLUB", "NOTE")
    names = islice(map("".join, product(ascii_lowercase, repeat=4)), 29_999)
    lines = "".join(f"{name},Lark,7k,Ours,by the door\n" for name in names)
    rows = register_sheet.read_csv(f"{','.join(columns)}\n{lines}").rows
    register_sheet.save_xlsx(rows, data, columns=columns)

    assert read_apart(register_sheet.read_xlsx, data.getvalue()).rows == rows
