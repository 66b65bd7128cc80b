"""Proposals of rounds, made beside requests: asked for, made, stopped.

What is proposed is stored in the job, and changes nothing of the round.

The lot that gives number 1 a colour in round 1: drawn once, and stored.
"""

import secrets
from collections.abc import Collection
from typing import Any

from clubscore.database.transactions import in_transaction
from clubscore.jobs import queue as jobs
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record
from events.models import LogEntry, Round, Tournament
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import Tournament as TournamentValue
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import refuse_removed_round
from events.tournaments.fide.services import refuse_unanswered
from events.tournaments.pairing.domain.proposal import BY_LOT, TIME_LIMIT, System, initial_colour
from events.tournaments.pairing.domain.stored_proposal import (
    Json,
    problems_to_json,
    proposal_to_json,
    stamp_of,
)
from events.tournaments.pairing.domain.teams import TeamTask, initial_colour_of_teams, seated
from events.tournaments.pairing.engines.systems import pair
from events.tournaments.pairing.selectors import PROPOSAL, proposal_task
from events.tournaments.teams.domain.from_games import team_event


@in_transaction
def ask_for_proposal(
    *,
    round: Round,  # noqa: A002
    system: System,
    is_accelerated: bool,
    by: Actor,
    without: Collection[int] | None = None,
) -> tuple[Job, bool]:
    """The job of pairing a round, and whether it is a new one: where another director has asked
    and the answer is still to come, it is theirs. An earlier answer is forgotten. ``without`` are
    the numbers of those who have byes, where other ones are stored."""
    refuse_unanswered(lock_tournament(round.tournament_id))
    refuse_removed_round(round)
    asked: dict[str, Any] = {"system": system.value, "is_accelerated": is_accelerated}
    if without is not None:
        asked["without"] = sorted(without)
    return jobs.ask(kind=PROPOSAL, subject=str(round.pk), seconds=TIME_LIMIT, by=by, **asked)


def propose(job: Job) -> Json:
    """The answer to a job: a proposal with the stamp of what it was made of, or the problems that
    there are."""
    stored = Round.objects.select_related("tournament").filter(pk=int(job.subject)).first()
    if stored is None:
        return {}
    tournament, number = stored.tournament, stored.number
    system, accelerated = System(job.arguments["system"]), job.arguments["is_accelerated"]
    try:
        is_drawn = system in BY_LOT
        by = Actor(user=job.created_by)
        lot = draw_lot(tournament=tournament, by=by) if is_drawn else Colour.WHITE
        tournament.refresh_from_db()
        task = proposal_task(
            tournament, number, system, accelerated=accelerated, lot=lot,
            without=job.arguments.get("without"),
        )  # fmt: skip
        proposal = pair(task)
        if isinstance(task, TeamTask):
            proposal = seated(task, proposal)
    except Refused as refusal:
        return problems_to_json(refusal.problems)
    return {"proposal": proposal_to_json(proposal), "stamp": stamp_of(task)}


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
