"""From what a file says to the session that would be stored; nothing is written here."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileContestant, FileEvent, FileLine, Number
from events.exchange.domain.session_plan import Key, PlannedContestant, PlannedLine, SessionPlan
from events.exchange.formats import bws, pbn, usebio
from events.exchange.formats.words import PASS, contract_value
from events.exchange.services.opening import Read
from events.sessions.domain.adjustments import NOT_PLAYED, Artificial
from events.sessions.domain.card import read_card
from events.sessions.domain.contract import PASS as PASSED_OUT
from events.sessions.domain.contract import PassedOut, Seat
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.played_contract import Played
from events.sessions.domain.scoring.contract_score import MAX_SCORE
from events.sessions.domain.scoring.settings import Method

_METHODS: Final = {
    "MATCH_POINTS": Method.MATCHPOINTS,
    "BUTLER_IMPS": Method.BUTLER,
    "CROSS_IMPS": Method.CROSS_IMPS,
    "AGGREGATE": Method.TOTAL,
}
_TEAM_SCORING: Final = 4
_NO_RESULTS = gettext_noop("There are no results in this file.")
_TEAMS = gettext_noop("This is a match of teams; only pairs and individuals can be imported.")
_SCORING = gettext_noop("The scoring %(scoring)s is not one that can be imported.")
_SEVERAL = gettext_noop("The file has %(count)s events; one is imported at a time.")
_NO_DATE = gettext_noop("The file does not say on which day the session was played.")
_TWICE = gettext_noop("Board %(board)s: contestant %(number)s has two results.")
_SCORE = gettext_noop("Board %(board)s: %(score)s is larger than any score of a board.")


@dataclass(slots=True)
class _Builder:
    """Contestants and lines while they are collected."""

    winners: int
    contestants: dict[Key, FileContestant] = field(default_factory=dict)
    numbers: dict[Key, int] = field(default_factory=dict)
    lines: list[PlannedLine] = field(default_factory=list)
    seen: set[tuple[Key, int]] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def add_contestants(self, section: str, contestants: Iterable[FileContestant]) -> None:
        listed = list(contestants)
        plain = [each.number for each in listed]
        for each in listed:
            twice = plain.count(each.number) > 1 and self.winners == 2
            self.contestants[section, (each.direction or "") if twice else "", each.number] = each

    def key(self, section: str, side: str, number: str) -> Key:
        """The contestant of a number; one that the file does not list becomes one."""
        for direction in (side, ""):
            if (section, direction, number) in self.contestants:
                return section, direction, number
        key = (section, "", number)
        self.contestants[key] = FileContestant(number)
        return key

    def add_line(self, section: str, board: int, line: FileLine) -> None:
        ns = tuple(self.key(section, "NS", each) for each in _numbers(line.ns, line.names_ns))
        ew = tuple(self.key(section, "EW", each) for each in _numbers(line.ew, line.names_ew))
        for key in (*ns, *ew):
            if (key, board) in self.seen:
                values = {"board": board, "number": key[2]}
                self.problems.append(Problem(sentence(_TWICE, **values), line.line))
            self.seen.add((key, board))
        if line.score_ns is not None and abs(line.score_ns) > MAX_SCORE:
            values = {"board": board, "score": line.score_ns}
            self.problems.append(Problem(sentence(_SCORE, **values), line.line))
        result = result_of_line(line)
        self.lines.append(PlannedLine(section, board, ns, ew, result, line.round, line.table))

    def planned(self) -> tuple[PlannedContestant, ...]:
        """The contestants, each with a number that no other of its section and direction has."""
        taken: set[tuple[str, str, int]] = set()
        planned = []
        for key, each in self.contestants.items():
            section, direction, text = key
            digits = re.search(r"(\d{1,4})(?:NS|EW)?$", text.upper(), re.ASCII)
            number = int(digits[1]) if digits else 0
            if not number or (section, direction, number) in taken:
                used = [n for s, d, n in taken if (s, d) == (section, direction)]
                number = max(used, default=0) + 1
            taken.add((section, direction, number))
            planned.append(
                PlannedContestant(key, number, each.players, each.score, each.is_percentage)
            )
        return tuple(planned)


def plan_of(reading: Read | None, *, date: str | None = None) -> SessionPlan:
    """The session of a file. ``date`` is used where the file has none. Raises :class:`Refused`
    with everything for which it cannot be stored."""
    match reading:
        case usebio.Reading(events=events):
            return _of_usebio(events, date)
        case bws.Reading():
            return _of_bws(reading, date)
        case pbn.Reading():
            return _of_pbn(reading, date)
    raise Refused(sentence(_NO_RESULTS))


def _of_usebio(events: tuple[FileEvent, ...], date: str | None) -> SessionPlan:
    if len(events) > 1:
        raise Refused(sentence(_SEVERAL, count=len(events)))
    (event,) = events
    if "TEAMS" in event.type:
        raise Refused(sentence(_TEAMS))
    method = _METHODS.get(event.scoring or "MATCH_POINTS")
    if method is None:
        raise Refused(sentence(_SCORING, scoring=event.scoring))
    builder = _Builder(event.winners or 1)
    letters = _letters([each.letter for each in event.sections])
    for letter, section in zip(letters, event.sections, strict=True):
        builder.add_contestants(letter, section.contestants)
        for board in section.boards:
            for line in board.lines:
                builder.add_line(letter, board.board, line)
    return _plan(builder, event.title, event.date or date, method)


def _of_bws(reading: bws.Reading, date: str | None) -> SessionPlan:
    if any(section.scoring == _TEAM_SCORING for section in reading.sections):
        raise Refused(sentence(_TEAMS))
    winners = max(section.winners for section in reading.sections)
    builder = _Builder(winners)
    letters = _letters([each.letter for each in reading.sections])
    for letter, section in zip(letters, reading.sections, strict=True):
        builder.add_contestants(letter, _bws_contestants(section))
        for board, line in section.lines:
            builder.add_line(letter, board, line)
    return _plan(builder, reading.title, reading.date or date, Method.MATCHPOINTS)


def _bws_contestants(section: bws.BwsSection) -> Iterable[FileContestant]:
    two = section.winners == 2
    sides: dict[tuple[str, str], tuple[str, ...]] = {}
    for _, line in section.lines:
        for side, number in (("NS", line.ns), ("EW", line.ew)):
            for each in _numbers(number, ()):
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
    lines = [(board.board, line) for board in reading.boards for line in board.lines]
    ns = {number for _, line in lines for number in _numbers(line.ns, line.names_ns)}
    ew = {number for _, line in lines for number in _numbers(line.ew, line.names_ew)}
    builder = _Builder(1 if ns & ew and not _meet_themselves(lines) else 2)
    listed = _pbn_contestants(lines, reading.totals, both=bool(ns & ew) and builder.winners == 2)
    builder.add_contestants("A", listed)
    for board, line in lines:
        builder.add_line("A", board, line)
    return _plan(builder, reading.title, reading.date or date, method)


def _meet_themselves(lines: Iterable[tuple[int, FileLine]]) -> bool:
    """Whether a number of North–South and the same of East–West are two pairs."""
    return any(line.ns is not None and line.ns == line.ew for _, line in lines)


def _pbn_contestants(
    lines: Iterable[tuple[int, FileLine]], totals: Iterable[FileContestant], *, both: bool
) -> list[FileContestant]:
    known = {each.number: each for each in totals}
    found: dict[tuple[str, str], FileContestant] = {}
    for _, line in lines:
        for side, own, names in (("NS", line.ns, line.names_ns), ("EW", line.ew, line.names_ew)):
            for number in _numbers(own, names):
                total = known.get(number) or known.get(f"{number}{side}")
                found.setdefault(
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
    return list(found.values())


def _numbers(number: Number, names: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers of a side; where there are none, its names stand for one."""
    if number is None:
        return (" / ".join(names),) if names else ()
    return (number,) if isinstance(number, str) else number


def _letters(written: list[str]) -> list[str]:
    """A letter of its own for each section."""
    wanted = [letter[:2].upper() for letter in written]
    if all(wanted) and len(set(wanted)) == len(wanted):
        return wanted
    return [chr(ord("A") + place % 26) + (str(place // 26) if place > 25 else "") for place in
            range(len(written))]  # fmt: skip


def _plan(builder: _Builder, title: str, date: str | None, method: Method) -> SessionPlan:
    if date is None:
        builder.problems.append(Problem(sentence(_NO_DATE)))
    if not builder.lines:
        builder.problems.append(Problem(sentence(_NO_RESULTS)))
    if builder.problems:
        raise Refused(*builder.problems)
    return SessionPlan(
        title=" ".join(title.split())[:120] or "Session",
        date=date or "",
        method=method,
        winners=builder.winners,
        contestants=builder.planned(),
        lines=tuple(builder.lines),
    )


def result_of_line(line: FileLine) -> LineResult:
    """The result of a file's line; a contract without declarer or tricks is left to its score."""
    if line.artificial:
        ns, ew = line.artificial
        return LineResult(adjustment=Artificial(Fraction(ns), Fraction(ew)))
    if line.score_ns is None:
        return LineResult(adjustment=NOT_PLAYED) if line.not_played else LineResult()
    played: Played | PassedOut | None = None
    if line.contract == PASS:
        played = PASSED_OUT if line.score_ns == 0 else None
    elif line.contract and line.declarer and line.tricks is not None:
        played = Played(contract_value(line.contract), Seat(line.declarer), line.tricks)
    lead = None
    if isinstance(played, Played) and line.lead:
        lead = read_card(line.lead.replace("10", "T"))
    return LineResult(line.score_ns, played, lead=lead)
