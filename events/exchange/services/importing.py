"""A file of results becomes a finished session, with what it publishes beside our scores."""

import datetime
from collections.abc import Iterable, Mapping

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.common.services.log import record
from events.exchange.domain.match_plan import Key
from events.exchange.domain.session_names import SEATS, names_of
from events.exchange.domain.session_plan import (
    Comparison,
    PlannedContestant,
    SessionPlan,
)
from events.exchange.services.hands import store_imported
from events.exchange.services.importing_matches import store_matches
from events.models import (
    Contestant,
    ContestantPlayer,
    LineContestant,
    LogEntry,
    Section,
    Session,
    TravellerLine,
)
from events.models.result_columns import columns_of
from players.domain.names import Name
from players.models import Player
from players.services.names import add_missing_players


@in_transaction
def import_session(
    *, plan: SessionPlan, comparison: Comparison, by: Actor, file_name: str = ""
) -> Session:
    """Store the session of a plan, scored by the settings of the comparison.

    Names that are not in the register are added to it; a name that is none, or that somebody in
    the session has already, is left out.
    """
    names = _names(plan.contestants)
    # The register is locked before anything else.
    wanted = [name for own in names.values() for name in own if name]
    players = add_missing_players(names=wanted) if wanted else {}
    session = _session(plan, comparison, by)
    sections = _sections(session, plan)
    contestants = _contestants(plan.contestants, sections)
    _seats(session, contestants, names, players)
    _lines(plan, sections, contestants, by)
    if plan.matches:
        store_matches(session=session, plan=plan.matches, contestants=contestants)
    if plan.hands:
        store_imported(session=session, hands=plan.hands, file_name=file_name, by=by)
    record(
        session_id=session.pk,
        action=LogEntry.Action.CREATED,
        by=by,
        after={"title": session.title, "results": len(plan.lines)},
    )
    return session


def _session(plan: SessionPlan, comparison: Comparison, by: Actor) -> Session:
    settings = comparison.settings
    session = Session(
        title=plan.title,
        date=datetime.date.fromisoformat(plan.date),
        method=settings.method,
        scale=settings.scale,
        winners=settings.winners,
        neuberg=settings.neuberg,
        small_groups=settings.small_groups,
        rounding=settings.rounding,
        butler_drop=settings.butler_drop,
        cross_imps_mean=settings.cross_imps_mean,
        imps_by=settings.imps_by,
        matches=plan.matches.kind if plan.matches else "",
        state=Session.State.FINISHED,
        created_by=by.user,
    )
    session.full_clean()
    session.save(force_insert=True)
    return session


def _sections(session: Session, plan: SessionPlan) -> dict[str, Section]:
    letters = {each.key[0]: None for each in plan.contestants}
    return {letter: Section.objects.create(session=session, letter=letter) for letter in letters}


def _contestants(
    planned: Iterable[PlannedContestant], sections: dict[str, Section]
) -> dict[Key, Contestant]:
    listed = list(planned)
    stored = Contestant.objects.bulk_create(
        Contestant(section=sections[each.key[0]], direction=each.key[1], number=each.number)
        for each in listed
    )
    return {each.key: contestant for each, contestant in zip(listed, stored, strict=True)}


def _lines(
    plan: SessionPlan, sections: dict[str, Section], contestants: dict[Key, Contestant], by: Actor
) -> None:
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(
            section=sections[each.section],
            board=each.board,
            round=each.round,
            table=each.table,
            version=1,
            updated_by=by.user,
            **columns_of(each.result),
        )
        for each in plan.lines
    )
    LineContestant.objects.bulk_create(
        LineContestant(
            line=line,
            contestant=contestants[key],
            board=line.board,
            direction=direction,
            position=position,
        )
        for line, each in zip(lines, plan.lines, strict=True)
        for direction, keys in (("NS", each.ns), ("EW", each.ew))
        for position, key in enumerate(keys, start=1)
    )


def _seats(
    session: Session,
    contestants: Mapping[Key, Contestant],
    names: Mapping[Key, Iterable[Name | None]],
    players: Mapping[str, Player],
) -> None:
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(
            session=session,
            contestant=contestants[key],
            player=players[name.key],
            place=place,
        )
        for key, own in names.items()
        for place, name in enumerate(own, start=1)
        if name
    )


def _names(contestants: Iterable[PlannedContestant]) -> dict[Key, tuple[Name | None, ...]]:
    """The names that can be entered, by contestant."""
    seats: dict[Key, list[Name | None]] = {}
    for each in names_of(contestants):
        if each.name:
            own = seats.setdefault(each.key, [None] * SEATS)
            own[each.place] = each.name
    return {key: tuple(own) for key, own in seats.items()}
