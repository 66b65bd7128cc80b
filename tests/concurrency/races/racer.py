"""One of the two processes of a race: does what it is told, on a connection of its own.

Reads and answers lines of JSON: ``{"run": CASE, "pause": K}`` runs the case and stops after its
K-th statement, or with K = 0 between reading and calling, until a line comes; ``{"state": true}``
gives the rows; ``{"reset": [CASE, ...]}`` puts those back that ``{"build": true}`` made, and
prepares the cases. What a case draws by chance is the same each time, by ``"seed"``.
"""

import json
import logging
import random
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import django

Row = list[Any]


def main() -> None:
    django.setup()
    # Now, not in the first race: importing takes longer than the other one waits.
    import_module("tests.concurrency.races.all_cases")
    _state()
    commands: dict[str, Callable[[dict[str, Any]], object]] = {
        "build": lambda _order: _build(),
        "reset": lambda order: _reset(order["reset"]),
        "state": lambda _order: _state(),
        "run": lambda order: _run(order["run"], order.get("pause")),
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


def _run(name: str, pause: int | None) -> object:
    """What became of it: ``done``, the refusal's or the fault's words; statements and retries."""
    from django.core.exceptions import ObjectDoesNotExist
    from django.db import connection

    from accounts.services import TooManyTriesError
    from clubscore.text.problems import Refused
    from clubscore.web.caching import forget
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
        except ObjectDoesNotExist as error:
            raise _NothingToDo(str(error)) from error
        if pause == 0:
            stop()
        with connection.execute_wrapper(after_each):
            answer = call()
        # What a phone is told is stored, and given again to the same question.
        is_phone = hasattr(answer, "status")
        is_refused = is_phone and answer.status == 422
        outcome, fault = ("refused", str(answer)) if is_refused else ("done", "")
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

_SAVED: dict[str, tuple[list[str], list[Row]]] = {}
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


def _tables() -> list[str]:
    from django.db import connection

    names = connection.introspection.table_names()
    return sorted(name for name in names if not name.startswith(_LEFT_OUT))


def _build() -> object:
    from tests.concurrency.races import world

    world.build()
    for table in _tables():
        _SAVED[table] = _rows(table)
    return True


def _rows(table: str) -> tuple[list[str], list[Row]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        return [column[0] for column in cursor.description], [
            list(row) for row in cursor.fetchall()
        ]


def _reset(cases: list[str]) -> object:
    from django.db import connection, transaction

    from tests.concurrency.races.all_cases import CASES
    from tests.concurrency.races.world import number_new_rows

    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA foreign_keys = OFF" if sqlite else "SET session_replication_role = replica"
        )
    with transaction.atomic(), connection.cursor() as cursor:
        for table, (columns, rows) in _SAVED.items():
            now = _rows(table)[1]
            if now == rows:
                continue
            cursor.execute(f'DELETE FROM "{table}"')
            if rows:
                names = ", ".join(f'"{column}"' for column in columns)
                places = ", ".join(["%s"] * len(columns))
                cursor.executemany(
                    f'INSERT INTO "{table}" ({names}) VALUES ({places})',
                    [[_storable(value) for value in row] for row in rows],
                )
        number_new_rows()
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA foreign_keys = ON" if sqlite else "SET session_replication_role = origin"
        )
    for name in cases:
        if prepare := CASES[name].prepare:
            prepare()
    return True


def _storable(value: object) -> object:
    """JSON as text, which the driver of PostgreSQL reads as objects."""
    return json.dumps(value) if isinstance(value, dict | list) else value


_NEW = re.compile(r"\b[5-9]\d{5,}\b")
_SEALED = re.compile(r"\bgAAAA[\w=-]+")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:?\d\d)?|Z)?")


def _state() -> dict[str, list[str]]:
    """Every row as text, without what differs by the order: moments, the numbers of new rows,
    what is encrypted, and the version that a phone had read before."""
    state = {}
    for table in _tables():
        columns, rows = _rows(table)
        shown = []
        for row in rows:
            values = dict(zip(columns, row, strict=True))
            values.pop("sent", None)
            text = json.dumps(values, default=str, sort_keys=True)
            text = _SEALED.sub("sealed", _MOMENT.sub("then", text))
            shown.append(_NEW.sub("new", text))
        state[table] = sorted(shown)
    return state


if __name__ == "__main__":
    main()
