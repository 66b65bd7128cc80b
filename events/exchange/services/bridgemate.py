"""A session on Bridgemates: what is sent, and the results that come back into its lines; the
club's account with their maker, and what was tried.

A line that has another result, typed by the director or sent from the table before, keeps it: the
difference is reported, and the director decides.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from clubscore.database.transactions import in_transaction
from clubscore.keeping.sealed_text import UnreadableTextError, seal, unseal
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.exchange.domain.bridgemate import Evening, MachineResult, SeatedPlayer, TableRound
from events.exchange.engines import bridgemate as engine
from events.exchange.selectors import BRIDGEMATES, bridgemate_account
from events.models import BridgemateAccount, LogEntry, Session
from events.models.imported_file import ONLY_ROW
from events.sessions.core.domain.contract import Seat
from events.sessions.core.domain.line_result import describe
from events.sessions.lines.services.saving import lock_line, store_result
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, session_lines

_NS, _EW = (Seat.N, Seat.S), (Seat.E, Seat.W)
_GAPS = gettext_noop("Table %(table)s, round %(round)s: its boards do not follow one another.")
_NO_LINE = gettext_noop(
    "Board %(board)s, table %(table)s, round %(round)s of section %(section)s is not in the"
    " movement."
)
_OTHER_PAIRS = gettext_noop(
    "Board %(board)s, table %(table)s: %(ns)s and %(ew)s played it, and others are scheduled."
)
_DIFFERENT = gettext_noop(
    "Board %(board)s, table %(table)s: the Bridgemate has %(theirs)s, and %(ours)s is entered."
)
_DELETED = gettext_noop("Board %(board)s, table %(table)s: deleted on the Bridgemate; ours stays.")


@dataclass(slots=True)
class Taken:
    """How many results were stored, how many were there already, and what was not stored."""

    stored: int = 0
    known: int = 0
    notices: list[Sentence] = field(default_factory=list)


def guid_of(session: Session) -> str:
    """How Bridgemates know a session: 32 capital hexadecimal digits, always the same."""
    text = f"clubscore session {session.pk} {session.created_at.isoformat()}"
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest().upper()


def evening_of(session: Session) -> Evening:
    """What Bridgemates are given of a session. Raises :class:`Refused`."""
    lines = [line for line in session_lines(session.pk) if line.round and line.table]
    if not lines:
        raise Refused.because("This session has no rounds and tables.")
    if any(len(line.scheduled_ns) > 1 for line in lines):
        raise Refused.because("Bridgemates take pairs; this session is an individual.")
    contestants = session_contestants(session.pk, full_names=True)
    rounds = list(_rounds(lines, {pk: contestant.number for pk, contestant in contestants.items()}))
    players = []
    first: dict[tuple[str, int], LineRecord] = {}
    for line in lines:
        if line.round == 1:
            first.setdefault((line.section, line.table or 0), line)
    for (section, table), line in sorted(first.items()):
        for pks, seats in ((line.scheduled_ns, _NS), (line.scheduled_ew, _EW)):
            for pk in pks:
                for seat, name in zip(seats, contestants[pk].names, strict=False):
                    family = " ".join(filter(None, (name.particle, name.family)))
                    players.append(SeatedPlayer(section, table, seat, name.given, family))
    return Evening(
        guid=guid_of(session),
        name=session.title,
        day=(session.date.year, session.date.month, session.date.day),
        winners=session.winners,
        rounds=tuple(rounds),
        players=tuple(players),
    )


def _rounds(lines: Iterable[LineRecord], numbers: dict[int, int]) -> Iterable[TableRound]:
    places: defaultdict[tuple[str, int, int], list[LineRecord]] = defaultdict(list)
    for line in lines:
        places[line.section, line.table or 0, line.round or 0].append(line)
    for (section, table, round_number), own in sorted(places.items()):
        boards = sorted({line.board for line in own})
        if boards != list(range(boards[0], boards[-1] + 1)):
            raise Refused(sentence(_GAPS, table=table, round=round_number))
        (ns, *_), (ew, *_) = (own[0].scheduled_ns or (0,)), (own[0].scheduled_ew or (0,))
        pairs = numbers.get(ns, 0), numbers.get(ew, 0)
        yield TableRound(section, table, round_number, *pairs, boards[0], boards[-1])


@in_transaction
def take_results(*, session: Session, results: Iterable[MachineResult], by: Actor) -> Taken:
    """Store results in the lines that are empty; what is not stored is said."""
    contestants = session_contestants(session.pk)
    lines = {
        (line.section, line.table, line.round, line.board): line
        for line in session_lines(session.pk)
    }
    taken = Taken()
    # In the order of the lines' ids, so that no two who store them wait for each other.
    placed = [
        (lines.get((result.section, result.table, result.round, result.board)), result)
        for result in results
    ]
    for line, result in sorted(placed, key=lambda pair: pair[0].pk if pair[0] else 0):
        place = {"board": result.board, "table": result.table}
        if line is None:
            values = {**place, "round": result.round, "section": result.section}
            taken.notices.append(sentence(_NO_LINE, **values))
        elif result.is_deleted:
            if not line.is_empty:
                taken.notices.append(sentence(_DELETED, **place))
        elif [contestants[pk].number for pk in (*line.ns, *line.ew)] != [result.ns, result.ew]:
            values = {**place, "ns": result.ns, "ew": result.ew}
            taken.notices.append(sentence(_OTHER_PAIRS, **values))
        else:
            _take(session, line, result, taken, by)
    return taken


def _take(
    session: Session, line: LineRecord, result: MachineResult, taken: Taken, by: Actor
) -> None:
    stored = lock_line(session_id=session.pk, line_id=line.pk)
    try:
        value = result.as_line_result()
    except Refused as refusal:
        taken.notices += [problem.message for problem in refusal.problems]
        return
    if stored.result == value:
        taken.known += 1
    elif not stored.is_empty:
        theirs, ours = describe(value), describe(stored.result)
        values = {"board": line.board, "table": line.table}
        taken.notices.append(sentence(_DIFFERENT, **values, theirs=theirs, ours=ours))
    else:
        store_result(line=stored, result=value, by=by)
        taken.stored += 1


@in_transaction
def save_account(*, club: str, address: str, key: str, by: Actor) -> None:
    """Store the club's account; an empty key leaves the stored one. Raises :class:`Refused` for
    what is no address."""
    stored = BridgemateAccount.objects.select_for_update().filter(pk=ONLY_ROW).first()
    found = _ADDRESS.fullmatch(address.strip())
    if found is None:
        raise Refused.because(
            "“%(address)s” is no address of a connector: it looks like http://192.168.1.50:5079",
            address=address.strip(),
        )
    sealed = seal(key) if key else (stored.sealed_key if stored else "")
    port = found["port"] or f":{engine.PORT}"
    values = {"club": club.strip(), "address": f"http://{found['host']}{port}"}
    BridgemateAccount.objects.update_or_create(
        pk=ONLY_ROW, defaults=values | {"sealed_key": sealed}
    )


_ADDRESS = re.compile(r"(?:http://)?(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\])(?P<port>:\d{1,5})?/?")


@in_transaction
def forget_account(*, by: Actor) -> None:
    """Delete the account and its key."""
    BridgemateAccount.objects.filter(pk=ONLY_ROW).delete()


def is_installed() -> bool:
    """Whether the maker's client is on this computer."""
    return engine.is_available()


def send_evening(*, session: Session, by: Actor) -> None:
    """Give the Bridgemates a session, and log what came of it. Raises :class:`Refused`."""
    _try(session, by, "sent", lambda connector: connector.start(evening_of(session)))


def take_new_results(*, session: Session, by: Actor) -> Taken:
    """Take what the Bridgemates have since the last time, and log what came of it, if anything
    did. Raises :class:`Refused`."""
    guid = guid_of(session)
    connector, results = _try(session, by, "", lambda connector: connector.results(guid))
    if not results:
        return Taken()
    device = replace(by, device=DEVICE)
    taken = take_results(session=session, results=results, by=device)
    note_try(
        session=session,
        outcome="taken",
        by=by,
        stored=taken.stored,
        known=taken.known,
        notices=[str(notice) for notice in taken.notices],
    )
    # Only now: what could not be stored would otherwise be lost there.
    connector.accept(guid)
    return taken


DEVICE = "Bridgemate"


_Answer = TypeVar("_Answer")


def _try(
    session: Session, by: Actor, outcome: str, ask: Callable[[engine.Connector], _Answer]
) -> tuple[engine.Connector, _Answer]:
    """Ask the connector; nothing is locked meanwhile. What fails is logged."""
    connector = _connector()
    try:
        answer = ask(connector)
    except Refused as refusal:
        problems = [str(problem.message) for problem in refusal.problems]
        note_try(session=session, outcome="failed", by=by, notices=problems)
        raise
    if outcome:
        note_try(session=session, outcome=outcome, by=by)
    return connector, answer


def _connector() -> engine.Connector:
    if not engine.is_available():
        raise Refused.because("The maker’s client is not installed on this computer.")
    stored = bridgemate_account()
    if stored is None:
        raise Refused.because("Type the number of the club and the address first.")
    try:
        key = unseal(stored.sealed_key) if stored.sealed_key else ""
    except UnreadableTextError:
        raise Refused.because(
            "The licence key was stored by another installation and cannot be read here. Type it "
            "again."
        ) from None
    return engine.Connector(stored.club, key, stored.address)


@in_transaction
def note_try(
    *,
    session: Session,
    outcome: str,
    by: Actor,
    stored: int = 0,
    known: int = 0,
    notices: Sequence[str] = (),
) -> None:
    """Log what was tried; the same failure over and over is logged once."""
    lock_session(session.pk)
    after = {
        "to": BRIDGEMATES,
        "outcome": outcome,
        "stored": stored,
        "known": known,
        "notices": list(notices)[:MAX_NOTICES],
    }
    sent = LogEntry.objects.filter(session=session, action=LogEntry.Action.SENT)
    last = sent.order_by("pk").last()
    if outcome == "failed" and last and last.after == after:
        return
    record(session_id=session.pk, action=LogEntry.Action.SENT, by=by, after=after)


MAX_NOTICES = 100
