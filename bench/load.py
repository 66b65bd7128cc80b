"""The clients: a process of its own that keeps connections busy for a while and counts.

Reads a plan on standard input and writes a report on standard output, both JSON. One client has
one connection, opened again when the server closes it, and sends its next request when the answer
to the last one is complete. Requests are bytes, so that the clients take little of the machine
that they share with the server.
"""

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_VERSION = re.compile(rb'"version": *(\d+)')


@dataclass(frozen=True, slots=True)
class Request:
    """One request. With several ``bodies`` each turn sends the next one, so that there is always
    something to save; ``{version}`` in them is the version that the last answer gave."""

    path: str
    bodies: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)

    def encode(self, turn: int, version: str) -> bytes:
        method = "POST" if self.bodies else "GET"
        lines = [f"{method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        if not self.bodies:
            return "\r\n".join([*lines, "", ""]).encode()
        body = self.bodies[turn % len(self.bodies)].replace("{version}", version)
        lines.append("Content-Type: application/x-www-form-urlencoded")
        lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", body]).encode("ascii")


@dataclass(frozen=True, slots=True)
class Client:
    """Requests in turn, and the mean pause before each in seconds; times are by ``kind``."""

    requests: list[Request]
    pause: float = 0.0
    kind: str = ""

    async def wait(self, *, is_first: bool) -> None:
        """The pause, up to half as long or as short; before the first request, any part of it."""
        if self.pause:
            share = random.random() + (0.0 if is_first else 0.5)
            await asyncio.sleep(self.pause * share)


@dataclass(slots=True)
class Report:
    """The results: times in seconds by kind of client, for the answers after the warm-up."""

    seconds: float
    times: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    size: int = 0


class Connection:
    """A connection kept open as a browser keeps it: where the server closed it while it was idle,
    the request goes over a new one.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        """Send a request; head and body of the answer."""
        is_reused = self.streams is not None
        try:
            return await self._ask(request)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            self.close()
            is_begun = isinstance(error, asyncio.IncompleteReadError) and error.partial
            # Only a connection that was idle may have been closed before it got the request.
            if not is_reused or is_begun:
                raise
            return await self._ask(request)

    async def _ask(self, request: bytes) -> tuple[bytes, bytes]:
        self.streams = self.streams or await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        body = await reader.readexactly(int(length[1])) if length else b""
        if b"\r\nconnection: close" in head.lower():
            self.close()
        return head, body

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self.streams:
            self.streams[1].close()
        self.streams = None


async def run_client(port: int, client: Client, report: Report, start: float) -> None:
    """Send a client's requests in turn until the time is over."""
    requests = client.requests
    versions = [""] * len(requests)
    connection = Connection(port)
    for turn, number in _turns(len(requests)):
        await client.wait(is_first=turn == number == 0)
        request = requests[number].encode(turn, versions[number])
        begun = time.perf_counter()
        if begun > start + report.seconds:
            break
        head, body = await connection.ask(request)
        if begun >= start:
            report.times.setdefault(client.kind, []).append(time.perf_counter() - begun)
            report.size = len(body)
        if head[9:12] != b"200":
            report.errors.append(f"{head[9:12].decode()} {requests[number].path}: {body[:200]!r}")
        if match := _VERSION.search(body):
            versions[number] = match[1].decode()
    connection.close()


def _turns(requests: int) -> Iterator[tuple[int, int]]:
    for turn in count():
        for number in range(requests):
            yield turn, number


def _client(values: dict[str, Any]) -> Client:
    requests = [Request(**request) for request in values["requests"]]
    return Client(requests, values.get("pause", 0.0), values.get("kind", ""))


async def run(plan: dict[str, Any]) -> Report:
    """Run all clients of a plan: ``port``, ``seconds``, ``warm_up``, ``clients``."""
    report = Report(plan["seconds"])
    start = time.perf_counter() + plan["warm_up"]
    running = [
        run_client(plan["port"], _client(client), report, start) for client in plan["clients"]
    ]
    for outcome in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(outcome, BaseException):
            report.errors.append(f"{type(outcome).__name__}: {outcome}")
    return report


if __name__ == "__main__":
    json.dump(asdict(asyncio.run(run(json.load(sys.stdin)))), sys.stdout)
