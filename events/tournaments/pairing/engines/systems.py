"""Every pairing system by its name: the one door to the engines.

An engine may need minutes, or never end; it may fail. Pages ask for a job instead.
"""

from collections.abc import Callable

from events.tournaments.go.domain.event import GoTask
from events.tournaments.pairing.domain.proposal import Proposal, System, Task
from events.tournaments.pairing.domain.systems import (
    pair_keizer,
    pair_knockout,
    pair_round_robin,
    pair_scheveningen,
)
from events.tournaments.pairing.domain.teams import TeamTask
from events.tournaments.pairing.engines.mcmahon import pair_go
from events.tournaments.teams.domain.as_tournament import as_tournament

Engine = Callable[[Task], Proposal]

AnyTask = Task | GoTask | TeamTask


def pair(task: AnyTask) -> Proposal:
    """The round by the task's system. Raises :class:`clubscore.text.problems.Refused`."""
    if isinstance(task, GoTask):
        return pair_go(task)
    if isinstance(task, TeamTask):
        if task.is_round_robin:
            return _round_robin_of_teams(task)
        from events.tournaments.pairing.engines.team_swiss import pair_teams

        return pair_teams(task)
    return _engine(task.system)(task)


def _round_robin_of_teams(task: TeamTask) -> Proposal:
    """The proposal by the tables, with the teams' numbers for those of players."""
    teams = as_tournament(task.event)
    return pair_round_robin(Task(System.ROUND_ROBIN, teams, task.round, task.present))


def _engine(system: System) -> Engine:
    if system is System.DUTCH:
        # gacrux is slow to import, and the others do without it.
        from events.tournaments.pairing.engines.dutch import pair_dutch

        return pair_dutch
    return {
        System.ROUND_ROBIN: pair_round_robin,
        System.DOUBLE_ROUND_ROBIN: lambda task: pair_round_robin(task, double=True),
        System.KNOCKOUT: pair_knockout,
        System.SCHEVENINGEN: pair_scheveningen,
        System.KEIZER: pair_keizer,
    }[system]
