"""From a file's matches of teams, or of Swiss pairs, to the session that would be stored.

What USEBIO calls sessions of matches, in our words.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Literal

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.exchange.domain.plan_comparison import decimal_of
from events.exchange.domain.results_file import (
    FileContestant,
    FileEvent,
    FileLine,
    FileMatch,
    FileSection,
)
from events.exchange.domain.session_plan import (
    Key,
    MatchPlan,
    PlannedMatch,
    PlannedTeam,
    SessionPlan,
)
from events.exchange.figures.match_figures import settled
from events.exchange.figures.plan_builder import PlanBuilder, finished_plan
from events.models import MatchPlay, Session
from events.models.match_play import MAX_BOARDS, MAX_ROUNDS
from events.sessions.matches.domain.standings import MAX_TEAMS
from events.sessions.scoring.domain.settings import Method

SECTION: Final = "A"

_PARTS = gettext_noop(
    "The file has matches in %(count)s sessions or sections; those of one can be imported."
)

_NO_MATCHES = gettext_noop(
    "There are no matches in this file, so that nobody could tell who met whom."
)


_NOBODY = gettext_noop(
    "The match names %(number)s, which is not in the list of contestants; it is left out."
)

_ITSELF = gettext_noop("%(number)s meets itself in this match; it is left out.")

_LONG = gettext_noop("The match has more than %(most)s boards; it is left out.")

_AGAIN = gettext_noop(
    "%(home)s and %(away)s meet twice on the same boards; the second match is left out."
)

_STRANGE = gettext_noop(
    "Board %(board)s: %(number)s is none of the pairs of this event; the line is left out."
)

_OUTSIDE = gettext_noop(
    "Board %(board)s: this line belongs to none of the matches; it is left out."
)


def plan_of_matches(event: FileEvent, date: str | None) -> SessionPlan:
    """The session of matches in an event. Raises :class:`Refused` with everything for which it
    cannot be stored."""
    sections = [section for section in event.sections if section.matches]
    if len(sections) > 1 or (sections and len(event.sections) > 1):
        raise Refused(sentence(_PARTS, count=len(event.sections)))
    if not sections:
        raise Refused(sentence(_NO_MATCHES))
    kind = kind_of(event)
    method, scored_by = scoring_of(event, kind)
    planner = _Planner(kind, sections[0])
    planner.add()
    plan = finished_plan(planner.builder, event.title, date, method)
    play = MatchPlay(
        session=Session(matches=kind, method=method, state=Session.State.FINISHED),
        boards=planner.boards,
        rounds=max(match.last_round for match in planner.matches),
        scored_by=scored_by,
        odd=planner.odd,
    )
    matches = MatchPlan(
        kind, play.scored_by, play.scale, play.odd, play.boards, play.rounds,
        tuple(planner.teams.values()), tuple(planner.matches), {},
    )  # fmt: skip
    return settled(replace(plan, matches=matches), play, planner.points)


@dataclass(slots=True)
class _Planner:
    """Teams, matches and lines while they are collected."""

    kind: str
    section: FileSection
    builder: PlanBuilder = field(default_factory=lambda: PlanBuilder(1))
    teams: dict[str, PlannedTeam] = field(default_factory=dict)
    team_of: dict[str, str] = field(default_factory=dict)
    matches: list[PlannedMatch] = field(default_factory=list)
    points: list[tuple[str, str] | None] = field(default_factory=list)
    places: set[tuple[int, int, int]] = field(default_factory=set)
    boards: int = 1
    odd: str = str(MatchPlay.Odd.BYE.value)

    @property
    def is_pairs(self) -> bool:
        return self.kind == Session.Matches.SWISS_PAIRS

    @property
    def is_swiss(self) -> bool:
        return self.kind != Session.Matches.TEAMS

    def add(self) -> None:
        """Everything in its order; raises :class:`Refused` where no match is left."""
        self._add_teams()
        self._leave_out_matches()
        self._add_matches()
        for board in self.section.boards:
            for line in board.lines:
                self._add_line(board.board, line)

    def _add_teams(self) -> None:
        listed = self.section.contestants
        if len(listed) > MAX_TEAMS:
            raise Refused.because("The file has more than %(most)s contestants.", most=MAX_TEAMS)
        whole = [
            re.fullmatch(r"[1-9]\d{0,2}", contestant.number, re.ASCII) for contestant in listed
        ]
        plain = all(each and int(each[0]) <= MAX_TEAMS for each in whole)
        pairs = {
            contestant.number: [contestant] if self.is_pairs else list(_pairs(contestant))
            for contestant in listed
        }
        written = [pair.number for own in pairs.values() for pair in own]
        if not all(written) or len({*written}) < len(written):
            pairs = {
                number: [
                    replace(pair, number=f"{number}-{place}")
                    for place, pair in enumerate(own, start=1)
                ]
                for number, own in pairs.items()
            }
        for place, contestant in enumerate(listed, start=1):
            own = pairs[contestant.number]
            self.builder.add_contestants(
                SECTION,
                [
                    replace(
                        pair,
                        direction=None,
                        score=None,
                        adjustment=None,
                        stratum=contestant.stratum,
                    )
                    for pair in own
                ],
            )
            keys: tuple[Key, ...] = tuple((SECTION, "", pair.number) for pair in own)
            self.team_of |= {pair.number: contestant.number for pair in own}
            added = decimal_of(contestant.adjustment)
            name = " ".join(contestant.name.split())[:60]
            self.teams[contestant.number] = PlannedTeam(
                int(contestant.number) if plain else place,
                "" if name == contestant.number else name,
                keys,
                Fraction(added or 0),
                contestant,
            )

    def _leave_out_matches(self) -> None:
        """Leave out matches that make no sense, with their lines, each named. Raises
        :class:`Refused` where none is left."""
        seen: set[tuple[frozenset[str], tuple[int, int] | None]] = set()
        places: dict[int, int] = {}
        for place, match in enumerate(self.section.matches):
            wrong = self._wrong(match, seen)
            if wrong is None:
                places[place] = len(places)
            elif wrong:
                self.builder.lost.append(Problem(wrong, match.line))
        if len(places) == len(self.section.matches):
            return
        if not places:
            raise Refused(*(self.builder.lost or [Problem(sentence(_NO_MATCHES))]))
        boards = tuple(
            replace(
                board,
                lines=tuple(
                    line if line.match is None else replace(line, match=places[line.match])
                    for line in board.lines
                    if line.match is None or line.match in places
                ),
            )
            for board in self.section.boards
        )
        matches = tuple(self.section.matches[place] for place in places)
        self.section = replace(self.section, matches=matches, boards=boards)

    def _wrong(
        self, match: FileMatch, seen: set[tuple[frozenset[str], tuple[int, int] | None]]
    ) -> Sentence | Literal[""] | None:
        """What is wrong with a match, empty where its reader has said it; ``None`` for nothing."""
        if not (match.round and match.home and match.away):
            return ""
        for number in (match.home, match.away):
            if number not in self.teams:
                return sentence(_NOBODY, number=number)
        if match.home == match.away:
            return sentence(_ITSELF, number=match.home)
        if match.boards and match.boards[1] - match.boards[0] >= MAX_BOARDS:
            return sentence(_LONG, most=MAX_BOARDS)
        key = frozenset((match.home, match.away)), match.boards
        if match.boards and key in seen:
            return sentence(_AGAIN, home=match.home, away=match.away)
        seen.add(key)
        return None

    def _add_matches(self) -> None:
        matches = self.section.matches
        self.boards = max((_length(match.boards) for match in matches if match.boards), default=1)
        of_round: defaultdict[int, list[FileMatch]] = defaultdict(list)
        for match in matches:
            of_round[match.round].append(match)
        triangles = self._triangles(of_round)
        if any(number == last for number, last in triangles.items()):
            self.odd = str(MatchPlay.Odd.HALVES.value)
        elif triangles:
            self.odd = str(MatchPlay.Odd.TRIANGLE.value)
        tables: Counter[int] = Counter()
        for match in matches:
            sides = Counter(n for each in of_round[match.round] for n in (each.home, each.away))
            is_three = sides[match.home] > 1 or sides[match.away] > 1
            last = triangles.get(match.round, match.round) if is_three else match.round
            tables[match.round] += 1
            boards = match.boards or (1, self.boards)
            self.matches.append(
                PlannedMatch(
                    match.round,
                    last,
                    tables[match.round] * (1 if self.is_pairs else 2) - (not self.is_pairs),
                    self.teams[match.home].number,
                    self.teams[match.away].number,
                    boards,
                )
            )
            self.points.append(match.points)
        if self.is_pairs:
            self._sit_out(of_round, triangles)

    def _triangles(self, of_round: dict[int, list[FileMatch]]) -> dict[int, int]:
        """The rounds in which three meet each other, with the round in which they end."""
        triangles: dict[int, int] = {}
        if not self.is_swiss:
            return triangles
        for number, matches in of_round.items():
            sides = Counter(side for match in matches for side in (match.home, match.away))
            twice = {side for side, count in sides.items() if count > 1}
            if not twice:
                continue
            following = {n for each in of_round.get(number + 1, ()) for n in (each.home, each.away)}
            is_long = not (self.is_pairs or twice & following or number + 1 > MAX_ROUNDS)
            own_matches = [match for match in matches if {match.home, match.away} & twice]
            is_half = all(
                match.boards and _length(match.boards) < self.boards for match in own_matches
            )
            triangles[number] = number + 1 if is_long and not is_half else number
        return triangles

    def _sit_out(self, of_round: dict[int, list[FileMatch]], triangles: dict[int, int]) -> None:
        """The boards that two of three pairs sit out: those that the other plays."""
        for number in triangles:
            matches = of_round[number]
            sides = Counter(side for match in matches for side in (match.home, match.away))
            for anchor in (side for side, count in sides.items() if count == 2):
                own_matches = [match for match in matches if anchor in (match.home, match.away)]
                others = [
                    match.away if match.home == anchor else match.home for match in own_matches
                ]
                for other, match in zip(reversed(others), own_matches, strict=True):
                    self.matches.append(
                        PlannedMatch(
                            number, number, None, self.teams[other].number, None, match.boards
                        )
                    )
                    self.points.append(None)

    def _add_line(self, board: int, line: FileLine) -> None:
        match = self._match_of(board, line)
        if match is None:
            self.builder.lost.append(Problem(sentence(_OUTSIDE, board=board), line.line))
            return
        numbers: list[str] = []
        for side, place in ((line.ns, 0), (line.ew, 1)):
            number = side if isinstance(side, str) else ""
            if line.by_team and not self.is_pairs and number in self.teams:
                keys = self.teams[number].contestants
                number = keys[min(place, len(keys) - 1)][2]
            elif number not in self.team_of:
                strange = sentence(_STRANGE, board=board, number=number)
                self.builder.lost.append(Problem(strange, line.line))
                return
            numbers.append(number)
        planned = self.matches[match]
        half = 0
        if self.odd == MatchPlay.Odd.HALVES:
            first = min(
                each.boards[0] for each in self.matches
                if each.boards and each.round == planned.round
            )  # fmt: skip
            half = int(board - first >= -(-self.boards // 2))
            number_of_round = 2 * planned.round - 1 + half
        else:
            number_of_round = planned.round
        table = planned.table
        if table and not self.is_pairs:
            is_home = self.team_of[numbers[0]] == self.section.matches[match].home
            table += 0 if is_home else 1
        # No two lines have one place; a file may have two of one room.
        while table and (board, number_of_round, table) in self.places:
            table += 1
        self.places.add((board, number_of_round, table or 0))
        self.builder.add_line(
            SECTION,
            board,
            replace(line, ns=numbers[0], ew=numbers[1], round=number_of_round, table=table),
        )

    def _match_of(self, board: int, line: FileLine) -> int | None:
        if line.match is not None:
            return line.match
        teams = {
            number if line.by_team else self.team_of.get(str(number))
            for number in (line.ns, line.ew)
        }
        for place, match in enumerate(self.section.matches):
            first, last = match.boards or (board, board)
            if {match.home, match.away} == teams and first <= board <= last:
                return place
        return None


def _pairs(team: FileContestant) -> Iterator[FileContestant]:
    """The pairs of a team, two at least; without pairs its players by twos."""
    if team.pairs:
        yield from team.pairs
        if len(team.pairs) == 1:
            yield FileContestant("")
        return
    yield FileContestant("", players=team.players[:2])
    yield FileContestant("", players=team.players[2:])


def _length(boards: tuple[int, int]) -> int:
    return boards[1] - boards[0] + 1


_SCORED_BY: Final = {
    "VPS": MatchPlay.ScoredBy.VP,
    "VP": MatchPlay.ScoredBy.VP,
    "IMPS": MatchPlay.ScoredBy.IMPS,
    "PAB": MatchPlay.ScoredBy.POINT_A_BOARD,
    "WIN_LOSS": MatchPlay.ScoredBy.WON_LOST,
}

_TEAM_SCORINGS: Final = ("IMPS", "CROSS_IMPS", "PAB", "BAM")

_PAIR_SCORINGS: Final = {
    "MATCH_POINTS": Method.MATCHPOINTS,
    "CROSS_IMPS": Method.CROSS_IMPS,
    "IMPS": Method.CROSS_IMPS,
}

_SCORING = gettext_noop("Matches scored by %(scoring)s cannot be imported.")


def kind_of(event: FileEvent) -> str:
    """What plays the matches of an event."""
    if "TEAM" not in event.type:
        return str(Session.Matches.SWISS_PAIRS.value)
    is_swiss = "SWISS" in event.type
    return str((Session.Matches.SWISS_TEAMS if is_swiss else Session.Matches.TEAMS).value)


def scoring_of(event: FileEvent, kind: str) -> tuple[Method, MatchPlay.ScoredBy]:
    """How its results are compared, and what a match counts. Raises :class:`Refused` where that
    is not done here."""
    is_pairs = kind == Session.Matches.SWISS_PAIRS
    scoring = event.scoring or ("MATCH_POINTS" if is_pairs else "IMPS")
    method = _PAIR_SCORINGS.get(scoring) if is_pairs else Method.CROSS_IMPS
    if method is None or not (is_pairs or scoring in _TEAM_SCORINGS):
        raise Refused(sentence(_SCORING, scoring=scoring))
    usual = "PAB" if scoring in ("PAB", "BAM") else "VPS"
    told = event.match_scoring or usual
    scored_by = _SCORED_BY.get(told)
    if scored_by is None or (is_pairs and scored_by != MatchPlay.ScoredBy.VP):
        raise Refused(sentence(_SCORING, scoring=told))
    return method, scored_by
