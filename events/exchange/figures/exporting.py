"""A session as other programs read it: USEBIO, PBN, JSON, CSV. Nothing is written here.

Names are those that everybody may see. Numbers of contestants are unique in a section; where both
directions count from 1, they have the direction behind them (``1NS``).
"""

import csv
import io
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

import clubscore
from clubscore.files.spreadsheets.cells import escape_formula
from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.exchange.domain.results_file import (
    FileBoard,
    FileContestant,
    FileEvent,
    FileLine,
    FileSection,
)
from events.exchange.figures.exporting_lines import (
    decimal,
    file_line,
    national_numbers,
    number_of,
    shortened,
    written_club,
)
from events.exchange.figures.exporting_matches import export_matches
from events.exchange.figures.exporting_play import export_games, export_lin, losses_in_lin
from events.exchange.formats import as_json, pbn_writer, usebio_writer
from events.exchange.formats.pbn_writer import PbnBoard, PbnTable, quoted, write_hands
from events.exchange.formats.usebio import Reading
from events.models import Session
from events.sessions.hands.domain import Deal, HandFormat
from events.sessions.hands.selectors import DealtBoard, shown_hands
from events.sessions.scoring.figures.ranking import rank_session
from events.sessions.scoring.figures.scoring import ScoredSession, score_session, scored_lines
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    Contestants,
    session_contestants,
)
from events.sessions.scoring.selectors.lines import lines_as_read, session_lines, session_penalties
from players.models.club import current_settings

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
    LIN = "lin"
    PBN_GAMES = "pbn-games"


def export_session(session: Session, to: SessionFormat) -> bytes:
    """The session in a format, with the hands that everybody may see. What becomes shorter in it
    is said by :func:`losses`."""
    if session.matches and to is SessionFormat.USEBIO:
        return export_matches(session)
    if to is SessionFormat.LIN:
        return export_lin(session)
    if to is SessionFormat.PBN_GAMES:
        return export_games(session)
    hands = shown_hands(session, director=False)
    event, played = _event(session, {board: hand.deal for board, hand in hands.items()})
    match to:
        case SessionFormat.USEBIO:
            written = usebio_writer.Written(event, written_club(), clubscore.__version__, played)
            return usebio_writer.write(written)
        case SessionFormat.PBN:
            return _pbn(event, hands, _COMPETITIONS.get(session.matches, ""))
        case SessionFormat.JSON:
            return as_json.write(Reading((event,), current_settings().shown_name))
    return _csv(event)


def hands_file(boards: Sequence[tuple[int, Deal]], to: HandFormat) -> bytes:
    """Boards with their numbers in a format of hands. Raises :class:`.Refused` for numbers that the
    format does not have."""
    return write_hands(boards, to)


def losses(session: Session, to: SessionFormat) -> list[Sentence]:
    """What the format cannot express of a session, and what is written in its place."""
    if to is SessionFormat.LIN:
        return list(losses_in_lin(session))
    if to not in (SessionFormat.USEBIO, SessionFormat.PBN):
        return []
    lines = lines_as_read(session, session_lines(session.pk))
    fouled = sorted({line.board for line in lines if line.deal and not line.is_empty})
    lost = [*shortened(lines), *(sentence(_FOULED, board=board) for board in fouled)]
    contestants = session_contestants(session.pk)
    has_strata = any(contestant.stratum for contestant in contestants.values())
    if has_strata and (to is SessionFormat.PBN or session.matches):
        lost.append(sentence(_STRATA))
    if to is SessionFormat.USEBIO:
        lost += _questions(contestants.values())
    else:
        lost += [
            sentence(_PENALTY, number=contestants[penalty.contestant].label)
            for penalty in session_penalties(session.pk)
            if penalty.amount
        ]
    return lost


def _event(
    session: Session, hands: Mapping[int, Deal]
) -> tuple[FileEvent, dict[tuple[str, str], int]]:
    scored = score_session(session)
    contestants = session_contestants(session.pk)
    is_percentage = session.method == Session.Method.MATCHPOINTS
    single = any(len(line.ns) > 1 for line in scored.lines)
    standings = {standing.contestant: standing for standing in scored.field.standings}
    taken_off = _taken_off(session, scored)
    strata = _strata(scored, contestants)
    numbers = national_numbers(contestants.values())
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
                str(standing.place) if standing else None,
                is_percentage,
                adjustment=decimal(-taken_off[pk]) if taken_off.get(pk) else None,
                numbers=tuple(numbers.get(player, "") for player in record.player_ids),
                stratum=strata[pk][0] if pk in strata else "",
                stratum_place=strata[pk][1] if pk in strata else None,
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
        limits=tuple(
            (letter, decimal(Fraction(limit)))
            for letter, limit in (("B", session.strata_b), ("C", session.strata_c))
            if limit is not None and session.strata_by == Session.StrataBy.RATING
        ),
        hands=hands,
    )
    return event, played


def _strata(scored: ScoredSession, contestants: Contestants) -> dict[int, tuple[str, str | None]]:
    """The stratum of everybody and the place in it; nothing where there are no strata."""
    found: dict[int, tuple[str, str | None]] = {}
    for ranked_list in rank_session(scored, contestants):
        for line in ranked_list.scratch if ranked_list.strata else ():
            own = contestants[line.contestant].stratum or "A"
            places = dict(zip(ranked_list.strata, line.within, strict=True))
            found[line.contestant] = own, str(places.get(own, line.place)) or None
    return found


def _taken_off(session: Session, scored: ScoredSession) -> dict[Hashable, Fraction]:
    """What penalties took off the points of each contestant."""
    if not scored.penalties:
        return {}
    without = {
        standing.contestant: standing.points
        for standing in scored_lines(session, scored.lines).field.standings
    }
    return {
        standing.contestant: without[standing.contestant] - standing.points
        for standing in scored.field.standings
    }


def _boards(
    session: Session, scored: ScoredSession, contestants: Contestants
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
    "Section\\2L", "PairId_NS\\5R", "PairId_EW\\5R", "Names_NS\\30L", "Names_EW\\30L",
    "Contract\\5L", "Declarer", "Result\\2R", "Score_NS\\6R", "MP_NS\\7R", "MP_EW\\7R",
    "Percentage_NS\\5R", "Percentage_EW\\5R",
)  # fmt: skip


def _pbn(event: FileEvent, hands: Mapping[int, DealtBoard], matches: str) -> bytes:
    """One game a board, with the results of all sections."""
    rows: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for section in event.sections:
        names = {
            contestant.number: ";".join(contestant.players) for contestant in section.contestants
        }
        for board in section.boards:
            rows[board.board] += [_row(line, section.letter, names) for line in board.lines]
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


def _row(line: FileLine, section: str, names: dict[str, str]) -> tuple[str, ...]:
    given = "^" if line.artificial else ""
    percentages = [f"^{each}" for each in line.artificial or ()] or ["-", "-"]
    sides = [(side,) if isinstance(side, str) else side or () for side in (line.ns, line.ew)]
    contract = "Pass" if line.contract == "PASS" else line.contract
    return (
        section,
        *("+".join(side) for side in sides),
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


_NO_NUMBERS = gettext_noop(
    "The union will ask who these are, for they have no number of it: %(names)s."
)

_NO_NAMES = gettext_noop("The union will ask who played as %(contestants)s.")

_NO_CLUB = gettext_noop(
    "The union will ask which club this is: the settings of the club have no number of it."
)


def _questions(contestants: Iterable[ContestantRecord]) -> Iterator[Sentence]:
    """What a union will ask, of a club whose members have its numbers."""
    club = current_settings()
    if not (club.national_number_label or club.union_number):
        return
    listed = list(contestants)
    numbers = national_numbers(listed)
    nameless = [record.label for record in listed if not record.names]
    without = [
        str(name)
        for record in listed
        for player, name in zip(record.player_ids, record.names, strict=True)
        if not numbers.get(player)
    ]
    if not club.union_number:
        yield sentence(_NO_CLUB)
    if nameless:
        yield sentence(_NO_NAMES, contestants=", ".join(nameless))
    if without:
        yield sentence(_NO_NUMBERS, names=", ".join(without))


_FOULED = gettext_noop(
    "Board %(board)s was played with two deals, for which USEBIO and PBN have no place: others"
    " compare all its results with each other."
)

_STRATA = gettext_noop("The strata and the places in them are not written.")

_PENALTY = gettext_noop("%(number)s has a penalty, for which PBN has no place.")
