"""Rules for every template and every file a browser gets; read as text."""

import re
from pathlib import Path

from django.conf import settings

ROOT = settings.BASE_DIR
APPS = ("clubscore", "accounts", "players", "movements", "events")
TEMPLATES = sorted(
    path
    for folder in (ROOT / "templates", *(ROOT / app / "templates" for app in APPS))
    for path in folder.rglob("*.html")
)
STATIC_FILES = sorted(
    path
    for path in (ROOT / "static").rglob("*")
    # A typeface is no text, and its licence names who made it.
    if path.is_file() and path.parent.name != "fonts"
)
BASES = {
    '{% extends "base.html" %}',
    '{% extends "events/event.html" %}',
    '{% extends "admin/base_site.html" %}',
    # Of phones: nothing but the boards; the cards on paper; the screen in the hall.
    *('{% extends "events/devices/_' + name + '.html" %}' for name in ("page", "cards", "display")),
}
STANDALONE = {"base.html", "event.html", "500.html", "last_ranking.html"}
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")

# A page is what a view shows: neither a part (_name.html) nor a template of a package.
PAGES = [
    path
    for path in TEMPLATES
    if not path.name.startswith("_")
    and path.name not in STANDALONE
    and not {"admin", "widgets"} & set(path.parts)
]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_are_templates_and_static_files():
    assert len(PAGES) > 5
    assert len(STATIC_FILES) > 3


def test_every_page_extends_a_base() -> None:
    first_tags = {_name(path): re.search(r"{%.*?%}", path.read_text()) for path in PAGES}

    assert {name: tag for name, tag in first_tags.items() if not tag or tag[0] not in BASES} == {}


def test_no_template_has_inline_scripts_or_styles() -> None:
    comments = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}", re.DOTALL)
    inline = re.compile(
        r"<style|\sstyle=|\son[a-z]+=|javascript:|<script\b(?![^>]*src=)", re.IGNORECASE
    )
    found = {_name(path): inline.findall(comments.sub("", path.read_text())) for path in TEMPLATES}

    assert {name: texts for name, texts in found.items() if texts} == {}


def test_no_file_names_another_host() -> None:
    host = re.compile(r"https?://|[\"'(]//[a-z]", re.IGNORECASE)
    namespaces = re.compile("|".join(map(re.escape, NAMESPACES)))
    found = {
        _name(path): host.findall(namespaces.sub("", path.read_text()))
        for path in (*TEMPLATES, *STATIC_FILES)
    }

    assert {name: texts for name, texts in found.items() if texts} == {}
