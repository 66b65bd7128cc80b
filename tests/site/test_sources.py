"""Rules for every source file of the project."""

import re
from pathlib import Path

from django.conf import settings

ROOT = settings.BASE_DIR
SUFFIXES = {".css", ".html", ".js", ".md", ".py", ".toml", ".yaml"}
PROGRAM = ("clubscore", "accounts", "players", "movements", "events")
FOLDERS = (*PROGRAM, "bench", "docs", "static", "templates", "tests", "tools")
MAX_LENGTH = 300

SOURCES = sorted(
    path
    for path in (*ROOT.iterdir(), *(p for folder in FOLDERS for p in (ROOT / folder).rglob("*")))
    if path.suffix in SUFFIXES and path.is_file()
)


def test_sources_are_found():
    assert {ROOT / "README.md", ROOT / "clubscore" / "settings.py", Path(__file__)} <= set(SOURCES)


def test_nothing_is_left_to_do():
    unfinished = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")

    assert [str(path) for path in SOURCES if unfinished.search(path.read_text())] == []


def test_no_module_is_too_long_to_read():
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in SOURCES
        if path.suffix == ".py" and not {"migrations", "tests"} & set(path.parts)
    }

    assert {name: length for name, length in lengths.items() if length > MAX_LENGTH} == {}


def test_examples_are_counted_by_the_profile():
    """A test with a count of its own would get as many in the quick run as in the thorough one."""
    count = re.compile(r"max_examples ?=")
    # The fuzz tests get as many as the command line says, or else the profile's.
    apart = {ROOT / "tests" / "conftest.py", ROOT / "tests" / "fuzz" / "test_readers.py"}

    counted = {path for path in SOURCES if count.search(path.read_text())}
    assert counted == apart


def test_image_holds_every_part_of_the_program():
    let_through = (ROOT / ".dockerignore").read_text().splitlines()

    needed = [*PROGRAM, "docs", "manage.py", "requirements.txt", "static", "templates"]
    assert [name for name in needed if f"!{name}" not in let_through] == []
