"""``python -m bench.teams``: the draw of a Swiss round, and scoring matches of teams.

Milliseconds of the processor, the least of some turns. The limits are those of the specification:
a draw of 100 in 100, of 500 in 2,000, an evening of 40 tables and 28 boards scored in 50.
"""

import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random

from bench.measuring import best
from events.sessions.matches.domain.draw import Contestant, draw_round
from events.sessions.matches.domain.match import Result, Room, score_matches
from events.sessions.matches.domain.scales import continuous
from events.sessions.matches.engines import cheapest_pairs


def main() -> int:
    random = Random(1)
    evening = _evening(matches=20, boards=28, random=random)
    works: tuple[tuple[str, Callable[[], object], int], ...] = (
        ("draw of 100 after 9 rounds", _draw(100, 9, random), 100),
        ("draw of 101 after 9 rounds", _draw(101, 9, random), 100),
        ("draw of 500 after 12 rounds", _draw(500, 12, random), 2000),
        ("draw of 12 after 60 rounds, repeats", _draw(12, 60, random), 100),
        ("40 tables, 28 boards", lambda: score_matches(evening, continuous), 50),
    )
    too_slow = False
    for name, work, limit in works:
        took = best(work).cpu
        too_slow |= took > limit
        print(f"{name:38}{took:8.1f} ms, at most {limit}")
    return int(too_slow)


def _draw(contestants: int, rounds: int, random: Random) -> Callable[[], object]:
    met: dict[int, list[int]] = {number: [] for number in range(1, contestants + 1)}
    for _ in range(rounds):
        order = random.sample(list(met), contestants)
        for first, second in zip(order[::2], order[1::2], strict=False):
            met[first].append(second)
            met[second].append(first)
    event = [
        Contestant(number, vp=Fraction(random.randint(0, 2000), 100), met=tuple(opponents))
        for number, opponents in met.items()
    ]
    return lambda: draw_round(event, cheapest=cheapest_pairs)


def _evening(*, matches: int, boards: int, random: Random) -> list[Result]:
    return [
        Result(
            1, f"home {match}", f"away {match}", board, room, random.choice((-50, 110, 420, 620))
        )
        for match in range(matches)
        for board in range(1, boards + 1)
        for room in Room
    ]


if __name__ == "__main__":
    sys.exit(main())
