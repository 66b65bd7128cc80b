"""Rules for every source file that is in the repository."""

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
SUFFIXES = {".css", ".html", ".js", ".md", ".py", ".toml", ".yaml", ".yml"}
LONGEST = 300


def _sources() -> list[Path]:
    """Files under version control, and those about to be."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listing.stdout.splitlines()]
    return [path for path in paths if path.suffix in SUFFIXES and path.is_file()]


@pytest.fixture(scope="module")
def sources() -> list[Path]:
    return _sources()


def test_nothing_is_left_to_do(sources: list[Path]):
    unfinished = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")

    assert [str(path) for path in sources if unfinished.search(path.read_text())] == []


def test_no_module_is_too_long_to_read(sources: list[Path]):
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in sources
        if path.suffix == ".py" and not {"migrations", "tests"} & set(path.parts)
    }

    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
