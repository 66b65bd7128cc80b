"""No field of any form, no part of any address brings an error of the program's own."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.utils.datastructures import MultiValueDict

from tests.site.doors import DOORS, Role, address
from tests.site.overlong import KINDS, Answers, fields_of, status
from tests.site.visits import Values, ask, browser, publish_all

# PostgreSQL refuses more texts than SQLite does: what is beyond a column, and NUL characters.
USUAL = {
    "digits": (),
    "letters": pytest.mark.postgresql,
    "letters below the limit": pytest.mark.postgresql,
}
"""Of the kinds of fields, those with which something was found that the others do not find; and
where."""
ALL_KINDS = [pytest.param(kind, marks=USUAL.get(kind, ())) for kind in KINDS]
MIN_FIELDS = {"GET": 20, "POST": 200}
"""So many fields are asked for at least, or they would not be found."""

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup"), pytest.mark.large]


def doors(method: str, *, admin: bool = False) -> Iterator[str]:
    """The patterns that take such a request."""
    for pattern, door in DOORS.items():
        least = door.get if method == "GET" else door.post
        if least is not None and pattern.startswith("admin/") == admin:
            yield pattern


def who(pattern: str) -> Role:
    """An administrator, but where one is logged in already."""
    return Role.VISITOR if pattern == "login/" else Role.ADMINISTRATOR


def form_of(client: Client, pattern: str, path: str) -> MultiValueDict[str, str] | None:
    """What the form of the page would send, where there is one."""
    return fields_of(ask(client, "GET", path).text) if DOORS[pattern].get is not None else None


def is_fine(found: str) -> bool:
    return found.isdecimal() and int(found) < 500


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_all_fields_at_once(unpublished: Values, method: str, kind: str):
    clients = {role: browser(role) for role in (Role.VISITOR, Role.ADMINISTRATOR)}
    wrong = {}
    for pattern in doors(method):
        path = address(pattern, unpublished)
        found = status(clients[who(pattern)], method, path, Answers(KINDS[kind]))
        if not is_fine(found):
            wrong[pattern] = found

    assert wrong == {}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=USUAL.get(kind, pytest.mark.postgresql)) for kind in KINDS]
)
def test_each_field_alone(unpublished: Values, method: str, kind: str):
    """With the others as the form has them, so that what is behind the form is reached, too."""
    clients = {role: browser(role) for role in (Role.VISITOR, Role.ADMINISTRATOR)}
    wrong = {}
    fields = 0
    for pattern in doors(method):
        client, path = clients[who(pattern)], address(pattern, unpublished)
        usual = form_of(client, pattern, path) if method == "POST" else None
        probe = Answers("", wrong="", usual=usual)
        status(client, method, path, probe)
        for name in sorted(probe.asked):
            fields += 1
            found = status(client, method, path, Answers(KINDS[kind], name, usual))
            if not is_fine(found):
                wrong[pattern, name] = found

    assert wrong == {}
    assert fields >= MIN_FIELDS[method]


@pytest.mark.parametrize("kind", ["number", "digits", "letters"])
def test_each_part_of_an_address(unpublished: Values, kind: str):
    client = browser(Role.ADMINISTRATOR)
    wrong = {}
    for pattern in DOORS:
        for beginning, values in unpublished.items():
            for name in values:
                if not (pattern.startswith(beginning) and f":{name}>" in pattern):
                    continue
                others = unpublished | {pattern: {**values, name: KINDS[kind]}}
                for method in ("GET", "POST"):
                    found = status(client, method, address(pattern, others), Answers("", wrong=""))
                    if not is_fine(found):
                        wrong[pattern, name, method] = found

    assert wrong == {}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_admin(unpublished: Values, method: str):
    client = browser(Role.ADMINISTRATOR)
    wrong = {}
    for pattern in doors(method, admin=True):
        for kind in ("letters below the limit", "nul"):
            path = address(pattern, unpublished)
            found = status(client, method, path, Answers(KINDS[kind]))
            if not is_fine(found):
                wrong[pattern, kind] = found

    assert wrong == {}


@pytest.mark.parametrize("header", [
    # The others are not asked for in the database.
    pytest.param("cookie", marks=pytest.mark.both_databases),
    "accept-language", "user-agent", "accept", "x-forwarded-for", "x-forwarded-proto",
    "if-none-match", "if-modified-since", "referer", "range",
])  # fmt: skip
@pytest.mark.parametrize("kind", ["letters", "digits", "blanks"])
def test_each_header(unpublished: Values, header: str, kind: str):
    publish_all(unpublished)
    client = browser(Role.ADMINISTRATOR)
    for path in ("/", "/sessions/1/ranking/", "/movements/", "/login/"):
        assert ask(client, "GET", path, **{header: KINDS[kind]}).status_code < 500
    assert connection.is_usable()
