"""``manage.py import_krause FILE… [--profile lenient|strict] [--accept-adjustments] …``."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.text.problems import Problem, Refused, sentence
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.tournaments.core.selectors.tournaments import twin
from events.tournaments.files.domain import FileProblem, Profile, Reading
from events.tournaments.files.figures import MAX_BYTES, as_json, read_krause_file
from events.tournaments.files.selectors import state_of
from events.tournaments.files.services import import_tournament, update_from_file

REFUSED = 1


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as read; ``slug`` is the address of the tournament when it was stored."""

    reading: Reading
    notices: tuple[Problem, ...]
    slug: str = ""


class Command(BaseCommand):
    help = (
        "Read tournament files of the Krause family (2006, TRF16, TRF26) and store them, each on "
        "its own. Exit status 1 when a file is refused, 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--profile",
            choices=[profile.value for profile in Profile],
            default=Profile.LENIENT.value,
            help="strict reads as the programs of 2006 did",
        )
        parser.add_argument(
            "--accept-adjustments",
            action="store_true",
            help="store a file that contradicts itself, with the repairs it was told of",
        )
        parser.add_argument(
            "--update",
            action="store_true",
            help="store a file over the tournament of its name and first day, if there is one",
        )
        parser.add_argument("--dry-run", action="store_true", help="read only, store nothing")
        parser.add_argument("--json", action="store_true", help="print a line of JSON a file")

    def handle(self, *args: Any, **options: Any) -> None:
        files: list[str] = options["files"]
        show = self._show_json if options["json"] else self._show_text
        refused = 0
        for file in files:
            try:
                outcome = _import(file, options)
            except Refused as refusal:
                refused += 1
                show(file, refusal.problems)
            else:
                show(file, outcome)
        if refused:
            raise CommandError(f"{refused} of {len(files)} refused.", returncode=REFUSED)

    def _show_json(self, file: str, outcome: Imported | tuple[Problem, ...]) -> None:
        if isinstance(outcome, Imported):
            answer = {"file": file, "ok": True, **_described(outcome)}
        else:
            answer = {"file": file, "ok": False, "errors": _problem_data(outcome)}
        self.stdout.write(json.dumps(answer))

    def _show_text(self, file: str, outcome: Imported | tuple[Problem, ...]) -> None:
        if not isinstance(outcome, Imported):
            for problem in outcome:
                self.stderr.write(f"{file}: {translate(problem)}")
            return
        value = outcome.reading.tournament
        stored = f"stored as {outcome.slug}" if outcome.slug else "not stored"
        self.stdout.write(
            f"{file}: {value.name}, {len(value.entrants)} players, {value.rounds} rounds; {stored}"
        )
        for adjustment in outcome.reading.adjustments:
            self.stdout.write(f"{file}: repaired: {translate(adjustment)}")
        for notice in outcome.notices:
            self.stdout.write(f"{file}: {translate(notice)}")


def _import(file: str, options: dict[str, Any]) -> Imported:
    path = Path(file)
    text = decode(read_path(path, limit=MAX_BYTES))
    reading = read_krause_file(text.text, profile=Profile(options["profile"]), file_name=path.name)
    notices = (*text.notices, *reading.notices)
    if options["dry_run"]:
        return Imported(reading, notices)
    if reading.adjustments and not options["accept_adjustments"]:
        consent = Problem(
            sentence(
                "%(count)s adjustments need your consent: check them, then add "
                "--accept-adjustments.",
                count=len(reading.adjustments),
            )
        )
        raise Refused(*reading.adjustments, consent)
    stored = twin(reading.tournament) if options["update"] else None
    tournament = (
        update_from_file(
            tournament=stored, value=reading.tournament, seen=state_of(stored), by=Actor()
        )
        if stored
        else import_tournament(value=reading.tournament, by=Actor())
    )
    return Imported(reading, notices, tournament.slug)


def _described(outcome: Imported) -> dict[str, Any]:
    return {
        **({"slug": outcome.slug} if outcome.slug else {}),
        **as_json(outcome.reading.tournament),
        "adjustments": _problem_data(outcome.reading.adjustments),
        "notices": _problem_data(outcome.notices),
        "comments": outcome.reading.comments,
    }


def _problem_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [
        {
            "line": problem.line,
            "player": problem.player if isinstance(problem, FileProblem) else None,
            "message": translate(problem),
        }
        for problem in problems
    ]
