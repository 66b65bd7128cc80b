"""A club's evening to measure with: 13 tables, 12 rounds, 26 boards with twelve results each.

``python -m bench.evening`` makes it in the database of the environment, published, with a result
in every line, and prints what the clients need to know as JSON.
"""

import json
import sys
from importlib import import_module
from typing import Any

TABLES = 13
ROUNDS = 12
RESULTS = ("4SN=", "4SN+1", "4SN-1", "3NTN=", "3NTN+1", "2HW=", "4HxE-2", "5CN-1", "3SN+1", "1NTS=")


def make_evening(*, directors: int) -> dict[str, Any]:
    """The session's number, its lines board by board, and the login cookies of directors."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from events.models import TravellerLine
    from events.services import lines, sessions
    from events.services.log import Actor
    from movements.domain.movement import Cell, Movement
    from movements.formats import asc
    from movements.services import store_movement

    rounds = tuple(
        tuple(
            Cell((table + 1,), (TABLES + 1 + (table - turn) % TABLES,), (table + turn) % TABLES + 1)
            for table in range(TABLES)
        )
        for turn in range(ROUNDS)
    )
    mitchell = Movement(2 * TABLES, TABLES, individual=False, rounds=rounds)
    director = User.objects.create_user("bench", is_staff=True)
    by = Actor(user=director)
    session = sessions.create_session(
        title="Measurement",
        date=timezone.localdate(),
        movement=store_movement(name="Measurement", text=asc.write(mitchell)),
        boards_per_round=2,
        by=by,
    )
    places = list(TravellerLine.objects.filter(section__session=session).order_by("board", "pk"))
    for number, line in enumerate(places):
        text = RESULTS[number % len(RESULTS)]
        lines.enter_result(session_id=session.pk, line_id=line.pk, text=text, by=by)
    sessions.publish(session=session, by=by)
    return {
        "session": session.pk,
        "lines": [line.pk for line in places],
        "logins": [_login(director) for _ in range(directors)],
    }


def _login(user: Any) -> str:
    """The session cookie of a login of its own, as every director's browser has one."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


if __name__ == "__main__":
    import_module("django").setup()
    json.dump(make_evening(directors=int(sys.argv[1])), sys.stdout)
