"""A proposal, or the reasons why there is none, as plain values of JSON and back again.

The sentences are stored as templates with their values, so that each reader has them in the own
language.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from hashlib import sha256
from typing import Any

from clubscore.text.problems import Problem, sentence_from_json, sentence_to_json
from events.tournaments.core.domain.results import Colour
from events.tournaments.go.domain.event import GoTask
from events.tournaments.pairing.domain.proposal import Pair, Proposal, Task
from events.tournaments.pairing.domain.teams import TeamTask

Json = dict[str, Any]


def proposal_to_json(proposal: Proposal) -> Json:
    """The proposal as JSON; :func:`proposal_from_json` reads it."""
    pairs = [
        [pair.white, pair.black, pair.handicap, sentence_to_json(pair.why)]
        for pair in proposal.pairs
    ]
    why = proposal.bye_why and sentence_to_json(proposal.bye_why)
    return {
        "pairs": pairs,
        "byes": list(proposal.byes),
        "bye_why": why,
        "free": list(proposal.free),
        "unopposed": list(proposal.unopposed),
    }


def proposal_from_json(stored: Json) -> Proposal:
    """What :func:`proposal_to_json` made."""
    pairs = tuple(
        Pair(white, black, sentence_from_json(why), handicap)
        for white, black, handicap, why in stored["pairs"]
    )
    # A proposal that an earlier release made has only the byes.
    why = stored.get("bye_why")
    return Proposal(
        pairs,
        tuple(stored["byes"]),
        sentence_from_json(why) if why else None,
        tuple(stored.get("free", ())),
        tuple(stored.get("unopposed", ())),
    )


def problems_to_json(problems: Iterable[Problem]) -> Json:
    """The reasons of a refusal as JSON, without their places."""
    return {"problems": [sentence_to_json(problem.message) for problem in problems]}


def problems_from_json(stored: Json) -> tuple[Problem, ...]:
    """What :func:`problems_to_json` made."""
    return tuple(Problem(sentence_from_json(problem)) for problem in stored["problems"])


def stamp_of(task: Task | GoTask | TeamTask) -> str:
    """A text that is another one when anything differs that the pairing depends on; the lot is
    drawn once and does not count."""
    if isinstance(task, Task | TeamTask):
        task = replace(task, initial=Colour.WHITE)
    return sha256(repr(_plain(task)).encode()).hexdigest()


def _plain(value: object) -> object:
    """The value with everything in a fixed order: sets of different processes have none."""
    if is_dataclass(value):
        return [
            type(value).__name__,
            *(_plain(getattr(value, field.name)) for field in fields(value)),
        ]
    if isinstance(value, set | frozenset):
        return sorted(repr(_plain(each)) for each in value)
    if isinstance(value, dict):
        return sorted((repr(key), repr(_plain(each))) for key, each in value.items())
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value
