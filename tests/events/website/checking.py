"""What is wrong with a site in a folder: links that lead nowhere, files that none leads to, and
what no page of it may have."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final
from urllib.parse import unquote, urldefrag, urlsplit

from events.website.domain import MANIFEST

UNLINKED: Final = re.compile(r"(api/v1/.*|feed\.xml|calendar\.ics|widget/.*|robots\.txt)\Z")
"""Files that no page has to link to."""

FORBIDDEN: Final = ("site.invalid", "127.0.0.1", "localhost", "/login/", "/admin/", "csrf", "<form")


@dataclass
class Page(HTMLParser):
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    metas: set[str] = field(default_factory=set)
    language: str = ""
    module_scripts: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values: dict[str, str] = {name: value or "" for name, value in attrs}
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "html":
            self.language = values.get("lang", "")
        if tag == "meta":
            self.metas.add(values.get("name") or values.get("property", ""))
        if tag == "script" and values.get("type") == "module":
            self.module_scripts += 1
        canonical = values.get("rel") == "canonical"
        for name in ("href", "src"):
            if values.get(name) is not None and not canonical:
                self.links.append(values[name])

    handle_startendtag = handle_starttag


def everything(folder: Path) -> dict[str, bytes]:
    """The bytes of every file by its name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def problems_of(folder: Path) -> Iterator[str]:
    """What is wrong, a sentence each."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pages = {file: _page(folder / file) for file in files if file.endswith(".html")}
    yield from _links_that_lead_nowhere(folder, files, pages)
    for file in sorted(files):
        text = (folder / file).read_bytes().decode(errors="replace")
        yield from (f"{file}: {word}" for word in FORBIDDEN if word in text)
        if re.fullmatch(r"[a-z0-9._/-]+", file) is None:
            yield f"{file}: its name"
    for file, page in sorted(pages.items()):
        if not page.language or page.counts.get("h1") != 1 or page.counts.get("main") != 1:
            yield f"{file}: language, one h1, one main"
        if page.module_scripts:
            yield f"{file}: a module"
        if missing := {"viewport", "robots", "og:title"} - page.metas:
            yield f"{file}: without {', '.join(sorted(missing))}"


def _links_that_lead_nowhere(
    folder: Path, files: set[str], pages: dict[str, Page]
) -> Iterator[str]:
    linked = {"index.html", MANIFEST}
    for file in sorted(files):
        for link in _links(folder, file, pages):
            whole, fragment = urldefrag(link)
            target = normpath(join(dirname(file), unquote(whole))) if whole else file
            if urlsplit(whole).scheme:
                continue
            if whole.startswith("/") or target not in files:
                yield f"{file}: {link} leads nowhere"
                continue
            linked.add(target)
            if fragment and fragment not in pages[target].ids:
                yield f"{file}: {link} leads to no place of {target}"
    unlinked = (file for file in sorted(files - linked) if not UNLINKED.match(file))
    yield from (f"{file}: no link leads there" for file in unlinked)


def _page(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _links(folder: Path, file: str, pages: dict[str, Page]) -> Iterator[str]:
    if file in pages:
        yield from pages[file].links
    elif file.endswith(".css"):
        text = (folder / file).read_text(encoding="utf-8")
        found = re.findall(r"""url\(["']?([^"')]+)""", text)
        yield from (link for link in found if not link.startswith(("data:", "#")))
    elif file.endswith(".json") and file != MANIFEST:
        yield from _in_json(json.loads((folder / file).read_text(encoding="utf-8")))


def _in_json(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("links"), dict):
            yield from value["links"].values()
        for each in value.values():
            yield from _in_json(each)
    elif isinstance(value, list):
        for each in value:
            yield from _in_json(each)
