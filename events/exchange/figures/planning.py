"""From what a file says to the session that would be stored; nothing is written here.

The session of a sheet of traveller lines, which has neither a title nor a day.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from clubscore.files.reader_process import read_apart
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.plan_comparison import Comparison, compare
from events.exchange.domain.results_file import FileContestant, FileEvent, FileLine, Number
from events.exchange.domain.session_plan import PlannedLine, SessionPlan
from events.exchange.figures.opening import Read, dealt_of, has_results, results_of_nobody
from events.exchange.figures.plan_builder import (
    NO_RESULTS,
    Dealt,
    PlanBuilder,
    finished_plan,
    letters_of,
    numbers_of,
    set_of_boards,
)
from events.exchange.figures.planning_matches import plan_of_matches
from events.exchange.formats import bws, lin, pbn, usebio
from events.exchange.formats.lin import plain_name
from events.exchange.formats.words import LETTERS, section_and_number
from events.sessions.core.domain.contract import Played
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.domain.settings import Method
from events.sessions.scoring.formats.traveller_sheet import SectionPair, Sheet

_METHODS: Final = {
    "MATCH_POINTS": Method.MATCHPOINTS,
    "BUTLER_IMPS": Method.BUTLER,
    "CROSS_IMPS": Method.CROSS_IMPS,
    "AGGREGATE": Method.TOTAL,
}

_TEAM_SCORING: Final = 4

_TEAMS = gettext_noop(
    "This is a match of teams. A BWS file does not say which pairs are a team: of BWS only pairs"
    " and individuals can be imported, of USEBIO teams too."
)

_OF_NOBODY = gettext_noop(
    "The results of this file (%(count)s) have no numbers of pairs, so that they make no session;"
    " its hands can be used."
)
_NO_RESULTS_OF = gettext_noop("The file has no results of these boards: %(boards)s.")

_SCORING = gettext_noop("The scoring %(scoring)s is not one that can be imported.")


def plan_of(reading: Read | None, *, date: str | None = None) -> SessionPlan:
    """The session of a file. ``date`` is used where the file has none that is a day; empty, it is
    left open. Raises :class:`Refused` with everything for which it cannot be stored."""
    plan = _plan_of(reading, date)
    return plan if reading is None else replace(plan, hands=_hands(reading, plan))


def compared(plan: SessionPlan) -> Comparison:
    """The plan scored by the settings that fit best what its file publishes. Raises
    :class:`Refused` for one that takes too long."""
    # Of matches the standings are known.
    return compare(plan) if plan.matches else read_apart(compare, plan)


def _hands(reading: Read, plan: SessionPlan) -> tuple[Dealt, ...]:
    """The hands of the boards with results, in PBN also those of the others; none where sections
    played different ones."""
    played = {line.board for line in plan.lines}
    try:
        hands = set_of_boards(dealt_of(reading))
    except Refused:
        return ()
    has_all = isinstance(reading, pbn.Reading)
    return tuple(dealt for dealt in hands if has_all or dealt[0] in played)


def _plan_of(reading: Read | None, date: str | None) -> SessionPlan:
    match reading:
        case usebio.Reading(events=events):
            return _of_usebio(events, date)
        case bws.Reading():
            return _of_bws(reading, date)
        case pbn.Reading():
            return _of_pbn(reading, date)
        case lin.Reading() if has_results(reading):
            return _of_pbn(_as_pbn(reading), date)
        case Sheet():
            return plan_of_sheet(reading, date)
    if reading is not None and (count := results_of_nobody(reading)):
        raise Refused(sentence(_OF_NOBODY, count=count))
    raise Refused(sentence(NO_RESULTS))


def day_of(text: str | None) -> str | None:
    """The day of a text, ``None`` when the calendar does not have it."""
    try:
        return datetime.date.fromisoformat(text or "").isoformat()
    except ValueError:
        return None


def _of_usebio(events: tuple[FileEvent, ...], date: str | None) -> SessionPlan:
    if len(events) > 1:
        raise Refused(sentence(usebio.SEVERAL, count=len(events)))
    (event,) = events
    if "TEAMS" in event.type or any(section.matches for section in event.sections):
        return plan_of_matches(event, day_of(event.date) or date)
    method = _METHODS.get(event.scoring or "MATCH_POINTS")
    if method is None:
        raise Refused(sentence(_SCORING, scoring=event.scoring))
    builder = PlanBuilder(event.winners or 1)
    letters = letters_of([section.letter for section in event.sections])
    for letter, section in zip(letters, event.sections, strict=True):
        builder.add_contestants(letter, section.contestants)
        for board in section.boards:
            if board.datum and method is Method.BUTLER:
                builder.add_datum(board.board, board.datum)
            for line in board.lines:
                builder.add_line(letter, board.board, line)
    return finished_plan(builder, event.title, day_of(event.date) or date, method)


def _of_bws(reading: bws.Reading, date: str | None) -> SessionPlan:
    if any(section.scoring == _TEAM_SCORING for section in reading.sections):
        raise Refused(sentence(_TEAMS))
    winners = max(section.winners for section in reading.sections)
    builder = PlanBuilder(winners)
    letters = letters_of([section.letter for section in reading.sections])
    for letter, section in zip(letters, reading.sections, strict=True):
        builder.add_contestants(letter, _bws_contestants(section))
        for board, line in section.lines:
            builder.add_line(letter, board, line)
    return finished_plan(builder, reading.title, day_of(reading.date) or date, Method.MATCHPOINTS)


def _bws_contestants(section: bws.BwsSection) -> Iterable[FileContestant]:
    two = section.winners == 2
    sides: dict[tuple[str, str], tuple[str, ...]] = {}
    for _, line in section.lines:
        for side, number in (("NS", line.ns), ("EW", line.ew)):
            for each in numbers_of(number, ()):
                sides.setdefault((side if two else "", each), ())
    for key, names in section.players.items():
        number, side = key[:-2], key[-2:]
        place = (side if two else "", number)
        if place in sides:
            sides[place] = names
    return [FileContestant(number, side or None, names) for (side, number), names in sides.items()]


def _of_pbn(reading: pbn.Reading, date: str | None) -> SessionPlan:
    kind = reading.scoring.upper()
    method = Method.MATCHPOINTS
    if "BUTLER" in kind:
        method = Method.BUTLER
    elif "IMP" in kind:
        method = Method.CROSS_IMPS
    parts: dict[str, list[tuple[int, FileLine]]] = {}
    openers = {board.board: board.dealer for board in reading.boards}
    results = [
        (board.board, line)
        for board in reading.boards
        for line in board.lines
        if not line.is_record_alone or line.names_ns
    ]
    without = sorted({board.board for board in reading.boards} - {board for board, _ in results})
    for board, line in results:
        parts.setdefault(line.section, []).append((board, line))
    has_two = any(_are_two(lines) for lines in parts.values())
    builder = PlanBuilder(2 if has_two or not any(map(_shared, parts.values())) else 1)
    written = sorted(parts)
    for letter, section in zip(letters_of(written), written, strict=True):
        lines = parts[section]
        totals = [total for total in reading.totals if total.section in ("", section)]
        both = builder.winners == 2 and bool(_shared(lines))
        builder.add_contestants(letter, _pbn_contestants(lines, totals, both=both))
        for number, line in lines:
            builder.add_line(letter, number, line, openers[number])
    if without and builder.lines:
        boards = ", ".join(map(str, without))
        builder.lost.append(Problem(sentence(_NO_RESULTS_OF, boards=boards)))
    return finished_plan(builder, reading.title, day_of(reading.date) or date, method)


def _as_pbn(reading: lin.Reading) -> pbn.Reading:
    """The same as PBN has it: pairs by their names, whichever of the two sat where, without the
    numbers that RealBridge writes behind them."""
    pairs: dict[frozenset[str], tuple[str, ...]] = {}

    def own(names: tuple[str, ...]) -> tuple[str, ...]:
        plain = tuple(plain_name(name) for name in names)
        return pairs.setdefault(frozenset(plain), plain)

    boards = tuple(
        replace(
            board,
            lines=tuple(
                replace(line, names_ns=own(line.names_ns), names_ew=own(line.names_ew))
                for line in board.lines
            ),
        )
        for board in reading.boards
    )
    return pbn.Reading(boards, title=reading.title)


def _shared(lines: Iterable[tuple[int, FileLine]]) -> set[str]:
    """The numbers that sit in both directions."""
    ns = {number for _, line in lines for number in numbers_of(line.ns, line.names_ns)}
    ew = {number for _, line in lines for number in numbers_of(line.ew, line.names_ew)}
    return ns & ew


def _are_two(lines: Iterable[tuple[int, FileLine]]) -> bool:
    """Whether a number of North–South and the same of East–West are two pairs: they meet, or have
    other names."""
    names: tuple[dict[Number, set[str]], dict[Number, set[str]]] = ({}, {})
    for _, line in lines:
        if line.ns is not None and line.ns == line.ew:
            return True
        for own, number, players in (
            (names[0], line.ns, line.names_ns),
            (names[1], line.ew, line.names_ew),
        ):
            if players:
                own.setdefault(number, set()).update(players)
    both = names[0].keys() & names[1].keys()
    return any(names[0][number].isdisjoint(names[1][number]) for number in both)


def _pbn_contestants(
    lines: Iterable[tuple[int, FileLine]], totals: Iterable[FileContestant], *, both: bool
) -> list[FileContestant]:
    known = {file_contestant.number: file_contestant for file_contestant in totals}
    file_contestants: dict[tuple[str, str], FileContestant] = {}
    for _, line in lines:
        for side, own, names in (("NS", line.ns, line.names_ns), ("EW", line.ew, line.names_ew)):
            for number in numbers_of(own, names):
                total = known.get(number) or known.get(f"{number}{side}")
                file_contestants.setdefault(
                    (side if both else "", number),
                    FileContestant(
                        number,
                        side if both else None,
                        names or (total.players if total else ()),
                        total.score if total else None,
                        None,
                        total.is_percentage if total else False,
                    ),
                )
    return list(file_contestants.values())


Side = tuple[str, str, str]
"""A section of the sheet, a direction, and a pair."""


def plan_of_sheet(sheet: Sheet, date: str | None) -> SessionPlan:
    """The session of these lines. Raises :class:`Refused` where neither they nor ``date`` say on
    which day it was."""
    sides = [(_side(line.ns[0], "NS"), _side(line.ew[0], "EW")) for line in sheet.lines]
    notices = []
    apart = [(section_and_number(ns[2]), section_and_number(ew[2])) for ns, ew in sides]
    if not sheet.sections and all(ns and ew and ns[0] == ew[0] for ns, ew in apart):
        sides = [((ns[0], "NS", ns[1]), (ew[0], "EW", ew[1])) for ns, ew in apart if ns and ew]
        letters_told = ", ".join(sorted({ns[0] for ns, _ew in sides}))
        notices.append(sentence(LETTERS, sections=letters_told))
    written = list(dict.fromkeys(ns[0] for ns, _ew in sides))
    letters = dict(zip(written, letters_of(written), strict=True))
    builder = PlanBuilder(sheet.winners)
    contestants = _contestants(sides, sheet.winners)
    for section, letter in letters.items():
        builder.add_contestants(letter, contestants[section])
    for line, row, (ns, ew) in zip(sheet.lines, sheet.rows, sides, strict=True):
        letter = letters[ns[0]]
        first, second = (builder.key(letter, side, pair) for _section, side, pair in (ns, ew))
        lead = row.lead if isinstance(row.played, Played) else None
        result = LineResult(line.score_ns, row.played, line.adjustment, lead)
        builder.lines.append(
            PlannedLine(letter, line.board, (first,), (second,), result, row.round, row.table)
        )
    builder.notices += notices
    return finished_plan(builder, "", sheet.date or date, Method.MATCHPOINTS)


def _side(contestant: object, side: str) -> Side:
    if isinstance(contestant, SectionPair):
        return contestant.section, side, contestant.pair
    return "", side, str(contestant)


def _contestants(
    sides: Iterable[tuple[Side, Side]], winners: int
) -> defaultdict[str, list[FileContestant]]:
    """The contestants of each section."""
    found = dict.fromkeys(
        (section, number, side if winners == 2 else None)
        for pair in sides
        for section, side, number in pair
    )
    contestants: defaultdict[str, list[FileContestant]] = defaultdict(list)
    for section, number, direction in found:
        contestants[section].append(FileContestant(number, direction))
    return contestants
