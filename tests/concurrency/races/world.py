"""One small club for the races: two sessions, a series, two tournaments, a register.

*Main* and *Cup* have results; *Empty* and *Open* have none, so that they can still be deleted.
Rows that a race adds have numbers from :data:`FIRST_NEW` on.
"""

import datetime

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.common.services import record_deletion
from events.exchange.formats.zip_files import compressed
from events.exchange.services.batches import create_batch
from events.exchange.services.hands import deal_hands
from events.hall.services.settings import switch_on as switch_on_hall
from events.hall.services.submissions import Sending as HallSending
from events.models import (
    ClubSite,
    Contestant,
    Deletion,
    Entry,
    Game,
    GameReport,
    HallCall,
    HallDevice,
    HallRequest,
    PointsRule,
    Series,
    Session,
    TableDevice,
    Tournament,
    TravellerLine,
)
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.doubts.services import board_doubts, dismiss_doubt
from events.sessions.lines.services.saving import enter_result
from events.sessions.rulings.services import give_penalty, make_ruling
from events.sessions.series.services import create_series, set_carry_over
from events.sessions.setup.services.sections import add_section
from events.sessions.setup.services.sessions import enter_names
from events.tables.domain.lines import WrittenResult
from events.tables.services import calls, entering, joining, settings
from events.tables.services.submissions import Sending
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.services import create_tournament
from events.tournaments.entries.services.entries import add_names, join_team
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.services import ask_for_proposal
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result as enter_game
from movements.models import Movement
from movements.services import store_movement
from players.domain.names import read_name
from players.models import Club, LookupList, LookupPlayer, Player
from players.services.private_links import make_private_link
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.events.sessions.doubts.test_services import FOUR_TABLES

FIRST_NEW = 500_000
LETTERS = "ABCDEFGHIJ"


def actor() -> Actor:
    """The director who did everything, and does all of a race."""
    return Actor(user=User.objects.get(username="director"))


def build() -> None:
    """Make the club, and nothing else."""
    call_command("flush", interactive=False, verbosity=0)
    for name in ("director", "helper"):
        User.objects.create_user(name, password="x", is_staff=True, is_superuser=True)
    by = actor()
    # As the migrations have made it.
    ClubSite.objects.create()
    create_batch(files=[("lines.csv", compressed(b"an evening"))], by=by)
    north, south = Club.objects.create(name="North"), Club.objects.create(name="South")
    for number, letter in enumerate("ABCDEFGH"):
        club = north if number % 2 else south
        Player.objects.create(name=f"Ada Player-{letter}", club=club)
    Player.objects.create(
        name="Nobody van Played",
        given="Nobody",
        particle="van",
        family="Played",
        fide_number="1001",
    )
    for name in ("Old list", "New list"):
        listing = LookupList.objects.create(
            name=name, kind="fide_number", is_current=name == "Old list"
        )
        LookupPlayer.objects.create(list=listing, number="5", name="Pym, Bo", family_key="pym bo")
    store_movement(name="Unused", text=factories.ONE_TABLE)
    store_movement(name="Howell again", text=factories.HOWELL_4.replace(" 3- 4 A", " 4- 3 A"))
    earlier = _session("Earlier", by, day=1)
    main, empty = _session("Main", by), _session("Empty", by)
    guest = [read_name("Ada Player-G"), read_name("Guest Main")]
    enter_names(session=main, names={"A4": guest}, guests={"guest main"}, by=by)
    for session in (main, empty):
        text = factories.HOWELL_4
        movement = factories.movement(text, name=f"Movement of {len(text)} letters")
        add_section(
            session_id=session.pk, movement=movement, boards_per_round=1, first_board=1, by=by
        )
        set_carry_over(session=session, earlier_session=earlier, by=by)
    for board, texts in enumerate((("420", "-420"), ("620", "50")), start=1):
        for table, typed in enumerate(texts, start=1):
            line = main_line(board, table)
            enter_result(session_id=main.pk, line_id=line.pk, text=typed, by=by)
    rule = read_adjustment("A5050")
    make_ruling(
        session_id=main.pk, line_id=main_line(2, 2).pk, adjustment=rule, reason="late", by=by
    )
    one = Contestant.objects.get(section__session=main, section__letter="A", number=1)
    give_penalty(session_id=main.pk, contestant_id=one.pk, kind="warning", reason="late", by=by)
    for name, session in (("Main series", main), ("Empty series", empty)):
        create_series(series=Series(name=name), weights={session.pk: 100}, by=by)
    for title in ("Doubted", "Dismissed"):
        doubted = factories.session(FOUR_TABLES, title=title, boards_per_round=2, by=by)
        factories.enter(doubted, 1, "140", "140", "110", "-140")
        factories.enter(doubted, 2, "50", "100", "50", "100")
    [doubt] = board_doubts(doubted, 1)
    dismiss_doubt(session=doubted, board=1, key=doubt.key, by=by)
    PointsRule.objects.create(name="House")
    swiss = match_evenings.made(Session.Matches.SWISS_TEAMS, 4, title="Swiss")
    match_evenings.play(swiss)
    for session in (main, empty):
        tables(session, by)
        deal_hands(session=session, by=by)
    _tournament("Cup", by, with_results=True)
    _tournament("Open", by, with_results=False)
    # What is raced with starting one's own club: a movement, a session, players of the demo.
    Movement.objects.filter(name="Unused").update(is_demo=True)
    Session.objects.filter(title="Empty").update(is_demo=True)
    Player.objects.filter(family__in=("Player-A", "Player-H")).update(is_demo=True)
    # A table that is empty has no number from which new rows could be told.
    make_private_link(number=Player.objects.get(family="Player-B").pk, by=by)
    record_deletion(kind=Deletion.Kind.SERIES, title="Gone", by=by)
    number_new_rows()


def tables(session: Session, by: Actor) -> None:
    """Results come from the tables: a phone of each side of table 1, and one that waits; a call, a
    proposal and a claim."""
    settings.switch_on(session_id=session.pk, preset="club", by=by)
    section = session.sections.get(letter="A").pk
    place = {"session_id": session.pk, "section_id": section, "table": 1}
    settings.change_table_settings(
        session_id=session.pk, values={"approve": "never", "np_by_director": True}, by=by
    )
    one = joining.join(**place, kind="pair", side="NS").device
    joining.join(**place, kind="pair", side="EW")
    settings.change_table_settings(session_id=session.pk, values={"approve": "always"}, by=by)
    joining.join(**place, kind="pair", side="EW")
    calls.call(sending=sending(one, "0" * 32))
    line = main_line(3, 1, session.title)
    entering.enter(
        sending=sending(one, "2" * 32),
        line_id=line.pk,
        version=-1,
        result=WrittenResult(not_played=True),
    )


def sending(device: TableDevice, key: str) -> Sending:
    """What a phone sends, answered without the words of the door."""
    return Sending(device.session_id, device.pk, key, {}, lambda _outcome: {})


def main_line(board: int, table: int, session: str = "Main") -> TravellerLine:
    """A line of the first section, as it is stored now."""
    return TravellerLine.objects.get(
        section__session__title=session, section__letter="A", board=board, table=table
    )


def _session(title: str, by: Actor, day: int = 5) -> Session:
    session = factories.session(title=title, date=datetime.date(2026, 3, day), by=by)
    names = {
        f"A{number}": [read_name(f"Ada Player-{LETTERS[2 * number - 2]}"), None]
        for number in range(1, 5)
    }
    enter_names(session=session, names=names, by=by)
    return session


def _tournament(name: str, by: Actor, *, with_results: bool) -> Tournament:
    tournament = create_tournament(name=name, rounds=3, by=by, fide_mode=None)
    names = [read_name(f"Ada Player-{letter}") for letter in "ABCDE"]
    entries = add_names(tournament=tournament, names=names, by=by)
    join_team(entry=entries[0], name="Rooks", by=by)
    first = tournament.rounds.get(number=1)
    byes = ((5, Code.PAIRING_BYE),) if with_results else ()
    set_pairings(round=first, pairings=Pairings(((1, 2), (3, 4)), byes), by=by)
    if with_results:
        second = tournament.rounds.get(number=2)
        ask_for_proposal(round=second, system=System.DUTCH, is_accelerated=False, by=by)
        game = first.games.order_by("board_number").first()
        enter_game(tournament=tournament, game_id=game.pk, text="1", by=by)
    _phones(tournament, entries, by)
    return tournament


def _phones(tournament: Tournament, entries: list[Entry], by: Actor) -> None:
    """Players' phones: of four by their cards, and one that waits; a report of board 2, a call, a
    request, an open check-in."""
    hall = switch_on_hall(tournament=tournament, preset="club", by=by)
    now, game = timezone.now(), Game.objects.get(round__tournament=tournament, board_number=2)
    made = [
        HallDevice.objects.create(
            tournament=tournament,
            kind="player",
            entry=entry,
            number=1,
            proof=proof,
            token_hash=f"{tournament.pk}-{entry.pk}",
            seen_at=now,
        )
        for entry, proof in zip(entries, ("card", "card", "card", "card", "none"), strict=False)
    ]
    GameReport.objects.create(game=game, side=1, result="1", version=0, device=made[2], at=now)
    HallCall.objects.create(tournament=tournament, device=made[0], at=now)
    HallRequest.objects.create(entry=entries[0], kind="zero-bye", round=3, at=now)
    hall.check_in = 3
    hall.save()


def hall_sending(device: HallDevice, key: str) -> HallSending:
    """What a player's phone sends, answered without the words of the door."""
    return HallSending(device.tournament_id, device.pk, key, {}, lambda _outcome: {})


def number_new_rows() -> None:
    """Let every row that comes now have a number from :data:`FIRST_NEW` on."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # Tables that never had a row are not in it.
            cursor.execute("DELETE FROM sqlite_sequence")
            cursor.execute(
                "INSERT INTO sqlite_sequence SELECT name, %s FROM sqlite_master "
                "WHERE sql LIKE 'CREATE TABLE %%AUTOINCREMENT%%'",
                [FIRST_NEW],
            )
            return
        cursor.execute(
            "SELECT setval(oid::regclass, %s) FROM pg_class WHERE relkind = 'S'", [FIRST_NEW]
        )
