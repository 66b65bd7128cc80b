"""``python -m bench.typing_cpu``: the processor's time of one request of the typing page, in ms.

In one process without a server, on the first board of the session that bench.evening made last:
unlike the time on the clock, it hardly depends on what else the machine does. Prints JSON.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module

TURNS = 15


def milliseconds(request: Callable[[], object]) -> float:
    """The mean of several turns, after a first one that fills the caches."""
    request()
    begun = time.process_time()
    for _ in range(TURNS):
        request()
    return 1000 * (time.process_time() - begun) / TURNS


def measure() -> dict[str, float]:
    """The page of a board, a line saved, and what a text means while it is typed."""
    from itertools import cycle

    from django.contrib.auth.models import User
    from django.test import Client

    from events.models import TravellerLine

    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username="bench"))
    line = TravellerLine.objects.select_related("section").order_by("-section", "board", "pk")[0]
    session = f"/sessions/{line.section.session_id}"
    results = cycle(("4SN=", "4SN-1"))
    return {
        "page": milliseconds(lambda: client.get(f"{session}/boards/{line.board}/")),
        "save": milliseconds(
            lambda: client.post(f"{session}/lines/{line.pk}/", {"typed": next(results)})
        ),
        "reading": milliseconds(
            lambda: client.get(f"{session}/lines/{line.pk}/reading/", {"typed": "4sn="})
        ),
    }


if __name__ == "__main__":
    import_module("django").setup()
    json.dump(measure(), sys.stdout)
