"""Setting up a session that is played in matches: its movement, its teams, its first matches."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from random import SystemRandom

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.validation import check
from events.models import BridgeTeam, Contestant, MatchPlay, Section, Session
from events.sessions.domain.teams.draw import Draw
from events.sessions.domain.teams.movement import teams_movement
from events.sessions.domain.teams.seating import (
    RoundPlan,
    SeatedMatch,
    drawn_movement,
    seated_teams,
)
from events.sessions.services.match_rounds import first_plan, seated, store_matches, store_round
from events.sessions.services.match_scoring import refuse_scale
from events.sessions.services.sessions import create_session
from movements.formats import asc
from movements.services import store_drawn_movement, store_movement_once
from players.models import Club

LEAST = 2


@dataclass(frozen=True, slots=True)
class MatchWish:
    """What is chosen for a new session of matches. ``boards`` are those of a match; without
    ``rounds`` all meet all, and a Swiss event has as many as are planned."""

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
        teams = teams_movement(wish.contestants, wish.rounds)
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
    known = {each.number: each for each in section.contestants.all()}
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
    """By lot, or 1 against n/2 + 1 and so on; of an odd number the last is left over."""
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
        few = gettext_noop("Matches need two contestants, not %(contestants)s.")
        raise Refused(sentence(few, contestants=wish.contestants))
    if not play.is_swiss:
        return
    if wish.rounds is None:
        raise Refused(sentence(gettext_noop("Say how many rounds are planned.")))
    if play.is_pairs and play.odd == MatchPlay.Odd.TRIANGLE:
        bye = gettext_noop(
            "Of an odd number of pairs one has a bye, or three play half matches: triangles over "
            "two rounds are for teams."
        )
        raise Refused(sentence(bye))
    if play.stanzas == 2 and wish.boards % 2:
        even = gettext_noop("Half matches need an even number of boards, not %(boards)s.")
        raise Refused(sentence(even, boards=wish.boards))
    if play.odd == MatchPlay.Odd.TRIANGLE and wish.rounds < LEAST:
        short = gettext_noop("A triangle over two rounds needs two rounds.")
        raise Refused(sentence(short))
