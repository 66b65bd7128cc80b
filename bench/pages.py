"""``python -m bench.pages [DATA SET …]``: what the large pages cost, on SQLite and on PostgreSQL.

Requests of a director or a visitor through the whole of Django without a server, the best of some
turns: milliseconds by the clock and of the processor (without the database server's), queries,
and the size of the answer. *Made* is with nothing cached, *changed* is what the first reader waits
for after a change, *again* is what every reader after them waits for. The limit is the product's
own, by the clock; the exit code is 1 where the processor's time alone is over it.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Literal

from bench.measuring import best, forget, migrated, on_both, run_module

State = Literal["made", "changed", "again"]
Limits = Mapping[State, int | None]

AGAIN: Limits = {"again": None}
AGAIN_50: Limits = {"again": 50}
AGAIN_200: Limits = {"again": 200}
AGAIN_300: Limits = {"again": 300}
MADE: Limits = {"made": None}
MADE_100: Limits = {"made": 100, "again": None}
MADE_300: Limits = {"made": 300, "again": None}
BOTH: Limits = {"made": None, "again": None}


@dataclass(frozen=True, slots=True)
class Page:
    """A page below the address of its data set, with the states to measure and their limits;
    without a path, something else that the data set can be asked."""

    name: str
    path: str | None
    limits: Limits
    visitor: bool = False


DOUBTS = (
    Page("doubts of a board", None, BOTH),
    Page("doubts of the session", None, BOTH),
    Page("page of doubts", "doubts/", BOTH),
    Page("page of a board", "boards/1/", BOTH),
    Page("line saved", None, BOTH),
)
EXPORTS = (
    "register.txt",
    "members.txt",
    "members.csv",
    "members.xlsx",
    "players.csv",
    "players.xlsx",
)
PAGES: dict[str, tuple[Page, ...]] = {
    "tournament": (
        Page("crosstable", "crosstable/", MADE_300, visitor=True),
        Page("crosstable by number", "crosstable/?order=number", MADE_300, visitor=True),
        Page("standings", "standings/", MADE_300, visitor=True),
        Page("standings after round 5", "standings/5/", MADE_300, visitor=True),
        Page("player’s card", "players/1/", MADE_300, visitor=True),
        Page("start list", "players/", MADE_300, visitor=True),
        Page("find my name", "find/", MADE_300, visitor=True),
        # Every round is ranked for itself; a player's card fetches it when it is open.
        Page("places round by round", "places/?for=1", BOTH, visitor=True),
        Page("round", "rounds/9/", MADE_300, visitor=True),
        Page("round, with the fields", "rounds/9/", AGAIN_300),
        Page("pairings", "rounds/9/pairings/", AGAIN_300),
        Page("a proposal", "rounds/10/proposal/", AGAIN_300),
        Page("a result saved or corrected", None, AGAIN_300),
    ),
    "results": (
        Page("ranking", "ranking/", MADE_100, visitor=True),
        Page("find my name", "find/", MADE_100, visitor=True),
        Page("a player’s card", "cards/1/", MADE_100, visitor=True),
        Page("one board", "travellers/7/", MADE_100, visitor=True),
        Page("one board, own line", "travellers/7/?for=1", MADE_100, visitor=True),
        Page("all travellers", "travellers/", MADE_100, visitor=True),
        Page("grid", "grid/", MADE_100, visitor=True),
    ),
    "teams": (
        Page("lines read and scored", None, AGAIN),
        Page("their matches scored", None, AGAIN_50),
        Page("standings", "ranking/", MADE_300, visitor=True),
        Page("matches", "matches/", MADE_300, visitor=True),
        Page("a pair’s card", "cards/1/", MADE_300, visitor=True),
        Page("draw", "draw/", AGAIN_300),
    ),
    "series": (
        Page("standings", "", {"made": None, "again": 100}, visitor=True),
        # A visitor is shown for some seconds what was read last.
        Page("standings, to a director", "", {"changed": 300}),
    ),
    "register": (
        Page("list", "", AGAIN_50),
        Page("list, the last page", "?page=9999", AGAIN_50),
        Page("list, by club, falling", "?sort=-club&page=90", AGAIN_200),
        Page("list, by grade", "?sort=grade&page=40", AGAIN_200),
        Page("search: a part of two names", "?q=mer+ber", AGAIN_200),
        Page("search: nobody", "?q=xyz", AGAIN_200),
        Page("one club, one grade", "?club=1&grade=2k", AGAIN_200),
        Page("a player, 500 evenings", "1/", {"made": None, "again": 200}),
        Page("a player, everything held", "1/held/", AGAIN),
        *(Page(f"export {kind}", f"export/{kind}", AGAIN) for kind in EXPORTS),
    ),
    "evening": DOUBTS,
    "field": DOUBTS,
    "monitor": (
        Page("monitor, all sections", "monitor/now/", BOTH),
        Page("monitor, one section", "monitor/now/?section=B", MADE),
        Page("monitor, unchanged", None, AGAIN),
        Page("missing, all sections", "missing/now/", BOTH),
        Page("missing, one section", "missing/now/?section=B", MADE),
        Page("missing, unchanged", None, AGAIN),
        Page("nothing of it: the home page", None, AGAIN),
    ),
}


def measure(name: str) -> int:
    """Make a data set in the database of this process, print its table; how many limits broke."""
    from django.contrib.auth.models import User
    from django.db import transaction
    from django.test import Client

    from bench import data_sets

    director, visitor = (Client(headers={"host": "localhost"}) for _ in range(2))
    director.force_login(User.objects.create_user("bench", is_staff=True))
    with transaction.atomic():
        made = data_sets.MAKERS[name](director)
    print(f"  {'':32}{'':10}{'ms':>9}{'of CPU':>9}{'queries':>9}{'KiB':>9}", flush=True)
    broken = 0
    for page in PAGES[name]:
        client = visitor if page.visitor else director
        ask = made.asks.get(page.name) or partial(client.get, f"{made.address}{page.path}")
        for state, limit in page.limits.items():
            before = {"made": forget, "changed": made.change, "again": ask}[state]
            broken += _print_row(page.name, state, limit, ask, before)
    return broken


def _print_row(
    name: str, state: State, limit: int | None, ask: Callable[[], Any], before: Callable[[], object]
) -> bool:
    """Measure and print one state of a page; whether it broke its limit."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before()
    with CaptureQueriesContext(connection) as captured:
        size = _size(ask())
    queries = len(captured)
    cost = best(lambda: _size(ask()), before=before if state != "again" else lambda: None)
    shown = f"   limit {limit} ms" if limit else ""
    over = ", OVER IT" if limit and cost.wall > limit else ""
    print(
        f"  {name:32}{state:10}{cost.wall:9.1f}{cost.cpu:9.1f}{queries:9}{size / 1024:9.1f}"
        f"{shown}{over}",
        flush=True,
    )
    return limit is not None and cost.cpu > limit


def _size(answer: Any) -> int:
    """The bytes of an answer, read to the last; 0 for what is no page."""
    if not hasattr(answer, "status_code"):
        return 0
    if answer.status_code not in {200, 304}:
        raise RuntimeError(f"{answer.request['PATH_INFO']} answered {answer.status_code}")
    return len(b"".join(answer) if answer.streaming else answer.content)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data_sets", nargs="*", help=f"of {', '.join(PAGES)}; all if none is given")
    parser.add_argument("--inside", help="measure this one on the database of this process")
    wanted = parser.parse_args()
    if unknown := set(wanted.data_sets).difference(PAGES):
        parser.error(f"there is no data set {', '.join(sorted(unknown))}")
    if wanted.inside:
        import_module("django").setup()
        return 1 if measure(wanted.inside) else 0

    def on(database: str, environment: dict[str, str], *, name: str) -> int:
        print(f"\n{name}, {database}", flush=True)
        inside = migrated(environment)
        return run_module("bench.pages", "--inside", name, environment=inside)

    broken = [on_both(partial(on, name=name)) for name in wanted.data_sets or PAGES]
    return 1 if any(broken) else 0


if __name__ == "__main__":
    sys.exit(main())
