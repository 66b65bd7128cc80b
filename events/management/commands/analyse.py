"""``manage.py analyse FILE``: double-dummy tricks and par of the hands in a file, as JSON."""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from events.club.file_kinds import Inspected
from events.exchange.engines.double_dummy import is_available
from events.exchange.figures.opening import analyse, tables_of
from events.exchange.figures.played_boards import leads_of
from events.management.file_command import FileCommand
from events.sessions.cardplay.domain.costs import Leads, in_order
from events.sessions.core.domain.contract import Seat, Strain
from events.sessions.hands.domain import STRAINS, Makeable, par

MISSING = 3
_NO_SOLVER = "The solver is not installed: there is no package endplay for this Python"


class Command(FileCommand):
    help = (
        "Solve the hands of a file (PBN, LIN, DUP, DLM, USEBIO, BWS) with all cards in view, and"
        " print the tricks of every declarer and par, as JSON. Where the solver (the package"
        " endplay) is not installed, the tables of a PBN are taken. Exit status 1 when the file"
        " is refused, 3 when there is neither a solver nor a table."
    )
    members_when_refused = {"boards": []}  # noqa: RUF012 - nobody changes it

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--leads", action="store_true", help="the tricks after each lead to its results"
        )
        parser.add_argument(
            "--leads-all", action="store_true", help="the same for every declarer and strain"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.leads, self.every = options["leads"], options["leads_all"]
        super().handle(*args, **options)

    def answer(self, found: Inspected) -> dict[str, Any]:
        if found.opened is None:
            return {"boards": []}
        if is_available():
            boards = analyse(found.opened.reading)
            answers = [board_data(each.board, each.makeable) for each in boards]
            if self.leads or self.every:
                leads = leads_of(found.opened.reading, every=self.every)
                for answer, own in zip(answers, leads, strict=True):
                    answer["leads"] = leads_data(own)
            return {"boards": answers}
        boards = tables_of(found.opened.reading)
        if not any(board.makeable for board in boards):
            message = f"{_NO_SOLVER}, and the file has no tables of tricks."
            raise CommandError(message, returncode=MISSING)
        self.stderr.write(f"{_NO_SOLVER}. The tricks are those of the file's own tables.")
        return {"boards": [board_data(each.board, each.makeable) for each in boards]}


def leads_data(leads: Mapping[tuple[Seat, Strain], Leads]) -> dict[str, dict[str, int]]:
    """The tricks after each lead, by declarer and strain: ``N NT``."""
    return {
        f"{seat} {strain}": {str(card): tricks[card] for card in in_order(tricks)}
        for (seat, strain), tricks in leads.items()
    }


def board_data(number: int, makeable: Makeable | None) -> dict[str, Any]:
    """A board's tricks and par; ``null`` where they are not known."""
    if makeable is None:
        return {"board": number, "tricks": None, "par": None}
    best = par(makeable, number)
    return {
        "board": number,
        "tricks": {
            seat.value: {strain.value: makeable.of(seat, strain) for strain in STRAINS}
            for seat in Seat
        },
        "par": {
            "score_ns": best.score_ns,
            "contracts": [str(contract).replace("x", "X") for contract in best.contracts],
        },
    }
