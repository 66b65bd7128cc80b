"""How every address received somebody, asked once for all tests that look at the answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from django.http import HttpResponseBase

from tests.site.doors import DOORS, Role, address
from tests.site.visits import Values, answer, ask, browser

NEVER = {"max-age=0", "no-cache", "no-store", "must-revalidate", "private"}
"""What ``Cache-Control`` says of an answer that is stored nowhere."""
NOT_YOURS = "Your account may read results, but not change them."


@dataclass(frozen=True, slots=True)
class Received:
    """What the tests ask of an answer."""

    how: str
    location: str | None
    cache_control: frozenset[str]
    says_not_yours: bool

    @classmethod
    def of(cls, response: HttpResponseBase) -> Self:
        return cls(
            how=answer(response),
            location=response.headers.get("Location"),
            cache_control=cache_control(response),
            says_not_yours=not response.streaming
            and NOT_YOURS in response.content.decode(errors="replace"),
        )


Walk = Callable[[Role, str], dict[str, Received]]
"""How each pattern receives a role by a method, in a club that has published everything."""


def cache_control(response: HttpResponseBase) -> frozenset[str]:
    return frozenset(filter(None, response.headers.get("Cache-Control", "").split(", ")))


def walk(role: Role, method: str, values: Values) -> dict[str, Received]:
    """Ask for every address."""
    client = browser(role)
    return {
        pattern: Received.of(ask(client, method, address(pattern, values))) for pattern in DOORS
    }
