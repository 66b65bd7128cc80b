"""What a page costs does not grow with the club's history: with 300 sessions it takes the queries
that it takes with three, and no more bytes than the rows that one page of a list shows."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.copies import copy_session
from clubscore.web.caching import forget
from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, Session
from events.sessions.setup.services import sessions
from tests.events import factories
from tests.site.every_page import admin_values, paths, values_of

pytestmark = [pytest.mark.django_db, pytest.mark.large]

FEW, MANY = 3, 300
ROW = 900
"""Bytes of a row of a list, at most."""
SLACK = 400
"""Bytes by which any page may differ: numbers grow longer."""
WEEK = datetime.timedelta(days=7)

VISITOR, ADMINISTRATOR = "visitor", "administrator"
Page = tuple[str, str, int]
PAGES: tuple[Page, ...] = (
    # The rows of a list that 300 sessions fill and three do not.
    (VISITOR, "/", 15),
    (ADMINISTRATOR, "/", 15),
    (VISITOR, "/past/", 55),
    (VISITOR, "/past/?q=evening", 55),
    (VISITOR, "/search/?q=evening", 40),
    (VISITOR, "/search/?q=player", 40),
    (VISITOR, "/tournaments/", 0),
    (VISITOR, "/series/", 0),
    (VISITOR, "/sessions/{session}/ranking/", 0),
    (VISITOR, "/sessions/{session}/travellers/", 0),
    (VISITOR, "/sessions/{session}/cards/", 0),
    (ADMINISTRATOR, "/sessions/{session}/", 0),
    (ADMINISTRATOR, "/sessions/{session}/boards/1/", 0),
    (ADMINISTRATOR, "/sessions/{session}/names/", 0),
    (ADMINISTRATOR, "/sessions/{session}/handicaps/", 0),
    (ADMINISTRATOR, "/sessions/{session}/strata/", 0),
    (ADMINISTRATOR, "/sessions/{session}/monitor/", 0),
    (ADMINISTRATOR, "/sessions/new/", 0),
    (ADMINISTRATOR, "/players/", 0),
    # Twenty events, and a curve of the last 200.
    (ADMINISTRATOR, "/players/{player}/", 120),
    (ADMINISTRATOR, "/players/{player}/edit/", 0),
    # All that is held, to be printed: as long as the answer.
    (ADMINISTRATOR, "/players/{player}/held/", MANY),
    (ADMINISTRATOR, "/players/{player}/held.json", MANY),
    # The last twenty, and the days of a season.
    (ADMINISTRATOR, "/feed.xml", 20),
    (ADMINISTRATOR, "/calendar.ics", 60),
    # The latest sessions, to choose from.
    (ADMINISTRATOR, "/series/new/", 40),
    (ADMINISTRATOR, "/sessions/{session}/carry-over/", 25),
    (ADMINISTRATOR, "/deleted/", 0),
    (ADMINISTRATOR, "/api/v1/sessions", 50),
    (ADMINISTRATOR, "/admin/", 0),
    (ADMINISTRATOR, "/admin/events/session/", 50),
    (ADMINISTRATOR, "/admin/events/travellerline/", 50),
    (ADMINISTRATOR, "/admin/events/logentry/", 50),
)


def first_session() -> Session:
    made = factories.played(title="Club evening", date=timezone.localdate() - WEEK)
    sessions.finish(session=made, by=Actor())
    sessions.publish(session=made, by=Actor())
    return made


def add_copies(session: Session, copies: range) -> None:
    """Further evenings of the same players, each a week earlier."""
    copy_session(session.pk, copies)
    every = list(Session.objects.order_by("pk"))
    for age, each in enumerate(every):
        each.date = session.date - age * WEEK
    Session.objects.bulk_update(every, ["date"])


def every_page(session: Session, numbers: dict[str, int], client: Client) -> list[Page]:
    """The pages of the table, and all others that an administrator can open."""
    shown = {path.format(**numbers) for _who, path, _rows in PAGES}
    values = values_of(session.pk, player=numbers["player"]) | admin_values()
    others = [f"/{path}" for path in paths(values)]
    opened = [path for path in others if path not in shown and client.get(path).status_code == 200]
    return [*PAGES, *((ADMINISTRATOR, path, 0) for path in opened)]


def costs(
    pages: list[Page], numbers: dict[str, int], clients: dict[str, Client]
) -> dict[tuple[str, str], list[int]]:
    """Queries and bytes of each page, with everything kept that it keeps."""
    found = {}
    for who, path, _rows in pages:
        address = path.format(**numbers)
        # Once for what is stored, and for what is read once in a process.
        if (who, path, _rows) in PAGES:
            clients[who].get(address)
        forget()
        with CaptureQueriesContext(connection) as captured:
            answer = clients[who].get(address)
        assert (address, answer.status_code) == (address, 200)
        size = len(answer.getvalue() if not answer.streaming else b"".join(answer))
        found[who, path] = [len(captured), size]
    return found


def test_no_page_grows_with_the_history(client: Client, admin_client: Client) -> None:
    clients = {VISITOR: client, ADMINISTRATOR: admin_client}
    session = first_session()
    seat = ContestantPlayer.objects.filter(session=session).earliest("pk")
    numbers = {"session": session.pk, "player": seat.player_id}
    add_copies(session, range(1, FEW))
    pages = every_page(session, numbers, admin_client)
    assert len(pages) > 100
    before = costs(pages, numbers, clients)
    add_copies(session, range(FEW, MANY))
    after = costs(pages, numbers, clients)

    more = {page: (before[page][0], after[page][0]) for page in before}
    assert {page: pair for page, pair in more.items() if pair[0] < pair[1]} == {}
    longer = {(who, path): after[who, path][1] - before[who, path][1] for who, path, _ in pages}
    allowed = {(who, path): SLACK + rows * ROW for who, path, rows in pages}
    assert {page: size for page, size in longer.items() if size > allowed[page]} == {}
