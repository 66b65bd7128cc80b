"""Texts of pages have one kind of quotation mark and apostrophe, the printer's. Reports on files of
the register and of tournaments quote as their formats do, and commands as a terminal does.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
APPS = ("accounts", "clubscore", "events", "movements", "players")
OF_PAGES = {"views", "forms", "admin.py", "formats"}
OTHERS = {"krause", "migrations", "commands", "doctor"}
CALL = re.compile(r"(?:_|n?p?gettext(?:_lazy|_noop)?)\(\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)")
STRAIGHT = re.compile(r"\w'\w|\\\"")
TAG = re.compile(
    r"{% translate (\".*?\"|'.*?')(?: context .*?)? %}|{% blocktranslate.*?%}(.*?){% end"
)


def sources() -> list[Path]:
    found = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    return [
        path
        for path in found
        if OF_PAGES & set(path.parts)
        and not OTHERS & set(path.parts)
        and (ROOT / "players" / "formats") not in path.parents
    ]


def straight(texts: list[str]) -> list[str]:
    return [text for text in texts if STRAIGHT.search(text.strip("\"'"))]


def test_texts_of_the_program_have_the_printers_marks() -> None:
    paths = sources()
    assert len(paths) > 100
    found = {str(path): straight(CALL.findall(path.read_text())) for path in paths}
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_texts_of_templates_have_the_printers_marks() -> None:
    paths = sorted((ROOT / "templates").rglob("*.html"))
    found = {
        str(path): straight([one or other for one, other in TAG.findall(path.read_text())])
        for path in paths
    }
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize("text", ["the club's name", 'said \\"no\\"'])
def test_straight_marks_are_found(text: str) -> None:
    assert straight([f'"{text}"']) == [f'"{text}"']
    assert straight([f'"{text}"'.replace("'", "’").replace('\\"', "”")]) == []
