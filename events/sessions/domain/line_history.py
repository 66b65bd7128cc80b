"""What a line of a traveller was, one change after the other, and what the public saw of it.

A *state* is what the log keeps of a line: the columns that say something, so that an empty line
has none. Changes come in the order of the log.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

State = Mapping[str, Any]

RESULT = ("score_ns", "contract", "declarer", "tricks", "adjustment")
"""The columns that make the result; law, reason and deal stand beside it."""

PAIRS = "pairs"
"""Who sat there, in entries of the log about just that."""


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
    """A result that is another one now, or of others, than when the public saw it first: what it
    was then, what it is, and when it became so. An empty ``now`` is a result that was taken out;
    ``was`` says who sat there if that was changed.
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
    """What is known of one line so far: as it is, and as the public saw it first; of who sat
    there only if that was changed since.
    """

    now: State
    first: State | None = None
    at: datetime.datetime | None = None
    pairs: str = ""
    first_pairs: str = ""

    def take(self, change: Change) -> None:
        """Go on to what a change made of the line."""
        if visible(change.after) != visible(self.now):
            self.at = change.at
        if PAIRS in change.after and self.first is not None:
            self.first_pairs = self.first_pairs or change.before[PAIRS]
            self.pairs = change.after[PAIRS]
            self.at = change.at
        self.now = change.after

    def correction(self, line: int) -> Correction | None:
        """What became of it, if it is not any more what the public saw first."""
        if self.first is None or self.at is None:
            return None
        was = visible(self.first)
        if self.pairs != self.first_pairs:
            was |= {PAIRS: self.first_pairs}
        elif was == visible(self.now):
            return None
        return Correction(line, self.at, was, visible(self.now))


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
            lines[event.line].take(event)
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
