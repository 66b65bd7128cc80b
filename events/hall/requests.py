"""What the phones of a tournament send, one structure an address."""

from typing import Annotated, Literal

from msgspec import Meta

from events.devices.requests import Count, Form, Request

Side = Literal["white", "black"]

Result = Literal["1", "=", "0"]

Note = Annotated[str, Meta(pattern=r"\A[^\x00-\x1f\x7f]*\Z", max_length=100)]

Number = Annotated[int, Meta(ge=1, le=999)]


class CheckIn(Request, frozen=True, kw_only=True):
    """I am here for a round, or not after all."""

    round: Number
    here: bool


class Ask(Request, frozen=True, kw_only=True):
    """A bye in a round, or to withdraw, which is of no round."""

    kind: Literal["half-bye", "zero-bye", "withdraw"]
    round: Number | None = None
    note: Note = ""


class TakeRequestBack(Request, frozen=True, kw_only=True):
    """Nobody asks any more."""

    withdraw: Literal[True] = True


class Report(Request, frozen=True, kw_only=True, rename={"side": "as"}):
    """What a side says the result is, and of which version of the game."""

    result: Result
    version: Count
    side: Side | None = None


class OfReport(Request, frozen=True, kw_only=True, rename={"side": "as"}):
    """Something about what was said."""

    report: Count
    side: Side | None = None


class Dispute(OfReport, frozen=True, kw_only=True, rename={"side": "as"}):
    """It is not so, and perhaps what it was."""

    result: Result | None = None


class Call(Request, frozen=True, kw_only=True):
    """A call of the arbiter, or taken back."""

    withdraw: bool = False


class Nothing(Form, frozen=True, kw_only=True):
    """An address that says it all; a phone may send its key with it."""

    key: str = ""


class SentLineUp(Request, frozen=True, kw_only=True):
    """Whom a captain sets, board by board."""

    round: Number
    players: Annotated[list[Count], Meta(max_length=99)]
