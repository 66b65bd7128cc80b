"""Tournaments that a simulator plays, paired round by round by clubscore: late entries, absences,
byes asked for, withdrawals, forfeits, acceleration and pairs that are forbidden.

``python -m tests.events.tournaments.pairing.engines.simulated_events`` writes them anew.
"""

import lzma
from dataclasses import replace
from fractions import Fraction
from random import Random

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Forbidden, Tournament, VirtualPoints
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.pairing.domain.proposal import Acceleration, System, Task, before_round
from events.tournaments.pairing.domain.systems import virtual_points
from events.tournaments.pairing.engines.dutch import pair_dutch
from tests.events.tournaments.pairing.engines.tournaments_by_gacrux import STORED

SIMULATED = STORED.with_name("simulated.trf.xz")
EVENTS = 40


def stored_events(step: int = 1) -> list[Tournament]:
    """The tournaments of the file, one in so many."""
    texts = lzma.decompress(SIMULATED.read_bytes()).decode().split("\n\n")
    return [read(text).tournament for text in texts[::step]]


def simulated(seed: int) -> Tournament:
    """A whole tournament; the same for the same seed."""
    chance = Random(seed)
    players, rounds = chance.randint(9, 34), chance.randint(4, 7)
    ratings = sorted((chance.randint(1200, 2500) for _ in range(players)), reverse=True)
    lot = chance.choice((Colour.WHITE, Colour.BLACK))
    accelerations = _acceleration(players, rounds) if seed % 4 == 0 else ()
    event = Tournament(
        name=f"Simulated {seed}",
        rounds=rounds,
        kind="Swiss",
        entrants=tuple(
            Entrant(number, f"Player{number}", "Sim", rating=rating)
            for number, rating in enumerate(ratings, start=1)
        ),
        forbidden=_forbidden(chance, players) if seed % 5 == 1 else (),
        lot=lot,
        virtual_points=tuple(map(_stored, accelerations)),
    )
    first = {number: chance.choice((1, 1, 1, 1, 1, 1, 1, 1, 2, 3)) for number in _numbers(event)}
    last = {
        number: chance.randint(2, rounds) if chance.random() < 0.08 else rounds
        for number in _numbers(event)
    }
    for round_ in range(1, rounds + 1):
        event = _played(event, round_, chance, lot, accelerations, first, last)
    return event


def _numbers(event: Tournament) -> range:
    return range(1, len(event.entrants) + 1)


def _acceleration(players: int, rounds: int) -> tuple[Acceleration, ...]:
    numbers = range(1, players + 1)
    return virtual_points(Fraction(1), numbers, numbers, rounds)


def _stored(each: Acceleration) -> VirtualPoints:
    rounds = each.first_round, each.last_round
    return VirtualPoints(Fraction(0), each.points, *rounds, min(each.numbers), max(each.numbers))


def _forbidden(chance: Random, players: int) -> tuple[Forbidden, ...]:
    # From round 2 on: before an odd round 1 the second engine has given the bye already.
    pairs = {tuple(sorted(chance.sample(range(1, players + 1), 2))) for _ in range(3)}
    return tuple(Forbidden(pair, 2, 99) for pair in sorted(pairs))


def _played(
    event: Tournament,
    round_: int,
    chance: Random,
    lot: Colour,
    accelerations: tuple[Acceleration, ...],
    first: dict[int, int],
    last: dict[int, int],
) -> Tournament:
    results: dict[int, Result | None] = dict.fromkeys(_numbers(event))
    for number in _numbers(event):
        if first[number] <= round_ <= last[number]:
            if chance.random() < 0.05:
                results[number] = Result(None, None, Code.HALF_BYE)
            elif chance.random() < 0.03:
                results[number] = Result(None, None, Code.ZERO_BYE)
    present = frozenset(
        number
        for number, result in results.items()
        if result is None and first[number] <= round_ <= last[number]
    )
    task = Task(System.DUTCH, before_round(event, round_), round_, present, lot, accelerations)
    proposal = pair_dutch(task)
    for bye in proposal.byes:
        results[bye] = Result(None, None, Code.PAIRING_BYE)
    ratings = {entrant.number: entrant.rating or 0 for entrant in event.entrants}
    for pair in proposal.pairs:
        one, other = _outcome(chance, ratings[pair.white] - ratings[pair.black])
        results[pair.white] = Result(pair.black, Colour.WHITE, one)
        results[pair.black] = Result(pair.white, Colour.BLACK, other)
    entrants = tuple(
        replace(entrant, results=(*entrant.results, results[entrant.number]))
        for entrant in event.entrants
    )
    return replace(event, entrants=entrants)


def _outcome(chance: Random, advantage: int) -> tuple[Code, Code]:
    if chance.random() < 0.03:
        return chance.choice(
            ((Code.FORFEIT_WIN, Code.FORFEIT_LOSS), (Code.FORFEIT_LOSS, Code.FORFEIT_WIN))
        )
    if chance.random() < 0.2:
        return Code.DRAW, Code.DRAW
    wins = chance.random() < 1 / (1 + 10 ** (-advantage / 400))
    return (Code.WIN, Code.LOSS) if wins else (Code.LOSS, Code.WIN)


def main() -> None:
    texts = [
        write(simulated(seed), format=Format.TRF26).text.replace("\r\n", "\n").strip()
        for seed in range(EVENTS)
    ]
    SIMULATED.write_bytes(lzma.compress("\n\n".join(texts).encode()))


if __name__ == "__main__":
    main()
