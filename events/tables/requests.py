"""What the phones of a table send, one structure an address."""

from typing import Annotated, Literal

from msgspec import Meta, field

from events.devices.requests import MAX_STORED, Count, Form, Key, Request, Text
from events.tables.domain.lines import WrittenResult

Version = Annotated[int, Meta(ge=-1, le=MAX_STORED)]

Small = Annotated[int, Meta(ge=-1, le=99)]

Board = Annotated[int, Meta(ge=1, le=9999)]


class OfLine(Request, frozen=True, kw_only=True):
    """What is sent about a line, of which the phone shows a version."""

    version: Version = -1


class Result(OfLine, frozen=True, kw_only=True):
    """A result, or none."""

    level: Small = -1
    strain: Text = ""
    doubled: Text = ""
    declarer: Text = ""
    tricks: Small = -1
    lead: Text = ""
    passed: bool = field(name="pass", default=False)
    not_played: bool = field(name="np", default=False)

    @property
    def result(self) -> WrittenResult | None:
        """``None`` where none was sent."""
        if self.level < 0 and not self.passed and not self.not_played:
            return None
        return WrittenResult(
            level=self.level,
            strain=self.strain,
            doubled=self.doubled,
            declarer=self.declarer,
            tricks=self.tricks,
            lead=self.lead,
            passed=self.passed,
            not_played=self.not_played,
        )


class Enter(Result, frozen=True, kw_only=True):
    """A result; ``board`` is what the phone shows, ``reason`` why it was not played."""

    board: Board | None = None
    reason: Text = ""


class Claim(Result, frozen=True, kw_only=True):
    """Another result of a line."""

    note: Text = ""


class Confirm(OfLine, frozen=True, kw_only=True):
    """Yes; ``accept`` to what the other side proposed."""

    accept: bool = False


class Asked(OfLine, frozen=True, kw_only=True):
    """Something that takes both sides: asked, or with ``agree`` answered."""

    agree: bool | None = None


class Exchange(Asked, frozen=True, kw_only=True):
    """Two lines."""

    other: Count | None = None


class Call(Request, frozen=True, kw_only=True):
    """A call of the director, about a board or none, or taken back."""

    withdraw: bool = False
    board: Board | None = None


class AtRound(Request, frozen=True, kw_only=True):
    """*We are at round 4*; without ``agree`` it is not so, or is taken back."""

    round: Count
    agree: bool = True


class Answer(Request, frozen=True, kw_only=True):
    """Yes or no to a claim."""

    agree: bool = False


class Names(Form, frozen=True, kw_only=True):
    """Names by seat, the answer to a proposal of them, or with ``q`` a search, which has no key."""

    key: Key = ""
    names: dict[Annotated[str, Meta(pattern=r"\A[NESW]\Z")], Text] = field(default_factory=dict)
    proposal: Count | None = None
    agree: bool = False
    q: Text | None = None


class Kind(Form, frozen=True, kw_only=True):
    """What the phone is to be."""

    kind: Literal["table", "pair", "look"]
    side: Literal["", "NS", "EW", "N", "S", "E", "W"] = ""
