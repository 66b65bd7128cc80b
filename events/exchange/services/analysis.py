"""Double-dummy analysis: what waits, worked out a few at a time by a job, never in a request.

First the tables of boards, then the leads to the results of finished sessions, then the costs of
plays; of each those of the newest session. What ends the job, or the whole server, is no fault of
what it was at; what ends the solver twice, or has no answer twice, is left without one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat, Replace

from clubscore.database.transactions import in_transaction
from clubscore.jobs.queue import Answer, ask
from clubscore.models import Job
from clubscore.web.visitors import Actor
from events.common.services import keep, record
from events.exchange.domain.results_file import FileLine
from events.exchange.engines import double_dummy
from events.exchange.engines.double_dummy import Cards, Table
from events.exchange.figures.played_boards import (
    Analysis,
    PlayedBoard,
    analyse_played,
    has_identity,
)
from events.models import (
    BoardHands,
    HandSet,
    LeadTricks,
    LinePlay,
    LogEntry,
    Section,
    Session,
    TravellerLine,
)
from events.models.imported_file import MAX_TRIES
from events.sessions.cardplay.domain.costs import costs_text, kept_text, leads_text
from events.sessions.cardplay.domain.tricks import read_cards
from events.sessions.core.domain.contract import Seat, Strain, dealer
from events.sessions.hands.domain import Deal, read_deal

ANALYSIS = "analysis"
"""The kind of the one job that solves whatever waits."""

AT_ONCE = 4
"""Boards, leads or plays that are solved before another job may have its turn; about a second's
work."""


def has_solver() -> bool:
    """Whether this installation can solve deals."""
    return double_dummy.is_available()


def waiting() -> QuerySet[BoardHands]:
    """The boards that are to be solved."""
    return BoardHands.objects.filter(tricks="", tries__lt=MAX_TRIES)


def is_behind(session_id: int | None = None) -> bool:
    """Whether anything waits, or anything of a session."""
    boards, plays = waiting(), _waiting_plays()
    if session_id is not None:
        boards = boards.filter(hand_set__session=session_id)
        plays = plays.filter(line__section__session=session_id)
    return boards.exists() or plays.exists() or bool(_next_leads(1, session_id))


def ask_for_analysis(*, by: Actor) -> None:
    """Have everything worked out that waits."""
    if has_solver() and is_behind():
        ask(kind=ANALYSIS, by=by, again=True)


_seen: int | None = None
"""The last entry of the log that was there when somebody looked."""


def ask_when_changed() -> None:
    """The same where something was logged of a session since the last time, such as that it is
    finished, or a result corrected; the first time whatever there is."""
    global _seen
    before, _seen = _seen, LogEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    if before is None:
        return ask_for_analysis(by=Actor())
    if _seen == before or not has_solver():
        return None
    # To look through all the lines of ten years takes a second; those that changed a moment.
    changed = LogEntry.objects.filter(pk__gt=before, session__isnull=False)
    sessions = set(changed.values_list("session", flat=True))
    if any(is_behind(session_id) for session_id in sessions):
        ask(kind=ANALYSIS, by=Actor(), again=True)
    return None


def solve_next(_job: Job) -> Answer | None:
    """Work out a few of what waits. The job goes on as long as there is more."""
    return None if has_solver() and _solve() else {}


def _solve(session_id: int | None = None) -> bool:
    """Work out a few of what waits, of one session alone where it is given; whether anything
    did."""
    if boards := _next_boards(session_id):
        deals = [read_deal(board.deal) for board in boards]
        answers = double_dummy.solve([Table(deal) for deal in deals if deal])
        store_tricks(boards=boards, digits=[str(answer) if answer else "" for answer in answers])
    elif leads := _next_leads(AT_ONCE, session_id):
        solved = double_dummy.solve([lead.task for lead in leads])
        store_leads(leads=leads, digits=[leads_text(each) if each else "" for each in solved])
    elif plays := _next_plays(session_id):
        boards_played = [_played(play) for play in plays]
        store_costs(plays=plays, solved=_solved(boards_played))
    else:
        return False
    return True


def put_off_boards(job: Job) -> None:
    """Two processes ended in the middle of the same: that is one try of each, and the analysis goes
    on. In the transaction in which the job is given up."""
    if boards := _next_boards():
        store_tricks(boards=boards, digits=[""] * len(boards))
    elif leads := _next_leads():
        store_leads(leads=leads, digits=[""] * len(leads))
    elif plays := _next_plays():
        store_costs(plays=plays, solved=[None] * len(plays))
    ask_for_analysis(by=Actor(user=job.created_by))


def solve_session(*, session_id: int) -> None:
    """Work out at once all that waits of a session."""
    while has_solver() and _solve(session_id):
        pass


def _next_boards(session_id: int | None = None) -> list[BoardHands]:
    boards = waiting()
    if session_id is not None:
        boards = boards.filter(hand_set__session=session_id)
    first = boards.order_by("-hand_set", "board").first()
    if first is None:
        return []
    return list(boards.filter(hand_set=first.hand_set_id).order_by("board")[:AT_ONCE])


@in_transaction
def store_tricks(*, boards: Sequence[BoardHands], digits: Sequence[str]) -> None:
    """Store what was solved; a board without an answer is tried once more. When a session is done,
    that is logged: its pages show the tricks from then on."""
    hands = BoardHands.objects.filter(hand_set=boards[0].hand_set_id)
    session_id = hands.values_list("hand_set__session", flat=True).first()
    if session_id is not None:
        keep(Session, session_id)
    if session_id is None or not hands.exists():
        # They were removed meanwhile.
        return
    for board, tricks in zip(boards, digits, strict=True):
        tries = F("tries") if tricks else F("tries") + 1
        BoardHands.objects.filter(pk=board.pk).update(tricks=tricks, tries=tries)
    if not hands.filter(tricks="", tries__lt=MAX_TRIES).exists():
        done = {"boards": hands.exclude(tricks="").count()}
        record(session_id=session_id, action=LogEntry.Action.ANALYSED, by=Actor(), after=done)


@dataclass(frozen=True, slots=True)
class WaitingLeads:
    """A board with the declarer and strain of some result, to which no leads are worked out."""

    session_id: int
    hands_id: int
    deal: Deal
    declarer: Seat
    strain: Strain

    @property
    def task(self) -> Cards:
        return Cards(self.deal, self.declarer, self.strain)


_LEADS: Final = f"""
    SELECT DISTINCT stored.id, stored.session_id, hands.board, hands.id, hands.deal,
           line.declarer, SUBSTR(line.contract, 2, 1)
    FROM {TravellerLine._meta.db_table} AS line
    JOIN {Section._meta.db_table} AS section ON section.id = line.section_id
    JOIN {Session._meta.db_table} AS session ON session.id = section.session_id
    JOIN {HandSet._meta.db_table} AS stored ON stored.session_id = session.id
    JOIN {BoardHands._meta.db_table} AS hands
      ON hands.hand_set_id = stored.id AND hands.board = line.board
    LEFT JOIN {LeadTricks._meta.db_table} AS leads
      ON leads.hands_id = hands.id AND leads.declarer = line.declarer
     AND SUBSTR(leads.strain, 1, 1) = SUBSTR(line.contract, 2, 1)
    WHERE session.state = %s AND session.deleted_at IS NULL
      AND line.declarer <> '' AND line.adjustment = '' AND line.deal = ''
      AND (leads.id IS NULL OR (leads.tricks = '' AND leads.tries < %s))
"""  # noqa: S608 - the names of tables are our own
_STRAINS: Final = {str(strain)[0]: strain for strain in Strain}


_LATEST: Final = f"""
    AND stored.id IN (SELECT id FROM {HandSet._meta.db_table} ORDER BY id DESC LIMIT 20)
"""  # noqa: S608 - the name of the table is our own


def _next_leads(count: int = AT_ONCE, session_id: int | None = None) -> list[WaitingLeads]:
    """Leads that are to be worked out, of one session."""
    if session_id is not None:
        return _waiting_leads(count, "AND session.id = %s", session_id)
    # Those of the latest hands are found at once; all are looked through where these have none.
    return _waiting_leads(count, _LATEST) or _waiting_leads(count, "")


def _waiting_leads(count: int, only: str, *values_of_it: int) -> list[WaitingLeads]:
    values: list[str | int] = [Session.State.FINISHED.value, MAX_TRIES, *values_of_it]
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_LEADS} {only} ORDER BY stored.id DESC, hands.board, hands.id,"
            f" line.declarer, SUBSTR(line.contract, 2, 1) LIMIT {count:d}",
            values,
        )
        rows = cursor.fetchall()
    return [
        WaitingLeads(session, hands, deal, Seat(declarer), _STRAINS[letter])
        for _stored, session, _board, hands, text, declarer, letter in rows
        if session == rows[0][1] and (deal := read_deal(text))
    ]


@in_transaction
def store_leads(*, leads: Sequence[WaitingLeads], digits: Sequence[str]) -> None:
    """Store the tricks after leads; those without an answer are tried once more. When a session is
    done, that is logged."""
    session_id = leads[0].session_id
    keep(Session, session_id)
    own = BoardHands.objects.filter(hand_set__session=session_id)
    there = set(own.values_list("pk", flat=True))
    for lead, tricks in zip(leads, digits, strict=True):
        if lead.hands_id not in there:
            # The hands were removed meanwhile.
            continue
        row, _is_new = LeadTricks.objects.get_or_create(
            hands_id=lead.hands_id, declarer=lead.declarer.value, strain=lead.strain.value
        )
        row.tricks, row.tries = tricks, row.tries + (not tricks)
        row.save(update_fields=["tricks", "tries"])
    if there and not _next_leads(1, session_id):
        known = LeadTricks.objects.filter(hands__hand_set__session=session_id).exclude(tricks="")
        done = {"leads": known.count()}
        record(session_id=session_id, action=LogEntry.Action.ANALYSED, by=Actor(), after=done)


def _waiting_plays() -> QuerySet[LinePlay]:
    """The plays whose costs are to be worked out: those of lines that have hands and a contract
    for which they are not worked out."""
    hands = BoardHands.objects.filter(
        hand_set__session=OuterRef("line__section__session"), board=OuterRef("line__board")
    )
    plain = Replace(F("line__contract"), Value("x"), Value(""))
    return (
        LinePlay.objects.filter(
            line__adjustment="",
            line__deal="",
            line__section__session__deleted_at=None,
            tries__lt=MAX_TRIES,
        )
        .exclude(Q(cards="") | Q(line__declarer=""))
        .exclude(solved=Concat(plain, F("line__declarer")))
        .filter(Exists(hands))
    )


def _next_plays(session_id: int | None = None) -> list[LinePlay]:
    """Plays that are to be worked out, of one session."""
    plays = _waiting_plays()
    if session_id is not None:
        plays = plays.filter(line__section__session=session_id)
    ordered = plays.order_by("-line__section__session", "line__board", "line")
    rows = list(ordered.select_related("line__section")[:AT_ONCE])
    return [row for row in rows if row.line.section.session_id == rows[0].line.section.session_id]


def _played(play: LinePlay) -> PlayedBoard:
    """A stored play as it is solved."""
    line = play.line
    hands = BoardHands.objects.filter(hand_set__session=line.section.session_id)
    dealt = hands.filter(board=line.board).first()
    own = FileLine(
        contract=line.contract.upper(), declarer=line.declarer, play=read_cards(play.cards)
    )
    deal = read_deal(dealt.deal) if dealt else None
    return PlayedBoard(line.board, own, deal, dealer(line.board))


def _solved(boards: Sequence[PlayedBoard]) -> list[Analysis | None]:
    """The costs of each play; none of a play whose costs cannot be."""
    return [
        analysis if analysis.costs and has_identity(board, analysis.costs) else None
        for board, analysis in zip(boards, analyse_played(boards), strict=True)
    ]


@in_transaction
def store_costs(*, plays: Sequence[LinePlay], solved: Sequence[Analysis | None]) -> None:
    """Store what plays cost; those without an answer are tried once more. When a session is done,
    that is logged."""
    session_id = plays[0].line.section.session_id
    keep(Session, session_id)
    for play, analysis in zip(plays, solved, strict=True):
        rows = LinePlay.objects.filter(pk=play.pk, cards=play.cards)
        if analysis is None or analysis.costs is None:
            rows.update(tries=F("tries") + 1)
            continue
        line = play.line
        rows.update(
            costs=costs_text(analysis.costs),
            kept=kept_text(analysis.kept),
            solved=line.contract.replace("x", "") + line.declarer,
            tries=0,
        )
    own = LinePlay.objects.filter(line__section__session=session_id)
    if own.exists() and not _waiting_plays().filter(line__section__session=session_id).exists():
        done = {"plays": own.exclude(costs="").count()}
        record(session_id=session_id, action=LogEntry.Action.ANALYSED, by=Actor(), after=done)
