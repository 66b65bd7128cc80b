"""No page in Dutch has an English sentence of the program's own.

Pages of every kind are read in Dutch, by an administrator and by a visitor: every piece of text,
and every attribute that is read to somebody. None may be the English of a message whose Dutch is
another. What the guides say is English, and marked so.
"""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib import admin
from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

from clubscore.actor import Actor
from events.both.demo import build_demo
from events.models import Session, Tournament
from events.sessions.services.sessions import publish
from events.tournaments.services.tournaments import publish_tournament
from tests.site.doors import DOORS, Role, address
from tests.site.visits import Values, browser, undone
from tools.messages import PO, strings_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup")]

DUTCH = {"Accept-Language": "nl"}
MAX_PER_KIND = 2
LEFT_OUT = ("/login/", "/language/", "/static/", "/help/", "/logout/", "/admin/jsi18n/")
LINK = re.compile(r'href="(/[^"#]*)')
UNTRANSLATED = {"Search"}
"""Django's own for the picture of a magnifier; there is no Dutch of it to be had."""
READ_ALOUD = {"title", "aria-label", "placeholder", "alt", "data-label", "aria-description"}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]")
MAX_LETTERS = 2
MIN_LETTERS = 12
"""Of what a message says beside its values: "%(number)s rounds" would be found in names."""


class Texts(HTMLParser):
    """What is read in a page but for what is marked as another language."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0
        self.open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        is_silent = tag in {"script", "style", "pre", "kbd"} or values.get("lang") not in {
            None,
            "nl",
        }
        if tag not in {"input", "br", "img", "link", "meta", "hr", "wbr", "col", "area"}:
            self.open.append(is_silent)
            self.silent += is_silent
        if not self.silent:
            self.texts += [
                text
                for name, text in attrs
                if text
                and (
                    name in READ_ALOUD
                    or (name == "value" and tag == "input" and _is_button(values))
                )
            ]

    def handle_endtag(self, tag: str) -> None:
        if self.open:
            self.silent -= self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.texts.append(" ".join(data.split()))


def _is_button(values: dict[str, str | None]) -> bool:
    return values.get("type") in {"submit", "button", "reset"}


def texts_of(page: str) -> list[str]:
    reader = Texts()
    reader.feed(page)
    return reader.texts


@cache
def catalogue() -> tuple[frozenset[str], re.Pattern[str]]:
    """English that has another Dutch: whole messages, and a pattern of those with values."""
    with PO.open("rb") as file:
        pairs = [(each.id, strings_of(each)) for each in read_po(file, locale="nl") if each.id]
    folder = settings.BASE_DIR / admin.__path__[0] / "locale" / "nl" / "LC_MESSAGES"
    with (folder / "django.mo").open("rb") as file:
        pairs += [(each.id, strings_of(each)) for each in read_mo(file) if each.id]
    dutch = {text for _, texts in pairs for text in texts}
    english = {
        text
        for sources, _ in pairs
        for text in ([sources] if isinstance(sources, str) else sources)
        if text not in dutch and " ".join(text.split()) not in dutch
    }
    whole = {" ".join(text.split()) for text in english if not PLACEHOLDER.search(text)}
    patterns = [
        ".+?".join(re.escape(part.replace("%%", "%")) for part in PLACEHOLDER.split(text)[::2])
        for text in english - whole
        if len(re.sub(r"\W", "", PLACEHOLDER.sub("", text))) >= MIN_LETTERS
    ]
    return frozenset(whole), re.compile("|".join(patterns))


def english_in(page: str) -> set[str]:
    whole, pattern = catalogue()
    # The admin puts a colon behind every name of a field.
    texts = [" ".join(text.split()).removesuffix(":") for text in texts_of(page)]
    return {
        text
        for text in set(texts) - UNTRANSLATED
        # A letter may be a group of boards as well as a seat.
        if len(text) > MAX_LETTERS and (text in whole or pattern.fullmatch(text))
    }


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


@pytest.mark.parametrize(("role", "least"), [(Role.ADMINISTRATOR, 90), (Role.VISITOR, 15)])
def test_no_page_in_dutch_has_a_sentence_in_english(demo: None, role: Role, least: int) -> None:
    visited = dict(pages(browser(role)))
    assert len(visited) > least
    assert {path: found for path, page in visited.items() if (found := english_in(page))} == {}


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
