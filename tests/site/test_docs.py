"""What the pages in docs/ point to is there."""

import re
from pathlib import Path

import pytest
from django.conf import settings

DOCS = settings.BASE_DIR / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def anchors(text: str) -> set[str]:
    """Those that headings get where Markdown is shown."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_linked_file_and_heading_is_there(page: str):
    path = DOCS / page
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", text)

    assert [link for link, _ in links if not (path.parent / link).exists()] == []
    headings = anchors(text)
    assert [
        anchor for link, anchor in links if anchor and not link and anchor not in headings
    ] == []


def test_architecture_names_places_that_are_there():
    roots = [settings.BASE_DIR / name for name in ("", "events", "events/sessions")]
    roots.append(settings.BASE_DIR / "events" / "tournaments")
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./-]+/[\w./-]*)`", text)) - {"locale/xx"}
    assert [name for name in named if not any(has_files(root / name) for root in roots)] == []


def has_files(path: Path) -> bool:
    """Folders that lost their files stay in a working folder, and are in no clone."""
    return path.is_file() or any(inside.is_file() for inside in path.rglob("*"))
