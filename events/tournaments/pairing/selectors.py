"""What a round's pairing is proposed from.

The players of a tournament as the pairing of a round sees them.

The proposal that was asked for.

How many rounds there are, where the players decide it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from clubscore.models import Job
from clubscore.text.problems import Problem, Refused, refuse_if, sentence
from events.models import Game, Round, RoundResult, Tournament
from events.tournaments.core.domain.results import OPEN, Code, Colour
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    KNOCKOUT,
    ROUND_ROBIN,
    SCHEVENINGEN,
    Tournament as TournamentValue,
    kind_of,
)
from events.tournaments.core.domain.wishes import wishes_of
from events.tournaments.core.selectors.rounds import RoundProgress
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.go.domain.event import GoTask, go_event, knows_rank
from events.tournaments.pairing.domain.checks import Contender
from events.tournaments.pairing.domain.proposal import (
    GO_SYSTEMS,
    TEAM_SYSTEMS,
    Acceleration,
    Proposal,
    System,
    Task,
    accelerations,
    accelerations_of_teams,
    before_round,
    in_order_of_strength,
)
from events.tournaments.pairing.domain.stored_proposal import proposal_from_json, stamp_of
from events.tournaments.pairing.domain.systems import baku
from events.tournaments.pairing.domain.teams import (
    TeamTask,
    baku_of_teams,
    before_round_of_teams,
    refuse_by_game_points,
    teams_of_round,
)
from events.tournaments.standings.domain.knockout import rounds_of
from events.tournaments.teams.domain.from_games import team_event

PROPOSAL: Final = "proposal"
"""The kind of the jobs that pair a round; their subject is its number in the database."""


def proposal_task(
    tournament: Tournament,
    number: int,
    system: System,
    *,
    accelerated: bool,
    lot: Colour,
    without: Collection[int] | None = None,
) -> Task | GoTask | TeamTask:
    """The task of pairing a round: everybody takes part who attends it and has no bye in it; a team
    does as long as one of its members does. ``without`` are the numbers of those who have a bye
    instead of those who have one stored. Raises :class:`Refused` where a system does not fit."""
    value = before_round(tournament_value(tournament), number)
    if system is System.DUTCH:
        value = in_order_of_strength(value)
    here = {"round__tournament": tournament, "round__number": number}
    byes = _fixed_byes(here) if without is None else set()
    present = {
        entry.number
        for entry in tournament.entries.all()
        if entry.number is not None and entry.attends(number) and entry.pk not in byes
    }
    present -= set(without or ())
    if system in TEAM_SYSTEMS:
        task = _team_task(value, number, present, lot)
        if system is System.TEAM_ROUND_ROBIN:
            return replace(task, is_round_robin=True)
        return replace(task, accelerations=_of_teams(value, task, accelerated=accelerated))
    if system is System.MCMAHON:
        refuse_if(_without_grade(value, present))
    if system in GO_SYSTEMS:
        event = go_event(value, number - 1)
        return GoTask(event, number, frozenset(present), wishes_of(value, number))
    return Task(
        system=system,
        tournament=value,
        round=number,
        present=frozenset(present),
        initial=lot,
        accelerations=baku(value, present) if accelerated else accelerations(value),
    )


def _fixed_byes(here: dict[str, object]) -> set[int]:
    """The entries with a bye that no pairing changes. That of the pairing is one only before there
    are games: afterwards it belongs to a pairing that is made again."""
    results = RoundResult.objects.filter(**here)
    byes = results.filter(game=None)
    if results.filter(game__isnull=False).exists():
        byes = byes.exclude(bye=Code.PAIRING_BYE.value)
    return set(byes.values_list("entry_id", flat=True))


def _team_task(
    value: TournamentValue, number: int, present: Collection[int], lot: Colour
) -> TeamTask:
    event = team_event(value)
    if event is None:
        raise Refused.because("Teams do not meet each other in this tournament.")
    teams = teams_of_round(replace(event, matches=()), number)
    return TeamTask(
        event=before_round_of_teams(event, number),
        round=number,
        present=frozenset(
            team.number
            for team in event.teams
            if team.number in teams and not set(present).isdisjoint(team.members)
        ),
        initial=lot,
        absent=frozenset(entrant.number for entrant in value.entrants) - set(present),
        line_ups=tuple(each for each in value.team_facts.line_ups if each.round == number),
    )


def _of_teams(
    value: TournamentValue, task: TeamTask, *, accelerated: bool
) -> tuple[Acceleration, ...]:
    """Baku's virtual points, or those that are stored."""
    if accelerated:
        return baku_of_teams(task.event, task.present)
    if virtual := accelerations_of_teams(value):
        refuse_by_game_points(task.event.rules)
    return virtual


def _without_grade(value: TournamentValue, present: Collection[int]) -> Iterator[Problem]:
    """A problem for each player whose start score is not known."""
    for entrant in value.entrants:
        if entrant.number in present and not knows_rank(entrant):
            name = f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family
            yield Problem(
                sentence(
                    "%(name)s (%(number)s) has neither a grade nor a rating.",
                    name=name,
                    number=entrant.number,
                )
            )


def games_without_result(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """The round and the board of every game of the rounds before that has no result yet."""
    games = Game.objects.filter(
        round__tournament=tournament, round__number__lt=number, outcome__in=OPEN
    )
    return list(
        games.order_by("round__number", "board_number").values_list("round__number", "board_number")
    )


def contenders(
    tournament: Tournament,
    round: Round,  # noqa: A002
    *,
    with_results: bool = True,
    value: TournamentValue | None = None,
) -> dict[int, Contender]:
    """Everybody with a starting number, with the results of the rounds before if they matter;
    ``value`` is the tournament's, where it has been read."""
    if value is None and with_results:
        value = tournament_value(tournament)
    results = {entrant.number: entrant.results for entrant in value.entrants} if value else {}
    return {
        entry.number: Contender(
            number=entry.number,
            name=entry.shown_name,
            club=entry.club,
            attends=entry.attends(round.number),
            withdrawn=entry.withdrawn_after is not None and entry.withdrawn_after < round.number,
            results=results.get(entry.number, ())[: round.number - 1],
        )
        for entry in tournament.entries.all()
        if entry.number is not None
    }


def asked_proposal(round_id: int) -> Job | None:
    """The job of a proposal that was asked for a round, however far it is; ``None`` without one."""
    return Job.objects.filter(kind=PROPOSAL, subject=str(round_id)).first()


def is_proposal_asked(round_id: int) -> bool:
    """Whether a proposal was asked for a round, however far it is."""
    return Job.objects.filter(kind=PROPOSAL, subject=str(round_id)).exists()


def waiting_proposal(round_id: int) -> Proposal | None:
    """The proposal of a round that waits to be saved; ``None`` without one."""
    job = asked_proposal(round_id)
    return proposal_from_json(job.answer["proposal"]) if job and is_proposal(job) else None


def is_proposal(job: Job) -> bool:
    """Whether a proposal came of a job."""
    return job.state == Job.State.DONE and "proposal" in job.answer


def system_of_rules(tournament: Tournament) -> System:
    """What pairs the rounds of a tournament in FIDE mode."""
    by_players = System.TEAM if tournament.teams_meet else System.DUTCH
    return system_of_all_rounds(tournament) or by_players


def task_of_job(tournament: Tournament, number: int, job: Job) -> Task | GoTask | TeamTask:
    """The task of a job as it would be by now, but for the lot. Raises :class:`Refused`."""
    return proposal_task(
        tournament,
        number,
        System(job.arguments["system"]),
        accelerated=job.arguments["is_accelerated"],
        lot=Colour.WHITE,
        without=job.arguments.get("without"),
    )


def is_outdated(tournament: Tournament, number: int, job: Job) -> bool:
    """Whether a round would be paired from something else by now than it was proposed from."""
    try:
        return bool(stamp_of(task_of_job(tournament, number, job)) != job.answer["stamp"])
    except Refused:
        return True


def rules_of_round(
    tournament: Tournament, round_: Round, without: Collection[int]
) -> tuple[Proposal | None, bool]:
    """How the rules pair a round in which those of the numbers ``without`` have byes, and whether
    that is known: without a proposal they find no pairing."""
    job = asked_proposal(round_.pk)
    if job is None or job.is_under_way or job.arguments["system"] != system_of_rules(tournament):
        return None, False
    if job.state == Job.State.DONE and not is_proposal(job):
        return None, sorted(without) == job.arguments.get("without")
    if not is_proposal(job):
        return None, False
    try:
        task = proposal_task(
            tournament,
            round_.number,
            system_of_rules(tournament),
            accelerated=tournament.accelerated,
            lot=Colour.WHITE,
            without=without,
        )
    except Refused:
        return None, True
    if stamp_of(task) != job.answer["stamp"]:
        return None, False
    return proposal_from_json(job.answer["proposal"]), True


BY_TABLE: Final = {
    ROUND_ROBIN: System.ROUND_ROBIN,
    DOUBLE_ROUND_ROBIN: System.DOUBLE_ROUND_ROBIN,
    SCHEVENINGEN: System.SCHEVENINGEN,
}
"""The kinds whose rounds are all known before the first, and what pairs them."""


def system_of_all_rounds(tournament: Tournament) -> System | None:
    """What pairs all rounds at once; ``None`` where a round depends on those before it."""
    kind = kind_of(tournament.kind or tournament.team_type_code)
    if tournament.teams_meet and kind == ROUND_ROBIN:
        return System.TEAM_ROUND_ROBIN
    return None if tournament.teams_meet else BY_TABLE.get(kind)


def rounds_of_table(tournament: Tournament, system: System) -> int:
    """How many rounds everybody needs to meet everybody."""
    if system is System.SCHEVENINGEN:
        return min(
            tournament.rounds_planned,
            *(team.members.exclude(number=None).count() for team in tournament.teams.all()),
        )
    teams = system is System.TEAM_ROUND_ROBIN
    count = (tournament.teams if teams else tournament.entries.exclude(number=None)).count()
    cycle = max(count - (count % 2 == 0), 0)
    return 2 * cycle if system is System.DOUBLE_ROUND_ROBIN else cycle


def rounds_needed(tournament: Tournament) -> int | None:
    """How many rounds the players with a starting number make in a knock-out or a round robin;
    ``None`` where the director chooses, and while there are too few to play."""
    system = system_of_all_rounds(tournament)
    if system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.TEAM_ROUND_ROBIN):
        return rounds_of_table(tournament, system) or None
    if tournament.teams_meet or kind_of(tournament.kind) != KNOCKOUT:
        return None
    return rounds_of(tournament.entries.exclude(number=None).count()) or None


def without_superfluous(
    tournament: Tournament, rounds: Sequence[RoundProgress]
) -> list[RoundProgress]:
    """The rounds but those behind the last one of the players in which nobody is paired: the final
    of a knock-out ends it, however many rounds were planned."""
    needed = rounds_needed(tournament)
    return [each for each in rounds if needed is None or each.number <= needed or each.is_paired]
