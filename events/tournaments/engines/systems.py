"""Every pairing system by its name: the one door to the engines."""

from collections.abc import Callable

from events.tournaments.domain.go.event import GoTask
from events.tournaments.domain.pairing.berger import pair_round_robin
from events.tournaments.domain.pairing.keizer import pair_keizer
from events.tournaments.domain.pairing.knockout import pair_knockout
from events.tournaments.domain.pairing.proposal import Proposal, System, Task
from events.tournaments.domain.pairing.scheveningen import pair_scheveningen
from events.tournaments.domain.teams.as_tournament import as_tournament
from events.tournaments.domain.teams.task import TeamTask

Engine = Callable[[Task], Proposal]
AnyTask = Task | GoTask | TeamTask


def pair(task: AnyTask) -> Proposal:
    """The round by the task's system. Raises :class:`clubscore.problems.Refused`."""
    if isinstance(task, GoTask):
        # networkx, too, is slow to import.
        from events.tournaments.engines.mcmahon import pair_go

        return pair_go(task)
    if isinstance(task, TeamTask):
        if task.is_round_robin:
            return _round_robin_of_teams(task)
        from events.tournaments.engines.team_swiss import pair_teams

        return pair_teams(task)
    return _engine(task.system)(task)


def _round_robin_of_teams(task: TeamTask) -> Proposal:
    """By the tables, with the teams' numbers for those of players."""
    teams = as_tournament(task.event)
    return pair_round_robin(Task(System.ROUND_ROBIN, teams, task.round, task.present))


def _engine(system: System) -> Engine:
    if system is System.DUTCH:
        # gacrux is slow to import, and the others do without it.
        from events.tournaments.engines.dutch import pair_dutch

        return pair_dutch
    return {
        System.ROUND_ROBIN: pair_round_robin,
        System.DOUBLE_ROUND_ROBIN: lambda task: pair_round_robin(task, double=True),
        System.KNOCKOUT: pair_knockout,
        System.SCHEVENINGEN: pair_scheveningen,
        System.KEIZER: pair_keizer,
    }[system]
