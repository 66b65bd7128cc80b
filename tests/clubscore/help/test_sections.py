"""Every page leads to a part of the guides, and the part is there."""

import pytest
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from clubscore.help.guides import guide_names, read_guide
from clubscore.help.sections import HELP, help_of

NO_PAGES = {"", "healthz", "set_language", "logout", "help", "help-guide"}


def view_names(resolver: URLResolver, namespace: str = "") -> set[str]:
    names: set[str] = set()
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            names.add(f"{namespace}{pattern.name}" if pattern.name else "")
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            names |= view_names(pattern, inner)
    return names - NO_PAGES


def test_every_page_has_its_part_of_the_guides() -> None:
    names = view_names(get_resolver())
    assert len(names) > 100
    assert {name for name in names if help_of(name) == ("", "")} == set()


@pytest.mark.parametrize("name", HELP)
def test_every_part_is_there(name: str) -> None:
    guide, _, anchor = HELP[name].partition("#")
    assert guide in guide_names()
    assert anchor in read_guide(guide).anchors


def test_every_row_is_of_some_page() -> None:
    names = view_names(get_resolver())
    beginnings = {name for name in HELP if name.endswith("*")}
    assert set(HELP) - beginnings - names == set()
    assert {
        beginning
        for beginning in beginnings
        if not any(name.startswith(beginning[:-1]) for name in names)
    } == set()


@pytest.mark.parametrize(
    ("view", "part"),
    [
        ("events:board", ("typing", "what-may-be-typed")),
        ("events:tournament", ("tournament", "a-tournament-by-hand")),
        ("events:tournament-round", ("tournament", "4-results")),
        ("events:rulings", ("rulings", "all-of-them")),
        ("events:ruling-preview", ("rulings", "a-ruling-on-a-result")),
        ("admin:players_player_change", ("security", "who-may-do-what")),
        ("nowhere", ("", "")),
    ],
)
def test_longest_beginning_counts(view: str, part: tuple[str, str]) -> None:
    assert help_of(view) == part
