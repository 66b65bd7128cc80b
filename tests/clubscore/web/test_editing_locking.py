from collections.abc import Callable

import pytest
from django.contrib import messages
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from clubscore.database import transactions
from clubscore.web.editing import under_lock

pytestmark = pytest.mark.django_db(transaction=True)


class FromDatabase(Exception):
    sqlstate = "40P01"


@pytest.fixture
def request_(monkeypatch: pytest.MonkeyPatch) -> HttpRequest:
    monkeypatch.setattr(transactions, "MAX_PAUSE", 0)
    request = RequestFactory().post("/")
    request.session = {}
    request._messages = FallbackStorage(request)
    return request


def meeting_deadlocks(*, count: int) -> Callable[[HttpRequest], HttpResponse]:
    """A view that says what it saved, and whose transaction the database then ends so often."""
    remaining = [count]

    @under_lock(lambda: None)
    def view(request: HttpRequest) -> HttpResponse:
        messages.success(request, "Saved.")
        if remaining[0]:
            remaining[0] -= 1
            raise OperationalError("deadlock") from FromDatabase()
        return HttpResponse()

    return view


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_page_that_runs_again_says_once_what_it_saved(request_: HttpRequest, count: int) -> None:
    messages.info(request_, "Said before.")
    meeting_deadlocks(count=count)(request_)
    assert [str(message) for message in get_messages(request_)] == ["Said before.", "Saved."]
