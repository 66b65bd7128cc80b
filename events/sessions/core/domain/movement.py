"""The movement as the lines of a section have it, for the papers on the tables.

After a change some of what a movement wants cannot be played, and results stay where they were
entered: the lines are what is played, and nothing else may be printed.

Which lines a section keeps, loses and gets when its movement changes during play.

A *seating* is one board at one table in one round, and who plays it, by their numbers. A line with
a result is *fixed*: it stays whatever the movement says, and nobody gets a board twice. Where
that contradicts the movement, a *conflict* reports it before anything is changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from clubscore.text.problems import Sentence, gettext_noop, sentence
from movements.domain.movement import Cell, Movement, group_of

Boards = Mapping[tuple[int, int], tuple[int, ...]]
"""The boards of a table in a round, by round and table."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Seating:
    """``ns`` and ``ew`` hold a pair's number, or both partners' in an individual."""

    round: int
    table: int
    board: int
    ns: Numbers
    ew: Numbers


def boards_played(seatings: Iterable[Seating]) -> Boards:
    """The boards that have a line, at each table in each round, in their order."""
    found: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for seating in seatings:
        found[seating.round, seating.table].add(seating.board)
    return {place: tuple(sorted(boards)) for place, boards in found.items()}


def movement_of_lines(
    movement: Movement, seatings: Iterable[Seating], boards_per_round: int, first_board: int
) -> Movement:
    """The movement with the players of the lines at every table; a table without a line has
    nobody who plays."""
    at: dict[tuple[int, int], Seating] = {}
    for seating in sorted(seatings):
        at.setdefault((seating.round, seating.table), seating)
    tables = max([movement.tables, *(table for _round, table in at)])

    def cell(number: int, table: int, wanted: Cell) -> Cell:
        seating = at.get((number, table))
        if seating is None:
            return Cell() if wanted.is_played else wanted
        group = group_of(seating.board, boards_per_round, first_board)
        return Cell(seating.ns, seating.ew, group)

    rounds = tuple(
        tuple(
            cell(number, table, wanted)
            for table, wanted in enumerate(row + (Cell(),) * (tables - len(row)), 1)
        )
        for number, row in enumerate(movement.rounds, 1)
    )
    highest = max(
        [movement.contestants, *(max(seating.ns + seating.ew) for seating in at.values())]
    )
    return replace(movement, rounds=rounds, contestants=highest)


@dataclass(frozen=True, slots=True)
class ExistingLine:
    """A line of the section; ``fixed`` when it holds a result, or once did."""

    pk: int
    seating: Seating
    fixed: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """What contradicts the movement at one table of a round."""

    round: int
    message: Sentence

    def __str__(self) -> str:
        return f"Round {self.round}: {self.message}"


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """The lines to remove and to add, the conflicts by round, and warnings about the whole."""

    removed: tuple[ExistingLine, ...]
    added: tuple[Seating, ...]
    conflicts: tuple[Conflict, ...]
    warnings: tuple[Sentence, ...] = ()


def plan_change(
    existing: Sequence[ExistingLine], wanted: Iterable[Seating], rounds: range
) -> ChangePlan:
    """Compare the existing lines with those that a movement wants, in some rounds.

    Lines of other rounds stay. A wanted line is left out where a fixed one takes its place, and
    where somebody at the table has the board already.
    """
    wanted = [seating for seating in wanted if seating.round in rounds]
    as_wanted = set(wanted)
    players = set(map(_players, wanted))
    remaining: list[ExistingLine] = []
    removed: list[ExistingLine] = []
    staying: list[Seating] = []
    for line in existing:
        # An open line that the new movement has as well keeps its row, and with it its version.
        if line.seating.round not in rounds or line.seating in as_wanted:
            remaining.append(line)
        elif line.fixed:
            remaining.append(line)
            # Only NS and EW exchanged is no conflict.
            if _players(line.seating) not in players:
                staying.append(line.seating)
        else:
            removed.append(line)
    places = {(s.round, s.table, s.board) for s in (line.seating for line in remaining)}
    had = {
        (number, s.board) for line in remaining for s in (line.seating,) for number in s.ns + s.ew
    }
    added: list[Seating] = []
    left_out: list[Seating] = []
    for seating in wanted:
        if (seating.round, seating.table, seating.board) in places:
            continue
        boards = {(number, seating.board) for number in seating.ns + seating.ew}
        if boards & had:
            left_out.append(seating)
        else:
            added.append(seating)
            # Two wanted lines may clash with each other, too.
            had |= boards
    conflicts = [*_conflicts(staying, _STAYS), *_conflicts(left_out, _HAD)]
    open_rounds = {line.seating.round for line in remaining if not line.fixed}
    open_rounds.update(seating.round for seating in added)
    return ChangePlan(
        tuple(removed),
        tuple(added),
        tuple(sorted(conflicts, key=lambda conflict: conflict.round)),
        tuple(_nobody_plays(max(open_rounds, default=0), removed, left_out, rounds)),
    )


def _nobody_plays(
    last_open: int, removed: Sequence[ExistingLine], left_out: Sequence[Seating], rounds: range
) -> Iterable[Sentence]:
    """A sentence when play would end too early: no open line after a round that has some now."""
    unplayed = [seating.round for seating in left_out if seating.round > last_open]
    if unplayed:
        yield sentence(_NO_FIT, round=min(unplayed))
    elif removed and last_open < rounds.start:
        yield sentence(_NOBODY, round=min(line.seating.round for line in removed))


def _players(seating: Seating) -> tuple[int, int, int, Numbers]:
    """A seating but for who sits where: directors swap NS and EW when a slip says so."""
    everybody = tuple(sorted(seating.ns + seating.ew))
    return seating.round, seating.table, seating.board, everybody


_NO_FIT = gettext_noop(
    "From round %(round)s on nobody would play: this movement does not fit what has been played."
)

_NOBODY = gettext_noop("From round %(round)s on nobody would play.")

_STAYS = gettext_noop(
    "Table %(table)s, boards %(boards)s: %(ns)s against %(ew)s has been entered and stays, though "
    "the movement has it otherwise now."
)

_HAD = gettext_noop(
    "Table %(table)s, boards %(boards)s: %(ns)s and %(ew)s cannot play, because at least one of "
    "them has these boards already. They get no lines there."
)


def _conflicts(seatings: Iterable[Seating], template: str) -> Iterable[Conflict]:
    """A conflict for each table in a round, with its boards."""
    boards: dict[tuple[int, int, Numbers, Numbers], list[int]] = defaultdict(list)
    for seating in sorted(seatings):
        boards[seating.round, seating.table, seating.ns, seating.ew].append(seating.board)
    for (round_number, table, ns, ew), numbers in boards.items():
        message = sentence(
            template,
            table=table,
            boards=", ".join(map(str, numbers)),
            ns="+".join(map(str, ns)),
            ew="+".join(map(str, ew)),
        )
        yield Conflict(round_number, message)
