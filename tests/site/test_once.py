"""A double click: every form that creates something does it once, and answers twice alike.

The table is in ``creating.py``; ``test_forms.py`` sees that every address is in a table.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponseBase
from django.test import Client

from tests.queries import row_counts
from tests.site.creating import CREATING, Creation
from tests.site.doors import Role, address
from tests.site.editing import everything
from tests.site.pageforms import PageForm, forms_of
from tests.site.visits import Values, browser

pytestmark = pytest.mark.django_db

ALONE = ("sessions/<int:session_id>/penalties/new/", "sessions/new/", "tournaments/new/")


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], Values]], Values]) -> Values:
    return store_once(everything)


@pytest.fixture
def backups(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reasons of the backups that were made; making one is not what is tried here."""
    settings.BACKUP_DIR = tmp_path
    made: list[str] = []
    monkeypatch.setattr("clubscore.keeping.backups.views.make_backup", made.append)
    return made


@pytest.fixture
def client(stored: Values, db: None) -> Client:
    return browser(Role.ADMINISTRATOR)


def filled_in(client: Client, pattern: str, stored: Values) -> dict[str, list[str]]:
    """The form of a page with everything that it needs."""
    creation = CREATING[pattern]
    form = form_of(client, pattern, creation, stored)
    assert form.has_key, pattern
    known = {name: value for values in stored.values() for name, value in values.items()}
    return form.sent({name: text.format(**known) for name, text in creation.values.items()})


def form_of(client: Client, pattern: str, creation: Creation, stored: Values) -> PageForm:
    path, page = address(pattern, stored), address(creation.page or pattern, stored)
    opened = client.get(page) if creation.sent is None else client.post(page, creation.sent)
    forms = [form for form in forms_of(opened, page) if form.action == path and form.has_key]
    assert forms, (pattern, opened.status_code)
    return forms[0]


def rows() -> dict[str, int]:
    """How many rows every table has."""
    uncounted = {"accounts.OneTimeKey", "sessions.Session"}
    return {label: count for label, count in row_counts().items() if label not in uncounted}


def told(response: HttpResponseBase) -> tuple[int, str, str, list[tuple[int, str]]]:
    """An answer as a browser sees it."""
    page = "" if response.has_header("Location") else response.text
    said = [(message.level, str(message)) for message in get_messages(response.wsgi_request)]
    return response.status_code, response.headers.get("Location", ""), page, said


@pytest.mark.both_databases
@pytest.mark.parametrize("pattern", CREATING)
def test_a_double_click_creates_once(
    client: Client, stored: Values, backups: list[str], pattern: str
):
    path, values = address(pattern, stored), filled_in(client, pattern, stored)
    before = (rows(), len(backups))
    cookies = client.cookies.copy()
    first = told(client.post(path, values))
    after = (rows(), len(backups))
    # The second click comes from the same page, before the answer to the first.
    client.cookies = cookies
    second = told(client.post(path, values))

    assert after != before
    assert (rows(), len(backups)) == after
    assert second == first


@pytest.mark.parametrize("pattern", ALONE)
def test_without_a_key_it_would_create_twice(client: Client, stored: Values, pattern: str):
    """The control; and a script that knows of no key is served."""
    path, values = address(pattern, stored), filled_in(client, pattern, stored)
    del values["once"]
    counted = [rows()]
    for _click in range(2):
        client.post(path, values)
        counted.append(rows())

    assert counted[0] != counted[1] != counted[2]


@pytest.mark.parametrize("pattern", ALONE)
def test_the_next_page_has_another_key(client: Client, stored: Values, pattern: str):
    path = address(pattern, stored)
    counted = [rows()]
    for _time in range(2):
        client.post(path, filled_in(client, pattern, stored))
        counted.append(rows())

    assert counted[0] != counted[1] != counted[2]
