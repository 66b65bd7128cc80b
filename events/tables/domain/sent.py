"""What phones send, as typed values: made at the door, from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from events.tables.domain.lines import WrittenResult


@dataclass(frozen=True, slots=True)
class Sent:
    """Whatever a phone may send; each address reads the fields that it knows.

    ``key`` tells one thing that was sent from another; ``written`` is all of it, as it came.
    ``result`` is ``None`` where no result was sent, ``agree`` where neither yes nor no was, and
    ``search`` where no name is looked for.
    """

    key: str = ""
    written: Mapping[str, object] = field(default_factory=dict)
    version: int = -1
    result: WrittenResult | None = None
    accept: bool = False
    agree: bool | None = None
    withdraw: bool = False
    other: int | None = None
    board: int | None = None
    round: int | None = None
    proposal: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    reason: str = ""
    kind: str = ""
    side: str = ""
    search: str | None = None
