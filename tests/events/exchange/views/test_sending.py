"""Publishing at BridgeWebs, before a server that answers as it does, or as it should not."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

from clubscore.web.visitors import Actor
from events.exchange.engines import bridgewebs as engine
from events.exchange.services.bridgewebs import save_account
from events.exchange.services.hands import attach_hands
from events.models import BridgeWebsAccount, BridgeWebsEvent, LogEntry, Session
from events.sessions.hands.domain import deal_of_number
from events.sessions.setup.services.sessions import finish, publish
from tests.events import factories
from tests.stored import stored_once

pytestmark = pytest.mark.django_db

BY = Actor()
PASSWORD = "three blue boats"


@dataclass
class There:
    """What the server was sent, and what it answers."""

    address: str = ""
    status: int = 200
    body: bytes = b'message = Upload Successful\njson = {"event_id": "20260305_2"}\n'
    location: str = ""
    pause: float = 0.0
    sent: list[dict[str, str]] = field(default_factory=list)


@pytest.fixture
def there(settings) -> Iterator[There]:
    state = There()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            state.sent.append({name: values[0] for name, values in parse_qs(text).items()})
            time.sleep(state.pause)
            self.send_response(state.status)
            if state.location:
                self.send_header("Location", state.location)
            self.send_header("Content-Length", str(len(state.body)))
            self.end_headers()
            # Of a long answer not all is read.
            with contextlib.suppress(OSError):
                self.wfile.write(state.body)

        def log_message(self, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    serve = partial(server.serve_forever, poll_interval=0.01)
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    state.address = settings.BRIDGEWEBS_ADDRESS = f"http://127.0.0.1:{server.server_port}/api.cgi"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def make_session() -> Session:
    made = factories.played(title="Club evening")
    publish(session=made, by=BY)
    save_account(code="example", password=PASSWORD, by=BY)
    return made


stored, session = stored_once(make_session)


def address(session: Session, ending: str = "") -> str:
    return f"/sessions/{session.pk}/bridgewebs/{ending}"


def test_the_page_shows_what_is_sent(director_client, session):
    page = director_client.get(address(session))
    assert page.context["parcel"].file_name == "20260305-club-evening"
    assert "Publish at BridgeWebs" in page.text
    assert PASSWORD not in page.text


def test_a_session_is_sent_and_what_came_back_is_shown_and_logged(director_client, session, there):
    hands = [(1, deal_of_number(3), None)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=BY)
    finish(session=session, by=BY)
    answer = director_client.post(address(session, "send/"), follow=True)
    assert "BridgeWebs has taken the session: Upload Successful" in answer.text
    (sent,) = there.sent
    assert (sent["type"], sent["club"], sent["password"], sent["filename"]) == (
        "upload", "example", PASSWORD, "20260305-club-evening.xml",
    )  # fmt: skip
    assert sent["data"].startswith("<?xml")
    assert deal_of_number(3).hands[0] in sent["dealdata"]
    assert BridgeWebsEvent.objects.get().event_id == "20260305_2"
    entry = LogEntry.objects.get(action="sent")
    assert entry.after == {"to": "BridgeWebs", "event": "20260305_2", "answer": "Upload Successful"}
    assert PASSWORD not in str(list(LogEntry.objects.values())) + answer.text
    # Sent again, it replaces what was sent before.
    director_client.post(address(session, "send/"), {"event": "20260305_2"})
    assert there.sent[1]["event_id"] == "20260305_2"


def test_sealed_hands_are_not_sent(director_client, session, there):
    hands = [(1, deal_of_number(3), None)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=BY)
    director_client.post(address(session, "send/"))
    assert "dealdata" not in there.sent[0]
    assert deal_of_number(3).hands[0].partition(".")[0] + "</SPADES>" not in there.sent[0]["data"]


UNKNOWN = "Nobody here can know whether"


@pytest.mark.parametrize(
    ("status", "body", "sentence", "kept"),
    [
        (200, b"message = No\n", "not taken the session: No", "No"),
        (200, b"message = " + b"x" * 10_000_000, "not taken the session: xxx", "x" * 1_000),
        (200, b"<html><b>Maintenance</b> today</html>", UNKNOWN, ""),
        (200, b"", UNKNOWN, ""),
        (200, b"message = \n", UNKNOWN, ""),
        (500, b"", "with the error 500. " + UNKNOWN, ""),
        (302, b"", "turns the session away with the error 302.", "HTTP 302"),
    ],
)
def test_an_answer_that_is_no_success(
    director_client, session, there, status, body, sentence, kept
):
    there.status, there.body = status, body
    there.location = "http://127.0.0.1:9/elsewhere" if status == 302 else ""
    answer = director_client.post(address(session, "send/"), follow=True)
    assert sentence in answer.text
    assert len(answer.text) < 100_000
    assert len(there.sent) == 1
    stored = BridgeWebsEvent.objects.get()
    assert (stored.is_successful, stored.answer) == (False, kept)
    logged = LogEntry.objects.get(action="sent").after["answer"]
    assert 0 < len(logged) <= 400
    again = director_client.get(address(session)).text
    assert ("no answer was read" in again) is (not kept)


@pytest.mark.parametrize(
    ("body", "event"),
    [
        (b"message = Invalid password\n", "20260305_2"),
        (b"<html>Maintenance</html>", "20260305_2"),
        (b'message = Not today\njson = {"event_id": {"a": 1}}\n', "20260305_2"),
        (b"message = Upload Successful\n", "20260305_9"),
        (b'message = Not today\njson = {"event_id": "20260305_7"}\n', "20260305_2"),
    ],
)
def test_a_failure_leaves_the_number_of_the_event(director_client, session, there, body, event):
    director_client.post(address(session, "send/"))
    there.body = body
    director_client.post(address(session, "send/"), {"event": "20260305_9"})
    assert BridgeWebsEvent.objects.get().event_id == event
    director_client.post(address(session, "send/"), {"event": ""})
    assert BridgeWebsEvent.objects.get().event_id == event


def test_a_server_that_does_not_answer(director_client, session, there, monkeypatch):
    monkeypatch.setattr(engine, "TIME_LIMIT", 0.2)
    there.pause = 1
    answer = director_client.post(address(session, "send/"))
    assert answer.status_code == 422
    assert "no answer came (timed out). Nobody here can know whether" in answer.text
    assert "Nothing was published" not in answer.text
    assert PASSWORD not in answer.text
    assert "timed out" in LogEntry.objects.get(action="sent").after["answer"]
    events = director_client.post(address(session, "send/"), {"action": "events"})
    assert "BridgeWebs does not tell the events of the day: timed out." in events.text


@pytest.mark.parametrize("name", ["http://127.0.0.1:9/api.cgi", "http://no.such.invalid/api.cgi"])
def test_a_server_that_is_not_there(director_client, session, settings, name):
    settings.BRIDGEWEBS_ADDRESS = name
    answer = director_client.post(address(session, "send/"))
    assert answer.status_code == 422
    assert "BridgeWebs cannot be reached" in answer.text
    assert "Nothing was published." in answer.text
    assert not BridgeWebsEvent.objects.exists()
    assert "cannot be reached" in LogEntry.objects.get(action="sent").after["answer"]


def test_the_page_leads_to_the_guide(director_client, session):
    assert 'href="/help/sending/"' in director_client.get(address(session)).text


def test_an_event_of_the_day_is_chosen(director_client, session, there):
    there.body = (
        b'{"events": {"1": {"title": "Evening", "file": "a"}, "2": {"title": "Create New Event"}}}'
    )
    page = director_client.post(address(session, "send/"), {"action": "events"})
    assert page.context["events"] == {"1": "Evening"}
    assert (there.sent[0]["type"], there.sent[0]["date"]) == ("download", "20260305")
    there.body = b"no events"
    page = director_client.post(address(session, "send/"), {"action": "events"})
    assert "BridgeWebs has no event of this day" in page.text


def test_the_account_is_stored_encrypted_and_forgotten(director_client, session):
    stored = BridgeWebsAccount.objects.get()
    assert PASSWORD not in stored.sealed_password
    # Without a new password the stored one stays.
    director_client.post(address(session, "account/"), {"code": "other", "password": ""})
    stored.refresh_from_db()
    assert stored.code == "other"
    BridgeWebsAccount.objects.update(sealed_password="of another installation")
    refused = director_client.post(address(session, "send/"))
    assert "The password was stored by another installation" in refused.text
    director_client.post(address(session, "account/"), {"action": "forget"})
    assert not BridgeWebsAccount.objects.exists()
    refused = director_client.post(address(session, "send/"))
    assert "Type the code and the password of the club first." in refused.text
    empty = director_client.post(address(session, "account/"), {"code": "x", "password": ""})
    assert (empty.status_code, BridgeWebsAccount.objects.count()) == (422, 0)


def test_what_is_not_published_here_is_not_sent(director_client, there):
    session = factories.played()
    save_account(code="example", password=PASSWORD, by=BY)
    answer = director_client.post(address(session, "send/"))
    assert "Publish the results here first" in answer.text
    assert there.sent == []
