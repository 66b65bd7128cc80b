"""``manage.py pair FILE --round N [--system …] [--check] [--weights] [--json]``, no database."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import refusal_ends
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.text.sentences import refusal_text, translate
from events.management.file_command import naming_other_kinds
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    ROUND_ROBIN,
    Tournament,
    round_robin_named,
)
from events.tournaments.files.figures import MAX_BYTES, read_gotha_file, read_krause_file
from events.tournaments.go.domain.event import GoEvent, GoTask
from events.tournaments.pairing.domain.proposal import (
    GO_SYSTEMS,
    TEAM_SYSTEMS,
    Proposal,
    System,
    Task,
    accelerations,
    accelerations_of_teams,
    before_round,
    byes_chosen_before,
    initial_colour,
    players_of_round,
)
from events.tournaments.pairing.domain.systems import baku
from events.tournaments.pairing.domain.teams import (
    TeamTask,
    baku_of_teams,
    before_round_of_teams,
    byes_of_teams_chosen_before,
    initial_colour_of_teams,
    refuse_by_game_points,
    teams_of_round,
)
from events.tournaments.pairing.engines.mcmahon import pair_weights
from events.tournaments.pairing.engines.systems import pair
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.from_games import team_event

WRONG_CALL = 2
MAX_ROUND = 999
_OTHER_FILE = gettext_noop("The system %(system)s is not for this kind of file.")
_NOT_OF_TEAMS = gettext_noop(
    "Teams do not meet each other in this file: it has no records 310 with one of 192"
    " FIDE_TEAM_…, 320, 330, 352 or 362."
)
_TOO_EARLY = gettext_noop("Round %(round)s cannot be paired: round %(before)s has no games.")

Game = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """A round to pair: the task, and the games that the file itself has in it."""

    system: System
    task: Task | GoTask | TeamTask
    own_games: tuple[Game, ...]
    byes: tuple[int, ...] = ()
    """Those that were chosen before the pairing."""


class Command(BaseCommand):
    help = (
        "Pair a round of a tournament file, without the database: chess from the Krause family "
        "(TRF), go from OpenGotha's XML. Exit status 1 when there is no pairing, 2 for a wrong "
        "call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument(
            "--system",
            choices=[system.value for system in System],
            help="if not given, dutch, team where teams meet, or what an OpenGotha file says",
        )
        parser.add_argument(
            "--check", action="store_true", help="compare with the file's own pairs of the round"
        )
        parser.add_argument("--weights", action="store_true", help="go: weights of every pair")
        parser.add_argument("--json", action="store_true", help="print a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        number: int = options["round"]
        if not 1 <= number <= MAX_ROUND:
            raise CommandError(f"There is no round {number}.", returncode=WRONG_CALL)
        system = System(options["system"]) if options["system"] else None
        answer: dict[str, Any] = {"round": number, "system": system}
        with refusal_ends():
            try:
                order = _order(Path(options["file"]), number, system)
                answer["system"] = order.system.value
                proposal = pair(order.task)
                proposal = replace(proposal, byes=(*proposal.byes, *order.byes))
            except Refused as refusal:
                problem = refusal_text(refusal)
                self._show(
                    answer | _pairs(Proposal()) | {"problem": problem}, as_json=options["json"]
                )
                raise
        answer |= {**_pairs(proposal), "problem": None, **_extras(order, proposal, options)}
        self._show(answer, as_json=options["json"])

    def _show(self, answer: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(answer))
            return
        for game in answer["pairs"]:
            self.stdout.write(
                f"{game['board']:>4} {game['white']:>5} {game['black']:>5}  {game['why']}"
            )
        for bye in answer["byes"]:
            self.stdout.write(f"     {bye:>5}   bye")
        for white, black in answer.get("differs", ()):
            self.stdout.write(f"only one of the two has {white}-{black}")


def _order(path: Path, number: int, system: System | None) -> Order:
    data = read_path(path, limit=MAX_BYTES)
    text = decode(data).text
    with naming_other_kinds(data, "opengotha", "krause"):
        if gotha := read_gotha_file(text):
            return _go_order(gotha, number, system)
        tournament = read_krause_file(text, file_name=path.name).tournament
    event = team_event(tournament) if system is None or system in TEAM_SYSTEMS else None
    if event:
        return _team_order(event, tournament, number, system or _system_of_teams(event))
    return _chess_order(tournament, number, system or _system_of(tournament))


def _system_of(tournament: Tournament) -> System:
    """The system that a file names, else the Dutch one."""
    named = {ROUND_ROBIN: System.ROUND_ROBIN, DOUBLE_ROUND_ROBIN: System.DOUBLE_ROUND_ROBIN}
    return named.get(round_robin_named(tournament.kind), System.DUTCH)


def _system_of_teams(event: TeamEvent) -> System:
    return System.TEAM_ROUND_ROBIN if round_robin_named(event.kind) else System.TEAM


def _chess_order(tournament: Tournament, number: int, system: System) -> Order:
    if system in TEAM_SYSTEMS:
        raise Refused(sentence(_NOT_OF_TEAMS))
    if system in GO_SYSTEMS:
        raise Refused(sentence(_OTHER_FILE, system=system.value))
    own_games = _own_games(tournament, number)
    if system is System.DUTCH and number > 1 and not _own_games(tournament, number - 1):
        raise Refused(sentence(_TOO_EARLY, round=number, before=number - 1))
    before = before_round(tournament, number)
    lot = tournament.lot or initial_colour(before)
    present = players_of_round(tournament, number)
    # Points that are given one by one are more exact than the name of a system.
    virtual = accelerations(tournament)
    if tournament.is_accelerated and not virtual:
        virtual = baku(tournament, present)
    task = Task(
        system=system,
        tournament=before,
        round=number,
        present=present,
        initial=lot or Colour.WHITE,
        accelerations=virtual,
    )
    return Order(system, task, own_games, byes_chosen_before(tournament, number))


def _team_order(event: TeamEvent, tournament: Tournament, number: int, system: System) -> Order:
    """Numbers are those of the teams."""
    by_tables = system is System.TEAM_ROUND_ROBIN
    present = teams_of_round(event, number)
    virtual = () if by_tables else accelerations_of_teams(tournament)
    if virtual:
        refuse_by_game_points(event.rules)
    elif tournament.is_accelerated and not by_tables:
        virtual = baku_of_teams(event, present)
    played = any(match.round == number - 1 for match in event.matches)
    if number > 1 and not by_tables and not played:
        raise Refused(sentence(_TOO_EARLY, round=number, before=number - 1))
    own = tuple((match.white, match.black) for match in event.matches if match.round == number)
    lot = tournament.lot or initial_colour_of_teams(event) or Colour.WHITE
    before = before_round_of_teams(event, number)
    task = TeamTask(before, number, present, lot, is_round_robin=by_tables, accelerations=virtual)
    return Order(system, task, own, byes_of_teams_chosen_before(event, number))


def _go_order(event: GoEvent, number: int, system: System | None) -> Order:
    own_system = System.GO_SWISS if event.settings.swiss else System.MCMAHON
    if system not in (None, own_system):
        raise Refused(sentence(_OTHER_FILE, system=system.value if system else ""))
    own = tuple((game.white, game.black) for game in event.games if game.round == number)
    if number > 1 and not any(game.round == number - 1 for game in event.games):
        raise Refused(sentence(_TOO_EARLY, round=number, before=number - 1))
    task = GoTask(event.before(number), number, event.players_of(number))
    return Order(own_system, task, own)


def _own_games(tournament: Tournament, number: int) -> tuple[Game, ...]:
    """The games that the file has in a round, White first."""
    found = set()
    for entrant in tournament.entrants:
        result = entrant.results[number - 1] if number <= len(entrant.results) else None
        if result and result.opponent is not None:
            game = (entrant.number, result.opponent)
            is_white = result.colour is Colour.WHITE if result.colour else game[0] < game[1]
            found.add(game if is_white else game[::-1])
    return tuple(sorted(found))


def _pairs(proposal: Proposal) -> dict[str, Any]:
    byes = sorted(proposal.byes)
    return {
        "pairs": [
            {"board": board, "white": pair.white, "black": pair.black, "why": translate(pair.why)}
            for board, pair in enumerate(proposal.pairs, start=1)
        ],
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": byes,
    }


def _extras(order: Order, proposal: Proposal, options: dict[str, Any]) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    if options["check"]:
        extras["differs"] = _differences(order, proposal)
    if options["weights"] and isinstance(order.task, GoTask):
        extras["weights"] = [
            {"a": one, "b": other, "total": sum(parts.values()), "parts": dict(parts)}
            for one, other, parts in pair_weights(order.task)
        ]
    return extras


def _differences(order: Order, proposal: Proposal) -> list[list[int]]:
    """The pairs that only one of the two has; where the lot gives the colours, without these."""
    by_lot = order.system in GO_SYSTEMS or order.system is System.KNOCKOUT
    key: Callable[[Game], Game] = (lambda game: (min(game), max(game))) if by_lot else (lambda g: g)
    ours = {key((pair.white, pair.black)) for pair in proposal.pairs}
    theirs = {key(game) for game in order.own_games}
    return [list(game) for game in sorted(ours ^ theirs)]
