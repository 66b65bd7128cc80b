"""Rules for every template and every file a browser gets; read as text."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
APPS = ("clubscore", "accounts", "players", "movements", "events")
TEMPLATES = sorted(
    path
    for folder in (ROOT / "templates", *(ROOT / app / "templates" for app in APPS))
    for path in folder.rglob("*.html")
)
STATIC_FILES = sorted(path for path in (ROOT / "static").rglob("*") if path.is_file())
STANDALONE = {"base.html", "500.html"}
BASES = {'{% extends "base.html" %}', '{% extends "admin/base_site.html" %}'}
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")

# A page is what a view shows: neither a part (_name.html) nor a template of a package's widget.
PAGES = [
    path
    for path in TEMPLATES
    if not path.name.startswith("_") and path.name not in STANDALONE and "widgets" not in path.parts
]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_are_templates_and_static_files():
    assert len(PAGES) > 5
    assert len(STATIC_FILES) > 3


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_page_extends_the_base(path: Path):
    first_tag = re.search(r"{%.*?%}", path.read_text())

    assert first_tag is not None
    assert first_tag.group() in {
        '{% extends "base.html" %}',
        '{% extends "admin/base_site.html" %}',
    }


@pytest.mark.parametrize("path", TEMPLATES, ids=_name)
def test_template_has_no_inline_script_or_style(path: Path):
    text = re.sub(
        r"{#.*?#}|{% comment %}.*?{% endcomment %}", "", path.read_text(), flags=re.DOTALL
    )

    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:", text, re.IGNORECASE) == []
    scripts = re.findall(r"<script\b([^>]*)>", text, re.IGNORECASE)
    assert [script for script in scripts if "src=" not in script] == []


@pytest.mark.parametrize("path", [*TEMPLATES, *STATIC_FILES], ids=_name)
def test_file_names_no_other_host(path: Path):
    text = path.read_text()
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")

    assert re.findall(r"https?://|[\"'(]//[a-z]", text, re.IGNORECASE) == []
