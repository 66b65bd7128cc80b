"""Reading how far the boards of a session are: lines entered and lines expected.

Reading the progress of a session: all sections in two queries, tables of some in two more.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from django.db import connection
from django.db.models import Count, Max, Q

from events.models import LineContestant, Section, Session, TravellerLine
from events.sessions.core.domain.progress import State, latest_round, state_of
from events.sessions.core.selectors import match_play
from events.sessions.scoring.selectors.lines import EMPTY, LineRecord, records_of

_IS_IN = "line.score_ns IS NOT NULL OR line.adjustment <> ''"
_FROM = f"""
    FROM {TravellerLine._meta.db_table} AS line
    JOIN {Section._meta.db_table} AS section ON section.id = line.section_id
"""
_PROGRESS = f"""
    SELECT section.letter, line.board, COUNT(CASE WHEN {_IS_IN} THEN 1 END), COUNT(*)
    {_FROM} WHERE section.session_id = %s
    GROUP BY section.letter, line.board ORDER BY section.letter, line.board
"""


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How many lines of a board have been entered, how many are expected, and, if asked for, how
    many doubts they raise.
    """

    board: int
    entered: int
    expected: int
    doubts: int = 0

    @property
    def state(self) -> str:
        """``empty``, ``part`` or ``complete``."""
        if self.entered == 0:
            return "empty"
        return "complete" if self.entered == self.expected else "part"


def progress(session_id: int, *, section: str = "") -> list[BoardProgress]:
    """Every board of a session, or of one section of it, in order, with its lines entered and
    expected.
    """
    sections = progress_by_section(session_id)
    return together(sections if not section else {section: sections.get(section, {})})


def together(sections: Mapping[str, Mapping[int, BoardProgress]]) -> list[BoardProgress]:
    """The boards of these sections, in order."""
    entered: Counter[int] = Counter()
    expected: Counter[int] = Counter()
    for boards in sections.values():
        for board in boards.values():
            entered[board.board] += board.entered
            expected[board.board] += board.expected
    return [BoardProgress(board, entered[board], expected[board]) for board in sorted(expected)]


def progress_by_section(session_id: int) -> dict[str, dict[int, BoardProgress]]:
    """How far every board is in every section that plays it, by letter and board.

    Raw SQL: every page of typing and every saved doubt asks.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PROGRESS, [session_id])
        rows = cursor.fetchall()
    sections: defaultdict[str, dict[int, BoardProgress]] = defaultdict(dict)
    for letter, board, entered, expected in rows:
        sections[letter][board] = BoardProgress(board, entered, expected)
    return sections


def section_of_line(session_id: int, *, board: int, line_id: int) -> str:
    """The letter of the section in which a line of a board is; empty where there is none."""
    sections = Section.objects.filter(
        session=session_id, lines__board=board, lines__pk=line_id
    ).values_list("letter", flat=True)
    return next(iter(sections), "")


def board_progress_by_section(session_id: int, *, board: int) -> dict[str, BoardProgress]:
    """How far a board is in each section that plays it, by letter."""
    return of_board(progress_by_section(session_id), board)


def of_board(
    sections: Mapping[str, Mapping[int, BoardProgress]], board: int
) -> dict[str, BoardProgress]:
    """How far a board is in each of these sections that plays it."""
    return {letter: boards[board] for letter, boards in sections.items() if board in boards}


@dataclass(frozen=True, slots=True)
class Progress:
    """How many lines of a round are in, how many there are, and how many are missing."""

    round: int | None
    entered: int
    expected: int
    missing: int = 0

    @property
    def state(self) -> State:
        return state_of(self.entered, self.expected, missing=self.missing)


@dataclass(frozen=True, slots=True)
class SectionProgress:
    """A section round by round; ``latest`` is the highest round of which anything is in."""

    pk: int
    letter: str
    tables: int
    latest: int
    rounds: tuple[Progress, ...]

    @property
    def entered(self) -> int:
        return sum(each.entered for each in self.rounds)

    @property
    def expected(self) -> int:
        return sum(each.expected for each in self.rounds)

    @property
    def missing(self) -> int:
        """How many lines should have been entered by now."""
        return sum(each.missing for each in self.rounds)

    @property
    def in_play(self) -> int:
        """How many lines of the latest round are not in."""
        return sum(
            each.expected - each.entered for each in self.rounds if each.round == self.latest
        )

    @property
    def to_come(self) -> int:
        """How many lines of rounds before the latest are neither in nor missing."""
        return sum(
            each.expected - each.entered - each.missing
            for each in self.rounds
            if each.round is not None and each.round < self.latest
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """A table in a round. ``board`` and ``line`` are where to go on: the first line that is not
    in, or else the first.
    """

    round: int
    table: int
    entered: int
    expected: int
    state: State
    board: int
    line: int


@dataclass(frozen=True, slots=True)
class MissingLine:
    """A line that should have been in by now, the latest round of its section, and the tables at
    which its contestants sit in that round, by contestant.
    """

    line: LineRecord
    latest: int
    seats: Mapping[int, int] = field(default_factory=dict)


def section_progress(session: Session) -> list[SectionProgress]:
    """Every section of a session, by letter."""
    rows = (
        TravellerLine.objects.filter(section__session=session.pk)
        .order_by("section__letter", "round")
        .values_list("section", "section__letter", "round")
        .annotate(expected=Count("pk"), entered=Count("pk", filter=~EMPTY), tables=Max("table"))
    )
    found = [
        (pk, letter, [tuple(row[2:]) for row in of_section])
        for (pk, letter), of_section in groupby(rows, key=itemgetter(0, 1))
    ]
    latest = {
        pk: latest_round((number, entered) for number, _, entered, _ in rounds)
        for pk, _, rounds in found
    }
    missing = Counter(_missing(session, latest).values())
    sections = [
        SectionProgress(
            pk=pk,
            letter=letter,
            tables=max(tables or 0 for *_, tables in rounds),
            latest=latest[pk],
            rounds=tuple(
                Progress(number, entered, expected, missing[pk, number])
                for number, expected, entered, _ in rounds
            ),
        )
        for pk, letter, rounds in found
    ]
    # After section Z comes section AA.
    return sorted(sections, key=lambda section: (len(section.letter), section.letter))


def cells(
    session: Session, sections: Collection[SectionProgress]
) -> dict[int, dict[tuple[int, int], Cell]]:
    """The tables of some sections in their rounds, by section, and by table and round; lines of a
    file have neither.
    """
    latest = {section.pk: section.latest for section in sections}
    rows = (
        TravellerLine.objects.filter(section__in=latest, round__isnull=False, table__isnull=False)
        .order_by("section", "table", "round", "board")
        .values_list("section", "table", "round", "board", "pk", "score_ns", "adjustment")
    )
    missing = _missing(session, latest)
    found: dict[int, dict[tuple[int, int], Cell]] = {pk: {} for pk in latest}
    for (pk, table, number), lines in groupby(rows, key=itemgetter(0, 1, 2)):
        here = [
            (board, line, score is None and not ruled) for *_, board, line, score, ruled in lines
        ]
        entered = sum(not is_open for *_, is_open in here)
        board, line, _ = next((each for each in here if each[2]), here[0])
        absent = sum(line in missing for _, line, _ in here)
        state = state_of(entered, len(here), missing=absent)
        found[pk][table, number] = Cell(number, table, entered, len(here), state, board, line)
    return found


def missing_lines(session: Session, sections: Collection[SectionProgress]) -> list[MissingLine]:
    """The lines of some sections that should have been in by now, in two queries."""
    if not sections:
        return []
    latest = {section.pk: section.latest for section in sections}
    now = Q(pk__in=[])
    for section in sections:
        now |= Q(line__section=section.pk, line__round=section.latest)
    sides = LineContestant.objects.filter(line__in=list(_missing(session, latest)))
    lines = [record for _, record in records_of(sides)]
    # After the session nobody sits anywhere: there is no table to send the director to.
    if not lines or session.is_finished:
        return [MissingLine(line, latest[line.section_id]) for line in lines]
    seats = LineContestant.objects.filter(now).order_by()
    tables = {
        contestant: table
        for contestant, table in seats.values_list("contestant", "line__table").distinct()
        if table is not None
    }
    return [
        MissingLine(
            line,
            latest[line.section_id],
            {pk: tables[pk] for pk in (*line.ns, *line.ew) if pk in tables},
        )
        for line in lines
    ]


def missing_count(session: Session, latest: Mapping[int, int]) -> int:
    """How many lines should have been in by now, by the latest round of each section."""
    return len(_missing(session, latest))


def is_complete(session_id: int) -> bool:
    """Whether every line is in, and there is one."""
    lines = TravellerLine.objects.filter(section__session=session_id)
    return lines.exists() and not lines.filter(EMPTY).exists()


def latest_rounds(session: Session) -> defaultdict[int, int]:
    """The highest round of which anything is in, by section; 0 where nothing is."""
    latest: defaultdict[int, int] = defaultdict(int)
    for section, _board, number, _empty in _boards(session):
        latest[section] = max(latest[section], number or 0)
    return latest


_BOARDS = f"""
    SELECT line.section_id, line.board, MAX(CASE WHEN {_IS_IN} THEN line.round END),
           COUNT(CASE WHEN NOT ({_IS_IN}) THEN 1 END)
    {_FROM} WHERE section.session_id = %s GROUP BY line.section_id, line.board
"""
_EMPTY_LINES = f"""
    SELECT line.id, line.section_id, line.board, line.round
    {_FROM} WHERE section.session_id = %s AND NOT ({_IS_IN})
"""


def _boards(session: Session) -> list[tuple[int, int, int | None, int]]:
    """Of every board of a section the last round that is in, and how many lines are not."""
    with connection.cursor() as cursor:
        cursor.execute(_BOARDS, [session.pk])
        boards: list[tuple[int, int, int | None, int]] = cursor.fetchall()
    return boards


def _missing(session: Session, latest: Mapping[int, int]) -> dict[int, tuple[int, int | None]]:
    """The lines of some sections that should have been in by now, each with its section and round;
    ``latest`` is the highest round of which anything is in, by section. For the rule see
    :mod:`events.sessions.core.domain.progress`. Raw SQL: the desk and the monitor ask after every
    line.
    """
    with connection.cursor() as cursor:
        cursor.execute(_EMPTY_LINES, [session.pk])
        empty = [row for row in cursor.fetchall() if row[1] in latest]
    if session.is_finished:
        return {pk: (section, number) for pk, section, _board, number in empty}
    over = [row for row in empty if row[3] is not None and row[3] < latest[row[1]]]
    if not over:
        return {}
    boards = {
        (section, board): (last or 0, left) for section, board, last, left in _boards(session)
    }
    drawn = _drawn_over(session, latest)
    missing = {}
    for pk, section, board, number in over:
        last, left = boards[section, board]
        # The board has gone on to other tables, or this line is the only one it still lacks.
        if last >= number or left == 1 or number <= drawn.get(section, 0):
            missing[pk] = section, number
    return missing


def _drawn_over(session: Session, latest: Mapping[int, int]) -> dict[int, int]:
    """The last of the drawn rounds before the latest, by section: their boards go on to nobody."""
    play = match_play(session.pk) if session.matches else None
    if play is None or not play.is_swiss:
        return {}
    return {section: number - 1 - (number - 1) % play.stanzas for section, number in latest.items()}
