"""Finishing a session: what is not in is said, and is no obstacle."""

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services import sessions
from tests.events import factories
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def page(client: Client, session: Session) -> str:
    return " ".join(client.get(f"/sessions/{session.pk}/finish/").text.split())


def test_an_evening_that_ends_early_says_what_is_not_in_and_is_finished(
    director_client: Client,
) -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    shown = page(director_client, session)
    assert "5 results are not in." in shown
    assert "Without any result, and not scored: boards 2, 3." in shown
    assert "board 1 (1 of 2)</a>." in shown

    sent = {"action": "finish", "acknowledged": "1"}
    director_client.post(f"/sessions/{session.pk}/state/", sent)
    session.refresh_from_db()
    assert session.is_finished


def test_a_swiss_event_with_a_round_to_draw_says_so(director_client: Client) -> None:
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)
    shown = page(director_client, session)
    assert "Round 2 is not drawn, and is not played." in shown
    assert "not in." not in shown


def test_a_complete_evening_has_nothing_to_say(director_client: Client) -> None:
    shown = page(director_client, factories.played())
    assert ("<h2>" in shown, "Finish the session" in shown) == (False, True)


def test_a_finished_session_leads_to_its_desk(director_client: Client) -> None:
    session = factories.played()
    sessions.finish(session=session, by=Actor())
    response = director_client.get(f"/sessions/{session.pk}/finish/")
    assert response.url == f"/sessions/{session.pk}/"
