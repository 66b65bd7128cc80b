"""BridgeScore files and sessions: a file becomes a session, a session a file."""

import datetime
from collections.abc import Collection, Hashable, Iterable

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import record
from events.models import Contestant, LineContestant, LogEntry, Section, Session, TravellerLine
from events.sessions.bridgescore.domain import BridgeScore
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.lines import session_lines, session_penalties


@in_transaction
def create_session_from_file(
    *, file: BridgeScore, title: str, date: datetime.date, neuberg: bool, by: Actor
) -> Session:
    """Create a finished session from a file, scored as BridgeScore does: two lists, two points for
    a win. Both directions are numbered from 1; names may be entered afterwards.
    """
    session = Session(
        title=title,
        date=date,
        winners=Session.Winners.TWO,
        neuberg=neuberg,
        state=Session.State.FINISHED,
        created_by=by.user,
    )
    session.full_clean()
    session.save(force_insert=True)
    section = Section.objects.create(session=session)
    numbers = [("NS", number) for number in range(1, file.ns_pairs + 1)]
    numbers += [("EW", number) for number in range(1, file.ew_pairs + 1)]
    contestants = Contestant.objects.bulk_create(
        Contestant(section=section, direction=direction, number=number)
        for direction, number in numbers
    )
    seats: dict[tuple[str, Hashable], Contestant] = dict(zip(numbers, contestants, strict=True))
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(
            section=section,
            board=result.board,
            score_ns=result.score_ns,
            version=1,
            updated_by=by.user,
        )
        for result in file.lines
    )
    LineContestant.objects.bulk_create(
        LineContestant(
            line=line,
            contestant=seats[side, result.side(side)[0]],
            board=line.board,
            direction=side,
        )
        for line, result in zip(lines, file.lines, strict=True)
        for side in Side
    )
    record(
        session_id=session.pk,
        action=LogEntry.Action.CREATED,
        by=by,
        after={"title": title, "results": len(lines)},
    )
    return session


def file_of_session(*, session: Session) -> BridgeScore:
    """The session as a BridgeScore file, each direction renumbered from 1.

    Raises :class:`Refused` for what the format cannot express: one list of winners, several
    sections, partners who change, adjusted scores other than assigned ones, fouled boards and
    penalties. Lines that are not in yet, or were not played, are left out.
    """
    contestants = session_contestants(session.pk)
    # The format has no mark for a board that was not played: it is left out, as if empty.
    lines = [line for line in session_lines(session.pk) if line.result.adjustment is not NOT_PLAYED]
    if session.winners != Session.Winners.TWO or any(len(line.ns) > 1 for line in lines):
        raise Refused.because("A BridgeScore file needs pairs and two lists of winners.")
    if len({line.section for line in lines}) > 1:
        raise Refused.because("A BridgeScore file has one section.")
    adjusted = [line for line in lines if line.result.counting.adjustment is not None]
    if adjusted:
        raise Refused.because(
            "A BridgeScore file has plain scores only; board %(board)s has an adjusted score.",
            board=adjusted[0].board,
        )
    fouled = [line for line in lines if line.deal]
    if fouled:
        raise Refused.because(
            "A BridgeScore file has one deal per board; board %(board)s has more.",
            board=fouled[0].board,
        )
    if session_penalties(session.pk):
        raise Refused.because("A BridgeScore file cannot contain penalties.")
    # The format counts each direction from 1 without gaps; a movement numbers all pairs once.
    ns = _numbered(contestants, {line.ns[0] for line in lines})
    ew = _numbered(contestants, {line.ew[0] for line in lines})
    results = tuple(
        Line(line.board, (ns[line.ns[0]],), (ew[line.ew[0]],), score)
        for line in lines
        if (score := line.result.counting.score_ns) is not None
    )
    highest = max((line.board for line in lines), default=0)
    return BridgeScore(highest, len(ns), len(ew), results)


def _numbered(order: Iterable[int], side: Collection[int]) -> dict[int, int]:
    """The contestants of a side, numbered from 1 in the order of the session."""
    return {pk: number for number, pk in enumerate((pk for pk in order if pk in side), start=1)}
