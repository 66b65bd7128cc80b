"""``manage.py import_krause FILE… [--profile lenient|strict] [--accept-adjustments] …``."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import FilesCommand, Outcome
from clubscore.text.problems import Problem, Refused, sentence
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.visitors import Actor
from events.management.file_command import naming_other_kinds
from events.tournaments.core.selectors.tournaments import twin
from events.tournaments.files.domain import FileProblem, Profile, Reading
from events.tournaments.files.figures import (
    MAX_BYTES,
    as_json,
    judged_at_length,
    read_krause_file,
    with_defaults,
    with_judgement,
)
from events.tournaments.files.selectors import state_of
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.files.services.updating import update_from_file


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as read; ``slug`` is the address of the tournament when it was stored."""

    reading: Reading
    notices: tuple[Problem, ...]
    slug: str = ""


class Command(FilesCommand):
    help = (
        "Read tournament files of the Krause family (2006, TRF16, TRF26) and store them, each on "
        "its own. Exit status 1 when a file is refused, 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
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
            "--check",
            action="store_true",
            help="compare the rounds with the rules first; without it the tournament’s page asks",
        )
        parser.add_argument(
            "--update",
            action="store_true",
            help="store a file over the tournament of its name and first day, if there is one",
        )

    def take(self, file: str, options: dict[str, Any]) -> Outcome:
        imported = _import(file, options)
        value = imported.reading.tournament
        stored = f"stored as {imported.slug}" if imported.slug else "not stored"
        lines = [
            f"{value.name}, {len(value.entrants)} players, {value.rounds} rounds; {stored}",
            *(f"repaired: {translate(each)}" for each in imported.reading.adjustments),
            *map(translate, imported.notices),
        ]
        return Outcome(False, {"ok": True, **_described(imported)}, lines)

    def refused(self, refusal: Refused) -> Outcome:
        data = {"ok": False, "errors": _problem_data(refusal.problems)}
        return Outcome(True, data, errors=translate_refusal(refusal))


def _import(file: str, options: dict[str, Any]) -> Imported:
    path = Path(file)
    data = read_path(path, limit=MAX_BYTES)
    text = decode(data)
    with naming_other_kinds(data, "krause"):
        reading = read_krause_file(
            text.text, profile=Profile(options["profile"]), file_name=path.name
        )
    reading = with_defaults(reading, text.text)
    if options["check"]:
        reading = with_judgement(reading, judged_at_length(reading.tournament))
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
        else import_tournament(value=reading.tournament, by=Actor(), is_judged=reading.is_judged)
    )
    return Imported(reading, notices, tournament.slug)


def _described(outcome: Imported) -> dict[str, Any]:
    return {
        **({"slug": outcome.slug} if outcome.slug else {}),
        **as_json(outcome.reading.tournament),
        "adjustments": _problem_data(outcome.reading.adjustments),
        "notices": _problem_data(outcome.notices),
        "comments": outcome.reading.comments,
        "breaches": [
            {"round": number, "differs": [list(pair) for pair in pairs]}
            for number, pairs in outcome.reading.differences
        ]
        if outcome.reading.is_judged
        else None,
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
