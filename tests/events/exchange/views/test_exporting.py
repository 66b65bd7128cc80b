"""A session as PBN and USEBIO from its pages."""

from fractions import Fraction

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.exchange.formats import pbn, usebio
from events.models import Session
from events.sessions.domain.adjustments import Component, Weighted
from events.sessions.services import rulings, sessions
from tests.events import factories
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session = factories.session()
    factories.enter(session, 1, "4sn=", "-50")
    sessions.publish(session=session, by=Actor())
    return session


def test_pbn_is_for_everybody_and_usebio_for_the_director(session: Session, client: Client):
    answer = client.get(f"/sessions/{session.pk}/results.pbn")
    assert answer.headers["Content-Disposition"] == (
        'attachment; filename="2026-03-05-club-evening.pbn"'
    )
    [board] = pbn.read(answer.content.decode("latin-1")).boards
    assert [line.score_ns for line in board.lines] == [420, -50]

    assert client.get(f"/sessions/{session.pk}/results.xml").status_code == 302
    answer = browser(Role.DIRECTOR).get(f"/sessions/{session.pk}/results.xml")
    [event] = usebio.read(answer.content).events
    assert (event.title, event.date) == ("Club evening", "2026-03-05")


def test_pages_of_results_link_to_them(session: Session, client: Client):
    path = f"/sessions/{session.pk}/results"
    for reader, found in ((client, (True, False)), (browser(Role.DIRECTOR), (True, True))):
        page = reader.get(f"/sessions/{session.pk}/ranking/").text
        assert (f'href="{path}.pbn"' in page, f'href="{path}.xml"' in page) == found


def test_what_a_format_cannot_express_is_said(session: Session):
    half = Component(Fraction(1, 2), 420), Component(Fraction(1, 2), -50)
    rulings.make_ruling(
        session_id=session.pk,
        line_id=factories.line(session, 1).pk,
        adjustment=Weighted(half),
        by=Actor(),
    )
    answer = browser(Role.DIRECTOR).get(f"/sessions/{session.pk}/results.xml")
    assert answer.status_code == 409
    assert "Board 1 has a weighted or split score" in answer.text
