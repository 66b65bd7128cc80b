"""``manage.py pair FILE --round N [--system …] [--check] [--weights] [--json]``, no database."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import refusal_ends
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from events.management.file_command import naming_other_kinds
from events.tournaments.files.figures import MAX_BYTES, read_gotha_file, read_krause_file
from events.tournaments.go.domain.event import GoTask
from events.tournaments.pairing.domain.orders import Order, differing_games, go_order, order_of
from events.tournaments.pairing.domain.proposal import Proposal, System
from events.tournaments.pairing.engines.mcmahon import pair_weights
from events.tournaments.pairing.engines.systems import pair

WRONG_CALL = 2
MAX_ROUND = 999


class Command(BaseCommand):
    help = (
        "Pair a round of a tournament file, without the database: chess from the Krause family "
        "(TRF), go from OpenGotha's XML. Exit status 1 when there is no pairing, 2 for a wrong "
        "call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument(
            "--system",
            choices=[system.value for system in System],
            help="if not given, dutch, team where teams meet, or what an OpenGotha file says",
        )
        parser.add_argument(
            "--check", action="store_true", help="compare with the file's own pairs of the round"
        )
        parser.add_argument("--weights", action="store_true", help="go: weights of every pair")
        parser.add_argument("--json", action="store_true", help="print a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        number: int = options["round"]
        if not 1 <= number <= MAX_ROUND:
            raise CommandError(f"There is no round {number}.", returncode=WRONG_CALL)
        system = System(options["system"]) if options["system"] else None
        answer: dict[str, Any] = {"round": number, "system": system}
        with refusal_ends():
            try:
                order = _order(Path(options["file"]), number, system)
                answer["system"] = order.system.value
                proposal = pair(order.task)
                proposal = replace(proposal, byes=(*proposal.byes, *order.byes))
            except Refused as refusal:
                problem = refusal_text(refusal)
                self._show(
                    answer | _pairs(Proposal()) | {"problem": problem}, as_json=options["json"]
                )
                raise
        answer |= {**_pairs(proposal), "problem": None, **_extras(order, proposal, options)}
        self._show(answer, as_json=options["json"])

    def _show(self, answer: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(answer))
            return
        for game in answer["pairs"]:
            self.stdout.write(
                f"{game['board']:>4} {game['white']:>5} {game['black']:>5}  {game['why']}"
            )
        for bye in answer["byes"]:
            self.stdout.write(f"     {bye:>5}   bye")
        for white, black in answer.get("differs", ()):
            self.stdout.write(f"only one of the two has {white}-{black}")


def _order(path: Path, number: int, system: System | None) -> Order:
    data = read_path(path, limit=MAX_BYTES)
    text = decode(data).text
    with naming_other_kinds(data, "opengotha", "krause"):
        if gotha := read_gotha_file(text):
            return go_order(gotha, number, system)
        tournament = read_krause_file(text, file_name=path.name).tournament
    return order_of(tournament, number, system)


def _pairs(proposal: Proposal) -> dict[str, Any]:
    byes = sorted(proposal.byes)
    return {
        "pairs": [
            {"board": board, "white": pair.white, "black": pair.black, "why": translate(pair.why)}
            for board, pair in enumerate(proposal.pairs, start=1)
        ],
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": byes,
    }


def _extras(order: Order, proposal: Proposal, options: dict[str, Any]) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    if options["check"]:
        extras["differs"] = [list(game) for game in differing_games(order, proposal)]
    if options["weights"] and isinstance(order.task, GoTask):
        extras["weights"] = [
            {"a": one, "b": other, "total": sum(parts.values()), "parts": dict(parts)}
            for one, other, parts in pair_weights(order.task)
        ]
    return extras
