"""Doing several things at the same moment, each with a connection of its own."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def at_once(*actions: Callable[[], T]) -> list[T | Exception]:
    """What each action gives or raises, when all begin together."""
    together = threading.Barrier(len(actions), timeout=30)

    def run(action: Callable[[], T]) -> T | Exception:
        try:
            connection.ensure_connection()
            together.wait()
            return action()
        except Exception as error:  # noqa: BLE001 - the test looks at what it is
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))
