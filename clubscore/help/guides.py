"""The guides as pages: Markdown to HTML, with anchors at headings and links from guide to guide.

Raw HTML in a guide is shown as text. A picture is a static file, see ``STATICFILES_DIRS``.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

FOLDER = settings.BASE_DIR / "docs"
PICTURES = "help"
"""Where the static files have the pictures of the guides."""

_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE)
_GUIDE = re.compile(r"([\w-]+)\.md(?:#([\w-]*))?$")
_NO_SLUG = re.compile(r"[^\w -]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a guide, and the anchor that leads to it."""

    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its title, its HTML without the title, and the headings of its parts."""

    name: str
    title: str
    html: SafeString
    parts: tuple[Heading, ...]
    anchors: frozenset[str]


@cache
def guide_names() -> tuple[str, ...]:
    """The names of all guides: those of the files without ``.md``, but the index of the folder."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README"))


@cache
def read_guide(name: str) -> Guide:
    """A guide, rendered once a process. Raises :class:`KeyError` where there is none."""
    if name not in guide_names():
        raise KeyError(name)
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    tokens = _markdown().parse(_COMMENT.sub("", text))
    headings = list(_headings(tokens))
    _relink(tokens)
    _align(tokens)
    # The first heading with its three tokens is the page's own.
    html = _markdown().renderer.render(tokens[3:], _markdown().options, {})
    return Guide(
        name,
        headings[0][1].text,
        mark_safe(html),  # noqa: S308 - our own files, and raw HTML in them is escaped
        tuple(heading for level, heading in headings if level == "h2"),
        frozenset(heading.anchor for _, heading in headings),
    )


@cache
def _markdown() -> MarkdownIt:
    # Not at the top: a process loads it when somebody asks for a guide.
    from markdown_it import MarkdownIt

    # Neither raw HTML nor links of other kinds than a browser opens.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    return markdown


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[str, Heading]]:
    """Every heading with its tag, and its anchor where Markdown is usually shown."""
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            text = "".join(child.content for child in inline.children or ())
            anchor = _NO_SLUG.sub("", text.lower()).replace(" ", "-")
            opening.attrSet("id", anchor)
            yield opening.tag, Heading(anchor, text)


def _relink(tokens: Sequence[Token]) -> None:
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                _show(child, str(child.attrGet("src")))
            elif child.type == "link_open":
                _set_address(child, str(child.attrGet("href")))


def _align(tokens: Sequence[Token]) -> None:
    """Columns of numbers by a class: the content security policy allows no styles in a page."""
    for token in tokens:
        if token.attrs.pop("style", "") == "text-align:right":
            token.attrSet("class", "number")


def _show(image: Token, source: str) -> None:
    """A picture with its size in pixels: the text below it stays where it is when it comes."""
    image.attrSet("src", static(f"{PICTURES}/{source.removeprefix('pictures/')}"))
    image.attrSet("loading", "lazy")
    with (FOLDER / source).open("rb") as file:
        # So begins every PNG.
        width, height = struct.unpack(">16xII", file.read(24))
    image.attrSet("width", width)
    image.attrSet("height", height)


def _set_address(link: Token, target: str) -> None:
    """Lead to the linked guide, or to a part of this one. Whatever else stands beside the program
    is not served, and loses its link."""
    match = _GUIDE.match(target)
    if match:
        address = reverse("help-guide", args=[match[1]])
        link.attrSet("href", f"{address}#{match[2]}" if match[2] else address)
    elif not target.startswith(("#", "https:")):
        del link.attrs["href"]


def _table_open(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    position: int,
    options: OptionsDict,
    environment: EnvType,
) -> str:
    # It scrolls by itself where the screen is narrow, and by keyboard, too.
    return '<div class="table-box" tabindex="0" role="group"><table class="table">'


def _table_close(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    position: int,
    options: OptionsDict,
    environment: EnvType,
) -> str:
    return "</table></div>"
