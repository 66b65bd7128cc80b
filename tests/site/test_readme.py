"""What the README promises is there."""

import re

from django.conf import settings

ROOT = settings.BASE_DIR
README = (ROOT / "README.md").read_text()


def test_every_setting_of_the_environment_is_explained():
    sources = "".join(path.read_text() for path in (ROOT / "clubscore").rglob("*.py"))
    names = set(
        re.findall(r"[\"`](CLUBSCORE_[A-Z_]+|DATABASE_URL|PORT|WEB_CONCURRENCY)[\"`]", sources)
    )

    assert names - set(re.findall(r"`([A-Z_]+)`", README)) == set()
    assert {"PORT", "DATABASE_URL", "CLUBSCORE_DATA"} <= names


def test_every_linked_file_is_there():
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)

    assert [link for link in links if not (ROOT / link).exists()] == []
