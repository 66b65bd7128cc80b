"""The process that reads an Access database: a path in, the tables of a session as JSON out."""

import contextlib
import json
import logging
import sys
from typing import Any, Final

from access_parser import AccessParser

from events.exchange.engines.access_file import MEMORY_LIMIT, TIME_LIMIT

TABLES: Final = ("Session", "Section", "RoundData", "ReceivedData", "PlayerNumbers", "HandRecord")


def main() -> None:
    _limit()
    # It warns of what it cannot read, for each row.
    logging.getLogger("access_parser").setLevel(logging.CRITICAL)
    with contextlib.redirect_stdout(sys.stderr):
        database = AccessParser(sys.argv[1])
        tables = {name: _table(database, name) for name in TABLES if name in database.catalog}
        if _lacks_names(tables) and "PlayerNames" in database.catalog:
            tables["PlayerNames"] = _wanted_names(database, tables)
    sys.stdout.write(json.dumps(tables, default=str))


def _limit() -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limits; the time is limited from outside.
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT))


def _table(database: Any, name: str) -> dict[str, list[Any]]:
    return {str(column): list(values) for column, values in database.parse_table(name).items()}


def _lacks_names(tables: dict[str, dict[str, list[Any]]]) -> bool:
    """Whether somebody entered a number and no name."""
    players = tables.get("PlayerNumbers", {})
    pairs = zip(players.get("Number", []), players.get("Name", []), strict=False)
    return any(number and not name for number, name in pairs)


def _wanted_names(database: Any, tables: dict[str, dict[str, list[Any]]]) -> dict[str, list[Any]]:
    """The names of those who played, and of no other member: nothing else leaves this process."""
    wanted = {str(each) for each in tables["PlayerNumbers"]["Number"] if each}
    names = _table(database, "PlayerNames")
    rows = [
        (str(number), name)
        for number, name in zip(names.get("strID", []), names.get("Name", []), strict=False)
        if str(number) in wanted
    ]
    return {"strID": [number for number, _ in rows], "Name": [name for _, name in rows]}


if __name__ == "__main__":
    main()
