import pytest

from clubscore.text.problems import Refused
from events.exchange.engines.access_file import read_tables
from events.exchange.formats import bws
from tests.events.exchange.files import data_of


def test_real_database():
    reading = bws.read(read_tables(data_of("evening.bws.xz")))
    (section,) = reading.sections
    assert (section.letter, section.tables, section.rounds, section.winners) == ("A", 10, 9, 2)
    assert (len(section.lines), len(section.players), len(section.hands)) == (270, 20, 36)
    assert (reading.date, reading.notices) == ("2026-01-26", ())


@pytest.mark.parametrize("data", [b"", b"\0" * 4_096, data_of("evening.bws.xz")[:20_480]])
def test_damaged_database_is_refused(data):
    with pytest.raises(Refused):
        bws.read(read_tables(data))
