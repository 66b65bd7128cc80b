"""A round of a file to pair anew: the task, and what the file itself has in the round.

Who takes part is who has an opponent or the pairing's bye there; the rounds before count as the
file has them. The lot is the one that the file names, else the one that its first round shows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    ROUND_ROBIN,
    Tournament,
    round_robin_named,
)
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
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.from_games import team_event

_OTHER_FILE = gettext_noop("The system %(system)s is not for this kind of file.")
_NOT_OF_TEAMS = gettext_noop(
    "Teams do not meet each other in this file: it has no records 310 with one of 192"
    " FIDE_TEAM_…, 320, 330, 352 or 362."
)
_TOO_EARLY = gettext_noop("Round %(round)s cannot be paired: round %(before)s has no games.")

Game = tuple[int, int]
"""Two numbers, of players or of teams, White first."""


@dataclass(frozen=True, slots=True)
class Order:
    """A round to pair; ``own_games`` and ``own_byes``, of the pairing, are those of the file."""

    system: System
    task: Task | GoTask | TeamTask
    own_games: tuple[Game, ...]
    byes: tuple[int, ...] = ()
    """Those that were chosen before the pairing."""
    own_byes: tuple[int, ...] = ()


def order_of(tournament: Tournament, number: int, system: System | None = None) -> Order:
    """A round of a file of the Krause family, by a system or by the one that the file names.

    Raises :class:`Refused` for a system that is not for this file, and where the round before has
    no games.
    """
    event = team_event(tournament) if system is None or system in TEAM_SYSTEMS else None
    if event:
        return _team_order(event, tournament, number, system or system_of_teams(event))
    return _chess_order(tournament, number, system or system_of(tournament))


def system_of(tournament: Tournament) -> System:
    """The system that a file names, else the Dutch one."""
    named = {ROUND_ROBIN: System.ROUND_ROBIN, DOUBLE_ROUND_ROBIN: System.DOUBLE_ROUND_ROBIN}
    return named.get(round_robin_named(tournament.kind), System.DUTCH)


def system_of_teams(event: TeamEvent) -> System:
    """The same where teams meet each other."""
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
    lot = tournament.lot or initial_colour(tournament)
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
    own_byes = tuple(
        entrant.number
        for entrant in tournament.entrants
        if number <= len(entrant.results)
        and (result := entrant.results[number - 1])
        and result.code is Code.PAIRING_BYE
    )
    return Order(system, task, own_games, byes_chosen_before(tournament, number), own_byes)


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
    own_byes = tuple(
        bye.team for bye in event.byes if bye.round == number and bye.code is Code.PAIRING_BYE
    )
    lot = tournament.lot or initial_colour_of_teams(event) or Colour.WHITE
    before = before_round_of_teams(event, number)
    task = TeamTask(before, number, present, lot, is_round_robin=by_tables, accelerations=virtual)
    return Order(system, task, own, byes_of_teams_chosen_before(event, number), own_byes)


def go_order(event: GoEvent, number: int, system: System | None) -> Order:
    """A round of a file of go. Raises :class:`Refused` as :func:`order_of`."""
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


def differing_games(order: Order, proposal: Proposal) -> list[Game]:
    """The pairs that only one of the two has; where the lot gives the colours, without these."""
    by_lot = order.system in GO_SYSTEMS or order.system is System.KNOCKOUT
    key: Callable[[Game], Game] = (lambda game: (min(game), max(game))) if by_lot else (lambda g: g)
    ours = {key((pair.white, pair.black)) for pair in proposal.pairs}
    theirs = {key(game) for game in order.own_games}
    return sorted(ours ^ theirs)


def differing_byes(order: Order, proposal: Proposal) -> list[int]:
    """Who has the pairing's bye in one of the two alone."""
    return sorted({*proposal.byes, *order.byes} ^ set(order.own_byes))
