"""``python -m bench.archive [SESSIONS …]``: the pages of a club after years of play.

One evening of a Mitchell (13 tables, 12 rounds, 312 lines) is copied within the database: 60, 500
and 5,000 published sessions, the last with 1.56 million lines, each by others of 10,000 players,
and by one regular player who missed none.
Prints for SQLite and PostgreSQL, for every page that an administrator can open and for some that
everybody reads, the processor's milliseconds of this process with nothing kept and again, the first
as a multiple of an empty view's, its queries and its bytes, plain and compressed. The best of some
turns.
"""

import argparse
import datetime
import gzip
import logging
import sys
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from importlib import import_module
from typing import Any

from bench.copies import copy_session, run_sql
from bench.every_page import admin_values, paths, values_of
from bench.measuring import best, forget, migrated, on_both, run_module

SIZES = (60, 500, 5000)
PLAYERS = 10_000
REGULAR = PLAYERS + 1
SEATS = 52

VISITED = (
    "",
    "past/",
    "search/?q=evening",
    "sessions/{session}/ranking/",
    "sessions/{session}/travellers/",
    "sessions/{session}/cards/",
)
"""What is also measured as everybody sees it."""


def make_archive(sessions: int) -> int:
    """Fill an empty database; the number of the last session, which is of yesterday."""
    from django.db import transaction
    from django.utils import timezone

    from bench.evening import make_evening
    from events.models import Session

    with transaction.atomic():
        first = Session.objects.get(pk=make_evening(directors=0)["session"])
        _name_players(first)
        others = f"(player_id - 1 + k * {SEATS}) % {PLAYERS} + 1"
        seats = f"CASE player_id WHEN {REGULAR} THEN player_id ELSE {others} END"
        copy_session(first.pk, range(1, sessions), changed={"player_id": seats})
        today = timezone.localdate()
        made = list(Session.objects.order_by("pk"))
        for age, session in enumerate(reversed(made), start=1):
            session.date = today - datetime.timedelta(days=age)
            session.title = f"Evening {session.pk}"
            session.state = Session.State.FINISHED
        Session.objects.bulk_update(made, ["date", "title", "state"], batch_size=500)
    _analyse()
    return made[-1].pk


def _name_players(session: Any) -> None:
    from events.models import Contestant, ContestantPlayer
    from players.models import Player

    for number in range(REGULAR):
        Player(given=f"Given{number}", family=f"Family{number % 997}").save(force_insert=True)
    contestants = Contestant.objects.filter(section__session=session).order_by("number")
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(
            session=session,
            contestant=contestant,
            player_id=2 * place + seat if place or seat > 1 else REGULAR,
            place=seat,
        )
        for place, contestant in enumerate(contestants)
        for seat in (1, 2)
    )


def _analyse() -> None:
    """Bring what the planner knows, and the sequences, up to date."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    # As autovacuum does; nothing does on SQLite.
    if connection.vendor == "postgresql":
        run_sql("ANALYZE")
    for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
        run_sql(statement)


def measure(sessions: int) -> None:
    """Make the archive in the database of this process, and print its table."""
    from django.contrib.auth.models import User
    from django.core.cache import cache
    from django.db import transaction
    from django.test import Client

    from bench.tournament_data import tournament

    last = make_archive(sessions)
    director, visitor = (Client(headers={"host": "localhost"}) for _ in range(2))
    director.force_login(User.objects.create_user("owner", is_staff=True, is_superuser=True))
    with transaction.atomic():
        slug = tournament(director).address.strip("/").rpartition("/")[2]
    print(f"  {'':44}{'CPU ms':>8}{'again':>8}{'× empty':>9}{'queries':>9}{'KiB':>9}{'gzip':>8}")
    empty = _print_row("empty view, visitor", visitor, "/healthz", 0.0)
    for path in VISITED:
        _print_row(f"/{path}, visitor", visitor, "/" + path.format(session=last), empty)
    every = [f"/{path}" for path in paths(values_of(last, slug, player=REGULAR) | admin_values())]
    # What cannot be opened, such as a form that only answers what is sent, is not measured.
    logging.disable(logging.WARNING)
    for path in every:
        _print_row(path, director, path, empty)
    forget()
    for path in every:
        director.get(path)
    store = cache.store  # type: ignore[attr-defined]
    print(f"  all of them are kept in {len(store)} parts, {store.size / 2**20:.1f} MB")


def _print_row(name: str, client: Any, path: str, empty: float) -> float:
    """Measure a page that can be opened; what it takes when everything is kept."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask = partial(client.get, path)
    with CaptureQueriesContext(connection) as captured:
        answer = ask()
    queries = len(captured)
    if answer.status_code != HTTPStatus.OK:
        return empty
    body = b"".join(answer) if answer.streaming else answer.content
    cost = best(ask, before=forget, repeats=3).cpu
    again = best(ask, repeats=5).cpu
    print(
        f"  {name[:44]:44}{cost:8.1f}{again:8.1f}{cost / (empty or again):9.1f}{queries:9}"
        f"{len(body) / 1024:9.1f}{len(gzip.compress(body, 6)) / 1024:8.1f}",
        flush=True,
    )
    return again


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help="numbers of sessions")
    parser.add_argument("--inside", type=int, help="measure on the database of this process")
    wanted = parser.parse_args(arguments)
    if wanted.inside:
        import_module("django").setup()
        measure(wanted.inside)
        return 0

    def on(database: str, environment: dict[str, str], *, sessions: int) -> int:
        print(f"\n{sessions} sessions, {database}", flush=True)
        inside = migrated(environment)
        return run_module("bench.archive", "--inside", str(sessions), environment=inside)

    broken = [on_both(partial(on, sessions=sessions)) for sessions in wanted.sizes or SIZES]
    return 1 if any(broken) else 0


if __name__ == "__main__":
    sys.exit(main())
