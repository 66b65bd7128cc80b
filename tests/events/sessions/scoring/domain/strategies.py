"""Fields for property tests: few contestants and scores, so that ties and clashes are common."""

from fractions import Fraction

from hypothesis import strategies as st

from events.common.domain import Rounding
from events.sessions.core.domain.adjustment import (
    NOT_PLAYED,
    Adjustment,
    Artificial,
    Average,
    Component,
    Split,
    Weighted,
)
from events.sessions.core.domain.contract import PASS, Contract, Played, Seat, Strain
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.settings import Method, Settings

SCORES = st.sampled_from([-620, -110, -50, 0, 50, 110, 140, 420, 620, 1430])
PERCENTAGES = st.integers(0, 100).map(Fraction)
AWARDS = st.one_of(st.sampled_from(Average), PERCENTAGES)
ARTIFICIAL = st.builds(Artificial, AWARDS, AWARDS)
# Any contract with any score: only those who know the board see that they do not agree.
PLAYED = st.sampled_from([None, PASS, Played(Contract(4, Strain.SPADES), Seat.N, 9)])


@st.composite
def weighted(draw: st.DrawFn) -> Weighted:
    parts = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    # Hundredths of a percent, so that every value has a text.
    weights = [Fraction(10_000 * part // sum(parts), 10_000) for part in parts]
    weights[0] += 1 - sum(weights)
    return Weighted(tuple(Component(weight, draw(SCORES), draw(PLAYED)) for weight in weights))


OTHERS = st.one_of(weighted(), AWARDS, st.just(NOT_PLAYED))
SPLITS = st.builds(Split, weighted(), OTHERS) | st.builds(Split, OTHERS, weighted())

ADJUSTMENTS: st.SearchStrategy[Adjustment] = st.one_of(
    ARTIFICIAL, weighted(), SPLITS, st.just(NOT_PLAYED)
)


@st.composite
def fields(
    draw: st.DrawFn, adjustments: st.SearchStrategy[Adjustment | None] | None = None
) -> list[Line]:
    """Up to six boards with up to seven lines; nobody has two lines on a board."""
    optional = st.none() if adjustments is None else st.none() | adjustments
    lines = []
    for board in range(1, draw(st.integers(1, 6)) + 1):
        pairs = draw(st.permutations(range(1, 15)))
        for table in range(draw(st.integers(1, 7))):
            adjustment = draw(optional)
            ns, ew = pairs[2 * table], pairs[2 * table + 1]
            lines.append(Line(board, (ns,), (ew,), draw(SCORES), adjustment))
    return lines


SETTINGS = st.builds(
    Settings,
    method=st.sampled_from(Method),
    scale=st.sampled_from([1, 2]),
    winners=st.sampled_from([1, 2]),
    neuberg=st.booleans(),
    small_groups=st.booleans(),
    missing_ties=st.booleans(),
    rounding=st.sampled_from(Rounding),
    session_average=st.booleans(),
    butler_drop=st.integers(0, 2),
    butler_percent=st.sampled_from([0, 10, 33]),
    butler_parts=st.booleans(),
    butler_even=st.booleans(),
    cross_imps_mean=st.booleans(),
    cross_imps_award_each=st.booleans(),
)
