"""What the README promises is there."""

import re

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize(
    "target",
    [
        "run",
        "test",
        "test-all",
        "coverage",
        "setup",
        "fuzz",
        "lint",
        "bench",
        "pictures",
        "requirements",
    ],
)
def test_every_command_is_named(target: str):
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_two_commands_stand_on_the_first_screen():
    first_screen = "\n".join(README.splitlines()[:25])

    assert re.findall(r"^make (\w+)", first_screen, re.MULTILINE) == ["run", "test"]


def test_every_setting_of_the_environment_is_explained():
    sources = "".join(path.read_text() for path in (ROOT / "clubscore").glob("*.py"))
    names = set(
        re.findall(r"[\"`](CLUBSCORE_[A-Z_]+|DATABASE_URL|PORT|WEB_CONCURRENCY)[\"`]", sources)
    )

    assert names - set(re.findall(r"`([A-Z_]+)`", README)) == set()
    assert {"PORT", "DATABASE_URL", "CLUBSCORE_DATA"} <= names


def test_every_linked_file_is_there():
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)

    assert [link for link in links if not (ROOT / link).exists()] == []
