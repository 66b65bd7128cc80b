"""Tournaments of every kind that the files can say, for property tests."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from hypothesis import strategies as st

from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import (
    Entrant,
    Forbidden,
    PreservedLine,
    Team,
    Tournament,
)
from events.tournaments.files.formats.krause.checks import ranked

GAMES = (
    (Code.WIN, Code.LOSS), (Code.DRAW, Code.DRAW), (Code.LOSS, Code.WIN), (Code.DRAW, Code.LOSS),
    (Code.LOSS, Code.LOSS), (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS), (Code.PENDING, Code.PENDING),
)  # fmt: skip
SHORT_GAMES = ((Code.UNRATED_WIN, Code.UNRATED_LOSS), (Code.UNRATED_DRAW, Code.UNRATED_DRAW))
BYES = (Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE)
OLD_BYES = (Code.HALF_BYE, Code.ZERO_BYE)
FIRST_DAY, LAST_DAY = date(1900, 3, 1), date(2130, 1, 1)

text = st.text(
    st.characters(exclude_categories=("C", "Z"), exclude_characters=","), min_size=1, max_size=8
)
words = st.lists(text, min_size=1, max_size=2).map(" ".join)
points = st.integers(0, 120).map(lambda tenths: Fraction(tenths, 20))
comments = text.map(lambda said: f"# {said}")


@st.composite
def results(draw: st.DrawFn, players: int, *, old: bool) -> list[list[Result | None]]:
    """The results of every player, the last round of them not empty."""
    rounds = draw(st.integers(1, 5)) if players > 1 else 0
    found: list[list[Result | None]] = [[None] * rounds for _player in range(players)]
    for place in range(rounds):
        order = draw(st.permutations(range(1, players + 1)))
        games = draw(st.integers(1, players // 2))
        for first, second in zip(order[0 : 2 * games : 2], order[1 : 2 * games : 2], strict=True):
            one, other = draw(st.sampled_from(GAMES if old else GAMES + SHORT_GAMES))
            colour = draw(st.sampled_from((Colour.WHITE, None)))
            found[first - 1][place] = Result(second, colour, one)
            found[second - 1][place] = Result(first, colour and colour.other, other)
        codes = st.none() | st.sampled_from(OLD_BYES if old else BYES)
        for number in order[2 * games :]:
            if code := draw(codes):
                found[number - 1][place] = Result(None, None, code)
        if order[2 * games :] and draw(st.booleans()):
            found[order[-1] - 1][place] = Result(None, None, Code.PAIRING_BYE)
    return found


@st.composite
def tournaments(draw: st.DrawFn, *, old: bool = False) -> Tournament:
    """A tournament as a reader gives it; ``old`` without what the format of 2006 cannot say."""
    players = draw(st.integers(2, 9))
    own = draw(results(players, old=old))
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=players, max_size=players)))
    of_place = dict(enumerate(numbers, 1))
    entrants = tuple(
        replace(
            draw(entrant(number)),
            results=tuple(
                replace(result, opponent=of_place[result.opponent])
                if result and result.opponent
                else result
                for result in own[place]
            ),
        )
        for place, number in enumerate(numbers)
    )
    rounds = len(own[0])
    start = draw(st.dates(FIRST_DAY, LAST_DAY))
    dates = tuple(start + timedelta(days) for days in range(rounds)) if draw(st.booleans()) else ()
    planned = rounds if dates else rounds + draw(st.integers(0, 3))
    teams = draw(st.just(()) | st.just((Team("Mill", tuple(numbers)),)))
    tournament = Tournament(
        name=draw(words),
        start=start,
        finish=dates[-1] if dates else draw(st.none() | st.dates(start, LAST_DAY)),
        city=draw(st.just("") | words),
        federation=draw(st.sampled_from(("", "IRL", "Narnia"))),
        kind=draw(st.just("") | words),
        time_control=draw(st.just("") | words),
        chief_arbiter=draw(st.just("") | words),
        deputies=tuple(draw(st.lists(words, max_size=2))),
        rounds=planned,
        round_dates=dates,
        entrants=entrants,
        teams=teams,
        system=draw(st.just(PointSystem()) | st.builds(PointSystem, *[points] * 9)),
        forbidden=() if teams else draw(forbidden(numbers, planned, old=old)),
        preserved=draw(kept(numbers)),
    )
    nothing = (None,) * planned
    padded = (replace(each, results=(*each.results, *nothing)[:planned]) for each in entrants)
    return ranked(replace(tournament, entrants=tuple(padded)))


@st.composite
def entrant(draw: st.DrawFn, number: int) -> Entrant:
    """A player without results; the identity number is made of the starting number."""
    born = draw(st.none() | st.dates(date(1850, 1, 1)))
    year = st.sampled_from(("", "1950"))
    return Entrant(
        number=number,
        family=draw(words),
        given=draw(st.just("") | text),
        sex=draw(st.sampled_from(("", "m", "w"))),
        title=draw(st.sampled_from(("", "GM", "WFM"))),
        rating=draw(st.none() | st.integers(1, 3999)),
        federation=draw(st.sampled_from(("", "IRL", "xyz"))),
        identity=draw(st.sampled_from(("", f"{number}00"))),
        born=born.isoformat() if born else draw(year),
    )


@st.composite
def forbidden(
    draw: st.DrawFn, numbers: list[int], rounds: int, *, old: bool
) -> tuple[Forbidden, ...]:
    """Forbidden pairings, in the whole tournament or up to a round before the last."""
    members = st.lists(st.sampled_from(numbers), min_size=2, max_size=3, unique=True).map(tuple)
    whole = members.map(Forbidden)
    some = st.builds(Forbidden, members, st.integers(1, 1), st.integers(1, max(1, rounds - 1)))
    several = whole if old or rounds < 2 else whole | some
    found = draw(st.lists(several, max_size=2))
    # The lines of whole tournaments come first in formats that have no record for the others.
    return tuple(sorted(found, key=lambda each: each.first is not None))


@st.composite
def kept(draw: st.DrawFn, numbers: list[int]) -> tuple[PreservedLine, ...]:
    """Comments behind records that are always there, in their order, and one at the end."""
    places = ("", "012", "042", "062", *(f"001 {number}" for number in numbers))
    chosen = sorted(draw(st.lists(st.sampled_from(range(len(places))), max_size=3)))
    return tuple(PreservedLine(draw(comments), places[place]) for place in chosen)
