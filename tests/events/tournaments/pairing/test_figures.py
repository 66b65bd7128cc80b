"""Whatever a system proposes is not unusual by the rules that judge pairings by hand."""

from dataclasses import replace
from random import Random

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.go_settings import GoRules
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    KEIZER,
    KNOCKOUT,
    MCMAHON,
    ROUND_ROBIN,
    SWISS,
    Entrant,
    Tournament,
    Wish,
)
from events.tournaments.core.domain.wishes import wishes_of
from events.tournaments.go.domain.event import GoTask, go_event
from events.tournaments.pairing.domain.checks import Contender
from events.tournaments.pairing.domain.proposal import System, Task, before_round
from events.tournaments.pairing.engines.systems import pair
from events.tournaments.pairing.figures import judge_value

SYSTEMS = {
    SWISS: System.DUTCH,
    KEIZER: System.KEIZER,
    ROUND_ROBIN: System.ROUND_ROBIN,
    DOUBLE_ROUND_ROBIN: System.DOUBLE_ROUND_ROBIN,
    KNOCKOUT: System.KNOCKOUT,
    MCMAHON: System.MCMAHON,
}
OUTCOMES = (
    *[(Code.WIN, Code.LOSS), (Code.LOSS, Code.WIN), (Code.DRAW, Code.DRAW)] * 5,
    (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
    (Code.PENDING, Code.PENDING),
)


def contenders_of(value: Tournament) -> dict[int, Contender]:
    return {
        entrant.number: Contender(
            entrant.number, entrant.family, entrant.club, results=entrant.results
        )
        for entrant in value.entrants
    }


def played(kind: str, seed: int) -> list[str]:
    """A tournament that is played at random, as its system pairs it: what is unusual in it."""
    chance = Random(seed)
    players = chance.randint(5, 14)
    go = GoRules() if kind == MCMAHON else None
    value = Tournament(
        name="Random",
        kind=kind,
        rounds=chance.randint(4, 7),
        entrants=tuple(
            Entrant(number, f"P{number}", rating=2300 - 40 * number, club=chance.choice("AABCDE"))
            for number in range(1, players + 1)
        ),
        same_club=chance.choice(("", "avoid")),
        wishes=(Wish((1, 2), prefer=True),) if kind == SWISS and seed % 3 == 0 else (),
        go=go,
    )
    said = []
    for number in range(1, value.rounds + 1):
        before = before_round(value, number)
        away = {entrant.number for entrant in value.entrants if chance.random() < 0.08}
        present = frozenset(range(1, players + 1)) - away
        try:
            if go:
                event = go_event(before, number - 1)
                task = GoTask(event, number, present, wishes_of(before, number))
                proposal = pair(task)
            else:
                proposal = pair(Task(SYSTEMS[kind], before, number, present))
        except Refused:
            break
        pairings = Pairings(
            tuple((each.white, each.black) for each in proposal.pairs),
            tuple((bye, proposal.bye_of(bye)) for bye in proposal.byes),
        )
        judged = judge_value(
            before, number, pairings, players=contenders_of(before), kind=kind, has_colours=not go
        )
        said += [f"round {number}: {each.message}" for each in (*judged.games, *judged.byes)]
        said += [f"round {number}: board {board} of one club" for board in judged.one_club]
        results: dict[int, Result | None] = dict.fromkeys(range(1, players + 1))
        for each in proposal.pairs:
            one, other = chance.choice(OUTCOMES if kind != KNOCKOUT else OUTCOMES[:2])
            results[each.white] = Result(each.black, Colour.WHITE, one)
            results[each.black] = Result(each.white, Colour.BLACK, other)
        for bye in proposal.byes:
            results[bye] = Result(None, None, proposal.bye_of(bye))
        for player in away:
            results[player] = Result(None, None, Code.HALF_BYE) if chance.random() < 0.5 else None
        value = replace(
            value,
            entrants=tuple(
                replace(entrant, results=(*entrant.results, results[entrant.number]))
                for entrant in value.entrants
            ),
        )
    return said


@pytest.mark.parametrize("kind", SYSTEMS)
def test_what_a_system_proposes_is_never_unusual(kind: str) -> None:
    assert [(seed, said) for seed in range(8) if (said := played(kind, seed))] == []
