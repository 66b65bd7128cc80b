"""What a line of a traveller was, one change after the other, and what the public saw of it.

A *state* is what the log keeps of a line: the columns that say something, so that an empty line
has none. Changes come in the order of the log.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

State = Mapping[str, Any]

BESIDE = ("law", "reason", "deal", "pairs", "seats")
"""What stands beside the result: why, with what cards, and played by whom."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a line: what it was, what it became, and when."""

    line: int
    at: datetime.datetime
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Shown:
    """From here on the results are public, or are not any more."""

    is_public: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that is another one now than when the public saw it first: what it was then, what
    it is, and when it became so. An empty ``now`` is a result that was taken out.
    """

    line: int
    at: datetime.datetime
    was: State
    now: State


def is_result(state: State) -> bool:
    """Whether a line in this state shows anything."""
    return state.get("score_ns") is not None or bool(state.get("adjustment"))


def visible(state: State) -> dict[str, Any]:
    """The part of a state that makes the result."""
    return {name: value for name, value in state.items() if name not in BESIDE}


@dataclass(slots=True)
class _Seen:
    """What is known of one line so far: as it is, and as the public saw it first."""

    now: State
    first: State | None = None
    at: datetime.datetime | None = None


def corrections(story: Iterable[Change | Shown]) -> Iterator[Correction]:
    """The results that are not what the public saw first, by line.

    ``story`` begins with the first publication. What changed while the results were taken back
    counts too: they had been seen. A result that was entered when the others were public already
    is no correction, nor is one that was brought back to what it was.
    """
    lines: dict[int, _Seen] = {}
    is_public = False
    for event in story:
        if isinstance(event, Shown):
            is_public = event.is_public
            touched = list(lines.values())
        else:
            if event.line not in lines:
                # It was so at the publication, or else this is its first result.
                lines[event.line] = _Seen(event.before)
                _show(lines[event.line])
            seen = lines[event.line]
            if visible(event.after) != visible(seen.now):
                seen.at = event.at
            seen.now = event.after
            touched = [seen]
        if is_public:
            for seen in touched:
                _show(seen)
    for line, seen in sorted(lines.items()):
        if seen.first is not None and seen.at and visible(seen.first) != visible(seen.now):
            yield Correction(line, seen.at, seen.first, seen.now)


def _show(seen: _Seen) -> None:
    if seen.first is None and is_result(seen.now):
        seen.first = seen.now
