"""Trying addresses: what stands behind them, who asks, and how they are received."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from django.contrib.admin.sites import site
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from clubscore.web.visitors import Actor
from events.exchange.services.batches import create_batch
from events.exchange.services.hands import attach_hands, open_hands
from events.hall.services.settings import switch_on as switch_on_hall
from events.models import (
    Game,
    HallCode,
    PointsRule,
    RoundResult,
    Series,
    Session,
    TableCode,
    Tournament,
)
from events.sessions.club_points.services import choose_rule
from events.sessions.hands.domain import deal_of_number
from events.sessions.hands.selectors import boards_of
from events.sessions.rulings.services import give_penalty
from events.sessions.series.services import publish_series
from events.sessions.setup.services.sessions import publish
from events.tables.services.settings import switch_on
from events.tournaments.core.services import publish_tournament
from players.models import Club, LookupList, LookupUpload, Player
from players.services.players import add_player
from players.services.private_links import make_private_link
from tests.events import factories
from tests.events.sessions import evenings, match_evenings
from tests.events.sessions.play_evenings import BOARD, evening_with_play
from tests.events.tournaments import cups
from tests.site.doors import Door, Role

Values = dict[str, dict[str, object]]
LOGINS = ("/login/", "/admin/login/")
BACKUP = "clubscore-20260305T193000Z-evening.jsonl.gz"


def publish_all(values: Values) -> None:
    """Publish what stands behind these addresses."""
    session = Session.objects.get(pk=values["sessions/"]["session_id"])
    made = Tournament.objects.get(slug=values["tournaments/"]["slug"])
    series = Series.objects.get(pk=values["series/"]["series_id"])
    publish(session=session, by=Actor())
    for part in ("matches/", "travellers/<int:board>/<int:line_id>/"):
        other = values[f"sessions/<int:session_id>/{part}"]["session_id"]
        publish(session=Session.objects.get(pk=other), by=Actor())
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
    dealt = [(board, deal_of_number(board), None) for board in boards_of(session)]
    attach_hands(session=session, hands=dealt, file_name="hands.pbn", by=Actor())
    open_hands(session=session, reason="a card on the floor", by=Actor())
    settings = switch_on(session_id=session.pk, preset="club", by=Actor())
    of_teams = match_evenings.made(Session.Matches.SWISS_TEAMS, 4)
    match_evenings.play(of_teams)
    told = evening_with_play(is_published=False)
    rule = PointsRule.objects.create(name="House")
    choose_rule(session=session, rule=rule, by=Actor())
    match = {"session_id": of_teams.pk, "match_id": of_teams.bridge_matches.first().pk}
    player = Player(given="Ada", family="Lark")
    add_player(player=player, by=Actor())
    listing = LookupList.objects.create(name="FIDE", kind="fide_number", is_current=True)
    upload = LookupUpload.objects.create(name="FIDE", size=1)
    guest = Player.everybody.create(name="Gus Guest", is_guest=True)
    switch_on(session_id=session.pk, preset="club", by=Actor())
    code = TableCode.objects.get(session=session, table=1).code
    switch_on_hall(tournament=made, preset="club", by=Actor())
    door = HallCode.objects.get(tournament=made, kind="door").code
    values: Values = {
        "open/": {"batch_id": create_batch(files=[], by=Actor()).pk},
        "": {
            "user_id": User.objects.create_user("somebody", is_staff=True).pk,
            "club_id": Club.objects.create(name="Ours").pk,
        },
        "backups/": {"name": BACKUP},
        "help/": {"name": "evening"},
        "players/": {
            "number": player.pk,
            "kind": "register.txt",
            "list_id": listing.pk,
            "upload_id": upload.pk,
            "token": make_private_link(number=player.pk, by=Actor()),
        },
        "players/<int:number>/join/": {"number": guest.pk},
        "players/<int:number>/take/": {"number": guest.pk},
        "movements/": {
            "movement_id": session.sections.get().movement_id,
            "number": 1,
            "kind": "guide-cards",
        },
        "movements/choose/": {"family": "mitchell", "contestants": 14, "rounds": 7},
        "sessions/": {
            "session_id": session.pk,
            "board": 1,
            "letter": "A",
            "per_page": 4,
            "round_number": 1,
            "table": 1,
            "line_id": factories.line(session, 1).pk,
            "contestant_id": factories.contestant(session, 1).pk,
            "penalty_id": penalty.pk,
            "section_id": session.sections.get().pk,
            "side": "ns",
            "name": "ranking",
            "kind": "guide-cards",
        },
        "club-points/": {"rule_id": rule.pk, "kind": "csv"},
        "sessions/<int:session_id>/travellers/<int:board>/<int:line_id>/": {
            "session_id": told.session.pk,
            "board": BOARD,
            "line_id": told.line,
        },
        "sessions/<int:session_id>/matches/": match,
        "sessions/<int:session_id>/draw/": match,
        "sessions/<int:session_id>/teams/": match,
        "api/v1/sessions/": {"session_id": session.pk, "board": 1, "code": "A1"},
        "t/": {"code": code},
        "T/": {"code": code},
        "h/": {"code": door},
        "H/": {"code": door},
        "hall/": {"number": 1, "game_id": 1, "request_id": 1, "device_id": 1},
        "hall/d/": {"code": made.hall.display_code},
        "play/": {"line_id": 1, "board": 1, "claim_id": 1, "device_id": 1},
        "sessions/<int:session_id>/tables/": {"letter": "A", "number": 1},
        "d/": {"code": settings.display_code},
        "table/": {"number": 1},
        "TABLE/": {"number": 1},
        "series/": {"series_id": series.pk},
        "tournaments/": {
            "slug": made.slug,
            "number": 1,
            "through": 1,
            "code": "BH",
            "entry_id": made.entries.first().pk,
            "game_id": Game.objects.first().pk,
            "result_id": bye.pk,
            "name": "standings",
            "title": "GM",
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


def ask(client: Client, method: str, path: str, **headers: str) -> HttpResponseBase:
    cookies = copy.deepcopy(client.cookies)
    with undone():
        response = client.generic(
            method, path, content_type="application/x-www-form-urlencoded", headers=headers
        )
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
    if door.published and not published and (role < Role.DIRECTOR or door.to_all):
        return {"not found"}
    return {"in"}
