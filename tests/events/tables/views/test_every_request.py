"""Every request of a phone in every state it can be in, against a table of what may happen.

The rows are what is asked, the columns who asks; each cell is the status. Whatever is no 200 must
leave the results, the calls and the rounds as they were.
"""

import copy
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from clubscore.web.caching import forget
from events.devices.services import MAX_SENDS
from events.models import (
    LineClaim,
    RoundClock,
    Session,
    Submission,
    TableCall,
    TableDevice,
    TableEntrySettings,
    TableRound,
    TravellerLine,
)
from events.sessions.desk.services.bin import erase
from events.sessions.setup.services.sessions import finish
from events.tables.services import joining
from events.tables.services.marks import raise_revision
from tests.events.tables.phones import BY, FOUR_SPADES, Phone, evening
from tests.site.visits import undone

pytestmark = pytest.mark.django_db

NEWEST = "2026-01-01T20:00:00Z"


def line_of(session: Session, table: int, number: int, place: int = 0) -> TravellerLine | None:
    lines = TravellerLine.objects.filter(section__session=session, table=table, round=number)
    return lines.order_by("board")[place : place + 1].first()


def about(table: int, number: int, what: str = "", place: int = 0, **values: Any) -> Callable:
    """A request about a line."""

    def send(phone: Phone) -> int:
        line = line_of(phone.session, table, number, place) if phone.session.pk else None
        end = f"{what}/" if what else ""
        sent = {"version": line.version if line else 0, **values}
        return phone.post(f"/play/lines/{line.pk if line else 1}/{end}", **sent).status_code

    return send


def post(path: str, **values: Any) -> Callable:
    return lambda phone: phone.post(f"/play/{path}/", **values).status_code


def get(path: str) -> Callable:
    return lambda phone: phone.client.get(f"/play/{path}/").status_code


NP = {"np": True}
REQUESTS: dict[str, Callable[[Phone], int]] = {
    "state": get("now"),
    "enter": about(1, 1, **FOUR_SPADES),
    "not played": about(1, 1, **NP),
    "enter the next round": about(1, 2, **FOUR_SPADES),
    "not played, next round": about(1, 2, **NP),
    "enter two rounds on": about(1, 3, **FOUR_SPADES),
    "enter elsewhere": about(2, 1, **FOUR_SPADES),
    "confirm": about(1, 1, "confirm", place=1),
    "confirm elsewhere": about(2, 1, "confirm"),
    "confirm the next round": about(1, 2, "confirm"),
    "object": about(1, 1, "object", place=1),
    "other way round": about(1, 1, "seats"),
    "exchange": about(1, 1, "exchange", other=1),
    "claim": about(1, 1, "claim", place=1, **FOUR_SPADES | {"tricks": 9}),
    "call": post("call"),
    "take the call back": post("call", withdraw=True),
    "next round": post("round", round=2),
    "two rounds on": post("round", round=3),
    "answer a claim": post("claims/1", agree=True),
    "names": post("names", names={"N": "Ann Green"}),
    "traveller of a board to come": get("boards/3"),
    "standings": get("standings"),
    "card": get("card"),
    "let in": post("devices/1/allow"),
}

STATES = (
    "bound",
    "opponent",
    "clock at 2",
    "asleep",
    "tablet",
    "looks",
    "waits",
    "other table",
    "forgotten",
    "no cookie",
    "finished",
    "switched off",
    "deleted",
    "an hour back",
    "a day back",
    "a year back",
)

USUAL = ("bound", "looks")

# What is asked, then one status for each state, in their order. After a clock was put back the
# opponents are silent until their phones ask again, as when they sleep.
TABLE = """
state                        200 200 200 200 200 200 200 200 401 401 200 200 401 200 200 200
enter                        200 200 200 200 200 403 403 403 401 401 410 410 401 200 200 200
not played                   200 200 200 200 200 403 403 403 401 401 410 410 401 200 200 200
enter the next round         403 403 200 403 403 403 403 403 401 401 410 410 401 403 403 403
not played, next round       403 403 200 403 403 403 403 403 401 401 410 410 401 403 403 403
enter two rounds on          403 403 403 403 403 403 403 403 401 401 410 410 401 403 403 403
enter elsewhere              403 403 403 403 403 403 403 200 401 401 410 410 401 403 403 403
confirm                      403 200 403 200 403 403 403 403 401 401 410 410 401 200 200 200
confirm elsewhere            403 403 403 403 403 403 403 409 401 401 410 410 401 403 403 403
confirm the next round       403 403 409 403 403 403 403 403 401 401 410 410 401 403 403 403
object                       200 200 200 200 200 403 403 403 401 401 410 410 401 200 200 200
other way round              200 200 200 200 200 403 403 403 401 401 410 410 401 200 200 200
exchange                     422 422 422 422 422 403 403 403 401 401 410 410 401 422 422 422
claim                        200 200 200 200 403 403 403 403 401 401 200 200 401 200 200 200
call                         200 200 200 200 200 403 200 200 401 401 410 410 401 200 200 200
take the call back           200 200 200 200 200 403 200 200 401 401 410 410 401 200 200 200
next round                   200 200 200 200 403 403 403 409 401 401 410 410 401 200 200 200
two rounds on                422 422 409 422 422 403 403 422 401 401 410 410 401 422 422 422
answer a claim               409 409 409 409 409 403 403 409 401 401 409 409 401 409 409 409
names                        409 409 409 409 409 403 403 409 401 401 410 410 401 409 409 409
traveller of a board to come 403 403 403 403 403 403 403 403 401 401 403 403 401 403 403 403
standings                    403 403 403 403 403 403 403 403 401 401 403 403 401 403 403 403
card                         200 200 200 200 403 403 403 200 401 401 200 200 401 200 200 200
let in                       403 403 403 403 403 403 403 403 401 401 403 403 401 403 403 403
"""


def rows() -> list[tuple[str, list[int]]]:
    lines = [line.rsplit(maxsplit=len(STATES)) for line in TABLE.strip().splitlines()]
    return [(name.strip(), [int(status) for status in statuses]) for name, *statuses in lines]


def in_state(state: str) -> Phone:
    """A phone of table 1, where board 2 has a result of North–South's phone."""
    session = evening(preset="social")
    phones = {"": Phone(session, 1, "NS"), "opponent": Phone(session, 1, "EW")}
    if state == "tablet":
        phones[state] = Phone(session, 1)
        TableDevice.objects.filter(session=session).update(approved_at=NEWEST)
        raise_revision(session.pk)
    phones[""].enter(2)
    if state in CHANGES:
        CHANGES[state](session)
        raise_revision(session.pk)
    if state == "no cookie":
        phones[""].client.cookies.clear()
    if state in LATER:
        phones[state] = Phone(session, **LATER[state])
    return phones.get(state, phones[""])


LATER: dict[str, dict[str, Any]] = {
    "looks": {"table": 1, "kind": "look"},
    "waits": {"table": 1, "side": "NS"},
    "other table": {"table": 2, "side": "NS"},
}


def devices(session: Session) -> QuerySet[TableDevice]:
    return TableDevice.objects.filter(session=session).order_by("pk")


def put_back(by: timedelta) -> Callable[[Session], None]:
    """The clock is put back after the phone has sent all that it may in a minute: whatever it did
    is dated later than now."""

    def change(session: Session) -> None:
        later = timezone.now() + by
        bound = devices(session)
        bound.update(joined_at=later, approved_at=later, seen_at=later)
        Submission.objects.bulk_create(
            Submission(device=bound[0], key=f"{2**120 + number:032x}", at=later, outcome="done")
            for number in range(MAX_SENDS)
        )

    return change


CHANGES: dict[str, Callable[[Session], object]] = {
    "clock at 2": lambda session: RoundClock.objects.create(session=session, round=2, phase="play"),
    "asleep": lambda session: devices(session).update(seen_at=NEWEST),
    "forgotten": lambda session: joining.forget(
        session_id=session.pk, device_id=devices(session)[0].pk
    ),
    "finished": lambda session: finish(session=session, by=BY),
    "switched off": lambda session: TableEntrySettings.objects.filter(session=session).update(
        is_on=False
    ),
    "deleted": lambda session: erase(sessions=[session], by=BY),
    "an hour back": put_back(timedelta(hours=1)),
    "a day back": put_back(timedelta(days=1)),
    "a year back": put_back(timedelta(days=366)),
}


def stored() -> list[Any]:
    return [
        list(TravellerLine.objects.order_by("pk").values_list("pk", "version")),
        list(TableCall.objects.order_by("pk").values_list("kind", "withdrawn_at")),
        list(TableRound.objects.values_list("table", "round", "ns", "ew")),
        LineClaim.objects.count(),
    ]


def test_the_table_has_every_request() -> None:
    assert [name for name, _statuses in rows()] == list(REQUESTS)
    assert {len(statuses) for _name, statuses in rows()} == {len(STATES)}


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(
            place, id=state, marks=[] if state in {"bound", "looks"} else pytest.mark.large
        )
        for place, state in enumerate(STATES)
    ],
)
def test_what_may_happen(place: int) -> None:
    """Each request of a column, from the same state."""
    answered, changed = {}, []
    # Somebody of another session, whom nobody here lets in.
    Phone(evening(), 1, "NS")
    phone = in_state(STATES[place])
    before, cookies = stored(), copy.deepcopy(phone.client.cookies)
    for name, send in REQUESTS.items():
        forget()
        phone.client.cookies = copy.deepcopy(cookies)
        with undone():
            answered[name] = send(phone)
            # What comes too late is told to the director.
            if answered[name] not in (200, 410) and stored() != before:
                changed.append(name)
    assert answered == {name: statuses[place] for name, statuses in rows()}
    assert changed == []
