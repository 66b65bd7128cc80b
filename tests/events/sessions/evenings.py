"""Evenings of six pairs on one board, whose percentages are easy to tell, and series of them.

The pairs sit 1 against 2, 3 against 4, 5 against 6, in two lists. With the usual results their
percentages are 100, 0, 50, 50, 0 and 100. A pair is two letters: ``AB`` are Ann Ax and Ann Bx.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from clubscore.web.visitors import Actor
from events.models import Series, Session
from events.sessions.scoring.figures.series import SeriesScore, score_chain
from events.sessions.scoring.selectors.sessions import chain
from events.sessions.series.services import create_series, set_carry_over
from events.sessions.setup.services import sessions
from players.domain.names import Name, read_name
from tests.events import factories

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"
PAIRS = ("AB", "CD", "EF", "GH", "IJ", "KL")
USUAL = ("420", "50", "p")
INDIVIDUAL = " 8  2  1  1 1\n 1- 2- 3- 4 A  5- 6- 7- 8 A\n"


def name(letter: str) -> Name:
    return read_name(f"Ann {letter}x")


def evening(*pairs: str, day: int = 1, scores: tuple[str, ...] = USUAL, **values: Any) -> Session:
    """A finished and published evening in March 2026; the pairs are those of ``PAIRS`` unless
    given, and a pair of fewer letters lacks names."""
    settings = {"date": datetime.date(2026, 3, day), "title": f"Evening {day}", **values}
    session = factories.session(THREE_TABLES, **settings)
    names = {
        f"A{number}": [name(letter) for letter in pair]
        for number, pair in enumerate(pairs or PAIRS, start=1)
    }
    sessions.enter_names(session=session, names=names, by=Actor())
    if scores:
        factories.enter(session, 1, *scores)
    sessions.finish(session=session, by=Actor())
    sessions.publish(session=session, by=Actor())
    return session


def individual(day: int = 1, *, letters: str = "ABCDEFGH") -> Session:
    """An evening of eight players on one board: A and B beat E and F, so do G and H C and D."""
    session = factories.session(
        INDIVIDUAL, date=datetime.date(2026, 3, day), title=f"Individual {day}"
    )
    names = {f"A{n}": [name(letter)] for n, letter in enumerate(letters, start=1)}
    sessions.enter_names(session=session, names=names, by=Actor())
    factories.enter(session, 1, "420", "50")
    sessions.finish(session=session, by=Actor())
    sessions.publish(session=session, by=Actor())
    return session


def carry(earlier: Session, later: Session) -> None:
    """Carry an evening over into a later one."""
    set_carry_over(session=later, earlier_session=earlier, by=Actor())


def series(*evenings: Session, weights: Mapping[int, int] | None = None, **values: Any) -> Series:
    """A series of the evenings, published unless said otherwise."""
    wanted = Series(**{"name": "Spring", **values})
    all_weights = {each.pk: 100 for each in evenings} | dict(weights or {})
    return create_series(series=wanted, weights=all_weights, by=Actor())


def score(made: Series, *, director: bool = True) -> SeriesScore:
    return score_chain(chain(made, director=director))


def standings(made: Series, *, handicap: bool = False) -> dict[str, tuple[str, str]]:
    """The letters of a pair or player → place and value with two decimals."""
    scored = score(made)
    rows = scored.handicap if handicap else scored.scratch
    return {
        letters(scored, row.contestant): (str(row.place), f"{float(row.value):.2f}") for row in rows
    }


def letters(scored: SeriesScore, contestant: Any) -> str:
    numbers = contestant if isinstance(contestant, tuple) else (contestant,)
    return "".join(scored.names[number].family[0] for number in numbers)
