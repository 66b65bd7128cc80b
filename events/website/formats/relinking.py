"""Links in finished pages: HTML, JSON and style sheets. All else is copied as it is.

What a page says to its program alone is left out: forms, scripts that are modules (browsers refuse
these from a file), what is only loaded ahead, and whatever carries ``data-served``. Knows no
address: ``follow`` of the services says what becomes of each link.
"""

import json
import re
from collections.abc import Callable, Iterator
from html import escape
from html.parser import HTMLParser
from typing import Any, Final

Relink = Callable[[str], str | None]
"""The new link for an old one; ``None`` where it leads to nothing in the site."""

_ADDRESSES: Final = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "script": "src",
    "iframe": "src",
    "source": "src",
    "use": "href",
    "image": "href",
}

_VOID: Final = frozenset(
    "area base br col embed hr img input link meta source track wbr".split()  # noqa: SIM905
)

_OF_CSS: Final = re.compile(r"""url\(\s*["']?(?P<link>[^"')]+)["']?\s*\)""")

_ATTRIBUTE: Final = re.compile(
    r"""(?P<name>\s[^\s=>"'/]+)(?:(?P<sign>\s*=\s*)(?P<value>"[^"]*"|'[^']*'|[^\s>"']+))?"""
)

_ID: Final = re.compile(r"""\sid=(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")


def relink(text: str, new_link: Relink) -> str:
    """A page with its links changed and without what needs the program."""
    return _Page(text, new_link).rewritten


def ids_of(text: str) -> frozenset[str]:
    """The ids that a fragment can lead to."""
    return frozenset(next(filter(None, match.groups()), "") for match in _ID.finditer(text))


def links_of_style(text: str) -> list[str]:
    """What a style sheet loads: fonts and pictures; data in the sheet is none."""
    found = (match["link"].strip() for match in _OF_CSS.finditer(text))
    return [link for link in found if not link.startswith(("data:", "#"))]


def relink_text(text: str, new_link: Relink, address: re.Pattern[str]) -> str:
    """A text of another kind with its addresses changed; one that leads to nothing is taken out."""
    return address.sub(lambda match: new_link(match[0]) or "", text)


def relink_json(text: str, new_link: Relink, ours: str) -> str:
    """JSON with every whole text that begins with ``ours`` changed; where it leads to nothing, its
    member is left out."""
    data = _changed(json.loads(text), new_link, ours)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


_GONE: Final = object()


def _changed(value: Any, new_link: Relink, ours: str) -> Any:
    if isinstance(value, dict):
        members = ((name, _changed(each, new_link, ours)) for name, each in value.items())
        return {name: each for name, each in members if each is not _GONE}
    if isinstance(value, list):
        return [each for item in value if (each := _changed(item, new_link, ours)) is not _GONE]
    if isinstance(value, str) and value.startswith(ours):
        link = new_link(value)
        return _GONE if link is None else link
    return value


class _Page(HTMLParser):
    """Copies a text piece by piece; what stands between two changes is never written anew."""

    def __init__(self, text: str, new_link: Relink) -> None:
        super().__init__(convert_charrefs=False)
        self._text, self._new_link = text, new_link
        self._lines = list(_starts(text))
        self._written: list[str] = []
        self._from = 0
        # The element that is left out, and how many of its kind are open in it.
        self._left_out, self._depth = "", 0
        # For each open <a>, whether it became a <span>.
        self._anchors: list[bool] = []
        self.feed(text)
        self.close()
        self._copy(len(text))

    @property
    def rewritten(self) -> str:
        return "".join(self._written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open(tag, dict(attrs), is_closed=tag in _VOID)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open(tag, dict(attrs), is_closed=True)

    def _open(self, tag: str, attrs: dict[str, str | None], *, is_closed: bool) -> None:
        if self._left_out:
            if tag == self._left_out and not is_closed:
                self._depth += 1
            return
        raw = self.get_starttag_text() or ""
        if _needs_program(tag, attrs):
            self._instead(raw, "")
            if not is_closed:
                self._left_out, self._depth = tag, 1
            return
        name = _ADDRESSES.get(tag, "")
        old = attrs.get(name) if name else None
        new = self._new_link(old) if old else old
        if tag == "a" and not is_closed:
            self._anchors.append(bool(old) and new is None)
        has_data = any(_is_data(name, value) for name, value in attrs.items())
        written = _ATTRIBUTE.sub(_without_data, raw) if has_data else raw
        if old and new is None:
            written = _span(attrs) if tag == "a" else ""
        elif new is not None and new != old:
            written = _with_value(written, name, new)
        self._instead(raw, written)

    def _instead(self, raw: str, written: str) -> None:
        """Write something else in place of the tag where the text is read."""
        if written != raw:
            self._copy(self._here)
            self._written.append(written)
            self._from = self._here + len(raw)

    def handle_endtag(self, tag: str) -> None:
        end = self._text.index(">", self._here) + 1
        if self._left_out:
            if tag == self._left_out:
                self._depth -= 1
                if not self._depth:
                    self._left_out, self._from = "", end
            return
        if tag == "a" and self._anchors and self._anchors.pop():
            self._copy(self._here)
            self._written.append("</span>")
            self._from = end

    @property
    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _copy(self, end: int) -> None:
        if not self._left_out:
            self._written.append(self._text[self._from : end])
            self._from = end


def _starts(text: str) -> Iterator[int]:
    """Where each line begins."""
    yield 0
    for match in re.finditer("\n", text):
        yield match.end()


def _needs_program(tag: str, attrs: dict[str, str | None]) -> bool:
    return (
        tag == "form"
        or "data-served" in attrs
        or (tag == "script" and attrs.get("type") == "module")
        or (tag == "link" and attrs.get("rel") in {"modulepreload", "preload"})
    )


def _span(attrs: dict[str, str | None]) -> str:
    classes = attrs.get("class")
    return f'<span class="{escape(classes)}">' if classes else "<span>"


def _is_data(name: str, value: str | None) -> bool:
    """Whether an attribute has an address for a script that is left out."""
    return name.startswith("data-") and (value or "").startswith("/")


def _without_data(match: re.Match[str]) -> str:
    value = (match["value"] or "").strip("\"'")
    return "" if _is_data(match["name"].strip().lower(), value) else match[0]


def _with_value(raw: str, name: str, value: str) -> str:
    """A start tag with another value of an attribute, all else as it was."""

    def changed(match: re.Match[str]) -> str:
        if match["name"].strip().lower() != name or match["sign"] is None:
            return match[0]
        return f'{match["name"]}{match["sign"]}"{escape(value)}"'

    return _ATTRIBUTE.sub(changed, raw)
