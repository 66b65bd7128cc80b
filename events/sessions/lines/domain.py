"""The history of a line of a traveller, and what the public saw of it.

A *state* is what the log holds of a line: its columns that are not blank, so that an empty line
has none. Changes come in the order of the log.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

State = Mapping[str, Any]

RESULT = ("score_ns", "contract", "declarer", "tricks", "adjustment")
"""The columns that make up the result; law, reason and deal do not."""

PAIRS = "pairs"
"""Who sat there, in log entries about a change of seats."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a line: what it was, what it became, and when."""

    line: int
    at: datetime.datetime
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Shown:
    """The results were published or unpublished at this point."""

    is_public: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that differs from what the public first saw, or belongs to others: what it was then,
    what it is now, and when it changed. An empty ``now`` is a result that was cleared; ``was``
    holds who sat there if that was changed.
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
    return {name: state[name] for name in RESULT if name in state}


@dataclass(slots=True)
class _Seen:
    """What is known of one line so far: its state now and as the public first saw it; who sat
    there only if that was changed since.
    """

    now: State
    first: State | None = None
    at: datetime.datetime | None = None
    pairs: str = ""
    first_pairs: str = ""

    def apply(self, change: Change) -> None:
        """Move on to the state after a change."""
        # Not for a new law or reason: the public sees the same result.
        if visible(change.after) != visible(self.now):
            self.at = change.at
        if PAIRS in change.after and self.first is not None:
            # Only the first change knows who sat there when it was published.
            self.first_pairs = self.first_pairs or change.before[PAIRS]
            self.pairs = change.after[PAIRS]
            self.at = change.at
        self.now = change.after

    def correction(self, line: int) -> Correction | None:
        """The correction to report, if the result differs from what the public first saw."""
        if self.first is None or self.at is None:
            return None
        was = visible(self.first)
        if self.pairs != self.first_pairs:
            was |= {PAIRS: self.first_pairs}
        elif was == visible(self.now):
            return None
        return Correction(line, self.at, was, visible(self.now))


def corrections(story: Iterable[Change | Shown]) -> Iterator[Correction]:
    """The results that differ from what the public first saw, by line.

    ``story`` begins with the first publication. Changes while the results were unpublished count
    too: they had been seen. A result entered when the others were already public is no
    correction, nor is one that was restored to what it was.
    """
    lines: dict[int, _Seen] = {}
    is_public = False
    for event in story:
        if isinstance(event, Shown):
            is_public = event.is_public
            # A publication shows all lines at once.
            touched = list(lines.values())
        else:
            if event.line not in lines:
                # Its first change since the first publication: this was its state then.
                lines[event.line] = _Seen(event.before)
                _show(lines[event.line])
            lines[event.line].apply(event)
            touched = [lines[event.line]]
        if is_public:
            for seen in touched:
                _show(seen)
    for line, seen in sorted(lines.items()):
        if correction := seen.correction(line):
            yield correction


def _show(seen: _Seen) -> None:
    if seen.first is None and is_result(seen.now):
        seen.first = seen.now
