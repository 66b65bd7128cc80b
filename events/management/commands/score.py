"""``manage.py score FILE [OUTPUT] [--json] …``: score a file, without the database."""

import json
from argparse import BooleanOptionalAction
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.files.decoding import Text, decode
from clubscore.files.reader_process import read_apart
from clubscore.files.uploads import read_path
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import translate
from events.common.domain import Rounding
from events.management.file_command import other_kind
from events.sessions.bridgescore import formats as bridgescore
from events.sessions.bridgescore.formats import write_report
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import max_results, score_field
from events.sessions.scoring.domain.imps import MAX_PERCENT, read_datums
from events.sessions.scoring.domain.settings import Method, Settings
from events.sessions.scoring.formats import traveller_sheet
from events.sessions.scoring.formats.score_json import score_data

REFUSED, WRONG_CALL = 1, 2
MAX_FILE_SIZE = 16 * 2**20
MAX_LINES = 250_000
SPREADSHEET = b"PK"
CSV_NAMES = (".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as read: its lines, the settings it is scored with, and notices."""

    lines: Sequence[Line]
    settings: Settings
    notices: tuple[Problem, ...] = ()


class Command(BaseCommand):
    help = (
        "Score a BridgeScore file, or traveller lines as CSV or .xlsx with the header "
        "board,ns,ew,contract,by,tricks,score,adjustment (section and result optional). "
        "Prints boards and standings. Exit status 1 when the file is refused, 2 for a wrong call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("output", metavar="OUTPUT", nargs="?", help="write here, not on screen")
        parser.add_argument("--json", action="store_true", help="print a line of JSON")
        parser.add_argument("--method", choices=[m.value for m in Method], default="mp")
        parser.add_argument("--scale", type=int, choices=(2, 1), default=2, help="2 or 1 a win")
        parser.add_argument(
            "--winners",
            type=int,
            choices=(1, 2),
            help="lists; if not given, one for a CSV or .xlsx in which some pair sits in both "
            "directions, unless NS and EW both count from 1; two for a BridgeScore file",
        )
        parser.add_argument(
            "--neuberg",
            action=BooleanOptionalAction,
            help="bring short boards to the same top; if not given, yes for CSV and .xlsx, no for "
            "a BridgeScore file",
        )
        parser.add_argument(
            "--no-small-groups",
            dest="small_groups",
            action="store_false",
            help="the same formula for one to three results of many, instead of percentages",
        )
        parser.add_argument(
            "--missing-ties",
            action="store_true",
            help="each missing result counts as a tie, in place of both",
        )
        parser.add_argument(
            "--sit-out",
            type=int,
            choices=range(101),
            metavar="0-100",
            default=0,
            help="per cent of a full top for each board of its section that a pair is not in",
        )
        parser.add_argument("--rounding", choices=[r.value for r in Rounding], default="exact")
        parser.add_argument(
            "--expected",
            type=int,
            metavar="E",
            help="results expected of a board; if not given, the largest number of any board",
        )
        parser.add_argument(
            "--field", choices=("all", "section"), default="all", help="what is compared"
        )
        parser.add_argument(
            "--no-session-average",
            dest="session_average",
            action="store_false",
            help="A+ is always 60 per cent, A- always 40",
        )
        parser.add_argument("--butler-drop", type=int, choices=(0, 1, 2), default=1)
        parser.add_argument(
            "--butler-percent",
            type=int,
            choices=range(MAX_PERCENT + 1),
            metavar="0-40",
            default=0,
            help="share of the results left out of a datum at each end, instead of a number",
        )
        parser.add_argument(
            "--butler-whole",
            dest="butler_parts",
            action="store_false",
            help="round that share up to whole results, and leave none of fewer than six out",
        )
        parser.add_argument(
            "--butler-even", action="store_true", help="halves of a datum go to the even ten"
        )
        parser.add_argument(
            "--datums", default="", metavar="1:120,2:-50", help="datums of boards that are given"
        )
        parser.add_argument(
            "--any-score", action="store_true", help="accept scores that no contract gives"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["expected"] is not None and options["expected"] < 1:
            raise CommandError("--expected is at least 1.", returncode=WRONG_CALL)
        try:
            options["datums"] = read_datums(options["datums"])
        except Refused as refusal:
            message = f"--datums: {translate(refusal.problems[0])}"
            raise CommandError(message, returncode=WRONG_CALL) from refusal
        file: str = options["file"]
        # The JSON names the place of a mistake “field” for BridgeScore files, “column” otherwise.
        place = "column"
        data = b""
        try:
            data = read_path(Path(file), limit=MAX_FILE_SIZE)
            # An .xlsx is a ZIP archive, whatever its file name.
            is_text = not data.startswith(SPREADSHEET)
            text = decode(data, max_lines=MAX_LINES) if is_text else None
            if text is None:
                reading = _read_spreadsheet(data, options)
            elif _is_csv(file, text.text):
                reading = _read_csv(text, options)
            else:
                place = "field"
                reading = _read_bridgescore(text, options)
        except Refused as refusal:
            other = other_kind(data, "bridgescore")
            self._refuse(Refused(other) if other else refusal, place, options)
        else:
            _check_expected(reading)
            self._answer(reading, options)

    def _refuse(self, refusal: Refused, place: str, options: dict[str, Any]) -> NoReturn:
        file = options["file"]
        problems = refusal.problems
        if options["json"]:
            errors = [
                {
                    "line": problem.line,
                    place: problem.column,
                    "value": problem.value,
                    "message": translate(problem),
                }
                for problem in problems
            ]
            self.stdout.write(json.dumps({"file": file, "ok": False, "errors": errors}))
        else:
            for problem in problems:
                self.stderr.write(f"{_prefix(file, problem)}: {translate(problem)}")
        raise CommandError(f"{file}: refused, nothing was scored.", returncode=REFUSED)

    def _answer(self, reading: Reading, options: dict[str, Any]) -> None:
        file = options["file"]
        field = score_field(reading.lines, reading.settings)
        warnings = [*reading.notices, *(Problem(warning) for warning in field.warnings)]
        if options["json"]:
            answer = {
                "file": file,
                "ok": True,
                **score_data(field, reading.settings.method),
                "warnings": [
                    {"line": warning.line, "message": translate(warning)} for warning in warnings
                ],
            }
            text = json.dumps(answer) + "\n"
        else:
            text = write_report(field)
            for warning in warnings:
                self.stderr.write(f"{_prefix(file, warning)}: {translate(warning)}")
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["output"]).write_text(text, encoding="utf-8")
        except OSError as error:
            message = f"{options['output']} cannot be written: {error.strerror}."
            raise CommandError(message, returncode=WRONG_CALL) from error


def _check_expected(reading: Reading) -> None:
    expected = reading.settings.expected
    largest = max_results(reading.lines, one_field=reading.settings.one_field)
    if expected is not None and expected < largest:
        message = f"--expected is {expected}, but some board has {largest} results."
        raise CommandError(message, returncode=WRONG_CALL)


def _is_csv(file: str, text: str) -> bool:
    """Whether this is a CSV of traveller lines, by its name or by its first line."""
    return Path(file).suffix.lower() in CSV_NAMES or traveller_sheet.looks_like_lines(text)


def _read_spreadsheet(data: bytes, options: dict[str, Any]) -> Reading:
    sheet = read_apart(
        traveller_sheet.read_xlsx, data, winners=options["winners"], any_score=options["any_score"]
    )
    settings = _settings(options, winners=sheet.winners, neuberg=True)
    return Reading(sheet.lines, settings, sheet.notices)


def _read_csv(text: Text, options: dict[str, Any]) -> Reading:
    sheet = read_apart(
        traveller_sheet.read_csv,
        text.text,
        winners=options["winners"],
        any_score=options["any_score"],
    )
    settings = _settings(options, winners=sheet.winners, neuberg=True)
    return Reading(sheet.lines, settings, (*text.notices, *sheet.notices))


def _read_bridgescore(text: Text, options: dict[str, Any]) -> Reading:
    if options["winners"] == 1:
        message = "BridgeScore files number both directions from 1: they have two winners."
        raise CommandError(message, returncode=WRONG_CALL)
    reading = read_apart(bridgescore.read, text.text, any_score=options["any_score"])
    settings = _settings(options, winners=2, neuberg=False)
    return Reading(reading.file.lines, settings, (*text.notices, *reading.notices))


def _settings(options: dict[str, Any], *, winners: int, neuberg: bool) -> Settings:
    return Settings(
        method=Method(options["method"]),
        scale=options["scale"],
        winners=winners,
        neuberg=neuberg if options["neuberg"] is None else options["neuberg"],
        rounding=Rounding(options["rounding"]),
        small_groups=options["small_groups"],
        missing_ties=options["missing_ties"],
        sit_out=options["sit_out"],
        expected=options["expected"],
        one_field=options["field"] == "all",
        session_average=options["session_average"],
        butler_drop=options["butler_drop"],
        butler_percent=options["butler_percent"],
        butler_parts=options["butler_parts"],
        butler_even=options["butler_even"],
        datums=options["datums"],
    )


def _prefix(file: str, problem: Problem) -> str:
    return ":".join(str(part) for part in (file, problem.line, problem.column) if part)
