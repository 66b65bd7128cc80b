"""A club with something in every table, and its rows as plain values."""

import datetime
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from clubscore.keeping.backups.schema import LEFT_OUT
from clubscore.web.visitors import Actor
from events.club.demo import build_demo
from events.common.services import record_deletion
from events.models import (
    BoardHands,
    BridgemateAccount,
    BridgeWebsAccount,
    BridgeWebsEvent,
    CarryOver,
    ClubSite,
    Contestant,
    Deletion,
    Entry,
    Game,
    GameReport,
    HallCall,
    HallClock,
    HallCode,
    HallDevice,
    HallRequest,
    HallSettings,
    HallSubmission,
    HandSet,
    ImportedFile,
    LeadTricks,
    LineClaim,
    LinePlay,
    LineUp,
    LineUpSeat,
    MovementChange,
    Penalty,
    PointsRule,
    Presence,
    RoundClock,
    Section,
    Session,
    SiteUpload,
    Submission,
    TableCall,
    TableCode,
    TableDevice,
    TableEntrySettings,
    TableMark,
    TableProposal,
    TableRound,
    Team,
    TeamApart,
    TeamBye,
    TeamForfeit,
    TeamsApart,
    TickedDoubt,
    Tournament,
    TravellerLine,
)
from players.models import ClubSettings, FormerNumber, Player, PrivateLink
from players.services.players import add_player, delete_players
from tests.events.sessions import match_evenings

TODAY = datetime.date(2026, 3, 5)


def full_club() -> None:
    """The demo club, and a row in every table that it leaves empty.

    The register's highest number is that of a player who was deleted.
    """
    build_demo(today=TODAY)
    director = User.objects.create_user("Ragna Ödegård", password="correct horse", is_staff=True)
    group = Group.objects.create(name="Directors")
    group.permissions.add(Permission.objects.first())
    director.groups.add(group)
    director.user_permissions.add(Permission.objects.last())
    LogEntry.objects.create(
        user=director,
        content_type=ContentType.objects.get_for_model(Player),
        object_id="1",
        object_repr="Ann ♠ Other",
        action_flag=CHANGE,
    )
    earlier, later = Session.objects.order_by("date")[:2]
    CarryOver.objects.create(session=later, earlier_session=earlier)
    ClubSettings.objects.update(name="Hollybrook", facts=["club", "born"])
    ClubSite.objects.update_or_create(defaults={"target": "sftp://club@host.example/~/results/"})
    SiteUpload.objects.create(
        user=director,
        target="/media/stick",
        state=SiteUpload.State.FAILED,
        problem={"template": "Cut ♠", "values": {}},
        log_entry=7,
    )
    TickedDoubt.objects.create(session=later, key="a doubt", ticked_by=director)
    Penalty.objects.create(
        contestant=Contestant.objects.first(),
        kind=Penalty.Kind.PERCENT,
        amount=Decimal("2.50"),
        reason="“late”, twice\nand \\ again",
    )
    MovementChange.objects.create(section=Section.objects.first(), first_round=2, absent=3)
    team = Team.objects.create(tournament=Tournament.objects.get(), name="Élan", name_key="elan")
    other = Team.objects.create(tournament=team.tournament, name="Mill", name_key="mill", number=7)
    TeamBye.objects.create(team=team, round=1, code="H")
    TeamForfeit.objects.create(round=2, white=team, black=other, score="+-")
    LineUpSeat.objects.create(team=team, round=3, board=1)
    apart = TeamsApart.objects.create(tournament=team.tournament, last_round=2)
    TeamApart.objects.create(apart=apart, team=team)
    Entry.objects.filter(pk=Entry.objects.first().pk).update(team=team, team_place=1)
    Player.objects.filter(pk=Player.objects.first().pk).update(
        note="Zeile 1\nZeile 2\t€", born="1958-03-21", erased_at=datetime.datetime.now(datetime.UTC)
    )
    FormerNumber.objects.create(number=4711)
    by = Actor(user=director, device="phone")
    PrivateLink.objects.create(
        player=Player.objects.last(), token_hash="0" * 64, created_by=director
    )
    tables_of(later)
    bind_phones(team)
    file_of(later)
    PointsRule.objects.create(name="House")
    match_evenings.made(Session.Matches.SWISS_TEAMS, 4)
    record_deletion(
        kind=Deletion.Kind.SESSION, title="Gone", date=TODAY, results=3, backup="one", by=by
    )
    leaver = Player(given="Nobody", family="Stays")
    add_player(player=leaver, by=by)
    delete_players(numbers=[leaver.number], by=by)


def file_of(session: Session) -> None:
    """As if the session came from a file."""
    ImportedFile.objects.create(session=session, name="evening.xml", digest="2" * 64)
    BridgeWebsAccount.objects.create(code="example", sealed_password="sealed")
    BridgemateAccount.objects.create(club="1", address="http://192.168.1.9/", sealed_key="sealed")
    BridgeWebsEvent.objects.create(
        session=session,
        event_id="1",
        sent_at=datetime.datetime.now(datetime.UTC),
        is_successful=True,
    )
    hands = HandSet.objects.create(session=session, seed="3" * 64)
    board = BoardHands.objects.create(hand_set=hands, board=1, deal="N:AKQ... ... ... ...", tries=1)
    LeadTricks.objects.create(hands=board, declarer="N", strain="NT", tricks="7" * 13)
    LinePlay.objects.create(
        line=TravellerLine.objects.filter(section__session=session).first(),
        auction="1NT! P P P\n0 15 to 17",
        cards="H4H2HJHA=7",
        costs="77777",
        solved="1NTN",
    )


def tables_of(session: Session) -> None:
    """A row in every table of the results that come from the tables."""
    line = TravellerLine.objects.filter(section__session=session).first()
    pair, now = line.sides.first().contestant, datetime.datetime.now(datetime.UTC)
    place = {"session": session, "section": line.section, "table": 1}
    TableEntrySettings.objects.create(session=session, is_on=True, evening_word="4711")
    TableCode.objects.create(**place, code="7KQ2M9XDPA")
    device = TableDevice.objects.create(
        **place, kind="pair", contestant=pair, side="NS", number=1, token_hash="1" * 64, seen_at=now
    )
    TableMark.objects.create(line=line, entered_version=1, entered_device=device)
    Submission.objects.create(device=device, key="ab", line=line, at=now, outcome="done")
    TableProposal.objects.create(session=session, line=line, kind="seats", device=device, at=now)
    LineClaim.objects.create(line=line, version=1, proposal={"pass": True}, contestant=pair)
    RoundClock.objects.create(session=session, round=2, phase="play", ends_at=now)
    TableCall.objects.create(**place, device=device, at=now)
    TableRound.objects.create(section=line.section, table=1, round=2)


def bind_phones(team: Team) -> None:
    """A tournament's phones, and something of all that they send."""
    game = Game.objects.order_by("pk").first()
    tournament, entry = game.round.tournament, game.sides.order_by("side").first().entry
    now = datetime.datetime.now(datetime.UTC)
    HallSettings.objects.create(tournament=tournament, is_on=True, display_code="7KQ2M9XDPB")
    HallCode.objects.create(tournament=tournament, kind="player", entry=entry, code="7KQ2M9XDPC")
    device = HallDevice.objects.create(
        tournament=tournament,
        kind="player",
        entry=entry,
        number=1,
        token_hash="2" * 64,
        seen_at=now,
    )
    GameReport.objects.create(game=game, side=1, result="1", version=0, device=device, at=now)
    Presence.objects.create(entry=entry, round=1, at=now, device=device)
    HallRequest.objects.create(entry=entry, kind="half-bye", round=2, at=now)
    LineUp.objects.create(team=team, round=1, players=[entry.pk], at=now)
    HallCall.objects.create(tournament=tournament, device=device, at=now)
    HallSubmission.objects.create(device=device, key="ab", at=now, outcome="done")
    HallClock.objects.create(tournament=tournament, round=1, phase="play", starts_at=now)


def stored_models() -> list[type[Model]]:
    """Every model whose rows a backup holds."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in LEFT_OUT
    ]


def everything(using: str = "default") -> dict[str, list[dict[str, Any]]]:
    """Every row of every table."""
    return {
        model._meta.label_lower: list(model._base_manager.using(using).order_by("pk").values())
        for model in stored_models()
    }
