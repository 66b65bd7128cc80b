"""The papers for playing a movement: ready strings for the cards to print.

A *guide card* is for a table and shows for every round who sits there, with which boards, and
where they go next. A *slip* is for a contestant and shows where it is in every round. A
*traveller* goes round with a board and has a line for every table where it is played. A session
adds the names of its contestants and the dealer of its boards; a movement knows neither.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from clubscore.text.letters import seat_letters
from movements.domain.movement import Cell, Movement, Place, boards_of
from movements.views.tables import Stop, board_numbers, card, side_of

USUAL_BOARDS = 26
"""The boards of an evening, about, where the number of boards in a group is not given."""


MAX_LINES = 20_000
"""More lines of travellers than any event has; a page with more would take too long."""


class Kind(StrEnum):
    """The kinds of paper, as their addresses name them."""

    GUIDE_CARDS = "guide-cards"
    SLIPS = "slips"
    TRAVELLERS = "travellers"


TITLES: dict[Kind, Promise] = {
    Kind.GUIDE_CARDS: gettext_lazy("Guide cards for the tables"),
    Kind.SLIPS: gettext_lazy("Slips for the contestants"),
    Kind.TRAVELLERS: gettext_lazy("Blank travellers"),
}


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One round of a guide card; ``going`` is where everybody goes after it."""

    round: int
    ns: str
    ew: str
    boards: str
    going: tuple[str, ...]
    ns_team: str = ""
    ew_team: str = ""


@dataclass(frozen=True, slots=True)
class GuideCard:
    table: str
    directions: tuple[str, ...]
    rows: tuple[GuideRow, ...]


@dataclass(frozen=True, slots=True)
class SlipRow:
    stop: Stop
    partner: str
    opponents: str


@dataclass(frozen=True, slots=True)
class Slip:
    contestant: str
    name: str
    rows: tuple[SlipRow, ...]
    has_partners: bool


@dataclass(frozen=True, slots=True)
class TravellerRow:
    round: int
    ns: str
    ew: str
    ns_team: str = ""
    ew_team: str = ""


@dataclass(frozen=True, slots=True)
class Traveller:
    board: str
    deal: str
    rows: tuple[TravellerRow, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A movement as it is played: with its boards, and with what only a session knows.

    ``section`` is empty where there is only one; ``names`` are by the contestants' numbers,
    and so are ``teams`` where pairs play for one;
    ``deal`` gives the dealer and the vulnerability for a board's number; ``played`` are the boards
    by round and table, where not all of a group are played.
    """

    movement: Movement
    boards: int
    first: int = 1
    section: str = ""
    names: Mapping[int, str] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    deal: Callable[[int], str] = field(default=lambda _board: "")
    played: Mapping[tuple[int, int], tuple[int, ...]] | None = None

    def boards_at(self, number: int, table: int, group: int) -> tuple[int, ...]:
        """The boards of a table in a round."""
        if self.played is not None:
            return self.played.get((number, table), ())
        return tuple(boards_of(group, self.boards, self.first)) if group else ()


def usual_boards(movement: Movement) -> int:
    """How many boards a group has on a usual evening."""
    return max(1, USUAL_BOARDS // movement.groups)


def is_too_large(movement: Movement, boards: int) -> bool:
    """Whether nobody could print what this movement needs."""
    return movement.tables * len(movement.rounds) * boards > MAX_LINES


def papers(kind: Kind, plays: Iterable[Play]) -> list[GuideCard | Slip | Traveller]:
    """The cards of a kind, section by section."""
    make: Callable[[Play], Iterable[GuideCard | Slip | Traveller]]
    match kind:
        case Kind.GUIDE_CARDS:
            make = _guide_cards
        case Kind.SLIPS:
            make = _slips
        case Kind.TRAVELLERS:
            make = _travellers
    return [each for play in plays for each in make(play)]


def _guide_cards(play: Play) -> Iterable[GuideCard]:
    movement = play.movement
    seats = ("N", "S", "E", "W") if movement.individual else ("NS", "EW")
    directions = tuple(map(seat_letters, seats))
    for table in range(1, movement.tables + 1):
        # A movement file may have tables that are never used.
        if any(not row[table - 1].is_empty for row in movement.rounds):
            title = _("Table %(table)s") % {"table": f"{play.section}{table}"}
            rows = tuple(_guide_row(play, number, table) for number in _rounds(movement))
            yield GuideCard(title, directions, rows)


def _guide_row(play: Play, number: int, table: int) -> GuideRow:
    movement = play.movement
    cell = movement.cell(number, table)
    return GuideRow(
        round=number,
        ns=side_of(cell.ns, play.section),
        ew=side_of(cell.ew, play.section),
        boards=board_numbers(play.boards_at(number, table, cell.group)),
        going=tuple(_going(play, number, contestant) for contestant in _seats(movement, cell)),
        ns_team=_named(cell.ns, play.teams),
        ew_team=_named(cell.ew, play.teams),
    )


def _seats(movement: Movement, cell: Cell) -> tuple[int | None, ...]:
    """Who sits in each seat, nobody included."""
    nobody = (None, None) if movement.individual else (None,)
    return (*(cell.ns or nobody), *(cell.ew or nobody))


def _going(play: Play, number: int, contestant: int | None) -> str:
    """Where a contestant goes after a round: ``4 EW``, or that it stays or sits out."""
    movement = play.movement
    if contestant is None or number == len(movement.rounds):
        return ""
    schedule = movement.schedule(contestant)
    here, there = schedule[number - 1], schedule[number]
    if there is None:
        return _("sits out")
    if here and (here.table, _seat(here)) == (there.table, _seat(there)):
        return _("stays")
    return f"{play.section}{there.table} {_seat(there)}"


def _seat(place: Place) -> str:
    return seat_letters(place.seat or place.direction.value)


def _slips(play: Play) -> Iterable[Slip]:
    movement, names = play.movement, play.names
    for number, schedule in movement.schedules.items():
        template = _("Player %(number)s") if movement.individual else _("Pair %(number)s")
        stops = card(movement, number, play.boards, play.first)
        rows = tuple(
            SlipRow(
                _as_played(play, stop, place),
                partner=names.get(place.partner or 0, "") if place else "",
                opponents=_named(place.opponents, names) if place else "",
            )
            for place, stop in zip(schedule, stops, strict=True)
        )
        title = template % {"number": f"{play.section}{number}"}
        yield Slip(title, names.get(number, ""), rows, has_partners=movement.individual)


def _as_played(play: Play, stop: Stop, place: Place | None) -> Stop:
    """A stop with the boards that are played, and the letter of the section."""
    if place is None or place.sits_out:
        return stop
    return replace(
        stop,
        table=f"{play.section}{stop.table}",
        partner=side_of((place.partner,), play.section) if place.partner else "",
        opponents=side_of(place.opponents, play.section),
        boards=board_numbers(play.boards_at(stop.round, place.table, place.group)),
    )


def _named(contestants: tuple[int, ...], names: Mapping[int, str]) -> str:
    return " + ".join(filter(None, (names.get(number, "") for number in contestants)))


def _travellers(play: Play) -> Iterable[Traveller]:
    movement = play.movement
    tables: dict[int, list[TravellerRow]] = {}
    for number, table, cell in movement.cells():
        if cell.is_played:
            row = TravellerRow(
                number,
                side_of(cell.ns, play.section),
                side_of(cell.ew, play.section),
                _named(cell.ns, play.teams),
                _named(cell.ew, play.teams),
            )
            for board in play.boards_at(number, table, cell.group):
                tables.setdefault(board, []).append(row)
    for board, rows in sorted(tables.items()):
        title = _("Board %(board)s") % {"board": board}
        if play.section:
            title = f"{title} · {play.section}"
        yield Traveller(title, play.deal(board), tuple(rows))


def _rounds(movement: Movement) -> range:
    return range(1, len(movement.rounds) + 1)
