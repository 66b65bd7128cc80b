"""The tie-breaks of teams, each for the teams that are tied before it.

Those of single players hold for the score that decides; ``:MP`` and ``:GP`` name another one, as in
``BH:GP``. Source: FIDE C.07, articles 6 to 9, 12, 13 and 16.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.standings.domain.catalogue import find
from events.tournaments.standings.domain.rules.direct_encounter import order
from events.tournaments.standings.domain.rules.opponents import OpponentScores
from events.tournaments.standings.domain.rules.values import Values
from events.tournaments.standings.domain.stage import (
    ZERO,
    Record,
    Round,
    Stage,
    cut,
    exact_sum,
    stage,
    total,
)
from events.tournaments.teams.domain.as_tournament import as_tournament
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.matches import game_points_by_round, points_by_board

Group = Sequence[int]

Amounts = Mapping[int, Fraction | None]
"""A tie-break's values by the numbers of the teams."""

_OF_PLAYERS = frozenset({"BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "WIN", "PS"})

_EXTENDED = {
    "EMMSB": (False, False), "EMGSB": (False, True),
    "EGMSB": (True, False), "EGGSB": (True, True),
}  # fmt: skip
"""Whether the opponent's score and the own one are game points."""

_UNKNOWN = gettext_noop("“%(code)s” is not a known tie-break of teams. Known are %(codes)s.")

KNOWN = (
    "MPVGP", "EDE", "DE", *_EXTENDED, *(f"{code}/C1" for code in _EXTENDED),
    *sorted(_OF_PLAYERS), "BC", "TBR", "BBE",
)  # fmt: skip
"""What the standings can divide by; those of single players also with ``:MP`` and ``:GP``."""


def known_code(text: str) -> str:
    """The code of a tie-break of teams, in capitals. Raises :class:`Refused` for any other."""
    code = text.strip().upper().replace("-", "/")
    bare = code.replace(":MP", "").replace(":GP", "")
    if code in KNOWN or (code != bare and (bare in _OF_PLAYERS or bare == "DE")):
        return code
    raise Refused(sentence(_UNKNOWN, code=text.strip(), codes=", ".join(KNOWN)))


class TeamStages:
    """A tournament of teams after a round, in match points and in game points."""

    def __init__(self, event: TeamEvent, through: int | None = None) -> None:
        self.match = stage(as_tournament(event), through)
        self.game = _in_game_points(self.match, event)
        self.by_game_points = event.rules.by_game_points
        self.boards = range(1, event.rules.boards + 1)
        self.on_boards = points_by_board(event, self.match.rounds)

    @property
    def numbers(self) -> Iterable[int]:
        return self.match.records

    def of(self, game: bool) -> Stage:
        """The stage in game points, or in match points."""
        return self.game if game else self.match

    def points(self, game: bool) -> dict[int, Fraction]:
        return {number: record.points for number, record in self.of(game).records.items()}


def _in_game_points(at: Stage, event: TeamEvent) -> Stage:
    points = game_points_by_round(event)
    records = {number: _worth(record, points[number]) for number, record in at.records.items()}
    boards, games = event.rules.boards, event.rules.games
    # Of a whole match: a draw of one's own is a draw on every board.
    system = replace(
        at.system, win=boards * games.win, draw=boards * games.draw, loss=boards * games.loss
    )
    return replace(at, records=records, system=system)


def _worth(record: Record, points: Mapping[int, Fraction]) -> Record:
    rounds = tuple(each._replace(points=points.get(each.number, ZERO)) for each in record.rounds)
    return Record(
        record.number,
        record.rating,
        rounds,
        exact_sum(each.points for each in rounds),
        tuple(each for each in rounds if not each.pending),
    )


def divide_group(code: str, at: TeamStages, group: Group) -> tuple[list[Group], Amounts]:
    """A tied group divided by a tie-break, best first, and the values of its teams."""
    if code == "EDE":
        return _by_places(_encounters(at, group))
    if code in ("DE", "DE:MP", "DE:GP"):
        return _by_places(_encounter(at.of(_is_of_games(code, at)), group))
    if code in ("TBR", "BBE"):
        keys = {number: _BOARDS[code](at, number) for number in group}
        return _by_places(_sorted(group, lambda number: keys[number]))
    if code == "BC":
        return _by_board_count(at, group)
    amounts = {number: _value(code, at, number) for number in group}
    return list(divided([group], amounts, ascending=False)), amounts


def _is_of_games(code: str, at: TeamStages) -> bool:
    return code.endswith(":GP") or (at.by_game_points and not code.endswith(":MP"))


def _value(code: str, at: TeamStages, number: int) -> Fraction | None:
    if code == "MPVGP":
        return at.of(not at.by_game_points).records[number].points
    bare, _slash, modifier = code.partition("/")
    if bare in _EXTENDED:
        theirs, own = (at.of(game) for game in _EXTENDED[bare])
        return _extended(theirs, own, number, low=1 if modifier else 0)
    games = _is_of_games(code.partition("/")[0], at)
    plain = code.replace(":MP", "").replace(":GP", "")
    return Values(at.of(games)).of(find(plain), at.of(games).records[number]).amount


def _extended(theirs: Stage, own: Stage, number: int, *, low: int) -> Fraction | None:
    """The opponents' scores, each times what was taken from them (13.2)."""
    taken: dict[int, Round] = {each.number: each for each in own.records[number].rounds}
    parts = [
        part._replace(
            amount=(part.score or ZERO) * taken[part.round].points, points=taken[part.round].points
        )
        for part in OpponentScores(theirs).buchholz(theirs.records[number]).parts
    ]
    return total(cut(parts, low=low)).amount


def _encounters(at: TeamStages, group: Group) -> list[Group]:
    """The group divided by the score that decides; if that divides nothing, by the other one;
    the groups that come of it from the beginning again (13.3)."""
    if len(group) < 2:
        return [group]
    for games in (at.by_game_points, not at.by_game_points):
        found = _encounter(at.of(games), group)
        if len(found) > 1:
            return [smaller for each in found for smaller in _encounters(at, each)]
    return [group]


def _encounter(at: Stage, group: Group) -> list[Group]:
    found = order(at, [at.records[number] for number in group])
    return [[record.number for record in each] for each in found]


def _top_boards(at: TeamStages, number: int) -> tuple[Fraction, ...]:
    """The points on board 1, then 2 and so on (12.2)."""
    return tuple(at.on_boards[number].get(board, ZERO) for board in at.boards)


def _without_bottom_boards(at: TeamStages, number: int) -> tuple[Fraction, ...]:
    """The points on all boards but the last, then without the last two and so on (12.3)."""
    points = _top_boards(at, number)
    return tuple(exact_sum(points[:left]) for left in range(len(points) - 1, 0, -1))


_BOARDS: Mapping[str, Callable[[TeamStages, int], tuple[Fraction, ...]]] = {
    "TBR": _top_boards,
    "BBE": _without_bottom_boards,
}


def _by_board_count(at: TeamStages, group: Group) -> tuple[list[Group], Amounts]:
    """Board number times points on it, the lowest first; only where all have equal game points
    (12.1)."""
    amounts: dict[int, Fraction | None] = {
        number: exact_sum(board * points for board, points in at.on_boards[number].items())
        for number in group
    }
    if len({at.game.records[number].points for number in group}) > 1:
        return [group], dict.fromkeys(group)
    return list(divided([group], amounts, ascending=True)), amounts


def _by_places(groups: list[Group]) -> tuple[list[Group], Amounts]:
    """The place in the group is the value, where anything was decided."""
    amounts: dict[int, Fraction | None] = {}
    for group in groups:
        place = Fraction(len(amounts) + 1) if len(groups) > 1 else None
        amounts |= dict.fromkeys(group, place)
    return groups, amounts


def _sorted(group: Group, key: Callable[[int], tuple[Fraction, ...]]) -> list[Group]:
    by_key: defaultdict[tuple[Fraction, ...], list[int]] = defaultdict(list)
    for number in group:
        by_key[key(number)].append(number)
    return [by_key[each] for each in sorted(by_key, reverse=True)]


def divided(groups: Iterable[Group], amounts: Amounts, *, ascending: bool) -> Iterator[Group]:
    """Each group divided by its values, in order; who has none comes last."""
    for group in groups:
        by_amount: defaultdict[Fraction, list[int]] = defaultdict(list)
        without = [number for number in group if amounts[number] is None]
        for number in group:
            amount = amounts[number]
            if amount is not None:
                by_amount[amount].append(number)
        yield from (by_amount[each] for each in sorted(by_amount, reverse=not ascending))
        if without:
            yield without
