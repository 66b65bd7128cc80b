"""The opener policy is sent only where browsers heed it."""

from unittest.mock import patch

import pytest
from django.test import Client

from clubscore.text.problems import Refused
from events.models import Session
from tests.events import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("host", "secure", "has_policy"),
    [
        ("192.168.1.50:8000", False, False),
        ("192.168.1.50", False, False),
        ("192.168.1.50:8000", True, True),
        ("localhost:8000", False, True),
        ("127.0.0.1", False, True),
    ],
)
def test_the_policy_is_sent_where_it_counts(settings, host: str, secure: bool, has_policy: bool):
    settings.ALLOWED_HOSTS = ["*"]
    response = Client().get("/login/", secure=secure, headers={"host": host})
    assert ("Cross-Origin-Opener-Policy" in response.headers) is has_policy


GONE = Refused.because("This session was deleted in the meantime.")

SERVICE = "events.sessions.setup.services.sessions._change"


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
        "events.club.home.calendar.sessions_for", side_effect=Session.DoesNotExist("broken")
    )
    with broken, pytest.raises(Session.DoesNotExist):
        admin_client.get("/")
