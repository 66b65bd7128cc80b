"""Invented tournaments for property tests: consistent, with every kind of result."""

import datetime

from hypothesis import strategies as st

from events.tournaments.core.domain.results import Code, Colour, Outcome, Result
from events.tournaments.core.domain.tournament import Entrant, Team, Tournament

BYES = [code for code in Code if code.is_bye]


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Two to nine players and up to four rounds; in each, some meet and some have a bye."""
    numbers = draw(st.lists(st.integers(1, 40), min_size=2, max_size=9, unique=True))
    rounds = draw(st.integers(0, 4))
    results: dict[int, list[Result | None]] = {number: [None] * rounds for number in numbers}
    for index in range(rounds):
        order = draw(st.permutations(numbers))
        games = draw(st.integers(0, len(order) // 2))
        for first, second in zip(order[: 2 * games : 2], order[1 : 2 * games : 2], strict=True):
            outcome = draw(st.sampled_from(Outcome))
            known = draw(st.booleans())
            results[first][index] = Result(second, Colour.WHITE if known else None, outcome.first)
            results[second][index] = Result(first, Colour.BLACK if known else None, outcome.second)
        for number in order[2 * games :]:
            bye = draw(st.sampled_from([None, *BYES]))
            results[number][index] = Result(None, None, bye) if bye else None
    split = draw(st.integers(0, len(numbers)))
    teams = (Team("The Rooks", tuple(numbers[:split])), Team("Knights", tuple(numbers[split:])))
    dated = draw(st.booleans())
    start = datetime.date(2026, 3, 6)
    return Tournament(
        name="Spring cup",
        start=start,
        deputies=("Ada Lamb", "Bo Moss"),
        rounds=rounds,
        round_dates=tuple(start + datetime.timedelta(days=day) for day in range(rounds))
        if dated
        else (),
        entrants=tuple(
            Entrant(number, f"Family{number}", rank=rank, results=tuple(results[number]))
            for rank, number in enumerate(sorted(numbers), start=1)
        ),
        teams=teams if draw(st.booleans()) else (),
        tie_breaks=("BH", "SB"),
    )
