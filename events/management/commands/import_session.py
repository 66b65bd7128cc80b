"""``manage.py import_session FILE [--date DAY] [--json]``: store the session of a file."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.files.uploads import read_path
from clubscore.text.problems import Problem, Refused, sentence
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.exchange.domain.plan_comparison import Comparison
from events.exchange.domain.session_plan import Fate, SessionPlan, names_of
from events.exchange.figures.opening import MAX_FILE_SIZE, Kind, Opened, open_results
from events.exchange.figures.planning import compared, plan_of
from events.exchange.figures.remarks import with_lines
from events.exchange.services.importing import (
    STORED,
    ImportedBeforeError,
    Source,
    import_file,
    session_of_content,
    source_of,
)
from events.exchange.services.play_lines import Added, add_missing
from events.exchange.views.preview import explained
from events.management.file_command import REFUSED, naming_other_kinds, problem_data
from events.models import Session


class Command(BaseCommand):
    help = (
        "Store the session of a file of results (USEBIO, PBN, LIN, BWS, traveller lines), scored"
        " here, and compare it with what the file publishes. A file that was imported before is not"
        " stored again. Exit status 1 when the file is refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--date",
            type=day,
            metavar="2026-01-19",
            help="the day, where the file does not have one",
        )
        parser.add_argument("--json", action="store_true", help="print a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        file: str = options["file"]
        try:
            data = read_path(Path(file), limit=MAX_FILE_SIZE)
            with naming_other_kinds(data, *Kind):
                opened = open_results(data)
            plan = plan_of(opened.reading, date=options["date"])
            comparison = compared(plan)
            source = source_of(Path(file).name, data)
            before = session_of_content(plan)
            session, is_new = (before, False) if before else _stored(source, plan, comparison)
            added = _counted(plan) if is_new else _added(session, opened, source)
        except Refused as refusal:
            if options["json"]:
                self.stdout.write(json.dumps({"problems": problem_data(refusal.problems)}))
                raise SystemExit(REFUSED) from refusal
            reasons = map(translate, with_lines(refusal.problems))
            message = "\n".join(f"{file}: {reason}" for reason in reasons)
            raise CommandError(message, returncode=REFUSED) from refusal
        lost = [*opened.losses, *plan.lost]
        odd = [*opened.notices, *map(Problem, (*plan.all_notices, *comparison.notices))]
        if before:
            odd.append(Problem(sentence(STORED, session=str(before))))
        odd += added.left
        left_out = list(_left_out(plan))
        for oddity in (*map(translate, with_lines((*lost, *odd))), *left_out):
            self.stderr.write(f"{file}: {oddity}")
        answer = _answer(session, plan, comparison) | {
            "auctions": added.auctions,
            "plays": added.plays,
            "problems": problem_data(lost),
            "notices": problem_data(odd)
            + [{"line": None, "message": message} for message in left_out],
        }
        self.stdout.write(json.dumps(answer) if options["json"] else _text(answer, session))


def _stored(source: Source, plan: SessionPlan, comparison: Comparison) -> tuple[Session, bool]:
    """The session of the file, and whether it is new."""
    try:
        made = import_file(source=source, plan=plan, comparison=comparison, by=Actor())
    except ImportedBeforeError as before:
        return before.session, False
    return made.session, True


def _counted(plan: SessionPlan) -> Added:
    """How many auctions and plays a new session has."""
    plays = sum(bool(line.play and str(line.play)) for line in plan.lines)
    return Added(sum(line.auction is not None for line in plan.lines), plays)


def _added(session: Session, opened: Opened, source: Source) -> Added:
    """What a file adds to a session that is there already."""
    return add_missing(session=session, reading=opened.reading, file_name=source.name, by=Actor())


_REASONS = {
    Fate.UNREADABLE: "it cannot be read as a name",
    Fate.REPEATED: "somebody in the session has it already",
    Fate.THIRD: "a pair has two players",
}


def _left_out(plan: SessionPlan) -> Iterator[str]:
    """The names that are not entered, each with the reason."""
    labels = {contestant.key: contestant.label for contestant in plan.contestants}
    for name in names_of(plan.contestants):
        if reason := _REASONS.get(name.fate):
            yield f"{labels[name.key]}: “{name.text}” is left out: {reason}."


def day(text: str) -> str:
    """A day as it was typed; argparse says so where it is none."""
    datetime.date.fromisoformat(text)
    return text


def _answer(session: Session, plan: SessionPlan, comparison: Comparison) -> dict[str, Any]:
    return {
        "session": session.pk,
        "lines": len(plan.lines),
        "published": comparison.published,
        "agreeing": comparison.agreeing,
        "explained": explained(comparison, is_matches=plan.matches is not None),
        "differing": [
            {
                "contestant": difference.contestant,
                "published": difference.published,
                "computed": difference.computed,
            }
            for difference in comparison.differing
        ],
    }


def _text(answer: dict[str, Any], session: Session) -> str:
    lines = [
        f"{session}: stored as session {session.pk}, {answer['lines']} results.",
        *(f"  {sentence}" for sentence in answer["explained"]),
    ]
    lines += [
        f"  {each['contestant']}: published {each['published']}, computed {each['computed']}"
        for each in answer["differing"]
    ]
    return "\n".join(lines)
