from unittest.mock import patch

import pytest
from django.test import Client

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import Session
from tests.events import factories

pytestmark = pytest.mark.django_db

GONE = Refused(sentence(gettext_noop("This session was deleted in the meantime.")))
SERVICE = "events.sessions.services.sessions._change"


@pytest.fixture
def path() -> str:
    return f"/sessions/{factories.session().pk}/state/"


@pytest.mark.parametrize("key", [{}, {"once": "key"}])
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (GONE, "This session was deleted in the meantime."),
        (Session.DoesNotExist(), "What you were changing has been deleted in the meantime."),
    ],
)
def test_a_button_that_came_too_late_says_so(
    admin_client: Client, path: str, error: Exception, reason: str, key: dict[str, str]
) -> None:
    with patch(SERVICE, side_effect=error):
        answer = admin_client.post(path, {"action": "publish"} | key)
    assert (answer.status_code, reason in answer.content.decode()) == (409, True)


def test_a_script_gets_the_reason_as_json(admin_client: Client, path: str) -> None:
    with patch(SERVICE, side_effect=GONE):
        answer = admin_client.post(
            path, {"action": "publish"}, headers={"accept": "application/json"}
        )
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "This session was deleted in the meantime."},
    )


def test_a_page_that_misses_something_is_a_fault_of_ours(admin_client: Client) -> None:
    broken = patch(
        "events.both.home_events.calendar.sessions_for", side_effect=Session.DoesNotExist("broken")
    )
    with broken, pytest.raises(Session.DoesNotExist):
        admin_client.get("/")
