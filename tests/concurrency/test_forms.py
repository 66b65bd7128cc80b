"""The forms of ``tests/site`` sent by two at the same moment: nothing is lost, nothing doubled."""

from functools import partial
from pathlib import Path

import pytest
from django.test import Client

from tests.concurrency.threads import at_once
from tests.site.creating import CREATING
from tests.site.doors import Role, address
from tests.site.editing import EDITED, everything
from tests.site.test_forms import ASKED, WITH_A_CONFLICT, WITH_TWO_FIELDS, Desk, has
from tests.site.test_once import filled_in, rows, told
from tests.site.visits import Values, browser, undone

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.both_databases,
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
]

Rows = dict[str, int]
few_or_all = pytest.mark.parametrize(
    "step", [pytest.param(6, id="few"), pytest.param(1, id="all", marks=pytest.mark.large)]
)
"""Every so many of the forms."""


@pytest.fixture
def stored(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Values:
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr("clubscore.keeping.backups.views.make_backup", lambda reason: None)
    return everything()


@pytest.fixture
def clients(stored: Values) -> tuple[Client, Client]:
    """Two browsers with one login."""
    one, other = browser(Role.ADMINISTRATOR), Client()
    other.cookies = one.cookies.copy()
    return one, other


def more(before: Rows) -> Rows:
    """How many rows every table has more than before."""
    return {name: count - before[name] for name, count in rows().items() if count != before[name]}


def made_by_one(client: Client, pattern: str, stored: Values) -> Rows:
    """The rows that one click makes; it is taken back."""
    with undone():
        values, before = filled_in(client, pattern, stored), rows()
        client.post(address(pattern, stored), values)
        return more(before)


def click(client: Client, path: str, values: dict[str, list[str]]) -> object:
    # What was said before would be said again.
    client.cookies.pop("messages", None)
    return told(client.post(path, values))


@few_or_all
def test_two_clicks_at_the_same_moment_create_once(
    clients: tuple[Client, Client], stored: Values, step: int
):
    wrong = {}
    for pattern in [pattern for pattern in CREATING if pattern != "backups/make/"][::step]:
        wanted = made_by_one(clients[0], pattern, stored)
        path, values = address(pattern, stored), filled_in(clients[0], pattern, stored)
        before = rows()
        one, other = at_once(*(partial(click, client, path, values) for client in clients))
        made = more(before)
        if (one, made) != (other, wanted) or not wanted:
            wrong[pattern] = (one, other, made, wanted)

    assert wrong == {}


@few_or_all
def test_two_changes_at_the_same_moment_are_stored(
    clients: tuple[Client, Client], stored: Values, step: int
):
    wrong = {}
    for pattern in WITH_TWO_FIELDS[::step]:
        edit = EDITED[pattern]
        mine, theirs = (Desk(client, pattern, stored) for client in clients)
        answers = at_once(partial(mine.send, edit.mine), partial(theirs.send, edit.other))
        now = mine.now()
        if not (has(now, edit.mine) and has(now, edit.other)):
            wrong[pattern] = answers

    assert wrong == {}


@few_or_all
def test_of_two_changes_of_one_field_one_is_asked_about(
    clients: tuple[Client, Client], stored: Values, step: int
):
    wrong = {}
    # The admin first: pairings make every bye of a round anew.
    for pattern in WITH_A_CONFLICT[::-step]:
        edit = EDITED[pattern]
        mine, theirs = (Desk(client, pattern, stored) for client in clients)
        answers = at_once(partial(mine.send, edit.mine), partial(theirs.send, edit.theirs))
        asked = [ASKED in getattr(answer, "text", str(answer)) for answer in answers]
        now = mine.now()
        if [has(now, edit.mine), has(now, edit.theirs)] != [not each for each in asked]:
            wrong[pattern] = answers
        elif sorted(asked) != [False, True]:
            wrong[pattern] = asked

    assert wrong == {}
