"""What the commands about one file have in common: it is read, or refused as JSON; and what is said
of a file that another command reads.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from clubscore.files.uploads import read_path
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from clubscore.text.sentences import translate
from events.club.file_kinds import Inspected, RefusedAs, inspect_file, kind_of_file
from events.exchange.figures.opening import MAX_FILE_SIZE

REFUSED = 1


class FileCommand(BaseCommand):
    """A command that reads ``FILE`` without the database, and prints JSON. A file that is refused
    ends it with status 1."""

    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it
    members_when_refused: dict[str, Any] = {}  # noqa: RUF012 - nobody changes it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            inspected = inspect_file(read_path(Path(options["file"]), limit=MAX_FILE_SIZE))
        except Refused as refusal:
            kind = refusal.kind if isinstance(refusal, RefusedAs) else None
            problems = problem_data(refusal.problems)
            self.stdout.write(
                json.dumps({"kind": kind, **self.members_when_refused, "problems": problems})
            )
            raise SystemExit(REFUSED) from refusal
        self.stdout.write(json.dumps(self.answer(inspected)))

    def answer(self, found: Inspected) -> dict[str, Any]:
        """What is printed of a file that was read."""
        raise NotImplementedError


_OTHER = gettext_noop("This is %(what)s: open it on the page “Open a file”.")

_OTHER_COMMAND = gettext_noop(
    "This is %(what)s: open it on the page “Open a file”, or with %(command)s."
)

_SESSION = gettext_noop("a session in %(format)s"), "import_session"
_HANDS = gettext_noop("a set of hands in %(format)s"), "inspect"

_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "usebio": _SESSION,
    "pbn": _SESSION,
    "bws": _SESSION,
    "lin": _HANDS,
    "dup": _HANDS,
    "dlm": _HANDS,
    "opengotha": (gettext_noop("a tournament of OpenGotha"), "pair"),
    "egf": (gettext_noop("a result file of the EGF"), ""),
    "krause": (gettext_noop("a tournament in Krause or TRF"), "import_krause"),
    "bridgescore": (gettext_noop("a session of BridgeScore"), "score"),
    "ebuscore": (gettext_noop("a movement"), ""),
    "asc": (gettext_noop("a movement"), ""),
    "register": (gettext_noop("a list of players"), "import_register"),
}
"""What files are, and the command for each; those without one are for the page alone. Traveller
lines and lists of members are known by their columns, which several commands read."""


@contextmanager
def naming_other_kinds(data: bytes, *own: str) -> Iterator[None]:
    """Where a file is refused in the block that is none of the command's ``own`` kinds, it is
    said what it is and what reads it."""
    try:
        yield
    except Refused as refusal:
        other = other_kind(data, *own)
        if other is None:
            raise
        raise Refused(other) from refusal


def other_kind(data: bytes, *own: str) -> Sentence | None:
    """What a file is and what reads it; ``None`` for one of the ``own`` kinds, or of none."""
    try:
        kind = kind_of_file(data) or ""
    except Refused:
        return None
    if kind in own or kind not in _KINDS:
        return None
    what, command = _KINDS[kind]
    named = sentence(what, format=kind.upper())
    if not command:
        return sentence(_OTHER, what=named)
    return sentence(_OTHER_COMMAND, what=named, command=f"manage.py {command}")


def problem_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems with their place; ``element`` is the tag or column."""
    return [
        {
            "line": problem.line,
            "message": translate(problem),
            **({"element": problem.column} if problem.column else {}),
        }
        for problem in problems
    ]
