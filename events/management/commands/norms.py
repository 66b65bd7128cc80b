"""``manage.py norms FILE [--player N] [--host FED] [--exempt a|b|c] [--min-games 7|8] [--chances]
[--json]``: title norms, no database.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import TranslatedCommand, refusal_ends
from clubscore.text.sentences import translate
from events.management.file_command import naming_other_kinds
from events.tournaments.core.domain.results import write_points
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.files.figures import read_krause_file
from events.tournaments.files.judging import MAX_BYTES
from events.tournaments.norms.domain.by_hand import by_hand
from events.tournaments.norms.domain.chances import Chance, chances_of
from events.tournaments.norms.domain.norms import USUAL_GAMES, Judge, Norm, Rules, entrant_of


class Command(TranslatedCommand):
    help = (
        "Say who has made a norm for a title of FIDE in a tournament file of the Krause family "
        "(TRF), with every article, without the database. Exit status 1 when the file is refused, "
        "2 for a wrong call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("file", metavar="FILE")
        add("--player", type=int, metavar="N", help="of one starting number alone")
        add("--host", default="", metavar="FED", help="if not given, the federation of the file")
        add("--exempt", choices=["a", "b", "c"], default="", help="free of 1.4.3 by this letter")
        add("--min-games", type=int, choices=[7, 8], default=USUAL_GAMES, help="by 1.4.1b")
        add("--chances", action="store_true", help="what is still needed")
        add("--json", action="store_true", help="print a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusal_ends():
            data = read_path(Path(options["file"]), limit=MAX_BYTES)
            with naming_other_kinds(data, "krause"):
                text = decode(data).text
                file_name = Path(options["file"]).name
                tournament = read_krause_file(text, file_name=file_name).tournament
            rules = Rules(options["host"].upper(), options["exempt"], options["min_games"])
            judge = Judge(tournament, rules)
            number = options["player"]
            players = tournament.entrants if number is None else (entrant_of(tournament, number),)
        answer = {
            "file": options["file"],
            "rounds": judge.rounds,
            "host": judge.host,
            "by_hand": [translate(each) for each in by_hand(judge)],
            "players": [_player(judge, entrant, chances=options["chances"]) for entrant in players],
        }
        if options["json"]:
            self.stdout.write(json.dumps(answer))
            return
        for player in answer["players"]:
            for norm in player["norms"]:
                self._show(player, norm)
            for chance in player["chances"]:
                self.stdout.write(f"{player['number']:>4} {player['name']}: {_chance_line(chance)}")

    def _show(self, player: dict[str, Any], norm: dict[str, Any]) -> None:
        who = f"{player['number']:>4} {player['name']}: {norm['title']}"
        if norm["met"]:
            figures = f"{norm['score']}/{norm['games']}, {norm['ra']} {norm['dp']:+} {norm['rp']}"
            self.stdout.write(f"{who} {figures}")
            return
        why = next(each["why"] for each in norm["conditions"] if not each["met"])
        self.stdout.write(f"{who} –. {why}")


def _player(judge: Judge, entrant: Entrant, *, chances: bool) -> dict[str, Any]:
    name = f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family
    found = chances_of(judge, entrant) if chances else ()
    return {
        "number": entrant.number,
        "name": name,
        "norms": [_norm(norm) for norm in judge.norms_of(entrant)],
        "chances": [_chance(chance) for chance in found],
    }


def _norm(norm: Norm) -> dict[str, Any]:
    return {
        "title": norm.title,
        "met": norm.met,
        "games": norm.games,
        "score": write_points(norm.score),
        "ra": norm.average,
        "dp": norm.dp,
        "rp": norm.performance,
        "extra_games": norm.extra_games,
        "exemption": norm.exemption,
        "left_out": [
            {"round": each.round, "article": each.article, "why": translate(each.why)}
            for each in norm.left_out
        ],
        "conditions": [
            {
                "article": each.article,
                "met": each.met,
                "need": each.need,
                "has": each.has,
                "why": translate(each.why),
            }
            for each in norm.conditions
        ],
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "title": chance.title,
        "least": chance.least,
        "why": translate(chance.why),
        "needs": [
            {"average": each.average, "points": write_points(each.points)}
            for each in chance.needs
            if each.points is not None
        ],
        "lacks": [translate(each) for each in chance.lacks],
    }


def _chance_line(chance: dict[str, Any]) -> str:
    needs = ", ".join(f"{each['average']}: {each['points']}" for each in chance["needs"])
    return " ".join(filter(None, (chance["title"], chance["why"], needs, *chance["lacks"])))
