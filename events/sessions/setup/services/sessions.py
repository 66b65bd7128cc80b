"""Sessions: setting up, naming the players, finishing, publishing.

Contestants who register when the movement is set: they have names, and no seat yet.

Each section with a movement takes one at a time, under the number after its highest. The desk
shows who has no seat; a change of the movement gives one.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, Refused, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import check, lock_session, record
from events.models import Contestant, ContestantPlayer, HandSet, LogEntry, Section, Session
from events.sessions.lines.selectors import has_every_result
from events.sessions.scoring.figures.series import refuse_unfit_settings
from events.sessions.scoring.selectors.contestants import guests_of_session
from events.sessions.scoring.selectors.sessions import (
    late_codes,
    letters_of_last_session,
    session_sections,
)
from events.sessions.setup.services import sections as layout
from movements.domain.check import unusable
from movements.domain.winners import ranking_lists
from movements.models import Movement
from movements.selectors import movement_value
from movements.services import lock_movement
from players.domain.names import TWO_PEOPLE, Name
from players.models import Club, Player
from players.services.players import add_guests, add_missing_players, drop_unused_guests

Names = Mapping[str, Sequence[Name | None]]
"""A contestant's code, such as ``A5``, → its players, ``None`` where a name is still missing."""


REPEATED = (
    "club",
    "letters",
    "show_play",
    "neuberg",
    "small_groups",
    "missing_ties",
    "sit_out",
    "unopposed",
    "rounding",
    "butler_drop",
    "butler_percent",
    "butler_parts",
    "butler_even",
    "cross_imps_mean",
    "cross_imps_award_each",
    "handicap_sum",
    "imps_by",
    "session_average",
    "one_field",
    "minimum_part",
)
"""What a session takes over from the one that it repeats, beside what is chosen for it."""

COMPARED = {"method", "scale", "cross_imps_mean"}
"""The settings by which sessions of a series must agree."""


@in_transaction
def create_session(
    *,
    title: str,
    date: datetime.date,
    movement: Movement,
    by: Actor,
    boards_per_round: int = 3,
    first_board: int = 1,
    method: str = Session.Method.MATCHPOINTS,
    scale: int = Session.Scale.TWO,
    winners: int | None = None,
    names: Names | None = None,
    guests: Collection[str] = (),
    club: Club | None = None,
    like: Session | None = None,
    matches: str = Session.Matches.NONE,
    is_demo: bool = False,
) -> Session:
    """Set a session up, with every line of its travellers, and the names known so far.

    ``winners`` is as the movement says when it is ``None``; results are typed in the letters of
    the session made last. A session ``like`` another has its further settings and sections.
    Raises :class:`Refused` for a movement that cannot be used, for an individual in two lists, and
    for a player named twice.
    """
    # A movement in use is never changed: nobody may edit it between reading and using it.
    if names:
        # The register is locked before anything else.
        add_missing_players(names=_registered(names, guests))
    further = _further_sections(like)
    # In the order of their numbers, so that no two who set up sessions wait for each other.
    for each in sorted([movement, *(more["movement"] for more in further)], key=_number):
        lock_movement(movement=each)
    value = movement_value(movement)
    problems = unusable(value)
    if problems:
        raise Refused(*problems)
    if value.individual and winners == Session.Winners.TWO:
        raise Refused.because("An individual has one list: partners change.")
    session = Session(
        title=title,
        date=date,
        club=club,
        method=method,
        scale=scale,
        winners=winners or len(ranking_lists(value)),
        letters=letters_of_last_session(),
        matches=matches,
        is_demo=is_demo,
        created_by=by.user,
    )
    if like:
        for field in REPEATED:
            setattr(session, field, getattr(like, field))
    check(session)
    session.save(force_insert=True)
    section = Section(
        session=session,
        movement=movement,
        boards_per_round=boards_per_round,
        first_board=first_board,
    )
    check(section)
    section.save(force_insert=True)
    layout.set_up_section(section=section, movement=value)
    after = {"title": title} | ({"like": str(like)} if like else {})
    record(session_id=session.pk, action=LogEntry.Action.CREATED, by=by, after=after)
    for more in further:
        layout.add_section(session_id=session.pk, **more, by=by)
    if names:
        enter_names(session=session, names=names, guests=guests, by=by)
    return session


def _number(movement: Movement) -> int:
    return movement.pk


def _further_sections(like: Session | None) -> list[dict[str, Any]]:
    """The sections of a session after its first, as far as a movement is known."""
    further = list(session_sections(like.pk))[1:] if like else []
    return [
        {
            "movement": section.movement,
            "boards_per_round": section.boards_per_round,
            "first_board": section.first_board,
        }
        for section in further
        if section.movement
    ]


@in_transaction
def enter_names(*, session: Session, names: Names, by: Actor, guests: Collection[str] = ()) -> None:
    """Enter the players of the contestants given; the other contestants stay as they are.

    A name that is not in the register is added to it, unless its key is among ``guests``: then it
    is that of a guest of this session alone. Raises :class:`Refused` when a player
    would be in the session twice, with the code and the place (``A5-2``) as the column.
    The number after the highest of a section is that of a contestant who registers late: it is
    stored when it has a name, and has no seat until the movement is changed.
    Whoever has a handicap keeps it, also at another number; so do two who stay together their
    stratum.
    """
    players = add_missing_players(names=_registered(names, guests))
    # Of two directors who enter the same player at once, the second gets a sentence and not a
    # database error.
    lock_session(session.pk)
    contestants = {
        contestant.code: contestant
        for contestant in Contestant.objects.filter(section__session=session).select_related(
            "section"
        )
    }
    contestants |= added(session_id=session.pk, names=names, known=contestants)
    # Nobody in the row for somebody late.
    names = {code: pair for code, pair in names.items() if code in contestants or any(pair)}
    if not names.keys() <= contestants.keys():
        raise Refused.because(
            "Contestants of this session were removed in the meantime. Look again."
        )
    others = (
        ContestantPlayer.objects.filter(session=session)
        .exclude(contestant__in=[contestants[code] for code in names])
        .select_related("player", "contestant__section")
    )
    several = len({each.section_id for each in contestants.values()}) > 1
    taken = {seat.player.name_key: seat.contestant.shown(several=several) for seat in others}
    labels = {code: each.shown(several=several) for code, each in contestants.items()}
    refuse_if(named_twice(names, labels, taken))
    seats = ContestantPlayer.objects.filter(contestant__in=[contestants[code] for code in names])
    handicaps = dict(seats.values_list("player", "handicap"))
    strata = _strata(seats)
    named_before = set(seats.values_list("contestant", flat=True))
    players |= _guests(session, names, guests)
    # Deleted and created again, not updated: where two pairs exchange their players, the
    # first update would break the rule of one seat for each player and session.
    seats.delete()
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(
            session=session,
            contestant=contestants[code],
            player=players[name.key],
            place=place,
            handicap=handicaps.get(players[name.key].pk),
        )
        for code, pair in names.items()
        for place, name in enumerate(pair, start=1)
        if name
    )
    drop_unused_guests(numbers=handicaps.keys())
    _move_strata(strata, [contestants[code] for code in names])
    drop_unnamed(contestants=named_before)
    after = {code: [str(name or "") for name in pair] for code, pair in names.items()}
    record(session_id=session.pk, action=LogEntry.Action.NAMED, by=by, after=after)


def _strata(seats: QuerySet[ContestantPlayer]) -> dict[frozenset[int], str]:
    """The strata of contestants, by their players; nothing where nobody has one."""
    players: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for seat in seats.select_related("contestant"):
        players[seat.contestant_id, seat.contestant.stratum].add(seat.player_id)
    if not any(stratum for _, stratum in players):
        return {}
    return {frozenset(own): stratum for (_, stratum), own in players.items()}


def _move_strata(strata: Mapping[frozenset[int], str], contestants: Sequence[Contestant]) -> None:
    """Who stays together at another number takes the stratum along; where another player comes, or
    a name is corrected, the stratum stays."""
    if not strata:
        return
    seats: defaultdict[int, set[int]] = defaultdict(set)
    named = ContestantPlayer.objects.filter(contestant__in=contestants)
    for contestant, player in named.values_list("contestant", "player"):
        seats[contestant].add(player)
    for one in contestants:
        one.stratum = strata.get(frozenset(seats[one.pk]), one.stratum)
    Contestant.objects.bulk_update(contestants, ["stratum"])


def _registered(names: Names, guests: Collection[str]) -> list[Name]:
    """The names that are those of players of the register."""
    return [name for pair in names.values() for name in pair if name and name.key not in guests]


def _guests(session: Session, names: Names, guests: Collection[str]) -> dict[str, Player]:
    """The guests of a session by name key: those it has already, and new ones."""
    wanted = {name.key: name for pair in names.values() for name in pair if name}
    wanted = {key: name for key, name in wanted.items() if key in guests}
    there = guests_of_session(session.pk)
    new = [name for key, name in wanted.items() if key not in there]
    return {key: there[key] for key in wanted if key in there} | add_guests(names=new)


@in_transaction
def finish(*, session: Session, by: Actor) -> None:
    """End play: the ranking is no longer provisional."""
    _change(session, state=Session.State.FINISHED)
    _note_shown_hands(session)
    record(session_id=session.pk, action=LogEntry.Action.FINISHED, by=by)


@in_transaction
def reopen(*, session: Session, by: Actor) -> None:
    """Open a finished session again: its ranking is provisional again. Hands that everybody has
    seen stay open."""
    # As it is stored: somebody else may have finished it, and the hands were seen then.
    if lock_session(session.pk).is_finished:
        _note_shown_hands(session)
    _change(session, state=Session.State.OPEN)
    record(session_id=session.pk, action=LogEntry.Action.REOPENED, by=by)


def _note_shown_hands(session: Session) -> None:
    """Of a finished session: its hands are seen where every result is in, or they were opened."""
    hands = HandSet.objects.filter(session=session.pk, shown_at=None)
    if not has_every_result(session.pk):
        hands = hands.filter(opened_at__isnull=False)
    hands.update(shown_at=timezone.now())


@in_transaction
def publish(*, session: Session, by: Actor) -> None:
    """Let everybody see the results, without a login: while it is played, of the boards that
    everybody has played."""
    _change(session, published_at=timezone.now())
    record(session_id=session.pk, action=LogEntry.Action.PUBLISHED, by=by)


@in_transaction
def withdraw(*, session: Session, by: Actor) -> None:
    """Let only directors see the results again."""
    _change(session, published_at=None)
    record(session_id=session.pk, action=LogEntry.Action.WITHDRAWN, by=by)


@in_transaction
def change_settings(*, session: Session, fields: Sequence[str], by: Actor) -> None:
    """Save the changed ``fields`` of a validated session.

    Raises :class:`Refused` when it would no longer fit the other sessions of a series.
    """
    stored = lock_session(session.pk)
    before = {field: getattr(stored, field) for field in fields}
    after = {field: getattr(session, field) for field in fields}
    changed = [field for field in fields if before[field] != after[field]]
    if not changed:
        return
    # Only these settings decide whether the scores of a series can be added up.
    if COMPARED & set(changed):
        refuse_unfit_settings(session=session)
    session.save(update_fields=changed)
    record(
        session_id=session.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={field: str(before[field]) for field in changed},
        after={field: str(after[field]) for field in changed},
    )


def _change(session: Session, **values: object) -> None:
    lock_session(session.pk)
    for field, value in values.items():
        setattr(session, field, value)
    session.save(update_fields=list(values))


def named_twice(
    names: Names, labels: Mapping[str, object], taken: Mapping[str, object] | None = None
) -> Iterator[Problem]:
    """A problem for each name that is given a second time in ``names``, or is ``taken``.

    ``labels`` are the contestants as messages show them, by code; ``taken`` maps the key of a
    name to the contestant who has it.
    """
    owners = dict(taken or {})
    for code, pair in names.items():
        for place, name in enumerate(pair, start=1):
            if name is None:
                continue
            if name.key in owners:
                message = sentence(
                    "%(name)s is already entered, as contestant %(contestant)s. %(advice)s",
                    name=str(name),
                    contestant=owners[name.key],
                    advice=TWO_PEOPLE,
                )
                yield Problem(message, column=f"{code}-{place}", value=str(name))
            owners.setdefault(name.key, labels[code])


def added(
    *, session_id: int, names: Mapping[str, Collection[Name | None]], known: Collection[str]
) -> dict[str, Contestant]:
    """Store those who have a name, and return them by code; ``known`` are all codes so far.

    The session is locked.
    """
    late = {
        code: number
        for code, number in late_codes(session_id).items()
        if code not in known and any(names.get(code, ()))
    }
    sections = {section.letter: section for section in Section.objects.filter(session=session_id)}
    return {
        code: Contestant.objects.create(
            section=sections[code.removesuffix(str(number))], number=number
        )
        for code, number in late.items()
    }


def drop_unnamed(*, contestants: Collection[int]) -> None:
    """Remove those of some contestants whose names were taken away again, and who have no seat."""
    nobody = Contestant.objects.filter(pk__in=contestants, sides=None, memberships=None)
    nobody.filter(section__movement__isnull=False, penalties=None).delete()
