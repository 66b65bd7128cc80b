"""One transaction for a service, run again when the database had to end it for another's sake.

PostgreSQL ends one of two transactions that wait for each other, or that could not have come one
after the other. Nothing of it is stored then, so all of it runs again. SQLite has one writer at a
time and never does so.
"""

import logging
import random
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, OperationalError, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from clubscore.text.problems import Refused

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

SERIALIZATION_FAILURE, DEADLOCK_DETECTED, FOREIGN_KEY_VIOLATION = "40001", "40P01", "23503"
MAX_TRIES = 5
MAX_PAUSE = 0.05
"""Seconds before the second try; twice as long before each further one."""


def in_transaction(service: Callable[P, R]) -> Callable[P, R]:
    """Run a service in one transaction, or in a savepoint of the caller's.

    Only the outermost is run again: a caller's work before the service would be lost with it. A
    service reads what it decides by itself, so that another run decides by what is stored then.
    What would leave a row without the one that it points to is refused.
    """

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if transaction.get_connection().in_atomic_block:
            with transaction.atomic():
                return service(*args, **kwargs)
        number = 0
        while True:
            number += 1
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except IntegrityError as error:
                if not _is_dangling(error):
                    raise
                logger.warning("%s meets a deletion: %s", service.__qualname__, error)
                raise Refused.because(
                    "Something that this change needs was deleted in the meantime, or something "
                    "still needs what it deletes. Nothing was changed; load the page again."
                ) from error
            except OperationalError as error:
                was_ended = _sqlstate(error) in {SERIALIZATION_FAILURE, DEADLOCK_DETECTED}
                if not was_ended or number == MAX_TRIES:
                    raise
                logger.warning("%s runs again: %s", service.__qualname__, error)
                # Of random length, so that the same two do not meet again.
                time.sleep(random.uniform(0, MAX_PAUSE) * 2**number)  # noqa: S311

    run.is_service = True  # type: ignore[attr-defined]
    return run


def _is_dangling(error: IntegrityError) -> bool:
    """Whether a row would point to one that is not there."""
    return _sqlstate(error) == FOREIGN_KEY_VIOLATION or "FOREIGN KEY" in str(error)


def _sqlstate(error: Exception) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)


def settle_constraints(editor: BaseDatabaseSchemaEditor) -> None:
    """Check now what PostgreSQL checks at the end of a transaction. A migration that changes rows
    ends with it: where many run in one transaction, as when a backup is restored, the next could
    not alter their tables."""
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
