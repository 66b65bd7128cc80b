import pytest

from players.domain.members.columns import Fact
from players.domain.personal import FACTS
from players.formats import member_list
from players.formats.members.tables import read_text
from players.formats.members.values import fact_named


def test_every_fact_has_a_column_that_the_reader_knows() -> None:
    columns = (*member_list.NAME_COLUMNS, *FACTS)
    found = [fact_named(heading) for heading in member_list.headings(columns)]
    assert found == [Fact(column) for column in columns]


def test_the_number_in_this_register_is_nobody_s_elsewhere() -> None:
    assert fact_named(*member_list.headings(["id"])) is Fact.NOTHING


@pytest.mark.parametrize("text", ["a", 'a "b"', '"a"', '"', '""', "'a'", ""])
def test_a_text_comes_back_as_it_was(text: str) -> None:
    [line] = member_list.tabbed([[1, text, "x"]])
    assert line == line.rstrip("\r\n") + "\r\n"
    [row] = read_text(line.replace("\r\n", "\n")).rows
    assert row.cells == ("1", text, "x")
