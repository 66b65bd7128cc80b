"""What a match brings: outcome, match points, game points, points of a board.

A match in which no game was played on any board is a forfeit of who has fewer game points; equal
game points of forfeits on the boards are a draw. Source: FIDE C.07, articles 11.1 and 12.

A tournament of teams seen as one of single entrants: a match is a game, a team a player.

Pairing systems and most tie-breaks then hold for teams as they are (C.04.6, preface; C.07,
article 13). Points are match points, whichever score decides.

The standings of teams: the score that decides, then tie-breaks, places shared at last.

Codes are FIDE's (C.07, articles 6 to 9, 12 and 13). Those of single players hold for the score
that decides; ``:MP`` and ``:GP`` name another one, as in ``BH:GP``. Unplayed rounds are those of
C.07, article 16, with the byes and forfeited matches of teams.

The tie-breaks of teams, each for the teams that are tied before it.

Those of single players hold for the score that decides; ``:MP`` and ``:GP`` name another one.
Source: FIDE C.07, articles 6 to 9, 12, 13 and 16.

Standings of teams whose members play as individuals, as clubs run them beside a tournament.

A team's score is the sum of the points of its best members, as many as count. Teams with equal
scores are ranked by the sum of the places of those members, where the lower one is better, and
then by the better place of the best, the second best and so on; still equal, they share a place.
A team with fewer members than count adds up those it has, and is ranked below a complete one with
as many points.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.common.domain import Place
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.core.domain.tournament import Entrant, Team, Tournament
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
from events.tournaments.standings.domain.standings import Standing
from events.tournaments.teams.domain.event import TeamEvent, TeamMatch

Points = dict[int, dict[int, Fraction]]
"""Points by the number of the team, then by round or board."""


def game_points(match: TeamMatch, rules: TeamRules) -> tuple[Fraction, Fraction]:
    """The game points of the white team and of the other, so far."""
    white, black = _by_board(match, rules)
    return exact_sum(white), exact_sum(black)


def outcome(match: TeamMatch, rules: TeamRules) -> tuple[Code, Code]:
    """How the match ended for both sides; pending while a board has no result."""
    if match.forfeit:
        return match.forfeit
    codes = {code for board in match.boards for code in (board.first_code, board.second_code)}
    if not codes or Code.PENDING in codes:
        return Code.PENDING, Code.PENDING
    white, black = game_points(match, rules)
    if not any(code.played for code in codes) and white + black == 0:
        return Code.FORFEIT_LOSS, Code.FORFEIT_LOSS
    if white == black:
        return Code.DRAW, Code.DRAW
    played = any(code.played for code in codes)
    won, lost = (Code.WIN, Code.LOSS) if played else (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)
    return (won, lost) if white > black else (lost, won)


def game_points_by_round(event: TeamEvent) -> Points:
    """Every team's game points by round, byes among them."""
    points: Points = {team.number: {} for team in event.teams}
    for match in event.matches:
        white, black = game_points(match, event.rules)
        points[match.white][match.round] = white
        points[match.black][match.round] = black
    for bye in event.byes:
        points[bye.team][bye.round] = event.rules.bye_game_points(bye.code)
    return points


def points_by_board(event: TeamEvent, through: int | None = None) -> Points:
    """Every team's points on each board in all rounds; the bye of the pairing and a full-point
    bye count as a win on every board (C.07, article 12)."""
    found: Points = {team.number: defaultdict(Fraction) for team in event.teams}
    for match in event.matches:
        if through is None or match.round <= through:
            sides = zip((match.white, match.black), _by_board(match, event.rules), strict=True)
            for team, points in sides:
                for board, worth in enumerate(points, start=1):
                    found[team][board] += worth
    for bye in event.byes:
        if through is None or bye.round <= through:
            worth = _bye_on_a_board(bye.code, event.rules)
            for board in range(1, event.rules.boards + 1):
                found[bye.team][board] += worth
    return {team: dict(boards) for team, boards in found.items()}


def _bye_on_a_board(code: Code, rules: TeamRules) -> Fraction:
    if code in (Code.PAIRING_BYE, Code.FULL_BYE):
        return rules.games.win
    return rules.games.draw if code is Code.HALF_BYE else ZERO


def _by_board(match: TeamMatch, rules: TeamRules) -> tuple[list[Fraction], list[Fraction]]:
    """The points of both sides on each board. A forfeited match is one on all boards."""
    if match.forfeit:
        white, black = (
            rules.games.win if code is Code.FORFEIT_WIN else rules.games.forfeit_loss
            for code in match.forfeit
        )
        return [white] * rules.boards, [black] * rules.boards
    return (
        [rules.games.points(board.first_code) or ZERO for board in match.boards],
        [rules.games.points(board.second_code) or ZERO for board in match.boards],
    )


def as_tournament(event: TeamEvent, name: str = "") -> Tournament:
    """The teams as entrants, each match as a game, with match points."""
    results = results_of(event)
    rounds = max(event.rounds, *(len(result) for result in results.values()), 0)
    entrants = tuple(
        Entrant(team.number, team.name, rating=team.strength, results=tuple(results[team.number]))
        for team in sorted(event.teams, key=lambda team: team.number)
    )
    return Tournament(
        name=name,
        kind=event.kind,
        start=event.start,
        rounds=rounds,
        entrants=entrants,
        system=event.rules.match_system,
    )


def results_of(event: TeamEvent) -> dict[int, list[Result | None]]:
    """Every team's results by its number, of as many rounds as the last match or bye is in."""
    played = [match.round for match in event.matches]
    rounds = max([*played, *(bye.round for bye in event.byes)], default=0)
    results: dict[int, list[Result | None]] = {team.number: [None] * rounds for team in event.teams}
    for team, round_, result in _results(event):
        results[team][round_ - 1] = result
    return results


def _results(event: TeamEvent) -> Iterable[tuple[int, int, Result]]:
    for match in event.matches:
        white, black = outcome(match, event.rules)
        yield match.white, match.round, Result(match.black, Colour.WHITE, white)
        yield match.black, match.round, Result(match.white, Colour.BLACK, black)
    for bye in event.byes:
        yield bye.team, bye.round, Result(None, None, bye.code)


USUAL = ("MPVGP", "EDE", "EMGSB", "BH")
"""The tie-breaks where the tournament has none of its own."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the standings. ``values`` are those of the tie-breaks in their order,
    ``None`` where one says nothing."""

    number: int
    place: Place
    match_points: Fraction
    game_points: Fraction
    values: tuple[Fraction | None, ...]
    provisional: bool


def team_lines(
    event: TeamEvent, tie_breaks: Iterable[str] = USUAL, *, through: int | None = None
) -> tuple[TeamLine, ...]:
    """Every team, best first, after a round, by default after the last that was begun.

    Raises :class:`clubscore.text.problems.Refused` for a tie-break that is not known.
    """
    codes = tuple(dict.fromkeys(known_code(code) for code in tie_breaks))
    at = TeamStages(event, through)
    groups = list(divided([tuple(at.numbers)], at.points(at.by_game_points), ascending=False))
    columns: list[Amounts] = []
    for code in codes:
        column: dict[int, Fraction | None] = {}
        finer = []
        for group in groups:
            parts, amounts = divide_group(code, at, group)
            finer += parts
            column |= amounts
        groups = finer
        columns.append(column)
    found: list[TeamLine] = []
    match, game = at.points(False), at.points(True)
    for group in groups:
        place = Place(len(found) + 1, is_shared=len(group) > 1)
        found += [
            TeamLine(
                number,
                place,
                match[number],
                game[number],
                tuple(column.get(number) for column in columns),
                at.match.provisional,
            )
            for number in sorted(group)
        ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A team’s place, and the points that decide; ``members`` are starting numbers."""

    name: str
    place: Place
    points: Fraction
    members: tuple[int, ...]


def team_places(event: TeamEvent) -> list[TeamPlace]:
    """Every team by its place, with match points, or game points where they decide."""
    by_game = event.rules.by_game_points
    return [
        TeamPlace(
            team.name, line.place, line.game_points if by_game else line.match_points, team.members
        )
        for line in team_lines(event, event.tie_breaks or USUAL)
        for team in (event.team(line.number),)
    ]


@dataclass(frozen=True, slots=True)
class BoardScore:
    """What a player took on the boards: ``board`` is the one of most games, the upper of equal
    ones; ``games`` are those with an opponent, and those won without."""

    player: int
    board: int
    points: Fraction
    games: int


def board_scores(event: TeamEvent) -> list[BoardScore]:
    """Everybody who sat on a board, by the board and the points, the fewer games first: what prizes
    by board go by."""
    boards: defaultdict[int, list[int]] = defaultdict(list)
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    for match in event.matches:
        for number, board in enumerate(match.boards, start=1):
            sides = ((board.first, board.first_code), (board.second, board.second_code))
            for player, code in sides:
                if player and code not in (Code.PENDING, Code.FORFEIT_LOSS):
                    boards[player].append(number)
                    points[player] += event.rules.games.points(code) or 0
    found = [
        BoardScore(
            player,
            min(own, key=lambda number: (-own.count(number), number)),
            points[player],
            len(own),
        )
        for player, own in boards.items()
    ]
    return sorted(found, key=lambda each: (each.board, -each.points, each.games, each.player))


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


_Key = tuple[Fraction, int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Member:
    """``place`` is among all players, without the sign of a shared one."""

    number: int
    place: int
    points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """``places`` is the sum of the places of the
    members who count; ``members`` are in the order of the standings."""

    team: Team
    place: Place
    points: Fraction
    places: int
    members: tuple[Member, ...]


def team_standings(
    teams: Iterable[Team], standings: Iterable[Standing], *, count: int | None = None
) -> tuple[TeamStanding, ...]:
    """The teams, best first; the best ``count`` members of each count, by default all."""
    lines_by_number = {line.number: line for line in standings}
    order = {number: index for index, number in enumerate(lines_by_number)}
    scored: defaultdict[_Key, list[tuple[Team, tuple[Member, ...]]]] = defaultdict(list)
    for team in teams:
        lines = [lines_by_number[number] for number in sorted(team.members, key=order.__getitem__)]
        limit = len(lines) if count is None else count
        members = tuple(
            Member(line.number, line.place.number, line.points, index < limit)
            for index, line in enumerate(lines)
        )
        scored[_key(members, count)].append((team, members))
    found: list[TeamStanding] = []
    for key in sorted(scored):
        equal = scored[key]
        place = Place(len(found) + 1, is_shared=len(equal) > 1)
        found.extend(
            TeamStanding(team, place, -key[0], key[2], members)
            for team, members in sorted(equal, key=lambda each: each[0].name)
        )
    return tuple(found)


def _key(members: Iterable[Member], count: int | None) -> _Key:
    """What teams are sorted by, the least first."""
    counting = [member for member in members if member.counts]
    places = tuple(member.place for member in counting)
    missing = 0 if count is None else count - len(counting)
    # Points are negated: of all the rest the least comes first.
    return -exact_sum(member.points for member in counting), missing, sum(places), places
