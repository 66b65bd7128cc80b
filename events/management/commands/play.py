"""``manage.py play FILE [--leads] [--bidding] [--write lin|pbn]``: auctions and card play, those
of a stored session with ``manage.py play --session ID [--solve]``.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.files.uploads import read_path
from clubscore.text.problems import Refused
from events.exchange.engines.double_dummy import is_available
from events.exchange.figures.opening import MAX_FILE_SIZE, Opened, open_results, recognise
from events.exchange.figures.played_boards import (
    PlayedBoard,
    analyse_played,
    played_boards,
    write_played,
)
from events.exchange.figures.stored_play import play_of_session
from events.exchange.services.analysis import solve_session
from events.management.commands.deal import WRONG_CALL, write_bytes
from events.management.file_command import REFUSED, naming_other_kinds, problem_data
from events.management.play_data import played_data, session_data, totals_data
from events.models import Session

NO_SOLVER = 3
_KINDS = ("lin", "pbn", "usebio")


class Command(BaseCommand):
    help = (
        "Print how the boards of a file (LIN, PBN, USEBIO) were bid and played, what each card cost"
        " double dummy and where the contract was made or lost, as JSON. Exit status 1 when the"
        " file is refused, 2 for a wrong call, 3 where the solver (the package endplay) is not"
        " installed: everything but double dummy is printed."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?")
        parser.add_argument("--leads", action="store_true", help="the tricks after each lead")
        parser.add_argument("--bidding", action="store_true", help="verdicts on the bidding")
        parser.add_argument("--json", action="store_true", help="print JSON, as it always does")
        parser.add_argument("--session", type=int, metavar="ID", help="a stored session instead")
        parser.add_argument("--solve", action="store_true", help="work out first what waits of it")
        parser.add_argument("--write", choices=("lin", "pbn"), help="print the records so instead")

    def handle(self, *args: Any, **options: Any) -> None:
        is_wrong = (options["file"] is None) is (options["session"] is None)
        if is_wrong or (options["solve"] and options["file"]):
            message = "Name a file, or a session with --session; --solve is for a session."
            raise CommandError(message, returncode=WRONG_CALL)
        if options["session"] is not None:
            self._print_session(options["session"], solve=options["solve"])
        else:
            self._print_file(options)
        if not options["write"] and not is_available():
            raise SystemExit(NO_SOLVER)

    def _print_session(self, session_id: int, *, solve: bool) -> None:
        session = Session.objects.filter(pk=session_id).first()
        if session is None:
            raise CommandError(f"There is no session {session_id}.", returncode=WRONG_CALL)
        if solve:
            solve_session(session_id=session.pk)
        self.stdout.write(json.dumps(session_data(session.pk, play_of_session(session))))

    def _print_file(self, options: dict[str, Any]) -> None:
        data, kind = b"", None
        try:
            data = read_path(Path(options["file"]), limit=MAX_FILE_SIZE)
            with naming_other_kinds(data, *_KINDS):
                kind = recognise(data)
                opened = open_results(data)
                boards = played_boards(opened.reading)
        except Refused as refusal:
            problems = problem_data(refusal.problems)
            self.stdout.write(json.dumps({"kind": kind, "boards": [], "problems": problems}))
            raise SystemExit(REFUSED) from refusal
        if options["write"]:
            write_bytes(self, write_played(boards, options["write"]), None)
            return
        analyses = analyse_played(boards, leads=options["leads"], bidding=options["bidding"])
        answer = {
            "kind": kind,
            "boards": [played_data(*pair) for pair in zip(boards, analyses, strict=True)],
            "totals": totals_data(boards, analyses),
            "problems": problem_data(_of_the_file(opened, boards)),
        }
        self.stdout.write(json.dumps(answer))


def _of_the_file(opened: Opened, boards: list[PlayedBoard]) -> list[Any]:
    """What is said of the file, without what is said of its boards."""
    said = {problem for board in boards for problem in board.line.problems}
    return [problem for problem in (*opened.losses, *opened.notices) if problem not in said]
