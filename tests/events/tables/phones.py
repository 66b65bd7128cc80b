"""Phones at the tables of a session, driven through the addresses that they use."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TableCode
from events.tables.services.settings import change_table_settings, switch_on
from tests.events import factories

FOUR_SPADES = {"level": 4, "strain": "S", "doubled": "", "declarer": "N", "tricks": 11, "lead": ""}
MADE = FOUR_SPADES | {"tricks": 10}
BY = Actor()
_KEYS: Iterator[str] = (f"{number:032x}" for number in range(1, 1_000_000))


def evening(text: str = factories.MITCHELL_3, boards: int = 2, **settings: Any) -> Session:
    """A session of which the tables enter results, three by default."""
    session = factories.session(text, boards_per_round=boards)
    switch_on(session_id=session.pk, preset=settings.pop("preset", "club"), by=BY)
    if settings:
        change_table_settings(session_id=session.pk, values=settings, by=BY)
    return session


def code_of(session: Session, table: int) -> str:
    return TableCode.objects.get(session=session, table=table, revoked_at=None).code


class Phone:
    """A browser at a table: bound to a side, or staying there."""

    def __init__(self, session: Session, table: int, side: str = "", kind: str = "") -> None:
        self.client = Client()
        self.session = session
        self.joined = self.join(table, side, kind)

    def join(self, table: int, side: str = "", kind: str = "") -> HttpResponseBase:
        values = {"kind": kind or ("pair" if side else "table"), "side": side}
        return self.client.post(f"/t/{code_of(self.session, table)}/join/", values)

    def again(self) -> "Phone":
        """The same browser, for another test on what is stored once."""
        phone = copy.copy(self)
        phone.session = copy.copy(self.session)
        phone.client = Client()
        phone.client.cookies = copy.deepcopy(self.client.cookies)
        return phone

    @property
    def now(self) -> dict[str, Any]:
        return self.client.get("/play/now/").json()

    def line(self, board: int) -> dict[str, Any]:
        state = self.now
        return next(e for e in (*state["boards"], *state["late"]) if e["board"] == board)

    def post(self, path: str, key: str = "", **values: Any) -> Any:
        body = json.dumps({"key": key or next(_KEYS), **values})
        return self.client.post(path, body, content_type="application/json")

    def at(self, board: int, what: str = "", **values: Any) -> Any:
        """Send something about a board, with the version that is shown unless said otherwise."""
        line = self.line(board)
        end = f"{what}/" if what else ""
        sent = {"version": line["version"], **values}
        return self.post(f"/play/lines/{line['line']}/{end}", **sent)

    def enter(self, board: int, **values: Any) -> Any:
        return self.at(board, **(FOUR_SPADES | values))


def enter_all(phone: Phone, then: int = 0) -> None:
    """Every board of the round; the only phone at its table ``then`` goes on to another one."""
    for line in phone.now["boards"]:
        phone.enter(line["board"])
    if then:
        assert phone.post("/play/round/", round=then).status_code == 200


def history(session: Session) -> list[tuple[str, str]]:
    """What the tables did, the first first: action and device."""
    log = LogEntry.objects.filter(session=session, line__isnull=False).order_by("pk")
    return list(log.values_list("action", "device"))


def play_round(session: Session, number: int, tables: int = 3) -> None:
    """Every board of a round is entered and confirmed, by two new phones of each table."""
    for table in range(1, tables + 1):
        one, other = Phone(session, table, "NS"), Phone(session, table, "EW")
        for line in one.now["boards"]:
            if line["round"] == number:
                one.enter(line["board"])
                other.at(line["board"], "confirm")
