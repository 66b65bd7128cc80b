"""What a phone sends, read once: the bytes of a request become a typed value, or are refused.

One frozen structure an address, each with the members that it knows: whatever else comes, of
another type, or that no database stores, is refused with one sentence.
"""

from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from clubscore.text.problems import sentence

MAX_BODY: Final = 2048
"""Bytes of a request."""

MAX_STORED: Final = 2**31 - 1

NOT_SENT: Final = sentence(
    "This page is out of date, or this is something that no phone sends. Load the page again."
)

Key = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
"""What tells one thing that was sent from another: made when the finger taps."""

Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]

Count = Annotated[int, Meta(ge=0, le=MAX_STORED)]


class Form(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What is sent and done at once."""


class Request(Form, frozen=True, kw_only=True):
    """What is sent until it is answered, with the same key however often."""

    key: Key


F = TypeVar("F", bound=Form)
