"""How the boards of a file were bid and played, with what double dummy says of it.

A *played board* is one result with its deal: its contract, auction and play as the file has them.
Its *analysis* is worked out here, all in one process of the solver; where there is none, or where
it has no answer, its members are empty.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileBoard, FileLine
from events.exchange.engines import double_dummy
from events.exchange.engines.double_dummy import Cards, PlayCosts, Table, Task
from events.exchange.figures.opening import Read, hands_of
from events.exchange.formats import bws, lin, pbn, pbn_writer, usebio
from events.exchange.formats.records import contract_of_line
from events.sessions.cardplay.domain.costs import Costs, is_identity, keeping, turn_of
from events.sessions.cardplay.domain.tricks import CARDS, Play, Tricks, first_fault, follow
from events.sessions.core.domain.contract import Card, Contract, PassedOut, Seat, Strain, dealer
from events.sessions.hands.domain import STRAINS, Deal, Makeable

MAX_PLAYS: Final = 20_000
"""Records with play in a file."""

_TOO_MANY = gettext_noop("The file has %(count)s boards with card play; 20,000 are read.")
_NO_RESULTS = gettext_noop("There is no result, auction or card play in this file.")
_OTHER_KIND = gettext_noop("Auctions and card play are read from LIN, PBN and USEBIO.")


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A result with its deal; ``dealer`` is whom the file says, ``names`` are by seat."""

    board: int
    line: FileLine
    deal: Deal | None
    dealer: Seat
    names: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def contract(self) -> tuple[Contract | PassedOut | None, Seat | None]:
        """The contract and its declarer."""
        return contract_of_line(self.line)

    @property
    def play(self) -> Play:
        return self.line.play or Play()

    @property
    def tricks(self) -> Tricks | None:
        """What the play tells, where contract and declarer are known."""
        contract, declarer = self.contract
        if not isinstance(contract, Contract) or declarer is None:
            return None
        return follow(self.play.cards, declarer, contract.strain, self.deal)

    @property
    def solvable(self) -> tuple[Card, ...]:
        """The cards that the solver may be given: none without a deal or where they do not fit
        the contract, those before a revoke."""
        contract, declarer = self.contract
        tricks = self.tricks
        if self.deal is None or tricks is None or not isinstance(contract, Contract):
            return ()
        if first_fault(self.play.cards, self.deal, declarer, contract.strain):
            return ()
        return self.play.cards[: len(tricks.seats)]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What double dummy says of a played board."""

    costs: Costs | None = None
    kept: tuple[Card, ...] = ()
    leads: Mapping[Card, int] | None = None
    makeable: Makeable | None = None


def played_boards(reading: Read) -> list[PlayedBoard]:
    """The results of a file, in its order. Raises :class:`Refused` for a file without any, or with
    more than may be."""
    match reading:
        case usebio.Reading():
            boards = list(_of_usebio(reading))
        case pbn.Reading(boards=own) | lin.Reading(boards=own):
            boards = [_played(board, line, board.deal) for board in own for line in board.lines]
        case _:
            raise Refused(sentence(_OTHER_KIND))
    plays = sum(each.line.play is not None for each in boards)
    if plays > MAX_PLAYS:
        raise Refused(sentence(_TOO_MANY, count=plays))
    if not boards:
        raise Refused(sentence(_NO_RESULTS))
    return boards


def _played(board: FileBoard, line: FileLine, deal: Deal | None) -> PlayedBoard:
    first = Seat(board.dealer) if board.dealer else dealer(board.board)
    return PlayedBoard(board.board, line, deal, first, _by_seat(line.names_ns, line.names_ew))


def _by_seat(ns: Sequence[str], ew: Sequence[str]) -> dict[Seat, str]:
    seats = ((Seat.N, Seat.S), (Seat.E, Seat.W))
    return {
        seat: name
        for side, names in zip(seats, (ns, ew), strict=True)
        for seat, name in zip(side, names, strict=False)
    }


def _of_usebio(reading: usebio.Reading) -> Iterator[PlayedBoard]:
    for event in reading.events:
        for section in event.sections:
            players = {
                pair.number: pair.players
                for each in section.contestants
                for pair in (each, *each.pairs)
            }
            for board in section.boards:
                for line in board.lines:
                    ns, ew = (_players(number, players) for number in (line.ns, line.ew))
                    first = dealer(board.board)
                    deal = event.hands.get(board.board)
                    yield PlayedBoard(board.board, line, deal, first, _by_seat(ns, ew))


def _players(number: Any, players: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if isinstance(number, tuple):
        return tuple(name for each in number for name in players.get(each, ("",))[:1])
    return players.get(number or "", ())


def analyse_played(
    boards: Sequence[PlayedBoard], *, leads: bool = False, bidding: bool = False
) -> list[Analysis]:
    """What double dummy says of each: the costs of its cards, the tricks after each lead, and what
    can be made with the deal. Deals that come again are solved once."""
    tasks: dict[Task[Any], Any] = {}
    for board in boards:
        for task in _tasks(board, leads=leads, bidding=bidding):
            tasks[task] = None
    tasks = dict(zip(tasks, double_dummy.solve(list(tasks)), strict=True))
    analyses = [_analysis(board, tasks) for board in boards]
    turns = {
        place: turn
        for place, (board, analysis) in enumerate(zip(boards, analyses, strict=True))
        if (turn := _turn(board, analysis)) is not None
    }
    positions = [turn for turn, _needed in turns.values()]
    answers = double_dummy.solve(positions)
    for (place, (position, needed)), answer in zip(turns.items(), answers, strict=True):
        costs = analyses[place].costs
        if answer and costs:
            kept = keeping(answer, costs, len(position.played), needed)
            old = analyses[place]
            analyses[place] = Analysis(old.costs, kept, old.leads, old.makeable)
    return analyses


def _tasks(board: PlayedBoard, *, leads: bool, bidding: bool) -> Iterator[Task[Any]]:
    contract, declarer = board.contract
    if board.deal is None or contract is None:
        return
    if bidding:
        yield Table(board.deal)
    if isinstance(contract, Contract) and declarer is not None:
        if leads:
            yield Cards(board.deal, declarer, contract.strain)
        if cards := board.solvable:
            yield PlayCosts(board.deal, declarer, contract.strain, cards)


def _analysis(board: PlayedBoard, answers: Mapping[Task[Any], Any]) -> Analysis:
    contract, declarer = board.contract
    if board.deal is None or contract is None:
        return Analysis()
    makeable = answers.get(Table(board.deal))
    if not isinstance(contract, Contract) or declarer is None:
        return Analysis(makeable=makeable)
    costs = answers.get(PlayCosts(board.deal, declarer, contract.strain, board.solvable))
    leads = answers.get(Cards(board.deal, declarer, contract.strain))
    return Analysis(costs, leads=leads, makeable=makeable)


def _turn(board: PlayedBoard, analysis: Analysis) -> tuple[Cards, int] | None:
    """The position in which the turn was played, and the tricks that the contract needs."""
    contract, declarer = board.contract
    if board.deal is None or not isinstance(contract, Contract) or declarer is None:
        return None
    place = turn_of(analysis.costs or (), contract.tricks_needed)
    if place is None:
        return None
    position = Cards(board.deal, declarer, contract.strain, board.play.cards[:place])
    return position, contract.tricks_needed


def leads_of(
    reading: Read, *, every: bool = False
) -> list[dict[tuple[Seat, Strain], Mapping[Card, int]]]:
    """The tricks after each lead to the boards with hands, in the file's order, for each declarer
    and strain of their results, or for ``every`` one."""
    hands = hands_of(reading)
    played = _played_in(reading)
    whole = [(seat, strain) for seat in Seat for strain in STRAINS]
    asked = [
        [(board, Cards(deal, *each)) for each in whole if every or each in played.get(board, ())]
        for board, deal in hands
    ]
    tasks = list(dict.fromkeys(task for own in asked for _board, task in own))
    solved: Iterator[Mapping[Card, int] | None] = double_dummy.solve(tasks)
    answers = dict(zip(tasks, solved, strict=True))
    return [
        {(task.declarer, task.strain): leads for _board, task in own if (leads := answers[task])}
        for own in asked
    ]


def _played_in(reading: Read) -> dict[int, set[tuple[Seat, Strain]]]:
    """The declarers and strains of the results of each board."""
    played: dict[int, set[tuple[Seat, Strain]]] = {}
    for board, line in _lines_of(reading):
        contract, declarer = contract_of_line(line)
        if isinstance(contract, Contract) and declarer is not None:
            played.setdefault(board, set()).add((declarer, contract.strain))
    return played


def _lines_of(reading: Read) -> Iterator[tuple[int, FileLine]]:
    match reading:
        case usebio.Reading(events=events):
            sections = [section for event in events for section in event.sections]
            boards = [board for section in sections for board in section.boards]
            yield from ((board.board, line) for board in boards for line in board.lines)
        case bws.Reading(sections=own):
            yield from (line for section in own for line in section.lines)
        case pbn.Reading() | lin.Reading():
            yield from ((each.board, line) for each in reading.boards for line in each.lines)


def has_identity(board: PlayedBoard, costs: Costs) -> bool:
    """Whether the costs of a play can be: the sum of what was given is what was won."""
    tricks = board.tricks
    is_played = len(board.play.cards) == CARDS and tricks is not None and tricks.revoke is None
    return tricks is not None and is_identity(costs, tricks, is_played=is_played)


def write_played(boards: Iterable[PlayedBoard], to: str) -> bytes:
    """The boards in LIN (``lin``) or PBN (``pbn``), one record each."""
    boards = list(boards)
    if all(board.line.room != "closed" for board in boards):
        # The room is a matter of matches alone.
        boards = [replace(board, line=replace(board.line, room="")) for board in boards]
    records = [(_file_board(board), board.line, board.names) for board in boards]
    return lin.write_records(records) if to == "lin" else pbn_writer.write_records(records)


def _file_board(board: PlayedBoard) -> FileBoard:
    return FileBoard(board.board, deal=board.deal, dealer=board.dealer)
