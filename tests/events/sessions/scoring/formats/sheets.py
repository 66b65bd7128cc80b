"""Traveller sheets for tests: as texts and as spreadsheets, and what is wrong with them."""

import io

import openpyxl
import pytest

from clubscore.text.problems import Refused
from events.sessions.scoring.formats.traveller_sheet import Sheet, read_csv

HEADER = "board,ns,ew,contract,by,tricks,score,adjustment"


def sheet(*rows: str, header: str = HEADER, **options) -> Sheet:
    return read_csv("\n".join([header, *rows]) + "\n", **options)


def mistakes(*rows: str, header: str = HEADER, **options) -> list[tuple]:
    """Line, column, value and sentence of everything that is wrong."""
    with pytest.raises(Refused) as refusal:
        sheet(*rows, header=header, **options)
    return [
        (problem.line, problem.column, problem.value, str(problem))
        for problem in refusal.value.problems
    ]


def places(*rows: str, **options) -> list[tuple]:
    return [mistake[:3] for mistake in mistakes(*rows, **options)]


def spreadsheet(*rows, others: tuple = ()) -> bytes:
    """An .xlsx with these rows, and further sheets with one row each."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for row in others:
        book.create_sheet().append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()
