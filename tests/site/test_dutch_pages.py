"""No page in Dutch has an English sentence of the program's own.

Pages of every kind are read in Dutch, by an administrator and by a visitor: every piece of text,
and every attribute that is read to somebody. None may be the English of a message whose Dutch is
another. What the guides say is English, and marked so.
"""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

from clubscore.web.visitors import Actor
from events.club.demo import build_demo
from events.models import Session, Tournament
from events.sessions.setup.services.sessions import publish
from events.tournaments.core.services import publish_tournament
from tests.site.doors import DOORS, Role, address
from tests.site.dutch import english_in
from tests.site.visits import Values, browser, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup")]

DUTCH = {"Accept-Language": "nl"}
MAX_PER_KIND = 2
LEFT_OUT = ("/login/", "/language/", "/static/", "/help/", "/logout/", "/admin/jsi18n/")
LINK = re.compile(r'href="(/[^"#]*)')


def kind_of(path: str) -> str:
    try:
        return resolve(path.partition("?")[0]).view_name
    except Resolver404:
        return path


def pages(client: Client) -> Iterator[tuple[str, str]]:
    """Pages of every kind that links lead to from the first page."""
    seen, waiting = {"/"}, ["/"]
    kinds: Counter[str] = Counter()
    while waiting:
        path = waiting.pop()
        kind = kind_of(path)
        kinds[kind] += 1
        if kinds[kind] > MAX_PER_KIND:
            continue
        answer = client.get(path, headers=DUTCH)
        text = page_of(answer)
        if answer.status_code == 302:
            followed = [answer.headers["Location"]]
        else:
            yield path, text
            followed = [link.replace("&amp;", "&") for link in LINK.findall(text)]
        new = [link for link in followed if link not in seen and not link.startswith(LEFT_OUT)]
        seen.update(new)
        waiting += new


def page_of(answer: HttpResponseBase) -> str:
    """A page; nothing of a file, which is read to its end, so that it is closed."""
    body = b"".join(answer) if answer.streaming else answer.content
    return body.decode() if answer.headers.get("Content-Type", "").startswith("text/html") else ""


@pytest.fixture(scope="module")
def demo(store_once: Callable[[Callable[[], None]], None]) -> None:
    def stored() -> None:
        build_demo(today=datetime.date(2026, 3, 5))
        for session in Session.objects.all():
            publish(session=session, by=Actor())
        for tournament in Tournament.objects.all():
            publish_tournament(tournament=tournament, by=Actor())

    store_once(stored)


@pytest.mark.large
@pytest.mark.parametrize(("role", "least"), [(Role.ADMINISTRATOR, 90), (Role.VISITOR, 15)])
def test_no_page_in_dutch_has_a_sentence_in_english(demo: None, role: Role, least: int) -> None:
    visited = dict(pages(browser(role)))
    assert len(visited) > least
    assert {path: found for path, page in visited.items() if (found := english_in(page))} == {}


@pytest.mark.large
def test_no_refusal_of_an_empty_form_is_in_english(published: Values) -> None:
    client = browser(Role.ADMINISTRATOR)
    found, refused = {}, 0
    for pattern in (each for each, door in DOORS.items() if door.post is not None):
        path = address(pattern, published)
        if path == "/logout/":
            continue
        with undone():
            answer = client.post(path, {}, headers=DUTCH)
        refused += answer.status_code >= 400
        if english := english_in(page_of(answer)):
            found[path] = english
    assert refused > 20
    assert found == {}


@pytest.mark.parametrize("status", [400, 403, 404])
def test_error_page_is_in_dutch(client: Client, status: int) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = {
        400: lambda: client.get("/", headers={**DUTCH, "Host": "elsewhere.example"}),
        403: lambda: strict.post("/login/", headers=DUTCH),
        404: lambda: client.get("/nothing/", headers=DUTCH),
    }[status]()
    assert answer.status_code == status
    assert '<html lang="nl">' in answer.text
    assert english_in(answer.text) == set()


def test_english_is_found_where_it_stands() -> None:
    page = """<h1>Players</h1><p lang="en">New session</p><input type="submit" value="Log out">
        <img alt="Nothing was found for “x y”."><p title="Club settings">Spelers</p>"""
    assert english_in(page) == {
        "Players",
        "Log out",
        "Nothing was found for “x y”.",
        "Club settings",
    }


def test_scripts_have_no_sentences_of_their_own() -> None:
    sentence = re.compile(r"[\"'`][A-Z][a-z]+(?: [\w’,${}]+){2,}[.?!]?[\"'`]")
    scripts = {
        path.name: sentence.findall(re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE))
        for path in (settings.BASE_DIR / "static" / "js").rglob("*.js")
    }
    assert {name: found for name, found in scripts.items() if found} == {}
