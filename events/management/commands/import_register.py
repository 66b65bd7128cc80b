"""``manage.py import_register FILE… [--tournament SLUG] [--dry-run] [--json]``."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.actor import Actor
from clubscore.intake.decoding import ENCODINGS, encoding_label
from clubscore.intake.uploads import read_path
from clubscore.problems import Refused
from clubscore.sentences import translate
from events.models import Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.register_import import enter_file
from players.domain.registration import Registration
from players.formats.register_json import player_data
from players.formats.register_mistakes import placed, refusal_sentence
from players.formats.register_rows import Reading
from players.services.importing import import_players
from players.services.register_files import Checked, Source, check_register_file

REFUSED, WRONG_CALL = 1, 2
MAX_FILE_SIZE = 16 * 2**20
USUAL_ROUNDS = 5
MAX_ROUNDS = 999
PATIENCE = 1.0
"""Seconds before the terminal shows the progress of a file."""
BAR_WIDTH = 30


class Store(Protocol):
    """Adds the players of a good file to the register, and to a tournament perhaps."""

    def __call__(
        self, *, reading: Reading, by: Actor, watch: Callable[[int], object]
    ) -> object: ...


class Command(BaseCommand):
    help = (
        "Add the players of files to the register: tab-delimited text, or CSV or .xlsx by the "
        "file's ending. Of each file everybody is added, or nobody. Exit status 1 when a file is "
        "refused, 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--tournament", metavar="SLUG", help="enter the players in it, too")
        parser.add_argument("--dry-run", action="store_true", help="check only, store nothing")
        parser.add_argument("--json", action="store_true", help="print a line of JSON a file")
        parser.add_argument(
            "--encoding", choices=ENCODINGS, default="", help="of the texts; if not given, found"
        )
        parser.add_argument(
            "--rounds",
            type=int,
            metavar="N",
            help=f"without a tournament: its rounds, {USUAL_ROUNDS} if not given",
        )
        parser.add_argument(
            "--registration-closed",
            action="store_true",
            help="without a tournament: check the file as after the close of its registration",
        )
        parser.add_argument(
            "--next-round",
            type=int,
            metavar="N",
            help="without a tournament: the round played next once registration is closed, 1 if "
            "not given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        registration, stores = _target(options)
        store = None if options["dry_run"] else stores
        show = self._show_json if options["json"] else self._show_text
        refused = 0
        for file in options["files"]:
            try:
                outcome: Checked | Refused = self._import(file, registration, store, options)
            except Refused as refusal:
                refused += 1
                outcome = refusal
            show(file, outcome, is_stored=store is not None)
        if refused:
            message = f"{refused} of {len(options['files'])} refused."
            raise CommandError(message, returncode=REFUSED)

    def _import(
        self, file: str, registration: Registration, store: Store | None, options: dict[str, Any]
    ) -> Checked:
        data = read_path(Path(file), limit=MAX_FILE_SIZE)
        source = Source(data, file, options["encoding"])
        with _progress(f"{file}, read") as watch:
            checked = check_register_file(source=source, registration=registration, watch=watch)
        if store:
            total = len(checked.reading.rows)
            with _progress(f"{file}, stored", total) as watch:
                store(reading=checked.reading, by=Actor(), watch=watch)
        return checked

    def _show_json(self, file: str, outcome: Checked | Refused, *, is_stored: bool) -> None:
        self.stdout.write(json.dumps({"file": file, **_describe(outcome)}))

    def _show_text(self, file: str, outcome: Checked | Refused, *, is_stored: bool) -> None:
        if isinstance(outcome, Refused):
            self.stderr.write(f"{file}: {translate(refusal_sentence(outcome))}")
            return
        rows, encoding = outcome.reading.rows, outcome.encoding
        read_as = f", {translate(encoding_label(encoding))}" if encoding else ""
        done = "imported" if is_stored else "can be imported"
        players = "1 player" if len(rows) == 1 else f"{len(rows)} players"
        self.stdout.write(f"{file}: {players}{read_as}, {done}.")
        for notice in outcome.notices:
            self.stdout.write(f"{file}: {translate(placed(notice, outcome.reading.unit))}")


def _target(options: dict[str, Any]) -> tuple[Registration, Store]:
    """What the files are read for, and what stores them. Raises for a wrong call."""
    slug, rounds, next_round = options["tournament"], options["rounds"], options["next_round"]
    if slug is None:
        return _without_tournament(rounds, next_round, options["registration_closed"])
    if rounds is not None or next_round is not None or options["registration_closed"]:
        message = "--rounds, --registration-closed and --next-round are what a tournament says."
        raise CommandError(message, returncode=WRONG_CALL)
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise CommandError(f"There is no tournament {slug}.", returncode=WRONG_CALL)

    def enter(*, reading: Reading, by: Actor, watch: Callable[[int], object]) -> object:
        return enter_file(tournament=tournament, reading=reading, by=by, watch=watch)

    return registration_of(tournament), enter


def _without_tournament(
    rounds: int | None, next_round: int | None, closed: bool
) -> tuple[Registration, Store]:
    registration = Registration(
        rounds=USUAL_ROUNDS if rounds is None else rounds,
        closed=closed,
        next_round=1 if next_round is None else next_round,
    )
    if not 1 <= registration.rounds <= MAX_ROUNDS:
        message = f"--rounds is a number from 1 to {MAX_ROUNDS}."
        raise CommandError(message, returncode=WRONG_CALL)
    if not 1 <= registration.next_round <= registration.rounds:
        message = "--next-round is one of the rounds."
        raise CommandError(message, returncode=WRONG_CALL)
    return registration, import_players


@contextmanager
def _progress(label: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal for what takes longer than a second, erased at the end: of
    ``total``, or only a number where that is not known."""
    started, drawn = time.monotonic(), 0

    def show(done: int) -> None:
        nonlocal drawn
        # Not in a file or a pipe, where the bar would be lines of garbage.
        if sys.stderr.isatty() and time.monotonic() - started > PATIENCE:
            text = f"{label}: {_measure(done, total)}"
            # Padded, so that nothing is left of a longer text before it.
            sys.stderr.write(text.ljust(drawn) + "\r")
            sys.stderr.flush()
            drawn = len(text)

    try:
        yield show
    finally:
        if drawn:
            sys.stderr.write(" " * drawn + "\r")
            sys.stderr.flush()


def _measure(done: int, total: int | None) -> str:
    if not total:
        return f"{done:,}"
    full = BAR_WIDTH * done // total
    return f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {100 * done // total} %"


def _describe(outcome: Checked | Refused) -> dict[str, Any]:
    if isinstance(outcome, Refused):
        problem = outcome.problems[0]
        return {
            "ok": False,
            "line": problem.line or 1,
            "field": problem.column or "",
            "message": translate(refusal_sentence(outcome)),
        }
    notices = [placed(notice, outcome.reading.unit) for notice in outcome.notices]
    return {
        "ok": True,
        "players": [player_data(row) for row in outcome.reading.rows],
        "notices": [translate(notice) for notice in notices],
    }
