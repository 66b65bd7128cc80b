"""A club's evening to measure with and to type into: a Mitchell of two boards a round.

``python -m bench.evening DIRECTORS`` makes it in the database of the environment: 13 tables, 12
rounds, 26 boards with twelve results each, published, with a result in every line. ``--empty``
leaves the lines empty, ``--tables`` and ``--rounds`` make it larger. Prints what the clients need
as JSON.
"""

import json
import sys
from argparse import ArgumentParser
from importlib import import_module
from typing import Any

from movements.domain.movement import Cell, Movement

TABLES = 13
ROUNDS = 12
RESULTS = ("4SN=", "4SN+1", "4SN-1", "3NTN=", "3NTN+1", "2HW=", "4HxE-2", "5CN-1", "3SN+1", "1NTS=")


def mitchell(tables: int, rounds: int) -> Movement:
    """As many rounds of a Mitchell as wanted, at most one a table."""
    cells = tuple(
        tuple(
            Cell((table + 1,), (tables + 1 + (table - turn) % tables,), (table + turn) % tables + 1)
            for table in range(tables)
        )
        for turn in range(rounds)
    )
    return Movement(2 * tables, tables, individual=False, rounds=cells)


def make_evening(
    *,
    directors: int,
    tables: int = TABLES,
    rounds: int = ROUNDS,
    empty: bool = False,
    name: str = "Measurement",
) -> dict[str, Any]:
    """The session's number, its lines board by board, and the login cookies of directors."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from clubscore.web.visitors import Actor
    from events.models import TravellerLine
    from events.sessions.lines.services import saving as lines
    from events.sessions.setup.services import sessions
    from movements.formats import asc
    from movements.services import store_movement

    director, _ = User.objects.get_or_create(username="bench", defaults={"is_staff": True})
    by = Actor(user=director)
    session = sessions.create_session(
        title=name,
        date=timezone.localdate(),
        movement=store_movement(name=name, text=asc.write(mitchell(tables, rounds))),
        boards_per_round=2,
        by=by,
    )
    places = list(TravellerLine.objects.filter(section__session=session).order_by("board", "pk"))
    for number, line in enumerate([] if empty else places):
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
    parser = ArgumentParser()
    parser.add_argument("directors", type=int)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--empty", action="store_true")
    wanted = vars(parser.parse_args())
    import_module("django").setup()
    json.dump(make_evening(**wanted), sys.stdout)
