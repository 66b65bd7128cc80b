"""The pages of the site: the program is asked for them as a visitor asks, in this process.

What a visitor may not see cannot get in, and every page has one template. A page is in the site if
a link leads to it from the home page and its view is on the list; so there are no orphans and no
dead links. Source: docs/site.md.
"""

import io
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.urls import reverse

from clubscore.web.site_request import IN_FOLDER, PAGE_ADDRESS, SITE_ADDRESS
from clubscore.web.static_files import HashedStaticFilesStorage
from events.website.domain import Address, Places, relative
from events.website.formats.relinking import (
    Relink,
    ids_of,
    links_of_style,
    relink,
    relink_json,
    relink_text,
)
from events.website.services.links import HOST, ORIGIN, DeadLink, address_of, follow

ROOTS: Final = ("home", "search", "events:api-sessions", "events:last-ranking")
"""Where the links are followed from: the home page, and what no page has to link to."""

MAX_REDIRECTIONS: Final = 5

_FEEDS: Final = frozenset({"application/atom+xml", "text/calendar"})

_ABSOLUTE: Final = re.compile(rf"{re.escape(ORIGIN)}[^\s\"'<>]*")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program answers."""

    status: int
    content_type: str
    content: bytes
    location: str


class Visitor:
    """Asks the program for pages, as nobody: without a cookie, in one language, through all that
    stands between a browser and the pages."""

    def __init__(self, *, language: str, site_address: str) -> None:
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._language, self._site_address = language, site_address
        self.asked = 0

    def get(self, wanted: Address) -> Answer:
        """The answer of the program."""
        self.asked += 1
        # Without the signals of a request, which close the connection of a transaction.
        response = self._handler.get_response(WSGIRequest(self._environment(wanted)))
        return Answer(
            response.status_code,
            response.headers.get("Content-Type", ""),
            b"".join(response),
            response.headers.get("Location", ""),
        )

    def _environment(self, wanted: Address) -> dict[str, Any]:
        query = str(wanted).partition("?")[2]
        forwarded, secure = settings.SECURE_PROXY_SSL_HEADER or ("HTTP_X_FORWARDED_PROTO", "https")
        return {
            "REQUEST_METHOD": "GET",
            # As WSGI has it: the bytes of the path as Latin-1.
            "PATH_INFO": wanted.path.encode().decode("latin-1"),
            "QUERY_STRING": query,
            "SCRIPT_NAME": "",
            "SERVER_NAME": HOST,
            "SERVER_PORT": "443",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": HOST,
            "HTTP_ACCEPT": "*/*",
            "HTTP_ACCEPT_LANGUAGE": self._language,
            forwarded: secure,
            "wsgi.url_scheme": "https",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": io.StringIO(),
            IN_FOLDER: True,
            SITE_ADDRESS: self._site_address,
            PAGE_ADDRESS: f"{self._site_address}{wanted.file.removesuffix('index.html')}"
            if self._site_address
            else "",
        }


@contextmanager
def host_allowed() -> Iterator[None]:
    """Answer requests to the host of the site meanwhile."""
    settings.ALLOWED_HOSTS.append(HOST)
    try:
        yield
    finally:
        settings.ALLOWED_HOSTS.remove(HOST)


@dataclass(slots=True)
class Site:
    """The pages of some units, made by following links, each as it came from the program.

    ``kept`` has the files of the units that stay as they are: a link into them leads to a file that
    is there. Pages lie in ``folder`` until their links are changed, since a fragment needs the
    other page.
    """

    visitor: Visitor
    folder: Path
    kept: Mapping[str, Path]
    kept_units: Collection[str]
    between: Callable[[], None] = lambda: None
    """Called before each page."""
    pages: dict[str, Address] = field(default_factory=dict)
    static: set[str] = field(default_factory=set)
    _ends: dict[str, str] = field(default_factory=dict)
    _places: Places = field(default_factory=Places)
    _ids: dict[str, frozenset[str]] = field(default_factory=dict)

    def crawl(self) -> None:
        """Ask for all pages, from the home page on. Raises :class:`Refused` with the address that
        is not answered."""
        waiting = deque(address_of(reverse(name), "", name) for name in ROOTS)
        seen = set(waiting)
        while waiting:
            wanted = waiting.popleft()
            self.between()
            for link in self._ask(wanted):
                if link not in seen:
                    seen.add(link)
                    waiting.append(link)

    def _ask(self, wanted: Address) -> list[Address]:
        """Ask for a page and keep it; the addresses that it links to."""
        if wanted.file in self.kept and wanted.unit in self.kept_units:
            return []
        end, answer = self._answer(wanted)
        if end != wanted:
            self._ends[wanted.file] = end.file
        if answer is None or end.file in self.pages:
            return []
        file = self._places.take(end)
        self.pages[file] = end
        linked: list[Address] = []
        content = _marked(answer, partial(self._mark, end, linked))
        self._spooled(file).write_bytes(content)
        return linked

    def _mark(self, page: Address, linked: list[Address], old: str) -> str | None:
        """What stands in place of a link until all pages are there; notes where it leads."""
        link = follow(page, old)
        if link is None:
            return None
        if link.static:
            self.static.add(link.static)
            return _mark_of(f"static/{link.static}", "")
        if link.to is None:
            return old
        linked.append(link.to)
        return _mark_of(link.to.file, link.fragment)

    def _answer(self, wanted: Address) -> tuple[Address, Answer | None]:
        """The page that an address ends at, and the answer; ``None`` where that one is there."""
        end = wanted
        for _ in range(MAX_REDIRECTIONS):
            answer = self.visitor.get(end)
            if answer.status == 200:
                return end, answer
            link = follow(end, answer.location) if answer.location else None
            if link is None or link.to is None:
                break
            end = link.to
            if end.file in self.pages or (end.file in self.kept and end.unit in self.kept_units):
                return end, None
        raise DeadLink.because(
            "The page %(address)s cannot be made: the program answers %(status)s.",
            address=str(wanted),
            status=answer.status,
        )

    def _spooled(self, file: str) -> Path:
        return self.folder / file.replace("/", "@")

    def finished(self) -> Iterator[tuple[str, bytes]]:
        """Each page as the site has it: its file, and the bytes with their links changed."""
        for file, page in self.pages.items():
            text = _MARK.sub(partial(self._new_link, file), self._spooled(file).read_bytes())
            if HOST.encode() in text:
                raise DeadLink.because(
                    "The page %(address)s names the host that it was made for.", address=str(page)
                )
            yield file, text

    def _new_link(self, file: str, mark: re.Match[bytes]) -> bytes:
        target, fragment = mark["file"].decode(), mark["fragment"].decode()
        end = self._ends.get(target, target)
        place = f"#{fragment}" if fragment in self._ids_of(end) else ""
        return (place if end == file and place else relative(file, end) + place).encode()

    def _ids_of(self, file: str) -> frozenset[str]:
        if file not in self._ids:
            path = self._spooled(file) if file in self.pages else self.kept.get(file)
            text = path.read_bytes().decode() if path and file.endswith(".html") else ""
            self._ids[file] = ids_of(text)
        return self._ids[file]


_MARK: Final = re.compile(rf"{re.escape(ORIGIN)}/!(?P<file>[^!#]*)#(?P<fragment>[^!]*)!".encode())


def _mark_of(file: str, fragment: str) -> str:
    return f"{ORIGIN}/!{file}#{fragment}!"


def _marked(answer: Answer, mark: Relink) -> bytes:
    """What the program answered, with marks in place of its links."""
    kind = answer.content_type.partition(";")[0]
    if kind == "text/html":
        return relink(answer.content.decode(), mark).encode()
    if kind == "application/json":
        return relink_json(answer.content.decode(), mark, ORIGIN).encode()
    if kind in _FEEDS:
        return relink_text(answer.content.decode(), mark, _ABSOLUTE).encode()
    return answer.content


def static_file(name: str) -> Path:
    """Where a style sheet, script or picture lies. Raises :class:`DeadLink`."""
    if isinstance(staticfiles_storage, HashedStaticFilesStorage):
        path = Path(staticfiles_storage.path(name))
    else:
        path = Path(finders.find(name) or name)
    if not path.is_file():
        raise DeadLink.because("The file %(name)s of the pages is missing.", name=name)
    return path


def with_what_styles_load(names: Iterable[str]) -> dict[str, Path]:
    """The static files of these names and of what the style sheets among them load."""
    found: dict[str, Path] = {}
    waiting = deque(sorted(names))
    while waiting:
        name = waiting.popleft()
        if name in found:
            continue
        found[name] = path = static_file(name)
        if name.endswith(".css"):
            waiting.extend(_loaded(name, path))
    return found


@lru_cache(maxsize=256)
def _loaded(name: str, path: Path) -> tuple[str, ...]:
    links = links_of_style(path.read_text(encoding="utf-8"))
    found = (urlsplit(urljoin(f"{ORIGIN}/{name}", link)).path.lstrip("/") for link in links)
    return tuple(found)
