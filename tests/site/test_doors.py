"""Every address with every role, by reading and by sending; see the table in ``doors.py``.

A visitor who may not come in is sent to the login, somebody logged in is told that they may not.
Reading changes nothing, and nothing is taken that does not come from a page of the site.
"""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client

from clubscore.actor import Actor
from events.models import Game, RoundResult, Series, Session, Tournament
from events.sessions.services.penalties import give_penalty
from events.sessions.services.series import publish_series
from events.sessions.services.sessions import publish
from events.tournaments.services.tournaments import publish_tournament
from players.models import Club, Player
from players.services.players import add_player
from tests.events import factories
from tests.events.sessions import evenings
from tests.events.tournaments import cups
from tests.site.doors import DOORS, PUBLISHED, Door, Role, address, patterns

pytestmark = pytest.mark.django_db


Values = dict[str, dict[str, object]]
LOGINS = ("/login/", "/admin/login/")
COPY = "clubscore-20260305T193000Z-evening.jsonl.gz"
OF_SESSIONS = frozenset(("django_session", "accounts_logincount"))


@pytest.fixture(autouse=True)
def _copy(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy to take away; making one is not what is tried here."""
    settings.BACKUP_DIR = tmp_path
    (tmp_path / COPY).touch()
    monkeypatch.setattr("clubscore.backups.views.make_copy", lambda reason: None)


@pytest.fixture(scope="module")
def unpublished(store_once: Callable[[Callable[[], Values]], Values]) -> Values:
    return store_once(club)


@pytest.fixture
def published(unpublished: Values, db: None) -> Values:
    publish_all(unpublished)
    return unpublished


def publish_all(values: Values) -> None:
    """Publish what stands behind these addresses."""
    session = Session.objects.get(pk=values["sessions/"]["session_id"])
    made = Tournament.objects.get(slug=values["tournaments/"]["slug"])
    series = Series.objects.get(pk=values["series/"]["series_id"])
    publish(session=session, by=Actor())
    publish_tournament(tournament=made, by=Actor())
    publish_series(series=series, by=Actor())


def club() -> Values:
    """A session, a series and a tournament, and for each beginning of an address its values."""
    session = factories.played()
    made = cups.tournament(entries=4, tie_breaks=["BH"])
    cups.play(made, 1, (1, 3, "1"), (4, 2, "="))
    bye = RoundResult.objects.create(
        round=made.rounds.get(number=2), entry=made.entries.first(), bye="U"
    )
    series = evenings.series(evenings.evening())
    penalty = give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 1).pk,
        kind="percent",
        amount=Decimal(10),
        reason="Slow play.",
        by=Actor(),
    )
    player = Player(given="Ada", family="Lark")
    add_player(player=player, by=Actor())
    values: Values = {
        "": {
            "user_id": User.objects.create_user("somebody", is_staff=True).pk,
            "club_id": Club.objects.create(name="Ours").pk,
        },
        "copies/": {"name": COPY},
        "players/": {"number": player.pk, "kind": "register.txt"},
        "movements/": {
            "movement_id": session.sections.get().movement_id,
            "number": 1,
            "kind": "guide-cards",
        },
        "movements/choose/": {"family": "mitchell", "contestants": 14, "rounds": 7},
        "sessions/": {
            "session_id": session.pk,
            "board": 1,
            "line_id": factories.line(session, 1).pk,
            "contestant_id": factories.contestant(session, 1).pk,
            "penalty_id": penalty.pk,
            "section_id": session.sections.get().pk,
            "side": "ns",
            "name": "ranking",
            "kind": "guide-cards",
        },
        "series/": {"series_id": series.pk},
        "tournaments/": {
            "slug": made.slug,
            "number": 1,
            "through": 1,
            "code": "BH",
            "entry_id": made.entries.first().pk,
            "game_id": Game.objects.first().pk,
            "result_id": bye.pk,
        },
        "tournaments/<slug:slug>/rounds/<int:number>/byes/": {"number": 2},
        "admin/": {
            "id": User.objects.first().pk,
            "content_type_id": ContentType.objects.get_for_model(Tournament).pk,
            "object_id": made.pk,
        },
    }
    for model in site._registry:
        first = model._default_manager.first()
        values[f"admin/{model._meta.app_label}/{model._meta.model_name}/"] = {
            "object_id": first.pk if first else 1
        }
    return values


def browser(role: Role, **options: bool) -> Client:
    """A browser of somebody with this role."""
    client = Client(raise_request_exception=True, **options)
    if role is not Role.VISITOR:
        user = User.objects.create_user(
            role.name, is_staff=role >= Role.DIRECTOR, is_superuser=role is Role.ADMINISTRATOR
        )
        client.force_login(user)
    return client


@contextmanager
def undone() -> Iterator[None]:
    """What is done here is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def ask(client: Client, method: str, path: str) -> HttpResponseBase:
    cookies = copy.deepcopy(client.cookies)
    with undone():
        response = client.generic(method, path, content_type="application/x-www-form-urlencoded")
    # Logging out takes them away.
    client.cookies = cookies
    return response


def answer(response: HttpResponseBase) -> str:
    """How somebody was received."""
    place = response.headers.get("Location", "").split("?")[0]
    if response.status_code == 302 and place in LOGINS:
        return "to the login"
    return {403: "forbidden", 404: "not found", 405: "no such method"}.get(
        response.status_code, "in" if response.status_code < 500 else "failed"
    )


def expected(door: Door, method: str, role: Role, *, published: bool) -> set[str]:
    """What the table says of a role."""
    least = door.get if method == "GET" else door.post
    if least is None:
        # Who may not come in at all may be told that first.
        other = door.post if door.get is None else door.get
        first = expected(Door(other, other), method, role, published=published)
        return (first - {"in"}) | {"no such method"}
    if role < least:
        return {"to the login" if role is Role.VISITOR else "forbidden"}
    if door.published and not published and role < Role.DIRECTOR:
        return {"not found"}
    return {"in"}


def test_every_address_is_in_the_table():
    assert {pattern for pattern, _ in patterns()} == set(DOORS)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_lets_in_whom_it_should(published: Values, role: Role, method: str):
    client = browser(role)
    wrong = {}
    for pattern, door in DOORS.items():
        if not pattern.startswith("admin/"):
            found = answer(ask(client, method, address(pattern, published)))
            if found not in expected(door, method, role, published=True):
                wrong[pattern] = found

    assert wrong == {}


@pytest.mark.parametrize("role", [Role.VISITOR, Role.READER, Role.DIRECTOR])
def test_what_is_not_published_is_found_by_directors_alone(unpublished: Values, role: Role):
    client = browser(role)
    doors = [pattern for pattern, door in DOORS.items() if door == PUBLISHED]
    found = {each: answer(ask(client, "GET", address(each, unpublished))) for each in doors}

    assert found == dict.fromkeys(doors, "in" if role is Role.DIRECTOR else "not found")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("role", Role)
def test_the_admin_lets_in_administrators_alone(published: Values, role: Role, method: str):
    client = browser(role)
    admin = [pattern for pattern in DOORS if pattern.startswith("admin/")]
    found = {each: answer(ask(client, method, address(each, published))) for each in admin}

    login = found.pop("admin/login/")
    assert login == ("to the login" if role is Role.VISITOR else "forbidden")
    if role is Role.ADMINISTRATOR:
        # What nobody may add, change or delete is forbidden to administrators too.
        assert {"to the login", "failed"} & set(found.values()) == set()
        assert found["admin/"] == found["admin/auth/user/"] == "in"
    else:
        assert found.pop("admin/logout/") == "in"
        assert set(found.values()) == {"to the login"}


def test_reading_changes_nothing(published: Values):
    client = browser(Role.ADMINISTRATOR)
    paths = [address(pattern, published) for pattern in DOORS]
    changes: list[tuple[str, str]] = []

    def watch(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        verb = sql.lstrip().split(" ")[0].upper()
        if verb in {"INSERT", "UPDATE", "DELETE"} and not any(each in sql for each in OF_SESSIONS):
            changes.append((path, sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        for path in paths:
            for method in ("GET", "HEAD", "OPTIONS"):
                ask(client, method, path)

    assert changes == []


def test_nothing_is_taken_that_comes_from_elsewhere(published: Values):
    client = browser(Role.ADMINISTRATOR, enforce_csrf_checks=True)
    received = {
        pattern: (response.status_code, "reload the page and send it again" in response.text)
        for pattern in DOORS
        for response in [ask(client, "POST", address(pattern, published))]
    }

    assert received == dict.fromkeys(DOORS, (403, True))
    assert Session.objects.count() == 2


def test_no_address_does_without_the_proof():
    assert "django.middleware.csrf.CsrfViewMiddleware" in settings.MIDDLEWARE
    assert [
        pattern for pattern, each in patterns() if getattr(each.callback, "csrf_exempt", False)
    ] == []
