"""How every address received somebody, asked once for all tests that look at the answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from django.db import connection
from django.http import HttpResponseBase

from tests.site.doors import DOORS, Role, address
from tests.site.visits import Values, answer, ask, browser

NEVER = {"max-age=0", "no-cache", "no-store", "must-revalidate", "private"}
"""What ``Cache-Control`` says of an answer that is stored nowhere."""
GUARDS = {
    "Content-Security-Policy": frozenset(
        {
            "default-src 'self'",
            "img-src 'self' data:",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "object-src 'none'",
        }
    ),
    "X-Frame-Options": frozenset({"DENY"}),
    "X-Content-Type-Options": frozenset({"nosniff"}),
    "Referrer-Policy": frozenset({"same-origin"}),
    "Cross-Origin-Opener-Policy": frozenset({"same-origin"}),
}
"""The headers that keep pages from strangers."""
OF_SESSIONS = frozenset(("django_session", "accounts_logincount"))
NOT_YOURS = "Your account may read results, but not change them."


@dataclass(frozen=True, slots=True)
class Received:
    """What the tests ask of an answer."""

    how: str
    location: str | None
    cache_control: frozenset[str]
    says_not_yours: bool
    guards: dict[str, frozenset[str]]
    changes: tuple[str, ...]
    """The statements that change more than who is logged in."""

    @classmethod
    def of(cls, response: HttpResponseBase, changes: tuple[str, ...]) -> Self:
        return cls(
            changes=changes,
            how=answer(response),
            location=response.headers.get("Location"),
            cache_control=cache_control(response),
            guards=guards(response),
            says_not_yours=not response.streaming
            and NOT_YOURS in response.content.decode(errors="replace"),
        )


Walk = Callable[[Role, str], dict[str, Received]]
"""How each pattern receives a role by a method, in a club that has published everything."""


def cache_control(response: HttpResponseBase) -> frozenset[str]:
    return frozenset(filter(None, response.headers.get("Cache-Control", "").split(", ")))


def guards(response: HttpResponseBase) -> dict[str, frozenset[str]]:
    return {name: frozenset(response.headers.get(name, "").split("; ")) for name in GUARDS}


def walk(role: Role, method: str, values: Values) -> dict[str, Received]:
    """Ask for every address on this machine, which browsers trust as they do HTTPS."""
    client = browser(role)
    paths = {pattern: address(pattern, values) for pattern in DOORS}
    received, changes = {}, list[str]()

    def watch(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        verb = sql.lstrip().split(" ")[0].upper()
        if verb in {"INSERT", "UPDATE", "DELETE"} and not any(
            session in sql for session in OF_SESSIONS
        ):
            changes.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        for pattern, path in paths.items():
            changes.clear()
            response = ask(client, method, path, host="localhost")
            received[pattern] = Received.of(response, tuple(changes))
    return received
