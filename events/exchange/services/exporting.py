"""A session as other programs read it: USEBIO, PBN, JSON, CSV. Nothing is written here.

Names are those that everybody may see. Numbers of contestants are unique in a section; where both
directions count from 1, they have the direction behind them (``1NS``).
"""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum

import clubscore
from clubscore.club import OurClub
from clubscore.problems import Sentence
from clubscore.spreadsheets.formula_guard import escape_formula
from events.exchange.domain.results_file import (
    FileBoard,
    FileContestant,
    FileEvent,
    FileLine,
    FileSection,
)
from events.exchange.formats import pbn_writer, usebio_writer
from events.exchange.formats.as_json import members_of
from events.exchange.formats.pbn_writer import PbnBoard, PbnTable, quoted
from events.exchange.formats.usebio import Reading
from events.exchange.services.exporting_matches import export_matches
from events.exchange.services.file_lines import decimal, file_line, number_of, shortened
from events.models import Session
from events.sessions.domain.hands.deal import Deal
from events.sessions.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.selectors.hands import DealtBoard, shown_hands
from events.sessions.selectors.lines import session_lines
from events.sessions.services.scoring import ScoredSession, score_session

_SCORINGS = {
    "mp": "MATCH_POINTS",
    "butler": "BUTLER_IMPS",
    "cross-imps": "CROSS_IMPS",
    "total": "AGGREGATE",
}


_COMPETITIONS = {
    Session.Matches.TEAMS.value: "Teams",
    Session.Matches.SWISS_TEAMS.value: "Swiss teams",
    Session.Matches.SWISS_PAIRS.value: "Swiss pairs",
}


class SessionFormat(StrEnum):
    USEBIO = "usebio"
    PBN = "pbn"
    JSON = "json"
    CSV = "csv"


def export_session(session: Session, to: SessionFormat) -> bytes:
    """The session in a format, with the hands that everybody may see. What becomes shorter in it
    is said by :func:`losses`."""
    if session.matches and to is SessionFormat.USEBIO:
        return export_matches(session)
    hands = shown_hands(session, director=False)
    event, played = _event(session, {board: each.deal for board, each in hands.items()})
    match to:
        case SessionFormat.USEBIO:
            written = usebio_writer.Written(event, OurClub().name, clubscore.__version__, played)
            return usebio_writer.write(written)
        case SessionFormat.PBN:
            return _pbn(event, hands, _COMPETITIONS.get(session.matches, ""))
        case SessionFormat.JSON:
            data = members_of(Reading((event,), OurClub().name))
            return (json.dumps(data, ensure_ascii=False) + "\n").encode()
        case SessionFormat.CSV:
            return _csv(event)


def losses(session: Session, to: SessionFormat) -> list[Sentence]:
    """What the format cannot express of a session, and what is written in its place."""
    if to not in (SessionFormat.USEBIO, SessionFormat.PBN):
        return []
    return shortened(session_lines(session.pk))


def _event(
    session: Session, hands: Mapping[int, Deal]
) -> tuple[FileEvent, dict[tuple[str, str], int]]:
    scored = score_session(session)
    contestants = session_contestants(session.pk)
    is_percentage = session.method == Session.Method.MATCHPOINTS
    single = any(len(line.ns) > 1 for line in scored.lines)
    standings = {standing.contestant: standing for standing in scored.field.standings}
    ranked: defaultdict[str, list[FileContestant]] = defaultdict(list)
    played: dict[tuple[str, str], int] = {}
    for pk, record in contestants.items():
        standing = standings.get(pk)
        score = None
        if standing:
            value = standing.percentage if is_percentage else standing.points
            score = None if value is None else decimal(value)
        direction = str(standing.direction) if standing and standing.direction else None
        ranked[record.section].append(
            FileContestant(
                number_of(record),
                direction if session.winners == Session.Winners.TWO else None,
                tuple(str(name) for name in record.names),
                score,
                standing.place if standing else None,
                is_percentage,
            )
        )
        played[record.section, number_of(record)] = standing.boards if standing else 0
    boards = _boards(session, scored, contestants)
    sections = tuple(
        FileSection(letter, tuple(own), tuple(boards.get(letter, ())))
        for letter, own in ranked.items()
    )
    event = FileEvent(
        title=session.title,
        date=session.date.isoformat(),
        type="INDIVIDUAL" if single else "PAIRS",
        scoring=_SCORINGS[session.method],
        winners=session.winners,
        sections=sections,
        hands=hands,
    )
    return event, played


def _boards(
    session: Session, scored: ScoredSession, contestants: dict[int, ContestantRecord]
) -> dict[str, list[FileBoard]]:
    lines: defaultdict[str, defaultdict[int, list[FileLine]]]
    lines = defaultdict(lambda: defaultdict(list))
    for line in scored.lines:
        if not line.is_empty:
            own = file_line(session, line, scored.points.get(line.pk), contestants)
            if own:
                lines[line.section][line.board].append(own)
    return {
        section: [FileBoard(board, tuple(own)) for board, own in sorted(boards.items())]
        for section, boards in lines.items()
    }


_COLUMNS = (
    "PairId_NS\\5R", "PairId_EW\\5R", "Names_NS\\30L", "Names_EW\\30L", "Contract\\5L", "Declarer",
    "Result\\2R", "Score_NS\\6R", "MP_NS\\7R", "MP_EW\\7R", "Percentage_NS\\5R",
    "Percentage_EW\\5R",
)  # fmt: skip


def _pbn(event: FileEvent, hands: Mapping[int, DealtBoard], matches: str) -> bytes:
    """One game a board, with the results of all sections."""
    many = len(event.sections) > 1
    rows: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for section in event.sections:
        names = {each.number: ";".join(each.players) for each in section.contestants}
        prefix = section.letter if many else ""
        for board in section.boards:
            rows[board.board] += [_row(line, prefix, names) for line in board.lines]
    boards = (_pbn_board(board, hands.get(board), rows[board]) for board in sorted({*rows, *hands}))
    scoring = {"MATCH_POINTS": "MP", "BUTLER_IMPS": "Butler", "CROSS_IMPS": "IMP;Cross1"}
    date = (event.date or "").replace("-", ".")
    return pbn_writer.write(
        boards,
        event=event.title,
        date=date,
        scoring=scoring.get(event.scoring or "", ""),
        matches=matches,
    )


def _pbn_board(number: int, dealt: DealtBoard | None, rows: Sequence[tuple[str, ...]]) -> PbnBoard:
    tables = (PbnTable("ScoreTable", _COLUMNS, rows),) if rows else ()
    if dealt is None:
        return PbnBoard(number, tables=tables)
    return PbnBoard(number, dealt.deal, dealt.makeable, tables)


def _row(line: FileLine, prefix: str, names: dict[str, str]) -> tuple[str, ...]:
    given = "^" if line.artificial else ""
    percentages = [f"^{each}" for each in line.artificial or ()] or ["-", "-"]
    sides = [(side,) if isinstance(side, str) else side or () for side in (line.ns, line.ew)]
    contract = "Pass" if line.contract == "PASS" else line.contract
    return (
        *(f"{prefix}{'+'.join(side)}" for side in sides),
        *(quoted(";".join(names.get(each, "") for each in side)) for side in sides),
        contract or "-",
        line.declarer or "-",
        "-" if line.tricks is None else str(line.tricks),
        "-" if line.score_ns is None else str(line.score_ns),
        *(f"{given}{points}" if points else "-" for points in (line.mp_ns, line.mp_ew)),
        *percentages,
    )


def _csv(event: FileEvent) -> bytes:
    """A row for every result, which clubscore reads as traveller lines."""
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(
        ("section", "board", "ns", "ew", "contract", "by", "tricks", "score", "adjustment")
    )
    for section in event.sections:
        for board in section.boards:
            for line in board.lines:
                sides = [
                    each if isinstance(each, str) else "+".join(each or ())
                    for each in (line.ns, line.ew)
                ]
                adjustment = "".join(f"{each:02d}" for each in line.artificial or ())
                row = (
                    section.letter, board.board, *sides, line.contract or "", line.declarer or "",
                    "" if line.tricks is None else line.tricks,
                    "" if line.score_ns is None else line.score_ns,
                    line.adjustment or (f"A{adjustment}" if adjustment else ""),
                )  # fmt: skip
                rows.writerow([escape_formula(v) if isinstance(v, str) else v for v in row])
    return file.getvalue().encode()
