"""``python -m bench.doubt_pages``: doubts and saving while an evening is typed, and in a hundred
sections.

A director's requests through the whole of Django without a server, on SQLite and on a PostgreSQL
of its own. The evening has 13 tables, the field 100 sections of 40 tables that play the same 26
boards; in one of two hundred lines the declarer is on the wrong side. *Made* is with nothing
kept, *again* is what a reader waits for until something changes. The best of some turns.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from tools.serving import PREPARE
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

GROUPS, BOARDS_A_ROUND = 13, 2
REPEATS = 5
SLIP = 200
"""One line in so many has its declarer on the wrong side."""


FIELDS = ((1, 13), (100, 40))
"""Sections, and the tables of each."""


def measure() -> None:
    """Print the times of everything in this process's database."""
    import_module("django").setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core.cache import cache
    from django.test import Client

    from events.sessions.services.doubts import session_doubts

    settings.ALLOWED_HOSTS = ["testserver"]
    director = Client()
    director.force_login(User.objects.create_user("bench", is_staff=True))
    for sections, tables in FIELDS:
        session = make_field(sections, tables)
        lines = sections * tables * GROUPS * BOARDS_A_ROUND
        found = len(session_doubts(session))
        print(f"  {sections} × {tables} tables, {lines} lines, {found} doubts")
        path = f"/sessions/{session.pk}/doubts/"
        runs: dict[str, Callable[[], object]] = {
            "doubts of a board": partial(_doubts_of_board, session),
            "doubts of the session": partial(session_doubts, session),
            "page of doubts": partial(_get, director, path),
            "page of a board": partial(_get, director, f"/sessions/{session.pk}/boards/1/"),
            "line saved": partial(_save, director, session),
        }
        for name, run in runs.items():
            made = min(_times(run, before=cache.clear))
            again = min(_times(run))
            print(f"    {name:28}{made:9.1f}{again:9.1f}", flush=True)


def _times(run: Callable[[], object], before: Callable[[], None] | None = None) -> Iterator[float]:
    """The milliseconds of some turns."""
    for _turn in range(REPEATS):
        if before:
            before()
        start = time.perf_counter()
        run()
        yield 1000 * (time.perf_counter() - start)


def make_field(sections: int, tables: int) -> Any:
    """A session in which every section plays a Mitchell of the same boards, all results in."""
    from django.utils import timezone

    from events.models import Contestant, LineContestant, Section, Session, TravellerLine
    from events.models.result_columns import columns_of
    from events.sessions.domain.typing.result_field import read_entry
    from movements.domain.movement import boards_of

    contestants = 2 * tables + GROUPS
    random = Random(1)
    session = Session.objects.create(title=f"{sections} sections", date=timezone.localdate())
    letters = [chr(65 + number // 26) + chr(65 + number % 26) for number in range(sections)]
    made = Section.objects.bulk_create(
        Section(session=session, letter=letter, boards_per_round=BOARDS_A_ROUND)
        for letter in letters
    )
    pairs = Contestant.objects.bulk_create(
        Contestant(section=section, number=number)
        for section in made
        for number in range(1, contestants + 1)
    )
    usual = {
        board: random.choice(["4S", "3NTx", "2H", "3NT", "5D", "4H"]) + random.choice("NE")
        for board in range(1, GROUPS * BOARDS_A_ROUND + 1)
    }
    lines, seats = [], []
    for place, section in enumerate(made):
        own = pairs[contestants * place : contestants * (place + 1)]
        for turn in range(GROUPS):
            for table in range(tables):
                group = (table + turn) % GROUPS + 1
                for board in boards_of(group, BOARDS_A_ROUND):
                    contract = usual[board]
                    if random.randrange(SLIP) == 0:
                        contract = contract[:-1] + {"N": "E", "E": "S"}[contract[-1]]
                    made_tricks = random.choice(["=", "+1", "-1", "=", "-2"])
                    result = read_entry(contract + made_tricks, board=board)
                    line = TravellerLine(
                        section=section,
                        board=board,
                        round=turn + 1,
                        table=table + 1,
                        **columns_of(result),
                    )
                    lines.append(line)
                    seats += [
                        (line, own[table], "NS"),
                        (line, own[tables + GROUPS + table - turn], "EW"),
                    ]
    TravellerLine.objects.bulk_create(lines, batch_size=2000)
    LineContestant.objects.bulk_create(
        (
            LineContestant(line=line, contestant=pair, board=line.board, direction=direction)
            for line, pair, direction in seats
        ),
        batch_size=2000,
    )
    return session


def _doubts_of_board(session: Any) -> object:
    from events.sessions.selectors.lines import board_lines
    from events.sessions.services.doubts import board_doubts

    return board_doubts(session, board_lines(session, 1))


def _get(client: Any, path: str) -> int:
    answer = client.get(path)
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return len(answer.content)


def _save(client: Any, session: Any) -> int:
    """Type another result into a line of board 1, on the page that shows its section alone."""
    line = session.sections.first().lines.filter(board=1).first()
    entry = "50" if line.score_ns != 50 else "100"
    values = {"entry": entry, "version": line.version, "section": line.section.letter}
    path = f"/sessions/{session.pk}/lines/{line.pk}/"
    answer = client.post(path, values, headers={"accept": "application/json"})
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return len(answer.content)


def _on(database: str, environment: dict[str, str]) -> None:
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    subprocess.run(PREPARE, env=complete, check=True, stdout=subprocess.DEVNULL)
    print(f"{database}, milliseconds: made, again", flush=True)
    call = [sys.executable, "-m", "bench.doubt_pages", "--measure"]
    subprocess.run(call, env=complete, check=True)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as name:
        folders = {key: str(Path(name) / key) for key in ("sqlite", "postgresql")}
        _on("SQLite", {"DATABASE_URL": "", "CLUBSCORE_DATA": folders["sqlite"]})
        try:
            with throwaway_postgres() as url:
                _on("PostgreSQL", {"DATABASE_URL": url, "CLUBSCORE_DATA": folders["postgresql"]})
        except PostgresMissingError as error:
            print(f"!!! NOT MEASURED on PostgreSQL: {error}")
            return 1
    return 0


if __name__ == "__main__":
    if "--measure" in sys.argv:
        measure()
    else:
        sys.exit(main())
