"""``manage.py import_register FILE… [--strict] [--tournament SLUG] [--dry-run] [--json]``."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubscore.files.decoding import ENCODINGS
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import WRONG_CALL, FilesCommand, Outcome
from clubscore.text.problems import Refused
from events.management import import_profiles
from events.management.file_command import naming_other_kinds, other_kind
from events.management.import_profiles import Lenient, Strict
from events.models import Tournament
from events.tournaments.core.selectors.entries import registration_of
from events.tournaments.entries.services.registration import enter_file, enter_members
from players.domain.members.choices import POSSIBLE, Choice, Choices
from players.domain.members.matching import Action
from players.domain.registration import Registration
from players.figures import Source
from players.services.importing import import_members, import_players

MAX_FILE_SIZE = 16 * 2**20
USUAL_ROUNDS = 5
MAX_ROUNDS = 999
PATIENCE = 1.0
"""Seconds before the terminal shows the progress of a file."""
BAR_WIDTH = 30


class Command(FilesCommand):
    help = (
        "Import lists of players into the register: text, CSV or .xlsx, with columns of many names "
        "in any order; known players are updated. Of each list everything is stored, or nothing. "
        "With --strict, the old register file to the letter. Exit status 1 when a file is refused, "
        "2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--strict", action="store_true", help="read the files exactly as GoDraw does"
        )
        parser.add_argument(
            "--questions",
            choices=[choice.value for choice in POSSIBLE[Action.ASK]],
            help="what is done with players who may be known; skip if not given",
        )
        parser.add_argument(
            "--leave-out", action="store_true", help="leave out lines that have a problem"
        )
        parser.add_argument("--tournament", metavar="SLUG", help="enter the players in it, too")
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
        # A wrong call is said before any file is read.
        super().handle(*args, **options, profile=_profile(options))

    def take(self, file: str, options: dict[str, Any]) -> Outcome:
        data = read_path(Path(file), limit=MAX_FILE_SIZE)
        with naming_other_kinds(data, "register"):
            outcome: Outcome = options["profile"].run(Source(data, file, options["encoding"]))
        other = other_kind(data, "register") if outcome.is_refused else None
        if other:
            raise Refused(other)
        return outcome

    def refused(self, refusal: Refused) -> Outcome:
        return import_profiles.refused(refusal)


def _profile(options: dict[str, Any]) -> Strict | Lenient:
    """How the files are read, for what, and what stores them. Raises for a wrong call."""
    tournament = _tournament(options)
    registration = registration_of(tournament) if tournament else _registration(options)
    is_stored = not options["dry_run"]
    if options["strict"]:
        if options["questions"] or options["leave_out"]:
            message = "--questions and --leave-out are for lists that are not --strict."
            raise CommandError(message, returncode=WRONG_CALL)
        stores = partial(enter_file, tournament=tournament) if tournament else import_players
        return Strict(registration, stores if is_stored else None, _progress)
    imports = partial(enter_members, tournament=tournament) if tournament else import_members
    kinds = {Action.ASK: Choice(options["questions"])} if options["questions"] else {}
    choices = Choices(kinds=kinds, leaves_out_problems=options["leave_out"])
    return Lenient(registration, imports if is_stored else None, choices)


def _tournament(options: dict[str, Any]) -> Tournament | None:
    slug = options["tournament"]
    if slug is None:
        return None
    of_tournaments = ("rounds", "next_round", "registration_closed")
    if any(options[of_tournament] not in (None, False) for of_tournament in of_tournaments):
        message = "--rounds, --registration-closed and --next-round are what a tournament says."
        raise CommandError(message, returncode=WRONG_CALL)
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise CommandError(f"There is no tournament {slug}.", returncode=WRONG_CALL)
    return tournament


def _registration(options: dict[str, Any]) -> Registration:
    rounds, next_round = options["rounds"], options["next_round"]
    registration = Registration(
        rounds=USUAL_ROUNDS if rounds is None else rounds,
        closed=options["registration_closed"],
        next_round=1 if next_round is None else next_round,
    )
    if not 1 <= registration.rounds <= MAX_ROUNDS:
        message = f"--rounds is a number from 1 to {MAX_ROUNDS}."
        raise CommandError(message, returncode=WRONG_CALL)
    if not 1 <= registration.next_round <= registration.rounds:
        message = "--next-round is one of the rounds."
        raise CommandError(message, returncode=WRONG_CALL)
    return registration


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
