"""Tables of an Access database by access-parser.

A damaged file may take any time and memory, and fails in any way: it is read where both are
limited, in the process of :mod:`clubscore.files.reader_process`.
"""

import contextlib
import logging
import sys
from typing import Any, Final

from clubscore.text.problems import Refused

Table = dict[str, list[Any]]
"""The columns of a table by name."""

TABLES: Final = ("Session", "Section", "RoundData", "ReceivedData", "PlayerNumbers", "HandRecord")


def read_tables(data: bytes) -> dict[str, Table]:
    """The tables that a file of results has, by name. Raises :class:`Refused` for a damaged
    file."""
    # Not at the top: no other process than that of the readers loads it.
    from access_parser import AccessParser, access_parser

    # It opens files only, and these bytes need none.
    access_parser.read_db_file = bytes
    # It warns of what it cannot read, for each row.
    logging.getLogger("access_parser").setLevel(logging.CRITICAL)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            database = AccessParser(data)
            tables = {name: _table(database, name) for name in TABLES if name in database.catalog}
            if _lacks_names(tables) and "PlayerNames" in database.catalog:
                tables["PlayerNames"] = _wanted_names(database, tables)
    except MemoryError:
        raise
    except Exception as error:
        raise Refused.because("The database is damaged: it could not be read.") from error
    return tables


def _table(database: Any, name: str) -> Table:
    return {str(column): list(values) for column, values in database.parse_table(name).items()}


def _lacks_names(tables: dict[str, Table]) -> bool:
    """Whether somebody entered a number and no name."""
    players = tables.get("PlayerNumbers", {})
    pairs = zip(players.get("Number", []), players.get("Name", []), strict=False)
    return any(number and not name for number, name in pairs)


def _wanted_names(database: Any, tables: dict[str, Table]) -> Table:
    """The names of those who played, and of no other member: nothing else is read."""
    wanted = {str(each) for each in tables["PlayerNumbers"]["Number"] if each}
    names = _table(database, "PlayerNames")
    rows = [
        (str(number), name)
        for number, name in zip(names.get("strID", []), names.get("Name", []), strict=False)
        if str(number) in wanted
    ]
    return {"strID": [number for number, _ in rows], "Name": [name for _, name in rows]}
