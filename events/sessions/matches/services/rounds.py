"""Rounds of matches as they are stored: from a draw to tables, boards, lines and matches.

Changing how the matches of a session count.
"""

from collections.abc import Callable, Iterable, Sequence

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.models import (
    BridgeMatch,
    BridgeTeam,
    LogEntry,
    MatchPlay,
    RoundClock,
    Section,
    TableRound,
    TravellerLine,
)
from events.sessions.core.selectors import Matches, MatchRecord, read_matches
from events.sessions.matches.domain.draw import Draw, at_home_tables
from events.sessions.matches.domain.movement import (
    RoundPlan,
    Row,
    SeatedMatch,
    drawn_movement,
    halved,
    halves_out,
    seated_pairs,
    seated_round,
    triangle,
    whole_rounds,
)
from events.sessions.matches.figures.matches import pending_triangle, refuse_scale
from events.sessions.setup.services import sections as layout
from movements.domain.movement import Cell, boards_of, group_of
from movements.selectors import movement_value
from movements.services import redraw_movement


def seated(
    play: MatchPlay, plan: RoundPlan, before: Sequence[Cell] = ()
) -> tuple[tuple[Row, ...], tuple[SeatedMatch, ...]]:
    """The tables of a round and its matches: pairs at one table, teams at two."""
    if play.is_pairs:
        return seated_pairs(plan)
    rows, matches = seated_round(plan, before)
    return at_home_tables(rows, matches) if play.home_tables else (rows, matches)


def first_plan(play: MatchPlay, draw: Draw) -> RoundPlan:
    """The first round of an event."""
    return _plan(play, 1, draw, set(), None)


def store_round(*, section: Section, plan: RoundPlan, matches: Iterable[SeatedMatch]) -> None:
    """Store the matches of a round, its bye, and the halves of the round that pairs sit out."""
    play = MatchPlay.objects.select_related("session").get(session=section.session_id)
    store_matches(section=section, matches=matches)
    teams = {team.number: team for team in BridgeTeam.objects.filter(session=section.session_id)}
    out = halves_out(plan) if play.is_pairs else ()
    BridgeMatch.objects.bulk_create(
        BridgeMatch(
            session_id=section.session_id,
            round=plan.number,
            last_round=plan.number,
            home=teams[number],
            first_board=_boards(section, group)[0] if group else None,
            last_board=_boards(section, group)[-1] if group else None,
        )
        for number, group in (*out, *([] if plan.bye is None else [(plan.bye, 0)]))
    )


def store_matches(*, section: Section, matches: Iterable[SeatedMatch]) -> None:
    """Store matches of teams that are stored already."""
    teams = {team.number: team for team in BridgeTeam.objects.filter(session=section.session_id)}
    BridgeMatch.objects.bulk_create(
        BridgeMatch(
            session_id=section.session_id,
            round=match.first_round,
            last_round=match.last_round,
            table=match.table,
            second_table=match.second_table,
            home=teams[match.home],
            away=teams[match.away],
            first_board=_boards(section, match.groups[0])[0],
            last_board=_boards(section, match.groups[1])[-1],
        )
        for match in matches
    )


@in_transaction
def publish_draw(*, session_id: int, number: int, draw: Draw, by: Actor, reason: str = "") -> None:
    """Seat a round: the next one, or the last one again while it has no result.

    Raises :class:`Refused` for a round out of turn or with results, and for a draw in which a team
    is missing, is there twice or does not take part.
    """
    # Whoever enters a result at this moment is waited for.
    lock_session(session_id, alone=True)
    matches = read_matches(session_id)
    if matches is None or not matches.play.is_swiss:
        raise Refused.because("This session has no rounds to draw.")
    play = matches.play
    drawn = matches.drawn
    if not drawn <= number <= drawn + 1 or number < 1:
        raise Refused.because(
            "Round %(number)s cannot be drawn now: round %(drawn)s is the last that is drawn. "
            "Somebody else may have drawn it; look again.",
            number=number,
            drawn=drawn,
        )
    section = Section.objects.select_related("movement").get(session=session_id)
    kept = [match for match in matches.matches if match.round < number]
    pending = pending_triangle(kept, number)
    _refuse_unseated(matches, pending, draw, number)
    if number == drawn:
        _remove_round(section, play, number)
    first = (number - 1) * play.stanzas
    plan = _plan(play, number, draw, _groups(section, kept), _second_group(section, pending))
    rows, seated_matches = seated(play, plan, _second_half(section, pending))
    assert section.movement  # noqa: S101 - a session of matches always has one
    before = movement_value(section.movement)
    pairs = max(number for team in matches.teams for number in _pairs(play, team))
    value = drawn_movement((*before.rounds[:first], *rows), pairs)
    layout.refuse_high_boards(section, value)
    redraw_movement(movement=section.movement, value=value)
    layout.create_lines(
        section=section,
        seatings=[
            seating
            for seating in layout.seatings(value, section.first_board, section.boards_per_round)
            if seating.round > first
        ],
    )
    store_round(section=section, plan=plan, matches=seated_matches)
    record(
        session_id=session_id,
        action=LogEntry.Action.DRAWN,
        by=by,
        after={
            "round": number,
            "pairs": [list(pair) for pair in draw.pairs],
            "bye": draw.bye,
            "triangle": list(draw.triangle),
        },
        reason=reason,
    )


def _pairs(play: MatchPlay, team: int) -> tuple[int, ...]:
    return (team,) if play.is_pairs else (2 * team - 1, 2 * team)


def _refuse_unseated(
    matches: Matches, pending: Sequence[MatchRecord], draw: Draw, number: int
) -> None:
    busy = {match.home for match in pending}
    wanted = {team.number for team in matches.teams.values() if team.plays(number)} - busy
    seated_now = [team for pair in draw.pairs for team in pair] + [*draw.triangle]
    if draw.bye is not None:
        seated_now.append(draw.bye)
    twice = sorted({team for team in seated_now if seated_now.count(team) > 1})
    if twice:
        raise Refused(
            *(sentence("Contestant %(number)s is there twice.", number=each) for each in twice)
        )
    missing = sorted(wanted - set(seated_now))
    if missing:
        raise Refused(
            *(sentence("Contestant %(number)s has no opponent.", number=each) for each in missing)
        )
    strange = sorted(set(seated_now) - wanted)
    if strange:
        raise Refused(
            *(
                sentence("Contestant %(number)s does not take part in this round.", number=each)
                for each in strange
            )
        )


def _remove_round(section: Section, play: MatchPlay, number: int) -> None:
    """Take the lines and the matches of the last round away; refused where there are results."""
    first = (number - 1) * play.stanzas
    lines = TravellerLine.objects.filter(section=section, round__gt=first)
    # Also a line that was cleared again: its log entries stay, and they need the line.
    if lines.filter(log__isnull=False).exists():
        used = gettext_noop("Round %(number)s has results, so it cannot be drawn again.")
        raise Refused(sentence(used, number=number))
    lines.delete()
    BridgeMatch.objects.filter(session=section.session_id, round__gte=number).delete()


def _boards(section: Section, group: int) -> range:
    return boards_of(group, section.boards_per_round, section.first_board)


def _group(section: Section, board: int) -> int:
    return group_of(board, section.boards_per_round, section.first_board)


def _groups(section: Section, matches: Iterable[MatchRecord]) -> set[int]:
    """The groups of boards that matches play."""
    return {_group(section, board) for match in matches for board in match.boards}


def _second_group(section: Section, pending: Sequence[MatchRecord]) -> int | None:
    """The boards that all play while a triangle is in its second half: those of its second
    match, which are no longer in use."""
    return _group(section, pending[1].boards[0]) if pending else None


def _second_half(section: Section, pending: Sequence[MatchRecord]) -> list[Cell]:
    if not pending:
        return []
    groups = [_group(section, match.boards[0]) for match in pending]
    return triangle([match.home for match in pending], groups)[1]


def _plan(play: MatchPlay, number: int, draw: Draw, used: set[int], given: int | None) -> RoundPlan:
    """Which groups of boards a round plays: as planned the first round the first group, and so on;
    a triangle needs one more, after those of all rounds."""
    wanted = tuple(range((number - 1) * play.stanzas + 1, number * play.stanzas + 1))
    after = max(used, default=0)
    if given is not None:
        wanted = (given,)
    elif used & {*wanted}:
        wanted = tuple(range(after + 1, after + 1 + play.stanzas))
    following = wanted[-1] + 1
    if following in used:
        following = after + 1
    extra = max(after, following, play.rounds * play.stanzas) + 1
    return RoundPlan(number, wanted, draw.pairs, draw.triangle, following, extra, draw.bye)


def refuse_odd(play: MatchPlay) -> None:
    """Raise :class:`Refused` for what an odd number cannot do in an event."""
    if not play.is_swiss:
        return
    if play.is_pairs and play.odd == MatchPlay.Odd.TRIANGLE:
        raise Refused.because(
            "Of an odd number of pairs one has a bye, or three play half matches: triangles over "
            "two rounds are for teams."
        )
    if play.stanzas == HALVES and play.boards % 2:
        raise Refused.because(
            "Half matches need an even number of boards, not %(boards)s.", boards=play.boards
        )
    if play.odd == MatchPlay.Odd.TRIANGLE and play.rounds < HALVES:
        raise Refused.because("A triangle over two rounds needs two rounds.")


HALVES = 2


def _change_stanzas(play: MatchPlay) -> None:
    """Divide the rounds that are drawn into halves, or put their halves together: what is played
    and entered stays. The session is locked."""
    matches = read_matches(play.session_id)
    section = Section.objects.select_related("movement").get(session=play.session_id)
    assert matches and section.movement  # noqa: S101, PT018 - a session of matches has both
    before = movement_value(section.movement)
    is_halved = play.stanzas == HALVES
    if is_halved and pending_triangle(matches.matches, matches.drawn + 1):
        raise Refused.because(
            "A triangle is under way. Half matches can be chosen when its second round is drawn."
        )
    short = any(match.boards and len(match.boards) < play.boards for match in matches.matches)
    rounds = halved(before.rounds) if is_halved else whole_rounds(before.rounds)
    if rounds is None or (short and not is_halved):
        raise Refused.because("Half matches have been played, so their rounds stay divided.")
    redraw_movement(movement=section.movement, value=drawn_movement(rounds, before.contestants))
    section.boards_per_round = play.boards // play.stanzas
    section.save(update_fields=["boards_per_round"])
    lines = TravellerLine.objects.filter(section=section)
    if not is_halved:
        for number in range(1, len(before.rounds) + 1):
            lines.filter(round=number).update(round=(number + 1) // 2)
        _change_tables(section, lambda number: (number + 1) // 2)
        return
    second = {
        board for group in range(2, 2 * before.groups + 1, 2) for board in _boards(section, group)
    }
    # From the last: a place that a line moves to has been left already.
    for number in range(len(before.rounds), 0, -1):
        of_round = lines.filter(round=number)
        of_round.filter(board__in=second).update(round=2 * number)
        of_round.exclude(board__in=second).update(round=2 * number - 1)
    _change_tables(section, lambda number: max(2 * number - 1, 0))


def _change_tables(section: Section, new: Callable[[int], int]) -> None:
    """Let the clock, and the tables that said where they are, follow the new numbers."""
    places: list[RoundClock | TableRound] = [
        *TableRound.objects.filter(section=section),
        *RoundClock.objects.filter(session=section.session_id),
    ]
    for place in places:
        place.round = new(place.round)
        place.save(update_fields=["round"])


@in_transaction
def change_match_settings(*, play: MatchPlay, fields: Sequence[str], by: Actor) -> None:
    """Save the changed ``fields`` of validated settings.

    Raises :class:`Refused` for a scale that has no match of this many boards, and for what an odd
    number cannot do in this event.
    """
    lock_session(play.session_id, alone=True)
    stored = MatchPlay.objects.get(pk=play.pk)
    changed = [field for field in fields if getattr(stored, field) != getattr(play, field)]
    if not changed:
        return
    refuse_scale(play)
    refuse_odd(play)
    if play.is_swiss and play.stanzas != stored.stanzas:
        _change_stanzas(play)
    play.save(update_fields=changed)
    record(
        session_id=play.session_id,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={field: str(getattr(stored, field)) for field in changed},
        after={field: str(getattr(play, field)) for field in changed},
    )
