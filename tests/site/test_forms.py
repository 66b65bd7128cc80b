"""Two directors with one form: both keep what they changed, and what both changed is asked about.

The table is in ``editing.py``. A form that changes something stored and is not in it fails here.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponseBase
from django.test import Client
from django.urls import resolve

from tests.site.creating import CREATING, OTHERS
from tests.site.doors import DOORS, Role, address
from tests.site.editing import EDITED, NOT_EDITED, RIGHTS, Change, everything
from tests.site.pageforms import PageForm, forms_of
from tests.site.visits import Values, browser, undone

pytestmark = pytest.mark.django_db

ASKED = "Save again to overwrite with yours."
ELSEWHERE = {"logout/", "language/choose/", "admin/logout/", "accounts/own-password/"}
"""On every page, or of oneself alone."""
FILES = ("<str:kind>", "<str:name>", ".json", ".xlsx", ".csv", ".txt", ".asc")
WITH_A_CONFLICT = [pattern for pattern, edit in EDITED.items() if edit.theirs]
WITH_TWO_FIELDS = [pattern for pattern, edit in EDITED.items() if edit.other]


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], Values]], Values]) -> Values:
    return store_once(everything)


@pytest.fixture(scope="module")
def pages(
    store_once: Callable[[Callable[[], dict[str, list[PageForm]]]], dict[str, list[PageForm]]],
    stored: Values,
) -> dict[str, list[PageForm]]:
    """The forms of all pages that an administrator can open, by the pattern of their address."""
    return store_once(lambda: _forms_by_pattern(stored))


def _forms_by_pattern(stored: Values) -> dict[str, list[PageForm]]:
    forms: dict[str, list[PageForm]] = {}
    with undone():
        client = browser(Role.ADMINISTRATOR)
        for pattern, door in DOORS.items():
            if door.get is None or pattern.endswith(FILES):
                continue
            path = address(pattern, stored)
            for form in _forms(client.get(path), path):
                route = resolve(form.action).route
                if route not in ELSEWHERE:
                    forms.setdefault(route, []).append(form)
    return forms


def _forms(page: HttpResponseBase, path: str) -> list[PageForm]:
    kind = page.headers.get("Content-Type", "")
    is_page = page.status_code in {200, 422} and kind.startswith("text/html")
    return forms_of(page, path) if is_page and not page.streaming else []


def test_every_form_that_changes_something_is_in_the_table(pages: dict[str, list[PageForm]]):
    changing = {route for route, forms in pages.items() if any(form.shown for form in forms)}
    filled = {
        route
        for route, forms in pages.items()
        if any(form.filled and not form.shown for form in forms)
    }

    assert changing == {*EDITED, RIGHTS}
    assert filled - {*CREATING, *NOT_EDITED} == set()


def test_every_address_that_is_sent_to_is_in_a_table():
    sent = {pattern for pattern, door in DOORS.items() if door.post is not None}

    assert sent == {*EDITED, *CREATING, *OTHERS, RIGHTS}
    assert not OTHERS.keys() & {*EDITED, *CREATING}
    assert NOT_EDITED.keys() <= {*OTHERS, *EDITED}


def test_a_page_says_that_it_showed_what_a_browser_sends(pages: dict[str, list[PageForm]]):
    wrong = {}
    for route in EDITED:
        for form in pages[route]:
            said = form.shown.get("shown", {})
            for name in said:
                texts = [text.replace("\n", "\r\n") for text in said.getlist(name)]
                is_apart = name.startswith(("about-", "round-"))
                if not is_apart and texts != form.values.get(name):
                    wrong[route, name] = (texts, form.values.get(name))

    assert wrong == {}


class Desk:
    """A director with a form open."""

    def __init__(self, client: Client, pattern: str, stored: Values) -> None:
        self.client, self.edit = client, EDITED[pattern]
        self.page = address(self.edit.page or pattern, stored)
        self.action = address(pattern, stored)
        self.form = self.read(client.get(self.page))

    def read(self, page: HttpResponseBase) -> PageForm:
        return next(
            form for form in _forms(page, self.page) if form.action == self.action and form.shown
        )

    def send(self, *changes: Change) -> HttpResponseBase:
        values = self.form.sent({})
        for change in changes:
            values = PageForm("", "", values).sent(change)
        return self.client.post(self.action, values | {**self.edit.button})

    def now(self) -> PageForm:
        return self.read(self.client.get(self.page))


def has(form: PageForm, change: Change) -> bool:
    """Whether a page shows a change: what is only for a save, as a reason, is not shown."""
    for name in change:
        if name.endswith("-new") or name == "reason":
            continue
        wanted = form.sent({name: change[name]})
        name = name.partition("#")[0]
        if wanted.get(name) != form.values.get(name) and not _begins(form, wanted, name):
            return False
    return True


def _begins(form: PageForm, wanted: dict[str, list[str]], name: str) -> bool:
    """A number that was typed is shown with the name of its player."""
    now = form.values.get(name, [])
    texts = wanted.get(name, [])
    return len(now) == len(texts) and all(
        one == other or (other.isdecimal() and one.startswith(f"{other} "))
        for one, other in zip(now, texts, strict=True)
    )


@pytest.fixture
def clients(stored: Values, db: None) -> tuple[Client, Client]:
    mine = browser(Role.ADMINISTRATOR)
    theirs = Client()
    theirs.cookies = mine.cookies.copy()
    return mine, theirs


@pytest.mark.both_databases
@pytest.mark.parametrize("pattern", WITH_TWO_FIELDS)
def test_what_two_directors_changed_is_stored(
    clients: tuple[Client, Client], stored: Values, pattern: str
):
    mine, theirs = (Desk(client, pattern, stored) for client in clients)
    edit = EDITED[pattern]

    assert not has(mine.form, edit.mine)
    assert not has(mine.form, edit.other)
    assert mine.send(edit.mine).status_code in {200, 302}
    assert theirs.send(edit.other).status_code in {200, 302}
    now = mine.now()
    assert (has(now, edit.mine), has(now, edit.other)) == (True, True)


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(pattern, marks=pytest.mark.large if turn % 2 else ())
        for turn, pattern in enumerate(WITH_A_CONFLICT)
    ],
)
def test_what_both_changed_is_asked_about(
    clients: tuple[Client, Client], stored: Values, pattern: str
):
    mine, theirs = (Desk(client, pattern, stored) for client in clients)
    edit = EDITED[pattern]
    mine.send(edit.mine)

    asked = theirs.send(edit.theirs)

    assert ASKED in asked.text
    assert has(mine.now(), edit.mine)
    theirs.form = theirs.read(asked)
    assert has(theirs.form, edit.theirs)
    theirs.send(edit.theirs)
    assert has(mine.now(), edit.theirs)


def test_what_two_administrators_changed_of_an_account_is_stored(
    clients: tuple[Client, Client], stored: Values
):
    path, page = address(RIGHTS, stored), address("accounts/", stored)
    opened = clients[0].get(page)
    promote, close = (form for form in _forms(opened, page) if form.action == path)

    for form in (close, promote):
        clients[0].post(path, form.sent({}))

    user = User.objects.get(username="somebody")
    assert (user.is_active, user.is_superuser) == (False, True)


@pytest.mark.parametrize("pattern", WITH_A_CONFLICT[:3])
def test_without_what_it_showed_a_form_undoes_the_other(
    clients: tuple[Client, Client], stored: Values, pattern: str
):
    """The control."""
    mine, theirs = (Desk(client, pattern, stored) for client in clients)
    edit = EDITED[pattern]
    mine.send(edit.mine)
    theirs.send(dict.fromkeys(theirs.form.shown), edit.theirs)

    assert has(mine.now(), edit.theirs)
