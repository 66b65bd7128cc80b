"""What a module's tests all begin with, stored once."""

import copy
from collections.abc import Callable
from typing import Any

import pytest


def stored_once(make: Callable[[], Any]) -> tuple[Any, Any]:
    """Two fixtures, of which the first is to be called ``stored``: what a function stores for all
    tests of a module, and the copy of each test."""

    @pytest.fixture(scope="module")
    def stored(store_once: Callable[[Callable[[], Any]], Any]) -> Any:
        return store_once(make)

    @pytest.fixture
    def copied(stored: Any, db: None) -> Any:
        return copy.deepcopy(stored)

    return stored, copied
