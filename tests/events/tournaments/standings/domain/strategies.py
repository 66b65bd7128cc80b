"""Tournaments for property tests: games, forfeits, byes of every kind, absences, withdrawals."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from hypothesis import strategies as st

from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament

BEFORE, SINCE = date(2026, 2, 28), date(2026, 3, 1)
FOOTBALL = PointSystem(
    win=Fraction(3),
    draw=Fraction(1),
    forfeit_win=Fraction(3),
    pairing_bye=Fraction(3),
    half_bye=Fraction(1),
    full_bye=Fraction(3),
)
HALF_FOR_A_BYE = PointSystem(pairing_bye=Fraction(1, 2))
GAMES = ("10", "01", "==", "WL", "LW", "DD")
FORFEITS = ("+-", "-+")
DECISIONS = ("=0", "0=", "00", "--")  # by an arbiter, or both stayed away
BYES = ("U", "H", "F", "Z", None)

Rounds = dict[int, list[Result | None]]


@st.composite
def tournaments(
    draw: st.DrawFn, *, unplayed: bool = True, decisions: bool = True, most: int = 9
) -> Tournament:
    """A Swiss tournament; the pairings are any, so that players may meet twice."""
    numbers = range(1, draw(st.integers(2, most)) + 1)
    rounds = draw(st.integers(1, 6))
    leaving = dict.fromkeys(numbers, rounds)
    if unplayed:
        leaving |= draw(st.dictionaries(st.sampled_from(numbers), st.integers(0, rounds)))
    results: Rounds = {number: [] for number in numbers}
    kinds = GAMES * 3 + (FORFEITS if unplayed else ()) + (DECISIONS if decisions else ())
    for played in range(rounds):
        here = [number for number in numbers if played < leaving[number]]
        _add_round(draw, results, draw(st.permutations(here)), kinds, unplayed=unplayed)
    return _tournament(draw, results, kind="Swiss")


@st.composite
def round_robins(draw: st.DrawFn, *, decisions: bool = True, most: int = 7) -> Tournament:
    """Everybody meets everybody, once or twice, with a free round when they are odd."""
    numbers = list(range(1, draw(st.integers(2, most)) + 1))
    kinds = GAMES * 3 + FORFEITS + (DECISIONS if decisions else ())
    seats: list[int | None] = [*numbers] if len(numbers) % 2 == 0 else [*numbers, None]
    results: Rounds = {number: [] for number in numbers}
    for cycle in range(draw(st.integers(1, 2))):
        for _ in seats[1:]:
            half = len(seats) // 2
            for one, other in zip(seats[:half], reversed(seats[half:]), strict=True):
                if one is None or other is None:
                    results[one or other or 0].append(None)
                    continue
                white, black = (one, other) if cycle else (other, one)
                _add_game(results, white, black, draw(st.sampled_from(kinds)))
            seats = [seats[0], seats[-1], *seats[1:-1]]
    return _tournament(draw, results, kind="Round robin")


def _add_round(
    draw: st.DrawFn, results: Rounds, here: Sequence[int], kinds: Sequence[str], *, unplayed: bool
) -> None:
    before = max(len(kept) for kept in results.values())
    sitting = draw(st.integers(0, len(here))) if unplayed else len(here) % 2
    sitting += (len(here) - sitting) % 2
    for number in here[:sitting]:
        code = draw(st.sampled_from(BYES)) if unplayed else None
        results[number].append(Result(None, None, Code(code)) if code else None)
    paired = here[sitting:]
    for white, black in zip(paired[::2], paired[1::2], strict=True):
        _add_game(results, white, black, draw(st.sampled_from(kinds)))
    for kept in results.values():
        kept += [None] * (before + 1 - len(kept))


def _add_game(results: Rounds, white: int, black: int, codes: str) -> None:
    results[white].append(Result(black, Colour.WHITE, Code(codes[0])))
    results[black].append(Result(white, Colour.BLACK, Code(codes[1])))


def _tournament(draw: st.DrawFn, results: Rounds, kind: str) -> Tournament:
    rounds = max(len(kept) for kept in results.values())
    return Tournament(
        name="Invented",
        kind=kind,
        start=draw(st.sampled_from([BEFORE, SINCE])),
        rounds=rounds + draw(st.integers(0, 2)),
        system=draw(st.sampled_from([PointSystem(), FOOTBALL, HALF_FOR_A_BYE])),
        entrants=tuple(
            Entrant(
                number,
                f"Player {number}",
                rating=draw(st.integers(1000, 2700)),
                results=tuple(kept),
            )
            for number, kept in results.items()
        ),
    )


def begun(tournament: Tournament, start: date) -> Tournament:
    """The same tournament with another first day."""
    return replace(tournament, start=start)
