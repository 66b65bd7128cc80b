"""Reading how far an evening is: every section in one query, the tables of some in another."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Max, Q

from events.domain.following import State, is_over, latest_round, state_of
from events.models import LineContestant, Session, TravellerLine
from events.selectors.lines import EMPTY, LineRecord, records_of


@dataclass(frozen=True, slots=True)
class Progress:
    """How many lines of a round are in, and how many there are."""

    round: int | None
    entered: int
    expected: int
    state: State


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
        """How many lines of rounds that are over are not in."""
        return sum(
            each.expected - each.entered for each in self.rounds if each.state is State.MISSING
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
    found = []
    for (pk, letter), of_section in groupby(rows, key=itemgetter(0, 1)):
        rounds = [tuple(row[2:]) for row in of_section]
        latest = latest_round((number, entered) for number, _, entered, _ in rounds)
        found.append(
            SectionProgress(
                pk=pk,
                letter=letter,
                tables=max(tables or 0 for *_, tables in rounds),
                latest=latest,
                rounds=tuple(
                    Progress(
                        number,
                        entered,
                        expected,
                        _state(session, number, entered, expected, latest),
                    )
                    for number, expected, entered, _ in rounds
                ),
            )
        )
    # After section Z comes section AA.
    return sorted(found, key=lambda section: (len(section.letter), section.letter))


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
    found: dict[int, dict[tuple[int, int], Cell]] = {pk: {} for pk in latest}
    for (pk, table, number), lines in groupby(rows, key=itemgetter(0, 1, 2)):
        here = [
            (board, line, score is None and not ruled) for *_, board, line, score, ruled in lines
        ]
        entered = sum(not is_open for *_, is_open in here)
        board, line, _ = next((each for each in here if each[2]), here[0])
        state = _state(session, number, entered, len(here), latest[pk])
        found[pk][table, number] = Cell(number, table, entered, len(here), state, board, line)
    return found


def missing_lines(session: Session, sections: Collection[SectionProgress]) -> list[MissingLine]:
    """The lines of some sections that should have been in by now, in two queries."""
    if not sections:
        return []
    latest = {section.pk: section.latest for section in sections}
    over, now = Q(pk__in=[]), Q(pk__in=[])
    for section in sections:
        of_section = Q(line__section=section.pk)
        before = Q() if session.is_finished else Q(line__round__lt=section.latest)
        over |= of_section & before
        now |= of_section & Q(line__round=section.latest)
    is_open = Q(line__score_ns__isnull=True, line__adjustment="")
    lines = [record for _, record in records_of(LineContestant.objects.filter(over & is_open))]
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


def _state(
    session: Session, round_number: int | None, entered: int, expected: int, latest: int
) -> State:
    over = is_over(round_number, latest, is_finished=session.is_finished)
    return state_of(entered, expected, is_over=over)
