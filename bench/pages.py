"""``python -m bench.pages [--write]``: what pages cost a director, a visitor and a phone.

Requests through the whole of Django without a server: milliseconds of the processor, the best of
some turns, and as a multiple of a view that does nothing; the database server's work is not in it.
*First* is with nothing kept, *again* what every later reader waits for, *changed* what the first
reader waits for after a line of the session or a game of the tournament changed; queries and KiB
are those of *changed*. Requests that change something have only that column. ``--write`` puts the
tables into docs/scaling.md.
"""

import argparse
import gc
import json
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench.measuring import best, forget, migrated, on_both, run_module

REPEATS = 9
DOCS = Path(__file__).parents[1] / "docs" / "scaling.md"
MARKS = "<!-- figures of bench.pages -->", "<!-- end of the figures -->"
HEAD = "| | first | again | changed | × empty | queries | KiB |\n|---|--:|--:|--:|--:|--:|--:|"
JSON = {"accept": "application/json"}
RESULT = {"level": 4, "strain": "S", "doubled": "", "declarer": "N", "lead": ""}

Ask = Callable[[], Any]
"""A request; gives its answer."""


@dataclass(slots=True)
class Site:
    """The club and who asks it."""

    session: int
    contestant: int
    slug: str
    game: int
    phones: list[str]
    open_game: int
    players: list[str]
    director: Any
    visitor: Any
    scores: Any = field(default_factory=lambda: cycle(("4SN=", "4SN-1")))
    results: Any = field(default_factory=lambda: cycle(("1", "0")))

    def address(self, page: "Page") -> str:
        return page.path.format(session=self.session, contestant=self.contestant, slug=self.slug)

    def save_line(self) -> Ask:
        """Type another result into a line of board 1, of another table than the phones'."""
        from events.models import TravellerLine

        lines = TravellerLine.objects.filter(section__session=self.session, board=1)
        line = lines.exclude(table=1).order_by("pk")[0]
        values = {"typed": next(self.scores), "version": line.version}
        return self._send(f"/sessions/{self.session}/lines/{line.pk}/", values)

    def save_game(self) -> Ask:
        """Type another result of a game of the last round."""
        path = f"/tournaments/{self.slug}/rounds/9/games/{self.game}/"
        return self._send(path, {"typed": next(self.results)})

    def _send(self, path: str, values: dict[str, Any]) -> Ask:
        """A form as the pages' scripts send it."""
        content = {"data": urlencode(values), "content_type": "application/x-www-form-urlencoded"}
        return partial(self.director.post, path, headers=JSON, **content)

    def enter(self) -> Ask:
        """A phone sends another result of its first board."""
        from events.models import Submission

        # A phone may send so many in a minute.
        Submission.objects.all().delete()
        phone = self.phone(0)
        line = phone.get("/play/now/").json()["boards"][0]
        tricks, key = 8 + line["version"] % 5, secrets.token_hex(16)
        body = {**RESULT, "tricks": tricks, "version": line["version"], "key": key}
        content = {"data": json.dumps(body), "content_type": "application/json"}
        return partial(phone.post, f"/play/lines/{line['line']}/", **content)

    def poll(self) -> Ask:
        """A phone asks for what is new, when a line changed at another table."""
        self.save_line()()
        return partial(self.phone(1).get, "/play/now/")

    def report(self) -> Ask:
        """A player's phone reports another result of its open game."""
        from events.models import Game, HallSubmission

        HallSubmission.objects.all().delete()
        version = Game.objects.get(pk=self.open_game).version
        body = {"result": next(self.results), "version": version, "key": secrets.token_hex(16)}
        content = {"data": json.dumps(body), "content_type": "application/json"}
        return partial(self.player(0).post, f"/hall/games/{self.open_game}/report/", **content)

    def agree(self) -> Ask:
        """The opponent's phone agrees; the game was open."""
        from events.models import Game, GameReport, HallSubmission
        from events.tournaments.rounds.services.results import enter_result

        HallSubmission.objects.all().delete()
        game = Game.objects.select_related("round__tournament").get(pk=self.open_game)
        enter_result(tournament=game.round.tournament, game_id=game.pk, text="", by=_nobody())
        _read(self.report()())
        body = {"report": GameReport.objects.latest("pk").pk, "key": secrets.token_hex(16)}
        content = {"data": json.dumps(body), "content_type": "application/json"}
        return partial(self.player(1).post, f"/hall/games/{self.open_game}/agree/", **content)

    def hall(self) -> Ask:
        """A player's phone asks for what is new, when a game changed at another board."""
        self.save_game()()
        return partial(self.player(1).get, "/hall/now/")

    def hall_still(self) -> Ask:
        """The same when nothing changed."""
        tag = self.player(1).get("/hall/now/").headers["ETag"]
        return partial(self.player(1).get, "/hall/now/", headers={"if-none-match": tag})

    def player(self, number: int) -> Any:
        """A browser as one of the players' phones."""
        self.visitor.cookies["clubscore-hall"] = self.players[number]
        return self.visitor

    def phone(self, number: int) -> Any:
        """A browser as one of the phones; each new one would begin by looking for static files."""
        self.visitor.cookies["clubscore-table"] = self.phones[number]
        return self.visitor


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and after which request it is asked for again; or a request that is made ready, and
    asked only once."""

    name: str
    path: str = ""
    after: Callable[[Site], Ask] | None = None
    visitor: bool = False
    ask: Callable[[Site], Ask] | None = None


LINE, GAME = Site.save_line, Site.save_game
PAGES = (
    Page("desk of a session", "/sessions/{session}/", LINE),
    Page("entry of a board", "/sessions/{session}/boards/1/", LINE),
    Page("monitor", "/sessions/{session}/monitor/now/", LINE),
    Page("page of doubts", "/sessions/{session}/doubts/", LINE),
    Page("ranking", "/sessions/{session}/ranking/", LINE),
    Page("ranking, visitor", "/sessions/{session}/ranking/", LINE, visitor=True),
    Page("travellers", "/sessions/{session}/travellers/", LINE),
    Page("one board", "/sessions/{session}/travellers/1/", LINE),
    Page("grid", "/sessions/{session}/grid/", LINE),
    Page("a pair’s card", "/sessions/{session}/cards/{contestant}/", LINE),
    Page("home, director", "/", LINE),
    Page("home, visitor", "/", LINE, visitor=True),
    Page("past sessions", "/past/", LINE),
    Page("a line saved", ask=LINE),
    Page("a phone’s result", ask=Site.enter),
    Page("a phone asks for news", ask=Site.poll),
    Page("a player’s phone, nothing new", ask=Site.hall_still),
    Page("a player’s phone, after a result", ask=Site.hall),
    Page("a player’s report", ask=Site.report),
    Page("a player agrees", ask=Site.agree),
    Page("standings, 300 players", "/tournaments/{slug}/standings/", GAME),
    Page("crosstable, 300 players", "/tournaments/{slug}/crosstable/", GAME),
    Page("round page, 300 players", "/tournaments/{slug}/rounds/9/", GAME),
    Page("a player’s card", "/tournaments/{slug}/players/1/", GAME),
    Page("registration, 300 players", "/tournaments/{slug}/registration/", GAME),
    Page("a tournament result", ask=GAME),
)


def rows(site: Site) -> list[str]:
    """The table's lines."""
    from django.http import HttpResponse
    from django.urls import path

    from clubscore import urls

    urls.urlpatterns.insert(0, path("bench/empty/", lambda request: HttpResponse()))
    return [_row(site, page) for page in PAGES]


def _nobody() -> Any:
    from clubscore.web.visitors import Actor

    return Actor()


def _empty_view(client: Any) -> float:
    """A request through all of the middleware, to a view that does nothing; measured beside each
    page, for other work on the machine comes and goes."""
    assert client.get("/bench/empty/").status_code == 200
    return best(lambda: client.get("/bench/empty/"), repeats=100).cpu


def _row(site: Site, page: Page) -> str:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = site.visitor if page.visitor else site.director
    asks: list[Ask] = [partial(client.get, site.address(page))]

    def ask() -> int:
        return _read(asks[0]())

    def change() -> None:
        if page.ask:
            asks[0] = page.ask(site)
        if page.after:
            _read(page.after(site)())
            # What visitors are shown for a second.
            time.sleep(1.01 if page.visitor else 0)

    first = again = ""
    if not page.ask:
        first = f"{best(ask, before=forget, repeats=3).cpu:.1f}"
        again = f"{best(ask, repeats=REPEATS).cpu:.1f}"
    empty = _empty_view(site.director)
    changed = best(ask, before=change, repeats=3 if page.visitor else REPEATS).cpu
    empty = min(empty, _empty_view(site.director))
    change()
    with CaptureQueriesContext(connection) as captured:
        size = ask() / 1024
    row = f"| {page.name} | {first} | {again} | {changed:.1f} | {changed / empty:.0f} |"
    row += f" {len(captured)} | {size:.0f} |"
    print(row, flush=True)
    return row


def _read(answer: Any) -> int:
    """The bytes of an answer, read to the last."""
    if answer.status_code not in (200, 304):
        raise RuntimeError(f"{answer.request['PATH_INFO']} answered {answer.status_code}")
    return len(b"".join(answer) if answer.streaming else answer.content)


def measure() -> list[str]:
    """Make the club in the database of this process, and measure it."""
    from django.contrib.auth.models import User
    from django.test import Client

    from bench.clubs import make_club

    director, visitor = (Client(headers={"host": "localhost"}) for _ in range(2))
    director.force_login(User.objects.create_user("director", is_staff=True))
    site = Site(**make_club(), director=director, visitor=visitor)
    for page in PAGES:
        if page.path:
            _read(director.get(site.address(page)))
    forget()
    # As the server does with what it has loaded; else pages pay for what was made here.
    gc.collect()
    gc.freeze()
    return rows(site)


def _write(tables: dict[str, list[str]]) -> None:
    text = DOCS.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    body = "\n\n".join(f"{name}:\n\n" + "\n".join([HEAD, *rows]) for name, rows in tables.items())
    DOCS.write_text(f"{before}{MARKS[0]}\n\n{body}\n\n{MARKS[1]}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--inside", help="measure on the database of this process, into this file")
    asked = parser.parse_args()
    if asked.inside:
        import_module("django").setup()
        Path(asked.inside).write_text(json.dumps(measure()))
        return 0
    tables: dict[str, list[str]] = {}

    def on(database: str, environment: dict[str, str]) -> int:
        print(f"\n{database}\n{HEAD}", flush=True)
        inside = migrated(environment)
        kept = Path(inside["CLUBSCORE_DATA"]) / "rows.json"
        code = run_module("bench.pages", "--inside", str(kept), environment=inside)
        if not code:
            tables[database] = json.loads(kept.read_text())
        return code

    code = on_both(on)
    if asked.write:
        _write(tables)
    return int(code > 0)


if __name__ == "__main__":
    sys.exit(main())
