"""Proposals of rounds, made by a process of its own: asked for, begun, answered, stopped.

A director asks for one; a process takes it, says every second that it is at work, and answers. What
is proposed is stored beside the round, and changes nothing of it.

The lot that gives number 1 a colour in round 1: drawn once, and stored.
"""

import datetime
import secrets

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record
from events.models import LogEntry, PairingJob, Round, Tournament
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import Tournament as TournamentValue
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import refuse_removed_round
from events.tournaments.pairing.domain.proposal import TIME_LIMIT, System, initial_colour
from events.tournaments.pairing.domain.stored_proposal import (
    Json,
    problems_to_json,
    proposal_to_json,
    stamp_of,
)
from events.tournaments.pairing.domain.teams import TeamTask, initial_colour_of_teams, seated
from events.tournaments.pairing.engines.worker import StoppedError, TooLongError, pair_in_process
from events.tournaments.pairing.selectors import proposal_task
from events.tournaments.teams.domain.from_games import team_event

SILENCE = datetime.timedelta(seconds=20)
"""A process that should be at work is taken to be gone after this time without a sign of life."""

MAX_TRIES = 2
"""How many processes may go before the work is given up."""

UNDER_WAY = (PairingJob.State.WAITING, PairingJob.State.RUNNING)


def is_under_way(job: PairingJob) -> bool:
    """Whether an answer is still to come."""
    return job.state in UNDER_WAY and not is_gone(job)


def is_gone(job: PairingJob) -> bool:
    """Whether the process of a job that is not answered has ended, such as with the server."""
    latest = job.active_at or job.asked_at
    return job.state in UNDER_WAY and timezone.now() - latest > SILENCE


def is_given_up(job: PairingJob) -> bool:
    """Whether the process of a job that is not answered was gone again and again."""
    return is_gone(job) and job.tries >= MAX_TRIES


@in_transaction
def ask_for_proposal(
    *,
    round: Round,  # noqa: A002
    system: System,
    is_accelerated: bool,
    by: Actor,
) -> tuple[PairingJob, bool]:
    """The job of pairing a round, and whether it is a new one: where another director has asked
    and the answer is still to come, it is theirs. An earlier answer is forgotten; one whose
    process is gone is counted as a try."""
    lock_tournament(round.tournament_id)
    refuse_removed_round(round)
    job = PairingJob.objects.filter(round=round).first()
    if job and is_under_way(job):
        return job, False
    PairingJob.objects.filter(round=round).delete()
    tries = job.tries + 1 if job and is_gone(job) else 1
    values = {"system": system.value, "is_accelerated": is_accelerated, "tries": tries}
    return PairingJob.objects.create(round=round, created_by=by.user, **values), True


def work(
    *, job: PairingJob, by: Actor, seconds: float = TIME_LIMIT, gives_back: bool = False
) -> bool:
    """Pair the round of a job that waits, and answer it; whether it is done with. When the time is
    over and it ``gives_back``, the job waits again for whoever has more time."""
    if not take_job(job=job):
        return True
    tournament, number = job.round.tournament, job.round.number
    system = System(job.system)
    try:
        is_swiss = system in (System.DUTCH, System.TEAM)
        lot = draw_lot(tournament=tournament, by=by) if is_swiss else Colour.WHITE
        tournament.refresh_from_db()
        task = proposal_task(tournament, number, system, accelerated=job.is_accelerated, lot=lot)
        proposal = pair_in_process(task, seconds=seconds, is_wanted=lambda: keep_job(job=job))
        if isinstance(task, TeamTask):
            proposal = seated(task.event, proposal, task.absent)
    except StoppedError:
        return True
    except Refused as refusal:
        if gives_back and isinstance(refusal, TooLongError):
            give_back_job(job=job)
            return False
        answer_job(job=job, answer=problems_to_json(refusal.problems))
    else:
        answer_job(job=job, answer=proposal_to_json(proposal), stamp=stamp_of(task))
    return True


@in_transaction
def take_job(*, job: PairingJob) -> bool:
    """Begin a job that waits; false when somebody else has, or it was stopped."""
    waiting = PairingJob.objects.filter(pk=job.pk, state=PairingJob.State.WAITING)
    return bool(waiting.update(state=PairingJob.State.RUNNING, active_at=timezone.now()))


@in_transaction
def keep_job(*, job: PairingJob) -> bool:
    """Say that a job is being worked at; false when its answer is no longer wanted."""
    running = PairingJob.objects.filter(pk=job.pk, state=PairingJob.State.RUNNING)
    return bool(running.update(active_at=timezone.now()))


@in_transaction
def give_back_job(*, job: PairingJob) -> None:
    """Let a job that was begun wait for another process."""
    running = PairingJob.objects.filter(pk=job.pk, state=PairingJob.State.RUNNING)
    running.update(state=PairingJob.State.WAITING, active_at=timezone.now())


@in_transaction
def answer_job(*, job: PairingJob, answer: Json, stamp: str = "") -> None:
    """Store the answer of a job that was not stopped or replaced meanwhile; with a ``stamp`` it is
    a proposal, and else the reasons why there is none."""
    state = PairingJob.State.DONE if stamp else PairingJob.State.REFUSED
    running = PairingJob.objects.filter(pk=job.pk, state=PairingJob.State.RUNNING)
    running.update(state=state, answer=answer, stamp=stamp)


@in_transaction
def stop_proposal(*, round: Round) -> bool:  # noqa: A002
    """Stop the job of a round; its process ends within a second or two. Whether there was one."""
    under_way = PairingJob.objects.filter(round=round, state__in=UNDER_WAY)
    return bool(under_way.update(state=PairingJob.State.STOPPED))


def known_lot(value: TournamentValue) -> Colour | None:
    """The colour of number 1 in round 1, as drawn before, else as round 1 was played; that of team
    1 where teams meet."""
    if value.lot:
        return value.lot
    event = team_event(value)
    # Games without a match, from before teams met, show it as well.
    return (event and initial_colour_of_teams(event)) or initial_colour(value)


@in_transaction
def draw_lot(*, tournament: Tournament, by: Actor) -> Colour:
    """The colour of number 1 in round 1: as drawn before, else as round 1 was played, else drawn
    now and stored."""
    stored = lock_tournament(tournament.pk, alone=True)
    known = known_lot(tournament_value(stored))
    if known:
        return known
    colour = secrets.choice(list(Colour))
    stored.lot = colour.value
    stored.save(update_fields=["lot"])
    record(
        tournament_id=stored.pk, action=LogEntry.Action.CHANGED, by=by, after={"lot": colour.value}
    )
    return colour
