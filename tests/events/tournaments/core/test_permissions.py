"""Who may read a tournament; its addresses are tried in tests/site/test_doors.py."""

import pytest
from django.test import Client

from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

PUBLIC = [
    "players", "players/1", "rounds/1", "crosstable", "teams", "standings", "standings/1",
    "standings/1/1/BH",
]  # fmt: skip


def address(path: str) -> str:
    return f"/tournaments/spring-cup/{path}/"


@pytest.mark.parametrize("path", PUBLIC)
def test_a_visitor_reads_what_is_published(client: Client, path: str) -> None:
    cups.published()
    answer = client.get(address(path))
    assert (answer.status_code, answer.context["user"].is_anonymous) == (200, True)
    page = answer.content.decode()
    # All that a visitor types into is a search.
    assert (page.count('method="post"'), page.count("<input")) == (0, page.count('type="search"'))
