"""Contestants and lines of a file collected into the session that would be stored."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.exchange.domain.plan_comparison import decimal_of
from events.exchange.domain.results_file import FileContestant, FileLine, Number
from events.exchange.domain.session_plan import Key, PlannedContestant, PlannedLine, SessionPlan
from events.exchange.formats.words import PASS, contract_value
from events.sessions.cardplay.domain.auction import Auction
from events.sessions.core.domain.adjustment import NOT_PLAYED, Artificial, read_adjustment
from events.sessions.core.domain.contract import (
    MAX_SCORE,
    PASS as PASSED_OUT,
    PassedOut,
    Played,
    Seat,
    dealer,
    read_card,
)
from events.sessions.core.domain.line_result import LineResult
from events.sessions.hands.domain import MAX_BOARD, Deal, Makeable
from events.sessions.scoring.domain.imps import MAX_DATUMS, Datums
from events.sessions.scoring.domain.settings import Method

NO_RESULTS = gettext_noop("There are no results in this file.")

_NO_DATE = gettext_noop("The file does not say on which day the session was played.")

MAX_RESULTS = 20_000
"""Results of a session that is imported; the largest clubs have some two thousand."""

_MANY = gettext_noop(
    "The file has %(count)s results; a session that is imported has %(most)s at most."
)

_NOBODY = gettext_noop("Board %(board)s: the result does not say who played it; it is left out.")
_NOBODY_OF_MANY = gettext_noop(
    "%(count)s results, of the boards %(boards)s, do not say who played them; they are left out."
)
_TWICE = gettext_noop(
    "Board %(board)s: contestant %(number)s has a result already; this one is left out."
)

_PENALTY = gettext_noop("%(number)s: the adjustment of %(text)s is taken as a penalty in points.")

_BONUS = gettext_noop("%(number)s: the adjustment of %(text)s is no penalty, and is left out.")

_NO_DATUM = gettext_noop("Board %(board)s: “%(text)s” is no datum; it is left out.")

_OTHER_DEALER = gettext_noop(
    "Board %(board)s: in the file %(seat)s deals, which is not the dealer of this board; the"
    " auction is left out."
)

MAX_PENALTY = 9_999

_SUFFIXED = re.compile(r"(\d{1,4})(NS|EW)", re.ASCII)
"""A number that has its direction behind it, where both count from 1."""

_SCORE = gettext_noop(
    "Board %(board)s: %(score)s is larger than any score of a board; the line is left to be"
    " settled."
)


@dataclass(slots=True)
class PlanBuilder:
    """Contestants and lines while they are collected."""

    winners: int
    contestants: dict[Key, FileContestant] = field(default_factory=dict)
    lines: list[PlannedLine] = field(default_factory=list)
    seen: set[tuple[Key, int]] = field(default_factory=set)
    unlisted: set[Key] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    lost: list[Problem] = field(default_factory=list)
    """The lines that are left out, with the reason."""
    nameless: list[tuple[int, int | None]] = field(default_factory=list)
    """The boards and lines of results that do not say who played them."""
    penalties: dict[Key, Fraction] = field(default_factory=dict)
    notices: list[Sentence] = field(default_factory=list)
    datums: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """What the file gives as datums of a board; sections may differ."""

    def add_contestants(self, section: str, contestants: Iterable[FileContestant]) -> None:
        listed = [_apart(each) for each in contestants]
        plain = Counter(contestant.number for contestant in listed)
        for contestant in listed:
            twice = plain[contestant.number] > 1 and self.winners == 2
            key = section, (contestant.direction or "") if twice else "", contestant.number
            self.contestants[key] = contestant
            self._add_penalty(key, contestant)

    def _add_penalty(self, key: Key, contestant: FileContestant) -> None:
        adjustment = decimal_of(contestant.adjustment)
        if not adjustment:
            return
        number, text = "".join(key), contestant.adjustment
        if adjustment > 0 or adjustment < -MAX_PENALTY:
            self.lost.append(Problem(sentence(_BONUS, number=number, text=text), contestant.line))
        else:
            self.penalties[key] = Fraction(-adjustment)
            self.notices.append(sentence(_PENALTY, number=number, text=text))

    def key(self, section: str, side: str, number: str) -> Key:
        """The contestant of a number; one that the file does not list becomes one."""
        own = _SUFFIXED.fullmatch(number.upper())
        plain = own[1] if own else number
        for key in ((section, side, number), (section, "", number), (section, side, plain),
                    (section, "", plain)):  # fmt: skip
            if key in self.contestants:
                return key
        key = (section, "", number)
        self.contestants[key] = FileContestant(number)
        self.unlisted.add(key)
        return key

    def add_line(self, section: str, board: int, line: FileLine, opener: str | None = None) -> None:
        """Add a result; ``opener`` is whom the file has deal the board."""
        ns = tuple(self.key(section, "NS", number) for number in numbers_of(line.ns, line.names_ns))
        ew = tuple(self.key(section, "EW", number) for number in numbers_of(line.ew, line.names_ew))
        if not ns or not ew:
            self.nameless.append((board, line.line))
            return
        sat = [(key, board) for key in (*ns, *ew)]
        twice = {place[0][2] for place in sat if place in self.seen or sat.count(place) > 1}
        if twice:
            numbers = ", ".join(sorted(twice))
            self.lost.append(Problem(sentence(_TWICE, board=board, number=numbers), line.line))
            return
        self.seen.update(sat)
        if line.score_ns is not None and abs(line.score_ns) > MAX_SCORE:
            values = {"board": board, "score": line.score_ns}
            self.lost.append(Problem(sentence(_SCORE, **values), line.line))
            line = replace(line, score_ns=None)
        result = result_of_line(line)
        self.lines.append(
            PlannedLine(
                section,
                board,
                ns,
                ew,
                result,
                line.round,
                line.table,
                line.deal,
                (line.mp_ns, line.mp_ew),
                self._own_auction(board, line, opener),
                line.play,
            )
        )

    def _own_auction(self, board: int, line: FileLine, opener: str | None) -> Auction | None:
        """The auction, where it begins with the dealer of the board (Law 2)."""
        if line.auction is None or opener in (None, dealer(board)):
            return line.auction
        self.lost.append(Problem(sentence(_OTHER_DEALER, board=board, seat=opener), line.line))
        return None

    def add_datum(self, board: int, text: str) -> None:
        value = decimal_of(text)
        if value is None or value != int(value) or abs(value) > MAX_SCORE:
            self.lost.append(Problem(sentence(_NO_DATUM, board=board, text=text[:20])))
        else:
            self.datums[board].add(int(value))

    def given_datums(self) -> Datums:
        """The datum of each board that has one; none where they would be too many."""
        alone = sorted((board, min(own)) for board, own in self.datums.items() if len(own) == 1)
        return tuple(alone) if len(alone) <= MAX_DATUMS else ()

    def planned(self) -> tuple[PlannedContestant, ...]:
        """The contestants, each with a number that no other of its section and direction has."""
        taken: set[tuple[str, str, int]] = set()
        highest: defaultdict[tuple[str, str], int] = defaultdict(int)
        planned = []
        for key, contestant in self.contestants.items():
            section, direction, text = key
            digits = re.search(r"(\d{1,4})(?:NS|EW)?$", text.upper(), re.ASCII)
            number = int(digits[1]) if digits else 0
            if not number or (section, direction, number) in taken:
                number = highest[section, direction] + 1
            highest[section, direction] = max(number, highest[section, direction])
            taken.add((section, direction, number))
            planned.append(
                PlannedContestant(
                    key,
                    number,
                    contestant.players,
                    contestant.score,
                    contestant.is_percentage,
                    contestant.place,
                    key not in self.unlisted,
                    self.penalties.get(key, Fraction(0)),
                    contestant.numbers,
                    contestant.stratum,
                    contestant.stratum_place,
                )
            )
        return tuple(planned)


def _apart(contestant: FileContestant) -> FileContestant:
    """A contestant with its direction by itself, where it stands behind the number."""
    own = _SUFFIXED.fullmatch(contestant.number.upper())
    return replace(contestant, number=own[1], direction=own[2]) if own else contestant


def numbers_of(number: Number, names: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers of a side; where there are none, its names stand for one."""
    if number is None:
        return (" / ".join(names),) if names else ()
    return (number,) if isinstance(number, str) else number


def result_of_line(line: FileLine) -> LineResult:
    """The result of a file's line; a contract without declarer or tricks is left to its score."""
    if line.adjustment:
        return LineResult(adjustment=read_adjustment(line.adjustment))
    if line.artificial:
        return LineResult(adjustment=Artificial(*map(Fraction, line.artificial)))
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


def finished_plan(
    builder: PlanBuilder, title: str, date: str | None, method: Method
) -> SessionPlan:
    """The session of what was collected. Raises :class:`Refused` with everything for which it
    cannot be stored."""
    if date is None:
        builder.problems.append(Problem(sentence(_NO_DATE)))
    if len(builder.lines) > MAX_RESULTS:
        count, most = f"{len(builder.lines):,}", f"{MAX_RESULTS:,}"
        raise Refused(sentence(_MANY, count=count, most=most))
    builder.lost += _of_nobody(builder.nameless)
    if not builder.lines:
        builder.problems += builder.lost or [Problem(sentence(NO_RESULTS))]
    if builder.problems:
        raise Refused(*builder.problems)
    return SessionPlan(
        title=" ".join(title.split())[:120] or "Session",
        date=date or "",
        method=method,
        winners=builder.winners,
        contestants=builder.planned(),
        lines=tuple(builder.lines),
        datums=builder.given_datums(),
        notices=tuple(builder.notices),
        lost=tuple(builder.lost),
    )


def _of_nobody(nameless: Sequence[tuple[int, int | None]]) -> Iterator[Problem]:
    """One problem for all results that do not say who played them: a file of a large field has
    thousands."""
    if len(nameless) == 1:
        yield Problem(sentence(_NOBODY, board=nameless[0][0]), nameless[0][1])
    elif nameless:
        boards = ", ".join(map(str, sorted({board for board, _line in nameless})))
        values = {"count": len(nameless), "boards": boards}
        yield Problem(sentence(_NOBODY_OF_MANY, **values), nameless[0][1])


def letters_of(written: list[str]) -> list[str]:
    """A letter of its own for each section."""
    wanted = [letter[:2].upper() for letter in written]
    if all(wanted) and len(set(wanted)) == len(wanted):
        return wanted
    return [chr(ord("A") + place % 26) + (str(place // 26) if place > 25 else "") for place in
            range(len(written))]  # fmt: skip


_TWO_DEALS = gettext_noop("The file has two different deals for board %(board)s.")

Dealt = tuple[int, Deal, Makeable | None]
"""A board's number, its deal, and what can be made with it where the file says so."""


def set_of_boards(hands: Iterable[Dealt]) -> list[Dealt]:
    """One deal for each board, ascending; a file may have the same for several sections.

    Raises :class:`Refused` with every board that has two.
    """
    own: dict[int, Dealt] = {}
    twice = []
    for hand in hands:
        known = own.setdefault(hand[0], hand)
        if known[1] != hand[1]:
            twice.append(sentence(_TWO_DEALS, board=hand[0]))
    if twice:
        raise Refused(*twice)
    return [own[board] for board in sorted(own) if 1 <= board <= MAX_BOARD]
