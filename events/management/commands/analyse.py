"""``manage.py analyse FILE``: double-dummy tricks and par of the hands in a file, as JSON."""

from typing import Any

from django.core.management.base import CommandError

from events.club.file_kinds import Inspected
from events.exchange.engines.double_dummy import is_available
from events.exchange.figures.opening import analyse, tables_of
from events.management.file_command import FileCommand
from events.sessions.core.domain.contract import Seat
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

    def answer(self, found: Inspected) -> dict[str, Any]:
        if found.opened is None:
            return {"boards": []}
        if is_available():
            boards = analyse(found.opened.reading)
        else:
            boards = tables_of(found.opened.reading)
            if not any(board.makeable for board in boards):
                message = f"{_NO_SOLVER}, and the file has no tables of tricks."
                raise CommandError(message, returncode=MISSING)
            self.stderr.write(f"{_NO_SOLVER}. The tricks are those of the file's own tables.")
        return {"boards": [board_data(each.board, each.makeable) for each in boards]}


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
