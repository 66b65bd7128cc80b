"""One of the two processes of a race: does what it is told, on a connection of its own.

Reads and answers lines of JSON: ``{"run": CASE, "pause": K}`` runs the case and stops after its
K-th statement, or with K = 0 between reading and calling, until a line comes; ``{"reset": [CASE,
...]}`` puts the rows back that ``{"build": true}`` made, and prepares the cases; both answer with
the tables ``"written"``. ``{"state": TABLES}`` gives what of those is not as built, which the next
reset puts back. What a case draws by chance is the same each time, by ``"seed"``.
"""

import gc
import json
import logging
import random
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import django

Row = tuple[Any, ...]


def main() -> None:
    django.setup()
    # Now, not in the first race: importing takes longer than the other one waits.
    import_module("tests.concurrency.races.all_cases")
    import_module("clubscore.urls")
    gc.freeze()
    commands: dict[str, Callable[[dict[str, Any]], object]] = {
        "build": lambda _order: _build(),
        "reset": lambda order: _reset(order["reset"]),
        "state": lambda order: _state(order["state"]),
        "run": lambda order: _noted(_run, order["run"], order.get("pause")),
    }
    for line in sys.stdin:
        order = json.loads(line)
        _draw_as(order.get("seed", ""))
        command = next(name for name in commands if name in order)
        _answer(commands[command](order))


def _draw_as(seed: str) -> None:
    """From now on `secrets` and the like draw what they drew after this seed before."""
    random._urandom = random.Random(seed).randbytes  # type: ignore[attr-defined]


def _answer(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


class _NothingToDo(Exception):
    """The one that ran before has left nothing that the plan could be made for."""


class _Retries(logging.Handler):
    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "runs again" in record.getMessage()


def _run(name: str, pause: int | None) -> dict[str, Any]:
    """What became of it: ``done``, the word for a phone, the refusal's or the fault's words;
    statements and retries."""
    from django.core.exceptions import ObjectDoesNotExist
    from django.db import IntegrityError, connection

    from accounts.services import TooManyTriesError
    from clubscore.text.problems import Refused
    from clubscore.web.caching import forget
    from events.devices.domain.outcomes import DONE, Why
    from events.devices.services import Answer
    from tests.concurrency.races.all_cases import CASES

    forget()
    count, retries, is_phone = 0, _Retries(), False
    locked: list[str] = []

    def stop() -> None:
        _answer({"paused": count})
        sys.stdin.readline()

    def after_each(execute: Any, *arguments: Any) -> Any:
        nonlocal count
        answer = execute(*arguments)
        count += 1
        locked.extend(_locked(arguments[0]))
        if count == pause:
            stop()
        return answer

    logger = logging.getLogger("clubscore.database.transactions")
    logger.addHandler(retries)
    try:
        try:
            call = CASES[name].plan()
        # What it would begin with is gone, or goes while a plan stores what belongs to it.
        except (ObjectDoesNotExist, IntegrityError) as error:
            raise _NothingToDo(str(error)) from error
        if pause == 0:
            stop()
        with connection.execute_wrapper(after_each):
            answer = call()
        # What a phone is told is stored, and given again to the same question.
        is_phone = isinstance(answer, Answer)
        outcome, fault = answer.outcome if isinstance(answer, Answer) else DONE, ""
        if outcome == Why.IMPOSSIBLE:
            outcome, fault = "refused", str(answer)
    except _NothingToDo as nothing:
        outcome, fault = "nothing to do", str(nothing)
    except (Refused, ObjectDoesNotExist, TooManyTriesError) as refusal:
        outcome, fault = "refused", f"{type(refusal).__name__}: {refusal}"
    except Exception as error:  # noqa: BLE001 - the test shows it
        outcome, fault = "fault", f"{type(error).__name__}: {error}"
    finally:
        logger.removeHandler(retries)
    return {
        "outcome": outcome,
        "why": fault,
        "is_phone": is_phone,
        "statements": count,
        "retries": retries.count,
        "locked": locked,
    }


_LOCK = re.compile(r"FROM \"(\w+)\".* FOR (?:NO KEY UPDATE|UPDATE|KEY SHARE)")


def _locked(sql: str) -> list[str]:
    """The table whose rows a statement locks."""
    if "players_registerversion" in sql and sql.startswith("INSERT"):
        return ["players_registerversion"]
    return _LOCK.findall(sql)


# --- rows -----------------------------------------------------------------------------------------


@dataclass
class Table:
    """The rows of a table by their keys: as they were built, how those are shown, and as they were
    when they were last read."""

    name: str
    columns: list[str]
    key: int
    built: dict[Any, Row] = field(default_factory=dict)
    shown: dict[Any, str] = field(default_factory=dict)
    now: dict[Any, Row] = field(default_factory=dict)

    def read(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{self.name}"')
            self.now = {row[self.key]: row for row in cursor.fetchall()}

    def build(self) -> None:
        self.read()
        self.built = self.now
        self.shown = {key: self._shown(row) for key, row in self.built.items()}

    def changes(self) -> list[str]:
        """What is otherwise than it was built, without what differs by the order: moments, the
        numbers of new rows, what is encrypted, and the version that a phone had read before."""
        rows = {
            key: self._shown(row) for key, row in self.now.items() if row != self.built.get(key)
        }
        changed = [text for key, text in rows.items() if text != self.shown.get(key)]
        gone = [f"not {text}" for key, text in self.shown.items() if key not in self.now]
        return sorted(changed + gone)

    def put_back(self) -> None:
        wrong = [key for key, row in self.now.items() if row != self.built.get(key)]
        missing = [row for key, row in self.built.items() if row != self.now.get(key)]
        names = ", ".join(f'"{column}"' for column in self.columns)
        self._act(f'DELETE FROM "{self.name}" WHERE "{self.columns[self.key]}" IN', [wrong])
        self._act(f'INSERT INTO "{self.name}" ({names}) VALUES', missing)
        self.now = self.built

    def _act(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        from django.db import connection

        places = ", ".join(f"({', '.join(['%s'] * len(row))})" for row in rows)
        if values := [_storable(value) for row in rows for value in row]:
            with connection.cursor() as cursor:
                cursor.execute(f"{sql} {places}", values)

    def _shown(self, row: Row) -> str:
        values = dict(zip(self.columns, row, strict=True))
        values.pop("sent", None)
        text = json.dumps(values, default=str, sort_keys=True)
        return _NEW.sub("new", _SEALED.sub("sealed", _MOMENT.sub("then", text)))


def _storable(value: object) -> object:
    """JSON as text, which the driver of PostgreSQL reads as objects."""
    return json.dumps(value) if isinstance(value, dict | list) else value


_NEW = re.compile(r"\b[5-9]\d{5,}\b")
_SEALED = re.compile(r"\bgAAAA[\w=-]+")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:?\d\d)?|Z)?")

_TABLES: dict[str, Table] = {}
_LEFT_OUT = (
    "auth_group",
    "auth_permission",
    "django_content_type",
    "django_migrations",
    "django_session",
    "events_sessionfigures",
    "players_registerversion",
)
"""Figures of a session on which somebody works are kept the next time; the version of the register
also counts those who then found nothing to add."""
_READS = re.compile(r"\W*(?:SELECT|BEGIN|LOCK TABLE|SAVEPOINT|RELEASE|ROLLBACK|SET|SHOW|PRAGMA) ")
_WRITES = re.compile(r'\s*(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "?(\w+)')


def _noted(act: Callable[..., dict[str, Any]], *arguments: object) -> dict[str, Any]:
    """What an act answers, with the tables that it has written to."""
    from django.db import connection

    written = set()

    def note(execute: Any, sql: str, *others: Any) -> Any:
        if not _READS.match(sql):
            found = _WRITES.match(sql)
            assert found, f"What does this write? {sql}"
            written.add(found[1])
        return execute(sql, *others)

    with connection.execute_wrapper(note):
        answer = act(*arguments)
    return {**answer, "written": sorted(written)}


def _build() -> object:
    from django.db import connection

    from tests.concurrency.races import world

    world.build()
    tables = connection.introspection
    with connection.cursor() as cursor:
        for name in tables.table_names(cursor):
            if not name.startswith(_LEFT_OUT):
                columns = [column.name for column in tables.get_table_description(cursor, name)]
                key = columns.index(tables.get_primary_key_column(cursor, name))
                _TABLES[name] = Table(name, columns, key)
                _TABLES[name].build()
    return True


def _reset(cases: list[str]) -> dict[str, Any]:
    from django.db import connection, transaction

    from tests.concurrency.races.world import number_new_rows

    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA foreign_keys = OFF" if sqlite else "SET session_replication_role = replica"
        )
    with transaction.atomic():
        for table in _TABLES.values():
            table.put_back()
        number_new_rows()
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA foreign_keys = ON" if sqlite else "SET session_replication_role = origin"
        )
    return _noted(_prepare, cases)


def _prepare(cases: list[str]) -> dict[str, Any]:
    from tests.concurrency.races.all_cases import CASES

    for name in cases:
        if prepare := CASES[name].prepare:
            prepare()
    return {}


def _state(written: list[str]) -> dict[str, list[str]]:
    """What is otherwise than it was built, of the tables written to."""
    tables = [_TABLES[name] for name in written if name in _TABLES]
    for table in tables:
        table.read()
    return {table.name: changes for table in tables if (changes := table.changes())}


if __name__ == "__main__":
    main()
