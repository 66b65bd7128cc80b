"""``python -m bench.tables_cpu``: the processor's time of what a phone asks for, in ms.

In one process without a server, on an evening of 40 tables made in the database of the environment:
unlike the time on the clock, it hardly depends on what else the machine does. Prints JSON: a poll
answered from the stamp, one after a result at another table, one after a result at the own table,
a result entered and confirmed, and what is not in the log: a call, *We are at round n*, a phone
that joins, and the poll after a call.
"""

import json
import secrets
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

TURNS = 12
RESULT: dict[str, Any] = {"level": 4, "strain": "S", "doubled": "", "declarer": "N", "lead": ""}


class Phone:
    """A phone of the evening, and what it saw last."""

    def __init__(self, token: str) -> None:
        from django.test import Client

        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.cookies["clubscore-table"] = token
        self.tag = ""
        self.state: dict[str, Any] = {}

    def poll(self) -> int:
        """Ask for the state of the table."""
        found = self.client.get("/play/now/", headers={"If-None-Match": self.tag})
        self.tag = found.headers["ETag"]
        if found.status_code == 200:
            self.state = found.json()
        return found.status_code

    def send(self, line: dict[str, Any], what: str = "", **values: Any) -> None:
        """Send something about a line."""
        self.post(f"/play/lines/{line['line']}/{what}", version=line["version"], **values)

    def post(self, path: str, **values: Any) -> None:
        """Send something with a key of its own."""
        body = {"key": secrets.token_hex(16), **values}
        found = self.client.post(path, json.dumps(body), content_type="application/json")
        if found.status_code != 200:
            raise SystemExit(f"{found.status_code} {found.content!r}")

    def enter(self, number: int) -> None:
        """A result on a board of the round, another than before."""
        boards = self.state["boards"]
        line = boards[number % len(boards)]
        self.send(line, **RESULT, tricks=8 + number % 5)

    def confirm(self) -> None:
        """What the other side entered."""
        for line in self.state["boards"]:
            if line["state"] == "entered" and line["by"] != line["side"]:
                self.send(line, "confirm/")


def join(client: Any, address: str) -> None:
    """Another phone that looks at a table; all by one client, for to make one takes longer."""
    client.cookies.clear()
    found = client.post(address, {"kind": "look", "side": ""})
    if found.status_code != 303:
        raise SystemExit(f"{found.status_code} {found.content!r}")


def milliseconds(
    run: Callable[[], object], *, before: Callable[[], object] = lambda: None
) -> float:
    """The mean of several turns, after a first one; ``before`` runs unmeasured ahead of each."""
    worked = 0.0
    for turn in range(TURNS + 1):
        before()
        begun = time.process_time()
        run()
        worked += (time.process_time() - begun) * (turn > 0)
    return round(1000 * worked / TURNS, 2)


def measure() -> dict[str, float]:
    """Each request, of phones at two tables."""
    from itertools import count

    from bench.tables import prepare
    from events.models import Submission, TableCall, TableCode, TableDevice

    tokens = prepare(0)["tokens"]
    north, east, other = (
        Phone(each) for each in (tokens["NS"][0], tokens["EW"][0], tokens["NS"][5])
    )
    numbers = count()
    for each in (north, east, other):
        each.poll()

    def ready() -> None:
        # Otherwise more in a minute than a phone may send.
        Submission.objects.all().delete()
        TableCall.objects.all().delete()
        north.poll()

    def enter(phone: Phone) -> None:
        ready()
        phone.enter(next(numbers))

    def elsewhere() -> None:
        enter(north)
        # The first that asks reads for all others of the process.
        north.poll()

    def entered() -> None:
        enter(north)
        east.poll()

    def called() -> None:
        ready()
        other.poll()
        north.post("/play/call/")

    def looking() -> None:
        TableDevice.objects.filter(kind="look").delete()
        ready()

    code = f"/t/{TableCode.objects.filter(revoked_at=None)[0].code}/join/"
    return {
        "poll, nothing new": milliseconds(other.poll),
        "poll, first of all after a result elsewhere": milliseconds(
            other.poll, before=lambda: enter(north)
        ),
        "poll, after a result elsewhere": milliseconds(other.poll, before=elsewhere),
        "poll, after a result at the table": milliseconds(east.poll, before=elsewhere),
        "a result entered": milliseconds(lambda: north.enter(next(numbers)), before=ready),
        "a result confirmed": milliseconds(east.confirm, before=entered),
        "a call": milliseconds(lambda: north.post("/play/call/"), before=ready),
        "we are at round 1": milliseconds(
            lambda: north.post("/play/round/", round=1), before=ready
        ),
        "poll, first of all after a call": milliseconds(other.poll, before=called),
        "a phone joins": milliseconds(lambda: join(other.client, code), before=looking),
    }


if __name__ == "__main__":
    import_module("django").setup()
    json.dump(measure(), sys.stdout, indent=1)
    print()
