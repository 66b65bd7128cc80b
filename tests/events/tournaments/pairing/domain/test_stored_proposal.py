import json
from fractions import Fraction

from clubscore.text.problems import Number, Problem, sentence
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.pairing.domain.proposal import Acceleration, Pair, Proposal, System, Task
from events.tournaments.pairing.domain.stored_proposal import (
    problems_from_json,
    problems_to_json,
    proposal_from_json,
    proposal_to_json,
    stamp_of,
)

INNER = sentence("colours by the lot")
WHY = sentence(
    "Equal (%(points)s of %(all)s); %(inner)s.", points=Number("1.5"), all=3, inner=INNER
)


def task(*results: Result, **values) -> Task:
    entrants = (Entrant(1, "A", results=results), Entrant(2, "B"))
    given = {"present": frozenset({1, 2})} | values
    return Task(System.DUTCH, Tournament("T", entrants=entrants), 2, **given)


def test_a_proposal_comes_back_from_json():
    proposal = Proposal(
        (Pair(3, 1, WHY, 2), Pair(4, 2, sentence("Why not?"))), (5, 6, 7), INNER, (6,), (7,)
    )

    assert proposal_from_json(json.loads(json.dumps(proposal_to_json(proposal)))) == proposal


def test_a_proposal_of_an_earlier_release_has_no_reason_for_the_bye():
    stored = proposal_to_json(Proposal((), (5,), INNER))
    for name in ("bye_why", "free", "unopposed"):
        del stored[name]

    assert proposal_from_json(stored) == Proposal((), (5,))


def test_reasons_come_back_without_their_places():
    stored = json.loads(json.dumps(problems_to_json([Problem(WHY, 3)])))

    assert problems_from_json(stored) == (Problem(WHY),)


def test_the_stamp_changes_with_results_and_players_and_not_with_the_lot():
    win = Result(2, Colour.WHITE, Code.WIN)
    extra = Acceleration(Fraction(1), 1, 2, frozenset({2, 1}))
    stamps = [
        stamp_of(each)
        for each in (
            task(), task(win), task(present=frozenset({1})), task(accelerations=(extra,))
        )
    ]  # fmt: skip

    assert len(set(stamps)) == 4
    assert stamp_of(task(win, initial=Colour.BLACK)) == stamps[1]
    assert stamp_of(task(win)) == stamps[1]
