"""Whatever is uploaded as a spreadsheet, reading it takes little; in a process of its own, so that
one that takes much is seen and not felt."""

import io
from itertools import islice, product
from string import ascii_lowercase

import pytest

from clubscore.files.spreadsheets.markup import MAX_FILLED
from clubscore.files.spreadsheets.workbook import Book
from players.formats import register as register_sheet
from tests.costs import cost_of
from tests.hostile import HOSTILE

MAX_MEMORY = 200 * 2**20
READ = {
    "150,000 shared texts", "comments on cells", "all cells in one row", "all rows and cells",
    "a row at the end of 400 sheets", "dates in all cells", "a name of 200,000 letters",
    "a long namespace", "a shared formula", "external links", "a large dimension",
}  # fmt: skip
"""What may be read: it costs little."""

USUAL = {
    "a long namespace",
    "a size of nothing",
    "a directory that lies",
    "millions of cells",
    "an inline text of 46 MB",
    "150,000 shared texts",
}
"""What is tried in every run; the others take long."""


def every_row(data: bytes) -> None:
    book = Book(data)
    for _ in book.rows(book.shown_sheet):
        pass


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=() if kind in USUAL else pytest.mark.large) for kind in HOSTILE],
)
def test_hostile_spreadsheet_takes_little(kind: str):
    data = HOSTILE[kind]()

    cost = cost_of(lambda: every_row(data))

    assert cost.memory <= MAX_MEMORY
    assert (cost.ended == "") == (kind in READ), cost.ended
    assert cost.ended == "" or cost.ended.startswith(("The spreadsheet ", "The cells ", "Unpacked"))


@pytest.mark.large
def test_largest_register_takes_little():
    """As many players in five columns as a spreadsheet may have."""
    data = io.BytesIO()
    columns = ("GIVEN", "FAMILY", "GRADE", "CLUB", "NOTE")
    names = islice(map("".join, product(ascii_lowercase, repeat=4)), MAX_FILLED // 5 - 1)
    lines = "".join(f"{name},Lark,7k,Ours,by the door\n" for name in names)
    rows = register_sheet.read_csv(f"{','.join(columns)}\n{lines}").rows
    register_sheet.save_xlsx(rows, data, columns=columns)

    cost = cost_of(lambda: register_sheet.read_xlsx(data.getvalue()))

    assert cost.ended == ""
    assert cost.memory <= MAX_MEMORY


def test_what_takes_much_is_seen():
    def too_much_memory() -> None:
        assert len(bytes(MAX_MEMORY) * 2)

    def all_there_is() -> None:
        while True:
            pass

    assert cost_of(too_much_memory).memory > MAX_MEMORY
    assert cost_of(all_there_is, seconds=0.2).ended == "killed"
