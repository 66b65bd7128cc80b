"""What ``bench.pages`` measures of a club that was made for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DataSet:
    """The address of its pages, other requests by name, and a change of what the pages show."""

    address: str
    asks: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    change: Callable[[], object] = lambda: None
