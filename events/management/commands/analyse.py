"""``manage.py analyse FILE``: double-dummy tricks and par of the hands in a file, as JSON."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.intake.uploads import read_path
from clubscore.problems import Refused
from events.both.file_kinds import RefusedAs, inspect_file
from events.exchange.domain.makeable import STRAINS, Makeable, par
from events.exchange.engines.double_dummy import is_available, solve
from events.exchange.services.opening import MAX_FILE_SIZE, hands_of
from events.management.commands.inspect import REFUSED, problem_data
from events.sessions.domain.contract import Seat

MISSING = 3


class Command(BaseCommand):
    help = (
        "Solve the hands of a file (PBN, LIN, DUP, DLM, USEBIO, BWS) with all cards in view, and"
        " print the tricks of every declarer and par, as JSON. Exit status 1 when the file is"
        " refused, 3 when the solver (the package endplay) is not installed."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = inspect_file(read_path(Path(options["file"]), limit=MAX_FILE_SIZE))
        except Refused as refusal:
            kind = refusal.kind if isinstance(refusal, RefusedAs) else None
            answer = {"kind": kind, "boards": [], "problems": problem_data(refusal.problems)}
            self.stdout.write(json.dumps(answer))
            raise SystemExit(REFUSED) from refusal
        if not is_available():
            message = "The solver is not installed: there is no package endplay for this Python."
            raise CommandError(message, returncode=MISSING)
        hands = hands_of(found.opened.reading) if found.opened else []
        answers = solve([deal for _, deal in hands])
        boards = [
            board_data(number, makeable)
            for (number, _), makeable in zip(hands, answers, strict=True)
        ]
        self.stdout.write(json.dumps({"boards": boards}))


def board_data(number: int, makeable: Makeable | None) -> dict[str, Any]:
    """A board's tricks and par; ``null`` where the solver failed."""
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
            "contracts": [str(each).replace("x", "X") for each in best.contracts],
        },
    }
