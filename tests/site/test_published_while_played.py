"""What is published of a session that is played is what everybody has played.

Every address that a visitor may open answers the same, whatever the results are of a board that
somebody is still to play; a director reads them.
"""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.http import HttpResponseBase
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, Session, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.sessions.series.services import publish_series
from events.sessions.setup.services.sessions import finish, publish, reopen
from players.services.private_links import make_private_link
from tests.events import factories
from tests.events.sessions import evenings
from tests.queries import forget
from tests.site.doors import DOORS, Role, address
from tests.site.visits import Values, browser, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup")]

OPEN_BOARD = 2
ANOTHER_TIME = re.compile(
    r'"version": ?"[^"]*"|csrfmiddlewaretoken" value="\w+"|"(now|finish)": ?"[^"]*"'
    r"|<updated>[^<]*|DTSTAMP:\w+"
)


def lines_of(session_id: object) -> list[TravellerLine]:
    lines = TravellerLine.objects.filter(section__session=session_id, board=OPEN_BOARD)
    return list(lines.order_by("table"))


def type_in(line: TravellerLine, text: str) -> None:
    session_id = line.section.session_id
    enter_result(session_id=session_id, line_id=line.pk, text=text, by=Actor())


def text_of(answer: HttpResponseBase) -> str:
    body = b"".join(answer) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with ZipFile(BytesIO(body)) as parts:
            return "".join(
                parts.read(name).decode() for name in parts.namelist() if name[:3] == "xl/"
            )
    return ANOTHER_TIME.sub("", body.decode())


def visitors_paths(values: Values) -> list[str]:
    """Every address that visitors open, and those of the board and of its players."""
    paths = [
        address(pattern, values) for pattern, door in DOORS.items() if door.get is Role.VISITOR
    ]
    for session_id in sessions_of(values):
        (first, *_) = lines_of(session_id)
        base = f"/sessions/{session_id}/"
        paths += [f"{base}lines/{first.pk}/points/{side}/" for side in ("ns", "ew")]
        paths += [f"{base}travellers/{OPEN_BOARD}/", f"/api/v1/sessions/{session_id}/ranking"]
        paths += [f"/api/v1/sessions/{session_id}/boards/{OPEN_BOARD}"]
        paths += [f"{base}{name}.csv" for name in ("travellers", "frequencies", "cards", "grid")]
        seats = ContestantPlayer.objects.filter(session=session_id)
        paths += [f"{base}cards/{pk}/" for pk in seats.values_list("contestant", flat=True)]
        for number in seats.values_list("player", flat=True)[:2]:
            paths += [f"/players/own/{make_private_link(number=number, by=Actor())}/"]
    return list(dict.fromkeys([*paths, *adding_up(values)]))


def adding_up(values: Values) -> list[str]:
    """The standings of a series, and the ranking of a later session, that count the session."""
    session = Session.objects.get(pk=values["sessions/"]["session_id"])
    series = evenings.series(session, name="Counted", adding="total")
    publish_series(series=series, by=Actor())
    later = factories.played(method="total")
    evenings.carry(session, later)
    publish(session=later, by=Actor())
    return [f"/series/{series.pk}/", f"/sessions/{later.pk}/ranking/"]


def sessions_of(values: Values) -> list[object]:
    return [
        values["sessions/"]["session_id"],
        values["sessions/<int:session_id>/matches/"]["session_id"],
    ]


def read(client: Client, paths: list[str], values: Values, text: str) -> dict[str, str]:
    """What the addresses answer, with this result of the first table on the open board."""
    with undone():
        for session_id in sessions_of(values):
            type_in(lines_of(session_id)[0], text)
        forget()
        return {path: text_of(client.get(path)) for path in paths}


@pytest.mark.parametrize(
    "reopened", [False, pytest.param(True, marks=pytest.mark.large)], ids=["open", "opened again"]
)
def test_a_visitor_reads_what_everybody_has_played(published: Values, reopened: bool):
    # The one result that is in counts whatever it is compared with.
    Session.objects.filter(pk=published["sessions/"]["session_id"]).update(method="total")
    for session_id in sessions_of(published):
        session = Session.objects.get(pk=session_id)
        if reopened:
            finish(session=session, by=Actor())
            reopen(session=session, by=Actor())
        type_in(lines_of(session_id)[1], "")
    paths = visitors_paths(published)
    visitor, director = browser(Role.VISITOR), browser(Role.DIRECTOR)
    first, second = (read(visitor, paths, published, text) for text in ("1nn=", "7nnx="))

    assert [path for path in paths if first[path] != second[path]] == []
    pages = [path for path in paths if re.search(r"/(ranking|cards|travellers|series/\d+)/$", path)]
    first, second = (read(director, pages, published, text) for text in ("1nn=", "7nnx="))
    assert [path for path in pages if first[path] == second[path]] == []
