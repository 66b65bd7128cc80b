"""The draw of the next round of a Swiss event: what it rests on, the proposal and its reasons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from clubscore.text.problems import Sentence, sentence
from events.models import MatchPlay
from events.sessions.core.selectors import Matches, MatchRecord
from events.sessions.matches.domain.draw import (
    BYE,
    TRIANGLE,
    Contestant,
    Draw,
    at_kept_tables,
    away_from_table,
    draw_round,
    ranking,
    upper_half,
    with_anchor,
)
from events.sessions.matches.engines import cheapest_pairs
from events.sessions.matches.figures.matches import (
    ScoredMatch,
    ScoredMatches,
    pending_triangle,
    standings,
)


@dataclass(frozen=True, slots=True)
class DrawBasis:
    """What the draw of a round rests on: who takes part, best first, the round up to which
    results count, how many matches of those rounds lack results, who goes on in a triangle, and
    whether the first of three that are left over plays against both others, who do not meet.

    Of the practices: whether the upper half meets its neighbours, also again; the points that some
    have more in this draw; the tables that are kept, and how many a match has."""

    round: int
    after: int
    contestants: tuple[Contestant, ...]
    missing: int
    busy: tuple[int, ...]
    has_anchor: bool = False
    is_danish: bool = False
    head_starts: Mapping[int, Fraction] = field(default_factory=dict)
    keeps: Mapping[int, int] = field(default_factory=dict)
    tables: int = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """What speaks against a draw: ``refused`` if it cannot be played, ``warnings`` if the
    director may want it all the same."""

    refused: tuple[Sentence, ...]
    warnings: tuple[Sentence, ...]


def draw_basis(scored: ScoredMatches, number: int, *, in_arrears: bool = False) -> DrawBasis:
    """The basis of a round's draw: all results before it, or *in arrears* those up to the round
    before the last."""
    matches = scored.matches
    before = [match for match in matches.matches if match.round < number]
    after = max(number - 2, 0) if in_arrears else number - 1
    pending = pending_triangle(before, number)
    busy = {match.home for match in pending}
    places = {row.side: row for row in standings(matches, scored.scored, to_round=after)}
    playing = [
        team for team, record in matches.teams.items() if record.plays(number) and team not in busy
    ]
    more = _head_starts(matches.play, playing, number)
    taking_part = [
        _contestant(
            team, before, places[team].points + more.get(team, 0), places[team].imps, matches.play
        )
        for team in playing
    ]
    return DrawBasis(
        round=number,
        after=after,
        contestants=tuple(ranking(taking_part)),
        missing=len(incomplete(scored, after)),
        busy=tuple(sorted(busy)),
        has_anchor=matches.play.is_pairs,
        is_danish=matches.play.is_danish(number),
        head_starts=more,
        keeps=_kept_tables(matches, playing),
        tables=matches.play.tables,
    )


def _head_starts(play: MatchPlay, playing: Sequence[int], number: int) -> dict[int, Fraction]:
    more = play.head_start(number)
    return dict.fromkeys(playing[: upper_half(len(playing))], more) if more else {}


def _kept_tables(matches: Matches, playing: Sequence[int]) -> dict[int, int]:
    """The tables that single contestants keep; none where all teams have their home tables."""
    if matches.play.home_tables and not matches.play.is_pairs:
        return {}
    return {team: table for team in playing if (table := matches.teams[team].keeps_table)}


def incomplete(scored: ScoredMatches, after: int) -> list[ScoredMatch]:
    """The matches that ended by a round, and lack results."""
    return [
        each
        for each in scored.scored
        if each.match.last_round <= after and not each.result.is_complete
    ]


def proposal(basis: DrawBasis, play: MatchPlay) -> Draw:
    """The draw by the rule, in the order of the tables; in the last round an odd number has a bye,
    for a triangle over two rounds would not end."""
    is_last = play.odd == MatchPlay.Odd.TRIANGLE and basis.round >= play.rounds
    odd = BYE if play.odd == MatchPlay.Odd.BYE or is_last else TRIANGLE
    draw = draw_round(basis.contestants, odd=odd, danish=basis.is_danish, cheapest=cheapest_pairs)
    if basis.has_anchor and draw.triangle:
        draw = replace(draw, triangle=with_anchor(draw.triangle, basis.contestants))
    return replace(draw, pairs=at_kept_tables(draw.pairs, basis.keeps, tables=basis.tables))


def reason_of(basis: DrawBasis, draw: Draw, pair: tuple[int, int]) -> Sentence:
    """Why two meet: the first of the ranking still to be seated, and the first it has not met; in
    a Danish draw neighbours in the upper half."""
    by_number = {contestant.number: contestant for contestant in basis.contestants}
    order = [contestant.number for contestant in basis.contestants]
    better, worse = sorted(pair, key=order.index)
    if {*pair} <= _neighbours(basis, draw):
        return sentence(
            "%(worse)s is next to %(better)s in the upper half, where all meet their neighbours.",
            better=better,
            worse=worse,
        )
    seated_before = {
        team
        for other in draw.pairs
        if min(map(order.index, other)) < order.index(better)
        for team in other
    } | {*draw.triangle, draw.bye}
    if worse in by_number[better].met or better in by_number[worse].met:
        return sentence(
            "%(better)s and %(worse)s have met: no draw without it has fewer, or older, repeats.",
            better=better,
            worse=worse,
        )
    free = [
        number
        for number in order[order.index(better) + 1 :]
        if number not in seated_before and number not in by_number[better].met
    ]
    if free and free[0] != worse:
        return sentence(
            "%(worse)s is the first of the ranking with whom %(better)s can play so that all "
            "others can be paired too.",
            better=better,
            worse=worse,
        )
    return sentence(
        "%(worse)s is the first of the ranking whom %(better)s has not met.",
        better=better,
        worse=worse,
    )


def judge(basis: DrawBasis, draw: Draw) -> Judged:
    """What the director should know of a draw that was changed by hand."""
    by_number = {contestant.number: contestant for contestant in basis.contestants}
    seated = [number for pair in draw.pairs for number in pair]
    seated += [*draw.triangle, *([] if draw.bye is None else [draw.bye])]
    alone = {one for one, other in draw.pairs if one == other}
    refused = [
        sentence("%(number)s cannot play itself.", number=number) for number in sorted(alone)
    ]
    refused += [
        sentence("%(number)s is there twice.", number=number)
        for number in sorted({each for each in seated if seated.count(each) > 1} - alone)
    ]
    refused += [
        sentence("%(number)s does not play in this round.", number=number)
        for number in sorted({*seated} - by_number.keys())
    ]
    refused += [
        sentence("%(number)s has no opponent.", number=number)
        for number in sorted(by_number.keys() - {*seated})
    ]
    warnings = list(_meetings(basis, draw, by_number))
    warnings += [
        sentence(
            "%(number)s keeps table %(table)s, and is not there in this draw.",
            number=number,
            table=basis.keeps[number],
        )
        for number in away_from_table(draw.pairs, basis.keeps, tables=basis.tables)
    ]
    fewest = min((contestant.byes for contestant in basis.contestants), default=0)
    out = [draw.bye] if draw.bye is not None else [*draw.triangle]
    warnings += [
        sentence("%(number)s has had a bye or a triangle already.", number=number)
        for number in out
        if number in by_number and by_number[number].byes > fewest
    ]
    return Judged(tuple(refused), tuple(warnings))


def _neighbours(basis: DrawBasis, draw: Draw) -> set[int]:
    """Who meets a neighbour of the upper half, also again."""
    out = {*draw.triangle, draw.bye}
    playing = [
        contestant.number for contestant in basis.contestants if contestant.number not in out
    ]
    return {*playing[: upper_half(len(playing))]} if basis.is_danish else set()


def _meetings(basis: DrawBasis, draw: Draw, by_number: dict[int, Contestant]) -> Iterable[Sentence]:
    may_meet_again = _neighbours(basis, draw)
    of_three = [*combinations(draw.triangle, 2)]
    for first, second in (*draw.pairs, *(of_three[:2] if basis.has_anchor else of_three)):
        if first not in by_number or second not in by_number or {first, second} <= may_meet_again:
            continue
        met = [place for place, each in enumerate(by_number[first].met, start=1) if each == second]
        if met:
            yield sentence("%(first)s and %(second)s have met before.", first=first, second=second)


def _contestant(
    team: int, before: Sequence[MatchRecord], points: Fraction, imps: Fraction, play: MatchPlay
) -> Contestant:
    own = [match for match in before if team in (match.home, match.away)]
    usual = [match for match in own if match.away is not None]
    met = tuple(
        opponent
        for match in usual
        if (opponent := match.away if match.home == team else match.home) is not None
    )
    short = {match.round for match in own if match.away is None or _is_triangle(match, before)}
    return Contestant(
        number=team,
        vp=points,
        imps=int(imps),
        met=met,
        byes=len(short),
        ns=sum(match.home == team for match in usual),
        ew=sum(match.away == team for match in usual),
    )


def _is_triangle(match: MatchRecord, matches: Sequence[MatchRecord]) -> bool:
    """Whether a match is one of three among three teams in its round."""
    of_round = [match_record for match_record in matches if match_record.round == match.round]
    return (
        sum(match.home in (match_record.home, match_record.away) for match_record in of_round) > 1
    )
