"""What a director changes of teams and matches: names, points, withdrawals, late
entries, awards.

Setting up a session that is played in matches: its movement, its teams, its first matches.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import SystemRandom

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import check, lock_session, record
from events.models import BridgeMatch, BridgeTeam, Contestant, LogEntry, MatchPlay, Section, Session
from events.sessions.core.selectors import read_matches
from events.sessions.matches.domain.draw import Draw
from events.sessions.matches.domain.movement import (
    RoundPlan,
    SeatedMatch,
    TeamsKind,
    drawn_movement,
    seated_teams,
    teams_movement,
)
from events.sessions.matches.domain.standings import MAX_TEAMS
from events.sessions.matches.figures.matches import refuse_scale
from events.sessions.matches.services.rounds import (
    first_plan,
    refuse_odd,
    seated,
    store_matches,
    store_round,
)
from events.sessions.setup.services.sessions import create_session
from movements.formats import asc
from movements.services import store_drawn_movement, store_movement_once
from players.models import Club


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """What is typed of a team; ``last_round`` is the round after which it withdrew, and
    ``keeps_table`` where its North–South pair, or the pair, always sits."""

    name: str
    added: Decimal
    reason: str
    last_round: int | None
    keeps_table: int | None = None


@in_transaction
def change_teams(*, session_id: int, entries: Mapping[int, TeamEntry], by: Actor) -> None:
    """Store what was typed of teams, by their numbers.

    Raises :class:`Refused` where two teams have the same name or keep the same table, points have
    no reason, or a round does not exist.
    """
    lock_session(session_id)
    teams = {team.number: team for team in BridgeTeam.objects.filter(session=session_id)}
    taken: dict[str, int] = {}
    tables: dict[int, int] = {}
    for number, entry in entries.items():
        team = teams.get(number)
        if team is None:
            raise Refused.because("There is no team %(number)s in this session.", number=number)
        name = " ".join(entry.name.split())
        if name and taken.setdefault(name.casefold(), number) != number:
            raise Refused.because("“%(name)s” is the name of two teams.", name=name)
        table = entry.keeps_table
        if table and tables.setdefault(table, number) != number:
            raise Refused.because(
                "Table %(table)s is kept by both %(first)s and %(second)s.",
                table=table,
                first=tables[table],
                second=number,
            )
        if entry.added and not entry.reason.strip():
            raise Refused.because(
                "%(name)s: say why points are added or taken away.", name=name or str(number)
            )
        before = _logged(team)
        team.name, team.added, team.reason = name, entry.added, entry.reason.strip()
        team.last_round, team.keeps_table = entry.last_round, table
        if _logged(team) == before:
            continue
        check(team)
        team.save()
        record(
            session_id=session_id,
            action=LogEntry.Action.TEAM_CHANGED,
            by=by,
            before=before,
            after=_logged(team),
            reason=team.reason,
        )


@in_transaction
def add_late_team(*, session_id: int, by: Actor) -> int:
    """Add a team, or a pair, from the next round of a Swiss event on; returns its number.

    The matches that it missed are void: average minus on half of the boards, average on the rest
    (White Book; spec: teams, section 3).
    """
    lock_session(session_id, alone=True)
    matches = read_matches(session_id)
    if matches is None or not matches.play.is_swiss:
        raise Refused.because("Only a Swiss event takes late entries.")
    number = max(matches.teams) + 1
    if number > MAX_TEAMS:
        raise Refused.because("An event has at most %(most)s contestants.", most=MAX_TEAMS)
    section = Section.objects.get(session=session_id)
    (team,) = add_teams(section=section, play=matches.play, numbers=[number])
    team.first_round = matches.drawn + 1
    team.save(update_fields=["first_round"])
    points = void_points(matches.play)
    BridgeMatch.objects.bulk_create(
        BridgeMatch(
            session_id=section.session_id,
            round=missed,
            last_round=missed,
            home_id=team.pk,
            home_points=points,
            away_points=0,
        )
        for missed in range(1, matches.drawn + 1)
    )
    record(
        session_id=session_id,
        action=LogEntry.Action.TEAM_CHANGED,
        by=by,
        after={"team": number, "first_round": team.first_round},
    )
    return number


def void_points(play: MatchPlay) -> Decimal:
    """What a contestant gets of a match that it missed; nothing where no VPs are counted."""
    if play.scored_by != MatchPlay.ScoredBy.VP:
        return Decimal(0)
    minus = -(-play.boards // 2)
    part = Fraction(40 * minus + 50 * (play.boards - minus), 100 * play.boards)
    points = part * play.total
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


@in_transaction
def award_match(
    *,
    session_id: int,
    match_id: int,
    points: tuple[Decimal, Decimal] | None,
    reason: str,
    by: Actor,
) -> None:
    """Give both sides of a match points in place of what the boards give, or, with ``None``, let
    the boards count again. Raises :class:`Refused` for a match that is gone, or without a reason.
    """
    lock_session(session_id)
    match = BridgeMatch.objects.filter(session=session_id, pk=match_id).first()
    if match is None:
        raise Refused.because("This match was removed in the meantime.")
    if points is not None and not reason.strip():
        raise Refused.because("Say why the match is awarded.")
    before = _award(match)
    match.home_points, match.away_points = points or (None, None)
    match.reason = reason.strip() if points else ""
    if _award(match) == before:
        return
    match.save()
    record(
        session_id=session_id,
        action=LogEntry.Action.AWARDED,
        by=by,
        before=before,
        after=_award(match),
        reason=match.reason,
    )


def _award(match: BridgeMatch) -> dict[str, object]:
    return {
        "match": str(match),
        "home": str(match.home_points if match.home_points is not None else ""),
        "away": str(match.away_points if match.away_points is not None else ""),
        "reason": match.reason,
    }


def _logged(team: BridgeTeam) -> dict[str, object]:
    return {
        "team": team.number,
        "name": team.name,
        "added": str(team.added.normalize() if isinstance(team.added, Decimal) else team.added),
        "last_round": team.last_round or "",
        **({"keeps_table": team.keeps_table} if team.keeps_table else {}),
    }


LEAST = 2


@dataclass(frozen=True, slots=True)
class MatchWish:
    """What is chosen for a new session of matches. ``boards`` are those of a match; without
    ``rounds`` all meet all by the ``movement``, and a Swiss event has as many as are planned."""

    title: str
    date: datetime.date
    kind: str
    contestants: int
    boards: int
    rounds: int | None = None
    first_board: int = 1
    club: Club | None = None
    method: str = Session.Method.CROSS_IMPS
    scored_by: str = MatchPlay.ScoredBy.VP
    scale: str = MatchPlay.Scale.WBF
    own_scale: str = ""
    odd: str = MatchPlay.Odd.BYE
    by_lot: bool = True
    movement: str = TeamsKind.USUAL


@in_transaction
def create_match_session(*, wish: MatchWish, by: Actor, is_demo: bool = False) -> Session:
    """Set a session of matches up: movement, lines, teams, and of a Swiss event the first round,
    by lot or the first half of the numbers against the second.

    Raises :class:`Refused` where there is no such movement, scale or draw.
    """
    play = MatchPlay(
        session=Session(matches=wish.kind),
        boards=wish.boards,
        rounds=wish.rounds or max(wish.contestants - 1, 1),
        scored_by=wish.scored_by,
        scale=wish.scale,
        own_scale=wish.own_scale,
        odd=wish.odd,
    )
    _refuse_impossible(play, wish)
    refuse_scale(play)
    play.bye_points = play.usual_bye
    plan: RoundPlan | None = None
    matches: tuple[SeatedMatch, ...]
    if play.is_swiss:
        plan = first_plan(play, _first_draw(play, wish))
        rows, matches = seated(play, plan)
        value = drawn_movement(rows, wish.contestants * (1 if play.is_pairs else 2))
        movement = store_drawn_movement(name=f"{wish.title}, {wish.date}", value=value)
    else:
        teams = teams_movement(wish.contestants, wish.rounds, TeamsKind(wish.movement))
        play.rounds = len(teams.rounds)
        value, matches = seated_teams(teams)
        name = f"{teams.name}, {len(value.rounds)} rounds"
        movement = store_movement_once(name=name, text=asc.write(value), is_demo=is_demo)
    session = create_session(
        title=wish.title,
        date=wish.date,
        movement=movement,
        by=by,
        boards_per_round=wish.boards // play.stanzas,
        first_board=wish.first_board,
        method=wish.method,
        winners=Session.Winners.ONE,
        club=wish.club,
        matches=wish.kind,
        is_demo=is_demo,
    )
    play.session = session
    check(play)
    play.save(force_insert=True)
    section = session.sections.get()
    add_teams(section=section, play=play, numbers=range(1, wish.contestants + 1))
    if plan:
        store_round(section=section, plan=plan, matches=matches)
    else:
        store_matches(section=section, matches=matches)
    return session


def add_teams(*, section: Section, play: MatchPlay, numbers: Iterable[int]) -> list[BridgeTeam]:
    """Store teams, or pairs, with their contestants, under the numbers given."""
    teams = BridgeTeam.objects.bulk_create(
        BridgeTeam(session=section.session, number=number) for number in numbers
    )
    team_of = {number: team for team in teams for number in pair_numbers(play, team.number)}
    known = {contestant.number: contestant for contestant in section.contestants.all()}
    Contestant.objects.bulk_create(
        Contestant(section=section, number=number, team=team)
        for number, team in team_of.items()
        if number not in known
    )
    stored = [known[number] for number in team_of if number in known]
    for contestant in stored:
        contestant.team = team_of[contestant.number]
    Contestant.objects.bulk_update(stored, ["team"])
    return teams


def pair_numbers(play: MatchPlay, team: int) -> tuple[int, ...]:
    """The numbers of the contestants of a team: of a pair its own."""
    return (team,) if play.is_pairs else (2 * team - 1, 2 * team)


def _first_draw(play: MatchPlay, wish: MatchWish) -> Draw:
    """The first draw: by lot, or 1 against n/2 + 1 and so on; of an odd number the last is left
    over."""
    numbers = list(range(1, wish.contestants + 1))
    if wish.by_lot:
        SystemRandom().shuffle(numbers)
    bye: int | None = None
    three: tuple[int, ...] = ()
    if len(numbers) % 2:
        if play.odd == MatchPlay.Odd.BYE:
            bye = numbers.pop()
        else:
            numbers, three = numbers[:-3], tuple(numbers[-3:])
    half = len(numbers) // 2
    return Draw(tuple(zip(numbers[:half], numbers[half:], strict=True)), bye, three)


def _refuse_impossible(play: MatchPlay, wish: MatchWish) -> None:
    if wish.contestants < LEAST:
        raise Refused.because(
            "Matches need two contestants, not %(contestants)s.", contestants=wish.contestants
        )
    if not play.is_swiss:
        return
    if wish.rounds is None:
        raise Refused.because("Say how many rounds are planned.")
    refuse_odd(play)
