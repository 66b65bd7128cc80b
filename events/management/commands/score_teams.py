"""``manage.py score_teams FILE [--scale SCALE | --scale-file FILE]``: score matches of teams, no
database."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.reader_process import read_apart
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import refusal_ends
from clubscore.text.sentences import translate
from events.common.domain import at_most_two_decimals, two_decimals
from events.management.file_command import naming_other_kinds
from events.sessions.matches.domain.match import Match, score_matches
from events.sessions.matches.domain.scales import SCALES, Scale, own_scale
from events.sessions.matches.formats import read_teams

MAX_FILE_SIZE = 16 * 2**20
MAX_LINES = 250_000
POINT_A_BOARD = "point-a-board"


class Command(BaseCommand):
    help = (
        "Score matches of teams from a CSV with the header round,home,away,board,room,contract,"
        "declarer,tricks,score, and print matches and standings as JSON."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        scale = parser.add_mutually_exclusive_group()
        scale.add_argument("--scale", choices=[*SCALES, POINT_A_BOARD], default="wbf2013")
        scale.add_argument(
            "--scale-file",
            metavar="FILE",
            help="A scale of the club's own: lines of a margin and the VPs of winner and loser.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        by_board = options["scale"] == POINT_A_BOARD
        with refusal_ends():
            scale = _scale(options["scale"], options["scale_file"])
            data = read_path(Path(options["file"]), limit=MAX_FILE_SIZE)
            with naming_other_kinds(data):
                text = decode(data, max_lines=MAX_LINES)
                sheet = read_apart(read_teams, text.text)
            scored = score_matches(sheet.results, scale)
        shown = at_most_two_decimals if by_board else two_decimals
        answer = {
            "matches": [_match(match, by_board=by_board) for match in scored.matches],
            "standings": [{"team": team, "vp": shown(points)} for team, points in scored.standings],
            "warnings": [
                translate(each) for each in (*text.notices, *sheet.notices, *scored.warnings)
            ],
        }
        self.stdout.write(json.dumps(answer, ensure_ascii=False))


def _scale(name: str, path: str | None) -> Callable[[int], Scale] | None:
    """The scale by the number of boards; none for a point a board."""
    if path:
        text = decode(read_path(Path(path), limit=MAX_FILE_SIZE), max_lines=MAX_LINES).text
        own = own_scale(text)
        return lambda _boards: own
    return None if name == POINT_A_BOARD else SCALES[name]


def _match(match: Match, *, by_board: bool) -> dict[str, Any]:
    shown = at_most_two_decimals if by_board else two_decimals
    return {
        "round": match.round,
        "home": match.home,
        "away": match.away,
        "boards": [
            {"board": board.number, "imps": _point(board.point) if by_board else board.imps}
            for board in match.boards
        ],
        "imps": list(match.imps),
        "vp": [shown(points) for points in match.points],
    }


def _point(point: Fraction | None) -> str | None:
    return None if point is None else {Fraction(1, 2): "0.5"}.get(point, str(point))
